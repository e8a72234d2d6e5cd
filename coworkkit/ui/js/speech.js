// The one road by which the person's words reach the server: typed, chosen from the quick answers, or said again.

import { isTrusted } from "./press.js";
import { fill } from "./words.js";

const setTimer = window.setTimeout.bind(window);

const ECHO_MS = 3_000;

let sent = 0;

/**
 * Make the road. Returned:
 *
 * `say(event, text, seen)` says a sentence that the person chose by a press, which `event` has to prove; `seen` is the
 * question that was on screen when that press began, or null. Answers with whether it arrived; what went wrong stands
 * in `state.problem`.
 *
 * `send(text, seen)` sends what was typed; the caller has checked the press. Answers with `{ reply, isHeard }`.
 */
export function createSpeech({ state, link, words, announce, pause }) {
  async function send(text, seen) {
    sent += 1;
    state.sending.push({ key: sent, text: text.trim(), inFlight: true });
    const waiting = state.sending.at(-1);
    state.problem = "";
    const reply = await link.send("turn", { text: waiting.text, seen });
    // The server says a text back as a message, and that may be here before its answer.
    const isHeard = !state.sending.some((other) => other.key === waiting.key);
    waiting.inFlight = false;
    if (reply.ok) setTimer(() => drop(waiting.key), ECHO_MS);
    else drop(waiting.key);
    return { reply, isHeard: isHeard || reply.ok === true };
  }

  function drop(key) {
    const place = state.sending.findIndex((waiting) => waiting.key === key);
    if (place >= 0) state.sending.splice(place, 1);
  }

  async function say(event, text, seen = null) {
    if (!isTrusted(event) || pause.holds()) return false;
    if (!state.online) {
      state.problem = words.link.offline;
      announce(state.problem);
      return false;
    }
    const { reply, isHeard } = await send(text, seen);
    if (isHeard) return true;
    state.problem = fill(words.panel.notSaid, { message: reply.message });
    announce(state.problem);
    return false;
  }

  return { say, send };
}
