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
 * `counts(event)` is whether an event is a person's press that may say something now.
 *
 * `sayPlaced(sentence)` says a sentence that the app has placed on the page, by its name; the caller has checked the press.
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

  const counts = (event) => isTrusted(event) && !pause.holds();

  function tellProblem(problem) {
    state.problem = problem;
    announce(problem);
  }

  async function say(event, text, seen = null) {
    if (!counts(event)) return false;
    if (!state.online) {
      tellProblem(words.link.offline);
      return false;
    }
    const { reply, isHeard } = await send(text, seen);
    if (!isHeard) tellProblem(fill(words.panel.notSaid, { message: reply.message }));
    return isHeard;
  }

  async function sayPlaced(sentence) {
    const reply = await link.send("say", { sentence });
    if (!reply.ok) tellProblem(fill(words.panel.notSaid, { message: reply.message }));
  }

  return { counts, say, sayPlaced, send };
}
