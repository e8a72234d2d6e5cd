// Sentences on the page that a press says to the agent: elements with `data-cowork-say` (say_on_click in Python).
//
// The attribute is the page's, and a script in the page may have changed it before the press. So what is said here is
// a turn without `seen`: it can ask for something, and can answer no question.

import { isTrusted } from "./press.js";

const setTimer = window.setTimeout.bind(window);

const ATTRIBUTE = "data-cowork-say";
const MOST_CHARACTERS = 4_000;
const ECHO_MS = 3_000;
const AGAIN_MS = 800;

let said = 0;

/** Listen for presses. `open()` opens the panel. Returned: `listen()` and `stop()`. */
export function createSay({ state, link, pause, announce, open }) {
  const latest = { text: "", at: -Infinity };

  function sentenceUnder(event) {
    const spot = event.target instanceof Element ? event.target.closest(`[${ATTRIBUTE}]`) : null;
    return spot?.getAttribute(ATTRIBUTE)?.trim().slice(0, MOST_CHARACTERS) ?? "";
  }

  // A held Enter presses a button again and again; a double click is one press, and so is an impatient second one.
  function dropRepeat(event) {
    if (event.repeat && event.key === "Enter" && sentenceUnder(event)) event.preventDefault();
  }

  function press(event) {
    if (!isTrusted(event) || event.button !== 0 || pause.holds() || state.agent === "") return;
    const text = sentenceUnder(event);
    if (text === "" || (text === latest.text && event.timeStamp - latest.at < AGAIN_MS)) return;
    Object.assign(latest, { text, at: event.timeStamp });
    open();
    say(text);
  }

  async function say(text) {
    said += 1;
    const key = `said-${said}`;
    state.sending.push({ key, text, inFlight: true });
    const waiting = state.sending.at(-1);
    const reply = await link.send("turn", { text, seen: null });
    waiting.inFlight = false;
    if (reply.ok) setTimer(() => drop(key), ECHO_MS);
    else {
      drop(key);
      announce(reply.message);
    }
  }

  function drop(key) {
    const place = state.sending.findIndex((waiting) => waiting.key === key);
    if (place >= 0) state.sending.splice(place, 1);
  }

  return {
    listen() {
      window.addEventListener("click", press);
      window.addEventListener("keydown", dropRepeat, true);
    },
    stop() {
      window.removeEventListener("click", press);
      window.removeEventListener("keydown", dropRepeat, true);
    },
  };
}
