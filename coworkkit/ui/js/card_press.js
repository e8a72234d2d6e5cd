// What counts as a person pressing one button: with a pointer, a key, or through a screen reader.

import {
  buttonOf,
  detailOf,
  isPrimary,
  isRepeat,
  keyOf,
  listen,
  pointerTypeOf,
  preventDefault,
  xOf,
  yOf,
} from "./card_natives.js";
import { isKeyDown } from "./card_hands.js";

const NONE = -1;

export const isPressKey = (key) => key === "Enter" || key === " ";

/**
 * Watch `button`.
 *
 * `blocked(event)` says why a press may not count, or "". It is asked when the press begins and when it ends, and
 * `turn()` must be the same both times. `onRefused(reason)` hears of each press that did not count, once;
 * `onPressed({ input, x, y })` of one that did, with `input` "mouse", "touch", "pen" or "keyboard".
 */
export function watchPress(button, { turn, blocked, onRefused, onPressed }) {
  let pointerTurn = NONE;
  let keyTurn = NONE;
  let pointer = "mouse";

  listen(button, "pointerdown", (event) => {
    if (!event.isTrusted || !isPrimary(event) || buttonOf(event) !== 0) return;
    const type = pointerTypeOf(event);
    pointer = type === "touch" || type === "pen" ? type : "mouse";
    pointerTurn = begins(event);
  });
  listen(button, "pointercancel", () => (pointerTurn = NONE));

  // A press that does not count must not move the focus here either: the next Enter would hit this button.
  listen(button, "mousedown", (event) => {
    if (pointerTurn === NONE) preventDefault(event);
  });

  listen(button, "keydown", (event) => {
    if (!isPressKey(keyOf(event))) return;
    if (!event.isTrusted || isRepeat(event)) {
      preventDefault(event);
      return;
    }
    keyTurn = begins(event);
    if (keyTurn === NONE) preventDefault(event);
  });

  listen(button, "click", (event) => {
    if (!event.isTrusted) return;
    const isPointer = detailOf(event) > 0;
    const began = isPointer ? pointerTurn : keyTurn;
    pointerTurn = keyTurn = NONE;
    if (isPointer) finish(event, began, pointer);
    // A screen reader presses without a key or a pointer. A key that went down elsewhere is no press on this button.
    else finish(event, began === NONE && !isKeyDown() ? turn() : began, "keyboard");
  });

  function begins(event) {
    const reason = blocked(event);
    if (reason === "") return turn();
    onRefused(reason);
    return NONE;
  }

  function finish(event, began, input) {
    if (began === NONE) return; // refused when it began, or it began elsewhere
    const reason = blocked(event);
    if (reason === "" && began === turn()) onPressed({ input, x: xOf(event), y: yOf(event) });
    else onRefused(reason || "arming");
  }
}
