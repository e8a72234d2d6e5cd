// Every sentence the card says. `words` given to the stage replaces any of them: `{n}` is a number, `{time}` a
// time, `{text}` words of the app. An object holds the forms of a plural, after Intl.PluralRules.

import { formatNumber, indexInText, pluralOf, sliceText } from "./card_natives.js";

export const cardWords = {
  eyebrow: "Needs your click",
  waiting: { one: "{n} more waiting", other: "{n} more waiting" },
  details: "Details",
  noValues: "It needs no further details.",
  summary: "In full",
  changed: "This changed while you were reading. Check it again.",
  showMore: { one: "Show {n} more character", other: "Show {n} more characters" },
  showLess: "Show less",
  below: { one: "{n} more detail below", other: "{n} more details below" },
  moreBelow: "More below",
  lineBreak: "line break",
  timeLeft: { one: "{n} second left", other: "{n} seconds left" },
  minutesLeft: "{time} left",
  moreTime: "More time",
  later: "Decide later",
  decideWithin: { one: "You have {n} second to decide.", other: "You have {n} seconds to decide." },
  tooEarly: "Take a moment to read it, then press again.",
  openFolds: {
    one: "Open the folded value to confirm.",
    other: "Open the {n} folded values to confirm.",
  },
  covered: "Something on this page covers the card. You can confirm once it is gone.",
  tooSmall: "This page makes the card too small to read. You can still cancel.",
  working: "Working…",
  offline: "You are offline. Nothing was sent; try again when the connection is back.",
  notSent: "That did not reach the server. Try again.",
  slow: "No answer from the server yet.",
  unknown: "The server has not answered, so the outcome is not known here. Look it up before you try again.",
  expired: "This expired. Nothing was done.",
  confirmed: "Confirmed.",
  cancelled: "Cancelled. Nothing was done.",
  withdrawn: "This is no longer being asked. Nothing was done.",
  expiredTitle: "Expired",
  withdrawnTitle: "No longer asked",
  unknownTitle: "No answer",
  close: "Close",
  deferred: "A confirmation is waiting. It opens when you stop typing.",
  reviewNow: "Review now",
};

/** The sentence `words[name]`, in the right plural for `n`, with the blanks filled in. */
export function say(words, name, n, time) {
  const entry = words[name];
  let text = typeof entry === "string" ? entry : (entry[pluralOf(n)] ?? entry.other);
  if (n !== undefined) text = fill(text, "{n}", formatNumber(n));
  return time === undefined ? text : fill(text, "{time}", time);
}

function fill(text, blank, value) {
  const at = indexInText(text, blank);
  return at < 0 ? text : sliceText(text, 0, at) + value + sliceText(text, at + blank.length);
}
