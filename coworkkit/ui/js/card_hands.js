// What the person's hands are doing, noticed from the moment the page has loaded: typing, holding a key, or still
// pressing when the card they pressed on has gone.

import {
  abs,
  focusedElement,
  isRepeat,
  keyOf,
  later,
  listen,
  max,
  min,
  now,
  preventDefault,
  stopAtOnce,
  takesText,
  textIn,
  targetOf,
  typeOf,
  xOf,
  yOf,
} from "./card_natives.js";

const TYPING_MS = 1000;
const HELD_MS = 5000;
const REST_MS = 500;
const LONGEST_REST_MS = 3000;
const SAME_PLACE_PX = 48;

let lastTyped = -Infinity;
let endedByEnter = false;
let isComposing = false;
let heldKey = null;
let heldAt = 0;
let rest = null;

/** Whether the person is in the middle of writing something on the page. */
export function isTyping() {
  const box = focusedElement();
  return (isComposing || (now() - lastTyped < TYPING_MS && !wasSent(box))) && takesText(box);
}

// Enter that leaves an empty box behind has sent what was written in it: there is no word to be in the middle of.
function wasSent(box) {
  return endedByEnter && textIn(box) === "";
}

/** Whether Enter, Space or Escape is down at the moment, wherever it went down. */
export function isKeyDown() {
  return heldKey !== null && now() - heldAt < HELD_MS;
}

/**
 * Let the rest of a press end with the card it was made on: what is still held down, and further clicks at the same
 * place or further presses of Enter and Space, do not reach what lies under the card. `host` is where the next card
 * would be, which has its own guard.
 */
export function swallowRest({ input, x, y }, host) {
  const held = isKeyDown() ? heldKey : null;
  rest = { input, x, y, host, held, until: now() + REST_MS, latest: now() + LONGEST_REST_MS };
}

function noticeText(event) {
  if (event.isTrusted && takesText(focusedElement())) lastTyped = now();
}

function noticeKey(event) {
  if (!event.isTrusted) return;
  noticeText(event);
  const key = keyOf(event);
  endedByEnter = key === "Enter";
  if (key !== "Enter" && key !== " " && key !== "Escape") return;
  heldKey = key;
  heldAt = now();
  if (rest === null || targetOf(event) === rest.host) return;
  const isMore = rest.input === "keyboard" && key !== "Escape" && now() < rest.until;
  if (isRepeat(event) ? key !== rest.held : !isMore) return;
  rest.held = key;
  goOn(event);
}

function noticeKeyUp(event) {
  if (!event.isTrusted) return;
  const key = keyOf(event);
  if (rest !== null && key === rest.held) {
    rest.held = null;
    swallow(event);
  }
  // Not at once: the click that a released Space makes comes right after this event.
  if (key === heldKey) later(() => (heldKey = heldKey === key ? null : heldKey), 0);
}

function noticePointer(event) {
  if (!event.isTrusted || rest === null || targetOf(event) === rest.host) return;
  const isByKey = rest.input === "keyboard" || rest.input === "escape";
  if (isByKey || now() >= rest.until) return;
  if (max(abs(xOf(event) - rest.x), abs(yOf(event) - rest.y)) > SAME_PLACE_PX) return;
  if (typeOf(event) === "pointerdown") goOn(event);
  else swallow(event);
}

function goOn(event) {
  rest.until = min(now() + REST_MS, rest.latest);
  swallow(event);
}

function swallow(event) {
  preventDefault(event);
  stopAtOnce(event);
}

listen(window, "keydown", noticeKey);
listen(window, "keyup", noticeKeyUp);
listen(window, "input", noticeText);
listen(window, "compositionstart", () => (isComposing = true));
listen(window, "compositionend", () => (isComposing = false));
listen(window, "blur", (event) => {
  if (targetOf(event) !== window) return;
  heldKey = null;
  isComposing = false;
});
const POINTER_EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"];
for (let at = 0; at < POINTER_EVENTS.length; at += 1) listen(window, POINTER_EVENTS[at], noticePointer);
