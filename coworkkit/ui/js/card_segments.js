// Writes segments (text the server has made visible, see core/visible.py) into a node, and cuts long ones.

import { append, charCodeAt, isArray, make, makeText, put, setText, sliceText, toNumber } from "./card_natives.js";

// A value longer than this is folded, and so much of it is shown before it is opened.
const LONGEST = 300;
const MOST_LINES = 10;
const SHOWN = 200;
const SHOWN_LINES = 5;
// After so many marks the server writes the others into the text (visible.py, MAX_MARKS): counting is its part then.
const MOST_MARKS = 500;

/** Append `segments` to `parent`: strings as text, marks as labelled signs that no text can imitate. */
export function writeSegments(parent, segments, words) {
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at];
    if (typeof segment === "string") append(parent, makeText(segment));
    else writeMark(parent, segment, words);
  }
}

function writeMark(parent, segment, words) {
  // A mark that stands for no character says something about the value: it is empty, it is base64.
  const mark = append(parent, make("span", { class: segment.length === "0" ? "mark label" : "mark" }));
  if (segment.mark === "line break") {
    setText(append(mark, make("span", { "aria-hidden": "true" })), "↵");
    setText(append(mark, make("span", { class: "unseen" })), words.lineBreak);
  } else {
    setText(mark, `${segment.mark}`);
  }
  if (segment.lines) append(parent, make("br"));
}

/** How many characters `segments` take up on screen. */
export function widthOf(segments) {
  let width = 0;
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at];
    width += typeof segment === "string" ? segment.length : `${segment.mark}`.length;
  }
  return width;
}

/** An element around `segments` that their writing direction cannot leave. */
export function isolated(segments, words) {
  const element = make("bdi");
  writeSegments(element, isArray(segments) ? segments : [`${segments}`], words);
  return element;
}

/**
 * How much of a value is shown before it is opened: `{ head, left }`, the first segments and the exact number of
 * characters after them; null when the value is short enough to be shown whole.
 */
export function cut(segments, length) {
  if (widthOf(segments) <= LONGEST && !hasManyLines(segments)) return null;
  let characters = 0;
  let marks = 0;
  for (let at = 0; at < segments.length; at += 1) {
    characters += lengthOf(segments[at]);
    marks += typeof segments[at] === "string" ? 0 : 1;
  }
  return firstPart(segments, marks < MOST_MARKS ? characters : length);
}

function hasManyLines(segments) {
  let lines = 0;
  for (let at = 0; at < segments.length; at += 1) lines += segments[at].lines ? 1 : 0;
  return lines > MOST_LINES;
}

function firstPart(segments, whole) {
  const head = [];
  let room = SHOWN;
  let lines = 0;
  let shown = 0;
  for (let at = 0; at < segments.length && room > 0 && lines < SHOWN_LINES; at += 1) {
    const segment = segments[at];
    const width = widthOf([segment]);
    const isCut = typeof segment === "string" && width > room;
    const part = isCut ? sliceText(segment, 0, wholeCharacters(segment, room)) : segment;
    room -= width;
    lines += segment.lines ? 1 : 0;
    shown += lengthOf(part);
    put(head, part);
  }
  return { head, left: whole - shown };
}

/** Where to cut `text` at or before `end`: between two words if there is a gap, never inside a character. */
function wholeCharacters(text, end) {
  for (let at = end; at > end - 30 && at > 0; at -= 1) if (charCodeAt(text, at) === 0x20) return at;
  const unit = charCodeAt(text, end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}

function lengthOf(segment) {
  if (typeof segment !== "string") return segment.length === undefined ? 1 : toNumber(segment.length);
  let pairs = 0;
  for (let at = 0; at < segment.length; at += 1) {
    const unit = charCodeAt(segment, at);
    if (unit >= 0xdc00 && unit <= 0xdfff) pairs += 1;
  }
  return segment.length - pairs;
}
