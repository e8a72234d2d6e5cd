// Text a stranger may have written, with everything invisible in it made visible (scenario S08).

import { h, inject } from "vue";
import { count, fill, words as english } from "./words.js";

// Controls, formats, surrogates, private use, unassigned, what Unicode says may be ignored, line and paragraph
// separators, the blank Braille cell. Signs of Arabic, Syriac and Kaithi are formats too, but they can be seen, and
// what is not assigned among the pictures is an emoji newer than this browser.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{DI}\p{Zl}\p{Zp}\u2800\uFFFC]/u;
const DRAWN = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}\u{1F000}-\u{1FAFF}]/u;
const JOINER = /[\u200C\u200D\uFE0E\uFE0F]/u;
const JOINABLE = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u20E3]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const KEYCAP = /[0-9#*]/;
const SPACE = /\p{Zs}/u;
const ROW_OF_SPACES = 9;
const DEEPEST_INDENT = 80;
const MOST_MARKS = 500;
const BRACKETS = { "⟨": "⟨U+27E8⟩", "⟩": "⟨U+27E9⟩" };
const WORTH_A_LOOK = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{DI}\p{Zl}\p{Zp}\u2800\uFFFC]|\p{Zs}{9}/u;

function escape(character) {
  const hex = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${hex}`;
}

// Emoji families and Persian words need their joiners; between Latin letters a joiner only hides something.
function joins(characters, at) {
  const before = characters[at - 1];
  if (before === undefined || !JOINER.test(characters[at])) return false;
  const follows = characters[at] === "\uFE0F" || characters[at] === "\uFE0E";
  if (follows) return PICTURE.test(before) || KEYCAP.test(before);
  const after = characters[at + 1];
  const reaches = before === "\uFE0F" ? characters[at - 2] : before;
  return [reaches, after].every((c) => c !== undefined && c > "\u024F" && JOINABLE.test(c));
}

function isHidden(characters, at, lines) {
  const character = characters[at];
  if (lines && (character === "\n" || character === "\t")) return false;
  return HIDDEN.test(character) && !DRAWN.test(character) && !joins(characters, at);
}

function runLength(characters, at, same) {
  let end = at + 1;
  while (end < characters.length && same(characters[end])) end += 1;
  return end - at;
}

// The mark that has to stand at this place, as {length, mark}, or null where the character can be shown as it is.
function markAt(characters, at, lines, words) {
  const character = characters[at];
  if (character === "\n") {
    const length = runLength(characters, at, (c) => c === "\n");
    if (lines && length <= 2) return null;
    if (length > 1) return { length, mark: fill(words.lines, { n: count(length) }) };
  }
  if (SPACE.test(character)) {
    const length = runLength(characters, at, (c) => SPACE.test(c));
    const indents = lines && length <= DEEPEST_INDENT && (at === 0 || characters[at - 1] === "\n");
    if (length < ROW_OF_SPACES || indents) return { length, mark: null };
    return { length, mark: fill(words.spaces, { n: count(length) }) };
  }
  if (!isHidden(characters, at, lines)) return null;
  const length = runLength(characters, at, (c) => c === character);
  const mark = length === 1 ? escape(character) : fill(words.repeated, { mark: escape(character), n: count(length) });
  return { length, mark };
}

/**
 * Split text into strings to show and marks: ["pay ", {mark: "U+202E"}, "x"].
 *
 * `lines` keeps tabs and up to two line breaks in a row; without it each is a mark. `limit` cuts after so many
 * characters and says how many are left.
 */
export function segments(value, { lines = false, limit = Infinity, words = english.visible } = {}) {
  const text = String(value).replace(/\r\n/g, "\n");
  if (text.length <= limit && !WORTH_A_LOOK.test(text)) return text ? [text] : [];
  // A character is at most two code units: enough of them are taken, and no more of a huge text is split up.
  const characters = Array.from(text.length > limit ? text.slice(0, limit * 2) : text).slice(0, limit);
  const found = [];
  let plain = "";
  for (let at = 0; at < characters.length; ) {
    const next = markAt(characters, at, lines, words);
    const length = next?.length ?? 1;
    if (next?.mark && found.length >= MOST_MARKS * 2) {
      plain += `⟨${next.mark}⟩`; // a hostile text cannot make the page build element after element
    } else if (next?.mark) {
      if (plain) found.push(plain);
      plain = "";
      found.push({ mark: next.mark });
    } else {
      plain += characters.slice(at, at + length).join("");
    }
    at += length;
  }
  if (plain) found.push(plain);
  const left = text.length - characters.join("").length;
  if (left > 0) found.push({ mark: fill(words.more, { n: count(left) }) });
  return found;
}

/** The same as one string, for a name or a title: marks stand in ⟨brackets⟩, which the text cannot imitate. */
export function flat(value, options) {
  const plain = (part) => part.replace(/[⟨⟩]/g, (bracket) => BRACKETS[bracket]);
  const inline = (part) => (typeof part === "string" ? plain(part) : `⟨${part.mark}⟩`);
  return segments(value, options).map(inline).join("");
}

/** `<shown-text :text>`: text as text, marks as marks, isolated so that it cannot turn its surroundings round. */
export function ShownText({ text, lines, limit }) {
  const words = inject("coworkkit", null)?.words.visible;
  const parts = segments(text ?? "", { lines, limit, words });
  return h(
    "bdi",
    { class: "cwk-text" },
    parts.map((part) => (typeof part === "string" ? part : h("span", { class: "cwk-mark" }, part.mark))),
  );
}
ShownText.props = { text: {}, lines: Boolean, limit: { type: Number, default: Infinity } };
