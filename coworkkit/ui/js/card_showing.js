// One card on screen, from the moment it is drawn until it is gone: what the person presses, what the server answers.

import {
  activeInRoot,
  closeDialog,
  detach,
  detailOf,
  every,
  focus,
  isModal,
  isPageVisible,
  knowsVisibility,
  later,
  listen,
  nextFrame,
  now,
  setAttribute,
  settle,
  showModal,
  stopEvery,
  timeOf,
} from "./card_natives.js";
import { createClock } from "./card_clock.js";
import { createFacts } from "./card_facts.js";
import { createGuard } from "./card_guard.js";
import { keepKeysInside } from "./card_keys.js";
import { watchPress } from "./card_press.js";
import { createView, themeOfPage, timeText } from "./card_view.js";
import { say } from "./card_words.js";

const TICK_MS = 100;
const STILL_HERE_MS = 2000;
const COVERED_MS = 700;
const MORE_TIME_FROM_S = 30;
const JUST_DRAWN_MS = 500;
const SAME_GESTURE_MS = 1000;
const MESSAGE_MS = 6000;
const ANSWER_MS = 15_000;
const SERVER_SILENT_MS = 3000;
const OUTCOMES = { __proto__: null, confirmed: true, cancelled: true, unknown: true };
const FAILED = { __proto__: null, ok: false };

/**
 * Show `card` in the closed `root` of `host`.
 *
 * `follows` says that another card was on screen just before. `onGone({ message, press })` hears that nothing is left
 * on screen: how it ended, unless that was shown, and the press that ended it, if one did. `onLost()` hears that the
 * page has taken the dialog away; it may answer by calling `drawIn(host, root)` with another place.
 */
export function createShowing({ host, root, card, words, send, follows, onGone, onLost }) {
  let state = "asking"; // then "deciding" and back, or "expired", and in the end "ended"
  let view = null;
  let facts = null;
  let guard = null;
  let letKeysGo = null;
  let drawnAt = 0;
  let isPainted = false;
  let early = 0;
  let attempt = 0;
  let press = null;
  let message = "";
  let messageUntil = 0;
  let coveredSince = Infinity;
  let saidAt = -Infinity;
  let expiredAt = 0;
  let isExtending = false;
  const clock = createClock((seconds) => view.speak(say(words, "timeLeft", seconds)));
  clock.set(card.left_ms, card.total_ms);

  // Drawing

  function draw() {
    takeDown();
    state = "asking";
    isPainted = false;
    message = "";
    drawnAt = now();
    view = createView(root, card, words);
    facts = createFacts(view.facts, card, words, noticeFold);
    if (!facts.hasRows && facts.folds.length === 0) setAttribute(view.dialog, "aria-describedby", "no-values");
    view.setTheme(themeOfPage());
    view.setWaiting(card.waiting);
    view.setLabels("");
    view.setChanged(card.changed);
    listenToPresses();
    showModal(view.dialog);
    focus(view.title);
    guard = createGuard({
      host,
      root,
      dialog: view.dialog,
      button: view.confirm,
      armMs: card.arm_ms,
      unopened: facts.unopened,
      onRearmed: () => later(tick, 0),
    });
    tick();
    reportPaint();
  }

  function takeDown() {
    if (view === null) return;
    guard.stop();
    letKeysGo();
    closeDialog(view.dialog);
    detach(view.dialog);
    view = null;
  }

  // Two frames after it was opened, what was drawn has reached the screen. A page in the background draws no frame.
  function reportPaint() {
    const { nonce } = card;
    const drawn = view;
    const isCurrent = () => view === drawn && card.nonce === nonce && state !== "ended";
    if (!isPageVisible()) sayStillHere();
    nextFrame(() =>
      nextFrame(() => {
        if (!isCurrent()) return;
        isPainted = true;
        report("painted");
        if (facts.unopened() === 0) report("unfolded");
        guard.begin();
        const { seconds } = clock.look();
        view.speak(card.later ? timeText(words, seconds) : say(words, "decideWithin", seconds));
      }),
    );
  }

  function sayStillHere() {
    if (now() - saidAt < STILL_HERE_MS) return;
    saidAt = now();
    report("deferred");
  }

  function report(kind) {
    const { id, nonce, revision } = card;
    settle(post(kind, { id, nonce, revision }), () => {}, () => {});
  }

  function post(kind, payload) {
    try {
      return send(kind, payload);
    } catch {
      return FAILED;
    }
  }

  function noticeFold(isFirst) {
    guard.rearm();
    if (isFirst && facts.unopened() === 0 && isPainted) report("unfolded");
    tick();
  }

  // Ten times a second: the time, what speaks against Confirm, and whether the page has left the card in its place

  function tick() {
    if (view === null || state === "ended") return;
    // While an answer is awaited, a closed dialog is what the browser does on a second Escape.
    if (!isModal(view.dialog) && state !== "deciding") {
      onLost();
      return;
    }
    if (!isPainted) {
      clock.set(card.left_ms, card.total_ms); // the time runs from the paint on
      if (!isPageVisible()) sayStillHere();
    }
    const { seconds, share, isOver } = clock.look();
    view.setTime(seconds, share);
    if (isOver && state === "asking") expire();
    if (state === "expired" && now() - expiredAt > SERVER_SILENT_MS) {
      end("timeout", say(words, "expired"));
      return;
    }
    const reason = state === "asking" ? guard.blocker(now()) : "dead";
    view.setConfirmOff(reason !== "");
    view.setNote(noteFor(reason));
    offerMoreTime(card.later || (state === "asking" && seconds <= MORE_TIME_FROM_S && card.extensions_left > 0));
    const scrolls = facts.scrolls();
    facts.markScrolling(scrolls);
    view.setBelow(scrolls, scrolls ? facts.below() : 0);
    if (activeInRoot(root) === null) focus(view.title);
  }

  function noteFor(reason) {
    const isCovered = reason === "covered";
    if (!isCovered) coveredSince = Infinity;
    else if (coveredSince === Infinity) coveredSince = now();
    if (message !== "" && now() < messageUntil) return message;
    if (isCovered && now() - coveredSince > COVERED_MS) return say(words, "covered");
    if (reason === "small") return say(words, "tooSmall");
    if (state === "asking" && facts.unopened() > 0) return say(words, "openFolds", facts.unopened());
    return "";
  }

  function offerMoreTime(isOffered) {
    const hadFocus = activeInRoot(root) === view.moreTime;
    if (view.setMoreTime(isOffered) && !isOffered && hadFocus) focus(view.title);
  }

  function tell(text) {
    message = text;
    messageUntil = now() + MESSAGE_MS;
    tick();
  }

  function expire() {
    state = "expired";
    expiredAt = now();
    view.setCancelOff(true);
    message = say(words, "expired");
    messageUntil = Infinity;
  }

  // What the person presses

  function listenToPresses() {
    letKeysGo = keepKeysInside(view, { facts, root, onEscape: () => cancel("escape") });
    watchPress(view.confirm, {
      turn: () => guard.turn(),
      blocked: (event) => (isAsking() ? guard.blocker(timeOf(event)) : "dead"),
      onRefused: refuse,
      onPressed: (made) => decide("confirm", made),
    });
    const watchAtOnce = (button, choice) => watchPress(button, {
      turn: () => 0,
      blocked: (event) => (isAsking() ? (isRestOfGesture(event) ? "gesture" : "") : "dead"),
      onRefused: (reason) => reason === "dead" && refuse(reason),
      onPressed: (made) => decide(choice, made),
    });
    watchAtOnce(view.cancel, "cancel");
    // A card that outlives the page has time enough; there the button puts it away.
    if (card.later) watchAtOnce(view.moreTime, "later");
    else listen(view.moreTime, "click", (event) => event.isTrusted && askMoreTime());
  }

  const isAsking = () => state === "asking" && !clock.look().isOver;

  // The second click of a double click that ended the card before this one.
  const isRestOfGesture = (event) => follows && now() - drawnAt < SAME_GESTURE_MS && detailOf(event) > 1;

  function refuse(reason) {
    if (state === "deciding") return;
    if (reason === "dead") {
      tell(say(words, "expired"));
      return;
    }
    early += 1;
    if (reason === "arming") {
      guard.postpone();
      tell(say(words, "tooEarly"));
    } else if (reason === "folded") {
      tell(say(words, "openFolds", facts.unopened()));
    } else if (reason === "covered" || reason === "small") {
      tell(say(words, reason === "small" ? "tooSmall" : "covered"));
    }
  }

  function cancel(input) {
    const made = { input, x: 0, y: 0 };
    if (state === "ended") leave(made);
    else if (isAsking()) decide(card.later && input === "escape" ? "later" : "cancel", made);
    else refuse("dead");
  }

  function decide(choice, made) {
    state = "deciding";
    press = made;
    message = "";
    attempt += 1;
    const mine = attempt;
    view.setLabels(choice);
    view.setCancelOff(true);
    view.speak(say(words, "working"));
    tick();
    const { id, nonce, revision } = card;
    const visible = knowsVisibility ? "checked" : "unsupported";
    const decision = { id, nonce, revision, choice, input: made.input, early, visible };
    const answered = (reply) => attempt === mine && state === "deciding" && hear(reply ?? FAILED);
    settle(post("decide", decision), answered, () => answered(FAILED));
    later(() => answered({ ok: false, unanswered: true }), ANSWER_MS);
  }

  function askMoreTime() {
    if (!isAsking() || isExtending) return;
    isExtending = true;
    const answered = (reply) => {
      isExtending = false;
      if (view === null || state !== "asking" || reply.ok) return;
      tell(reply.offline ? say(words, "offline") : reply.message || say(words, "notSent"));
    };
    const { id, nonce, revision } = card;
    settle(post("more_time", { id, nonce, revision }), answered, () => answered(FAILED));
  }

  // What the server answers

  function hear(reply) {
    const outcome = reply.state;
    if (outcome === "confirmed" || outcome === "cancelled" || outcome === "timeout") {
      end(outcome, reply.message);
    } else if (reply.unanswered && clock.look().isOver) {
      end("unknown", say(words, "unknown"));
    } else {
      askAgain();
      if (reply.offline) tell(say(words, "offline"));
      else if (reply.unanswered) tell(say(words, "slow"));
      else if (!reply.ok) tell(reply.message || say(words, "notSent"));
    }
  }

  function askAgain() {
    state = "asking";
    press = null;
    message = "";
    view.setLabels("");
    view.setCancelOff(false);
    guard.rearm();
    tick();
  }

  function update(next) {
    if (next.revision < card.revision) return;
    const isNew = next.revision > card.revision || state === "ended";
    const isShownAnew = next.nonce !== card.nonce;
    card = next;
    clock.set(card.left_ms, card.total_ms);
    if (isNew) {
      draw();
      return;
    }
    view.setWaiting(card.waiting);
    if (state === "expired" || (state === "deciding" && isShownAnew)) askAgain();
    if (isShownAnew) {
      isPainted = false;
      guard.suspend();
      reportPaint();
    }
    tick();
  }

  // How it ends

  function end(outcome, text) {
    if (state === "ended") return;
    const kind = outcome === "timeout" ? "expired" : OUTCOMES[outcome] ? outcome : "withdrawn";
    const sentence = text || say(words, kind);
    const isByPerson = outcome === "confirmed" || outcome === "cancelled";
    state = "ended";
    if (!isByPerson && isModal(view.dialog)) {
      drawEnding(kind, sentence);
      return;
    }
    remove();
    onGone({ message: sentence, press });
  }

  function drawEnding(kind, sentence) {
    drawnAt = now();
    guard.stop();
    const close = view.drawEnding(say(words, `${kind}Title`), sentence);
    view.speak(sentence);
    focus(view.title);
    watchPress(close, {
      turn: () => 0,
      blocked: () => (now() - drawnAt < JUST_DRAWN_MS ? "arming" : ""),
      onRefused() {},
      onPressed: (made) => leave(made),
    });
  }

  // The card that only says how it ended is put away; a press meant for the buttons before it does not do that.
  function leave(made) {
    if (now() - drawnAt < JUST_DRAWN_MS) return;
    remove();
    onGone({ message: "", press: made });
  }

  function remove() {
    stopEvery(ticker);
    takeDown();
  }

  const ticker = every(tick, TICK_MS);
  draw();

  return {
    id: card.id,
    isEnded: () => state === "ended",
    update,
    end: (ending) => end(ending.state, ending.message),
    remove,
    drawIn(newHost, newRoot) {
      host = newHost;
      root = newRoot;
      draw();
    },
  };
}
