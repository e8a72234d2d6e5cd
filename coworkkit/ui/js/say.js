// Sentences on the page that a press says to the agent: elements with `data-cowork-say` (say_on_click in Python).
//
// The attribute only names a sentence; the server knows its words. So no script in the page, and no markup that got
// into it, can put words into the user's mouth. It is a turn of its own and answers no question.

import { isTrusted } from "./press.js";

const setTimer = window.setTimeout.bind(window);

const ATTRIBUTE = "data-cowork-say";
const AGAIN_MS = 800;
const LONGEST_PRESS_MS = 5_000;
const LABEL_MS = 500;
const TEXT_ENTRY = "input, textarea, select, [contenteditable]";

/** Listen for presses. `open()` opens the panel. Returned: `listen()` and `stop()`. */
export function createSay({ speech, isOffered, open }) {
  let latest = { sentence: "", at: -Infinity };
  let pointed = { element: null, at: -Infinity };
  let released = -Infinity;
  let spaced = null;
  let opensAtKeyUp = false;

  function elementUnder(event) {
    return event.target instanceof Element ? event.target.closest(`[${ATTRIBUTE}]`) : null;
  }

  // A double click is one press, and so is an impatient second one.
  function say(event, element) {
    const sentence = element.getAttribute(ATTRIBUTE);
    if (sentence === "" || !isOffered() || !speech.counts(event)) return false;
    if (sentence === latest.sentence && event.timeStamp - latest.at < AGAIN_MS) return false;
    latest = { sentence, at: event.timeStamp };
    speech.sayPlaced(sentence);
    return true;
  }

  function point(event) {
    pointed = { element: isTrusted(event) ? elementUnder(event) : null, at: event.timeStamp };
  }

  function release(event) {
    released = event.timeStamp;
  }

  // A label somewhere else gives a button a click that the browser vouches for, too, right after its own. Speech control
  // and screen readers press without any of the events before a click.
  function press(event) {
    const element = elementUnder(event);
    if (!element || !isTrusted(event) || event.button !== 0) return;
    const began = pointed;
    pointed = { element: null, at: -Infinity };
    const isPressed = began.element === element && event.timeStamp - began.at <= LONGEST_PRESS_MS;
    const isAssisted = event.detail === 0 && event.timeStamp - released > LABEL_MS;
    if ((isPressed || isAssisted) && say(event, element)) open();
  }

  // The keyboard is read itself: Quasar's buttons click by script, which proves nothing.
  function elementOfKey(event) {
    if (!isTrusted(event) || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null;
    const element = elementUnder(event);
    return element && !event.target.matches(TEXT_ENTRY) ? element : null;
  }

  function keyDown(event) {
    if (event.repeat) {
      if (event.key === "Enter" && elementOfKey(event)) event.preventDefault();
      return;
    }
    spaced = event.key === " " ? elementOfKey(event) : null;
    const element = event.key === "Enter" ? elementOfKey(event) : null;
    // The panel takes the focus, and the key's own effect must not follow it there.
    if (element) opensAtKeyUp = say(event, element);
  }

  function keyUp(event) {
    if (!isTrusted(event)) return;
    const began = spaced;
    if (event.key === " ") spaced = null;
    const isSaid = event.key === " " && began !== null && began === elementOfKey(event) && say(event, began);
    const isOver = event.key === "Enter" && opensAtKeyUp;
    if (isOver) opensAtKeyUp = false;
    if (isSaid || isOver) setTimer(open, 0);
  }

  const early = true; // before anything in the page can hold it back
  const listeners = { pointerdown: point, pointerup: release, keydown: keyDown, keyup: keyUp };
  return {
    listen() {
      window.addEventListener("click", press);
      for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, early);
    },
    stop() {
      window.removeEventListener("click", press);
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener, early);
    },
  };
}
