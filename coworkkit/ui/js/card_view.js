// Draws one card: the dialog, its parts, and the ways they change.

import {
  append,
  detach,
  floor,
  is,
  make,
  makeSvg,
  makeText,
  max,
  mediaMatches,
  mediaQuery,
  min,
  pageBody,
  pageRoot,
  setAttribute,
  setHidden,
  setStyle,
  setText,
  twoDigits,
} from "./card_natives.js";
import { cut, isolated, widthOf, writeSegments } from "./card_segments.js";
import { say } from "./card_words.js";

const SHIELD = "M12 2.6 4.5 5.4v6c0 4.7 3.1 8.6 7.5 10 4.4-1.4 7.5-5.3 7.5-10v-6L12 2.6Z";
const CHECK = "m8.6 12 2.4 2.4 4.5-4.6";
const LONG_LABEL = 16; // characters; on a phone such buttons stand below each other
const darkSystem = mediaQuery("(prefers-color-scheme: dark)");

/** The app's own choice if Quasar has made one, else the system's. */
export function themeOfPage() {
  const body = pageBody();
  if (is(body, ".body--dark")) return "dark";
  return !is(body, ".body--light") && mediaMatches(darkSystem) ? "dark" : "light";
}

export const directionOfPage = () => (is(pageBody() ?? pageRoot(), ":dir(rtl)") ? "rtl" : "ltr");

function icon() {
  const svg = makeSvg("svg", { class: "shield", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
  append(svg, makeSvg("path", { d: SHIELD }));
  append(svg, makeSvg("path", { d: CHECK }));
  return svg;
}

/** The time that is left, in words. */
export function timeText(words, seconds) {
  const minutes = `${floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  return seconds > 90 ? say(words, "minutesLeft", undefined, minutes) : say(words, "timeLeft", seconds);
}

/** An element for one of the card's own sentences, which keeps its direction inside a page of the other one. */
function line(parent, tag, attributes, text = "") {
  const outer = append(parent, make(tag, attributes));
  const inner = append(outer, make("bdi"));
  setText(inner, text);
  return { outer, inner };
}

/** Build the dialog for `card` in `root`, not yet open: its parts by name, and what can change about them. */
export function createView(root, card, words) {
  const dialog = make("dialog", { role: "alertdialog", "aria-labelledby": "title", dir: directionOfPage() });
  const panel = append(dialog, make("div", { class: "panel", tabindex: "-1" }));

  const head = append(panel, make("div", { class: "head" }));
  const top = append(head, make("div", { class: "top" }));
  const eyebrow = append(top, make("p", { class: "eyebrow" }));
  append(eyebrow, icon());
  const heading = append(eyebrow, make("bdi"));
  setText(heading, say(words, "eyebrow"));
  const waiting = line(top, "p", { class: "waiting", hidden: "" });
  const title = append(head, make("h2", { id: "title", class: "title", dir: "auto", tabindex: "-1" }));
  const short = cut(card.title, 0);
  writeSegments(title, short ? short.head : card.title, words);
  if (short) append(title, makeText(" …"));
  const changed = line(head, "p", { class: "changed", role: "alert", hidden: "" });

  const facts = append(panel, make("div", { class: "facts" }));
  const below = line(panel, "p", { class: "below", "aria-hidden": "true", hidden: "" });

  const foot = append(panel, make("div", { class: "foot" }));
  const track = append(foot, make("div", { class: "track", "aria-hidden": "true" }));
  const bar = append(track, make("div", { class: "bar" }));
  const status = append(foot, make("div", { class: "status" }));
  const lines = append(status, make("div", { class: "lines" }));
  const time = line(lines, "p", { class: "time", role: "timer" }).inner;
  const note = line(lines, "p", { id: "note", class: "note", role: "status" }).inner;
  const moreTime = line(status, "button", { type: "button", class: "more off" }, say(words, card.later ? "later" : "moreTime")).outer;
  const hasLongLabel = max(widthOf(card.confirm_label), widthOf(card.cancel_label)) > LONG_LABEL;
  const actions = append(foot, make("div", { class: hasLongLabel ? "actions long" : "actions" }));
  const cancel = append(actions, make("button", { type: "button", class: "cancel" }));
  const confirm = append(actions, make("button", { type: "button", class: "confirm", "aria-describedby": "note" }));
  const spoken = append(panel, make("p", { class: "unseen", role: "status" }));
  append(root, dialog);

  let closing = null;
  const shown = { theme: "", note: "", seconds: -1, share: -1, spare: "", belowText: "", isConfirmOff: null };

  return {
    dialog, panel, title, facts, moreTime, cancel, confirm,

    /** Where Tab comes to last, and first after that, if nothing before the buttons takes the focus. */
    lastStop: () => closing ?? confirm,
    firstStop: () => closing ?? (shown.spare === "more" ? moreTime : cancel),

    setTheme(theme) {
      const look = `${theme}${card.destructive ? " destructive" : ""}`;
      if (look === shown.theme) return;
      shown.theme = look;
      setAttribute(dialog, "class", look);
    },
    setWaiting(count) {
      setHidden(waiting.outer, !(count > 0));
      if (count > 0) setText(waiting.inner, say(words, "waiting", count));
    },
    setChanged(isChanged) {
      setHidden(changed.outer, !isChanged);
      setText(changed.inner, isChanged ? say(words, "changed") : "");
    },
    /** The labels of the two buttons; while an answer is awaited, one of them says that. */
    setLabels(working) {
      setText(cancel, "");
      setText(confirm, "");
      append(cancel, isolated(working === "cancel" ? [say(words, "working")] : card.cancel_label, words));
      append(confirm, isolated(working === "confirm" ? [say(words, "working")] : card.confirm_label, words));
    },
    setTime(seconds, share) {
      if (seconds !== shown.seconds) {
        shown.seconds = seconds;
        setText(time, timeText(words, seconds));
      }
      const percent = floor(max(0, min(1, share)) * 1000) / 10;
      if (percent === shown.share) return;
      shown.share = percent;
      setStyle(bar, "inline-size", `${percent}%`);
    },
    setNote(text) {
      if (text === shown.note) return;
      shown.note = text;
      setText(note, text);
    },
    setBelow(scrolls, amount) {
      const text = amount === 0 ? "" : amount < 0 ? say(words, "moreBelow") : say(words, "below", amount);
      // The line keeps its place once the region scrolls, so that reading to the end moves no button.
      const state = `${scrolls}${text}`;
      if (state === shown.belowText) return;
      shown.belowText = state;
      setHidden(below.outer, !scrolls);
      setText(below.inner, text || "\u00a0");
      setAttribute(below.outer, "class", text ? "below" : "below done");
    },
    setMoreTime(isOffered) {
      const look = isOffered ? "more" : "more off";
      if (look === shown.spare) return false;
      shown.spare = look;
      setAttribute(moreTime, "class", look);
      return true;
    },
    setConfirmOff(isOff) {
      if (isOff === shown.isConfirmOff) return;
      shown.isConfirmOff = isOff;
      setAttribute(confirm, "aria-disabled", isOff ? "true" : "false");
    },
    setCancelOff(isOff) {
      setAttribute(cancel, "aria-disabled", isOff ? "true" : "false");
    },
    /** Say something to a screen reader only, in the dialog: regions outside of it are silent now. */
    speak: (text) => setText(spoken, text),

    /** Leave only how it ended and a button that closes it, which is the answer. */
    drawEnding(sign, message) {
      setAttribute(dialog, "class", `${themeOfPage()} ended`);
      setAttribute(dialog, "aria-describedby", "ending");
      setText(heading, sign);
      setHidden(waiting.outer, true);
      setHidden(changed.outer, true);
      detach(facts);
      detach(below.outer);
      setText(foot, "");
      line(foot, "p", { id: "ending", class: "ending" }, message);
      const row = append(foot, make("div", { class: "actions" }));
      closing = line(row, "button", { type: "button", class: "cancel" }, say(words, "close")).outer;
      return closing;
    },
  };
}
