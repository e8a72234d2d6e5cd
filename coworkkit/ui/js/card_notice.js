// A small sign at the bottom of the page that takes no focus: a card is waiting, or how one ended.

import {
  append,
  cancelLater,
  hasPopover,
  hidePopover,
  isConnected,
  later,
  listen,
  make,
  setAttribute,
  setHidden,
  setText,
  showPopover,
} from "./card_natives.js";
import { directionOfPage, themeOfPage } from "./card_view.js";

const SHOWN_MS = 5000;

/**
 * Make the sign in the closed `root`. With `announce`, the page's own live region speaks; without, the sign does.
 *
 * `show(text, label, onPress)` shows it with a button until it is hidden, `flash(text)` without one for a while.
 */
export function createNotice(root, announce) {
  const sign = make("div", hasPopover ? { class: "notice", popover: "manual" } : { class: "notice", hidden: "" });
  // Always there, so that a screen reader knows it before something is put into it.
  const spoken = append(root, make("p", { class: "unseen", role: "status" }));
  const text = append(sign, make("p"));
  const button = append(sign, make("button", { type: "button", class: "review" }));
  append(root, sign);
  let pressed = () => {};
  let timer = 0;
  let isShown = false;

  listen(button, "click", (event) => event.isTrusted && pressed());

  function set(shown) {
    if (isShown === shown || !isConnected(sign)) return;
    isShown = shown;
    if (!hasPopover) setHidden(sign, !shown);
    else if (shown) showPopover(sign);
    else hidePopover(sign);
  }

  function show(sentence, label, onPress) {
    cancelLater(timer);
    setAttribute(sign, "class", `notice ${themeOfPage()}`);
    setAttribute(sign, "dir", directionOfPage());
    setText(text, sentence);
    setHidden(button, !label);
    setText(button, label);
    pressed = onPress;
    set(true);
    if (announce) announce(sentence);
    else setText(spoken, sentence);
  }

  function hide() {
    cancelLater(timer);
    setText(spoken, "");
    set(false);
  }

  return {
    show,
    hide,
    flash(sentence) {
      show(sentence, "", () => {});
      timer = later(hide, SHOWN_MS);
    },
  };
}
