// Keys while a card is open: they stay inside, Tab goes round, Escape declines, a held key presses nothing.

import {
  activeInRoot,
  clientHeightOf,
  contains,
  focus,
  isRepeat,
  keyOf,
  listen,
  preventDefault,
  scrollHeightOf,
  stopPropagation,
  targetOf,
  withCtrl,
  withShift,
} from "./card_natives.js";
import { isPressKey } from "./card_press.js";

/**
 * Look after the keys and the wheel of an open card, until the answer is called. `onEscape()` hears of Escape and of
 * a phone's back gesture.
 */
export function keepKeysInside(view, { facts, root, onEscape }) {
  const { dialog } = view;

  listen(dialog, "keydown", (event) => {
    const key = keyOf(event);
    if (isPressKey(key) && isRepeat(event)) preventDefault(event);
    else if (key === "Tab") goRound(event);
    else if (key === "Escape") {
      preventDefault(event);
      if (event.isTrusted && !isRepeat(event)) onEscape();
    }
  });
  // In the bubbling phase, after the card's own parts: what the page does on keys is not meant now.
  listen(dialog, "keydown", stopPropagation, false);
  listen(dialog, "keyup", stopPropagation, false);
  listen(dialog, "keypress", stopPropagation, false);

  // Reached when the focus was not in the card, and by the back gesture.
  listen(dialog, "cancel", (event) => {
    preventDefault(event);
    if (event.isTrusted) onEscape();
  });

  // The page behind does not scroll under the card.
  listen(dialog, "wheel", (event) => {
    if (withCtrl(event) || scrollHeightOf(dialog) > clientHeightOf(dialog) + 1) return;
    const target = targetOf(event);
    if (!facts.scrolls() || !contains(view.facts, target)) preventDefault(event);
  });

  // The backdrop is no part of the dialog's box: the browser scrolls without asking the dialog's listener there, unless
  // somebody listens on the whole page.
  const stop = listen(window, "wheel", () => {});

  function goRound(event) {
    const here = activeInRoot(root);
    const last = view.lastStop();
    const first = facts.firstStop() ?? view.firstStop();
    const isOutside = here === null || here === view.title || here === view.panel;
    if (withShift(event) && (here === first || isOutside)) {
      preventDefault(event);
      focus(last);
    } else if (!withShift(event) && here === last) {
      preventDefault(event);
      focus(first);
    }
  }
  return stop;
}
