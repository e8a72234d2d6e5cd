// The confirmation card (gate-security.md, "The card"). The server decides; here a person is asked, and only a person
// can answer. All of it lives in a closed shadow root that no script of the page can enter.

import {
  append,
  cancelLater,
  closedRoot,
  detach,
  focus,
  focusedElement,
  isConnected,
  isHtml,
  later,
  make,
  now,
  pageRoot,
  restoreScroll,
  scrollPosition,
  settle,
} from "./card_natives.js";
import { isTyping, swallowRest } from "./card_hands.js";
import { createNotice } from "./card_notice.js";
import { createShowing } from "./card_showing.js";
import { cardCss } from "./card_style.js";
import { cardWords, say } from "./card_words.js";

export { cardWords };

const LOOK_AGAIN_MS = 100;
const STILL_WAITING_MS = 2000;
const FOLLOWS_MS = 1000;

/**
 * Make the place where this page's cards appear, one at a time.
 *
 * `send(kind, payload)` takes a message to the server and answers with a promise of its reply. `words` replaces
 * sentences of `cardWords`. `announce(text)` is the page's own live region, if it has one. `onEmpty()` hears that no
 * card is left, for a document that has nothing else to show.
 *
 * The stage has `show(card)`, which shows it or brings the one on screen up to date; `close(ending)` with
 * `{ id, state, message }`, or null if the server has nothing on screen; and `dispose()`.
 */
export function createCardStage({ send, words, announce, onEmpty }) {
  const said = { ...cardWords, ...words };
  let place = build();
  let showing = null;
  let waiting = null; // a card held back while the person types
  let waitTimer = 0;
  let saidAt = 0;
  let wasLost = false;
  let goneAt = -Infinity;
  let goneId = null;
  let returnTo = null;

  // A plain div: a custom element could be defined by the page and would be handed its closed root.
  function build() {
    const host = make("div");
    const root = closedRoot(host, cardCss);
    append(pageRoot(), host);
    return { host, root, notice: createNotice(root, announce) };
  }

  function rebuild() {
    detach(place.host);
    place = build();
  }

  function show(card) {
    if (showing?.id === card.id) {
      showing.update(card);
    } else if (waiting?.id === card.id) {
      if (card.revision >= waiting.revision) waiting = card;
    } else if (!showing && isTyping()) {
      hold(card);
    } else {
      open(card);
    }
  }

  // A card that arrives in the middle of a word would take the rest of it (scenario S41).

  function hold(card) {
    waiting = card;
    saidAt = -Infinity;
    if (!isConnected(place.host)) rebuild();
    place.notice.show(say(said, "deferred"), say(said, "reviewNow"), () => open(waiting));
    lookAgain();
  }

  function lookAgain() {
    cancelLater(waitTimer);
    if (waiting === null) return;
    if (!isTyping()) {
      open(waiting);
      return;
    }
    if (now() - saidAt >= STILL_WAITING_MS) {
      saidAt = now();
      const { id, nonce, revision } = waiting;
      settle(send("deferred", { id, nonce, revision }), () => {}, () => {});
    }
    waitTimer = later(lookAgain, LOOK_AGAIN_MS);
  }

  function letGo() {
    cancelLater(waitTimer);
    waiting = null;
    place.notice.hide();
  }

  function open(card) {
    letGo();
    const follows = showing !== null || now() - goneAt < FOLLOWS_MS;
    if (showing) showing.remove();
    else returnTo = { element: focusedElement(), scroll: scrollPosition() };
    if (!isConnected(place.host)) rebuild();
    wasLost = false;
    const { host, root } = place;
    showing = createShowing({ host, root, card, words: said, send, follows, onGone, onLost });
  }

  // The page has removed the card or closed its dialog. Once it is put back; a page that does it again is left to the
  // server's deadline: only a person declines.
  function onLost() {
    if (wasLost) return;
    wasLost = true;
    rebuild();
    showing.drawIn(place.host, place.root);
  }

  function onGone({ message, press }) {
    goneAt = now();
    goneId = showing.id;
    showing = null;
    if (onEmpty) {
      onEmpty();
      return;
    }
    const { element, scroll } = returnTo;
    if (isHtml(element) && isConnected(element)) focus(element);
    restoreScroll(scroll);
    if (press) swallowRest(press, place.host);
    if (message) place.notice.flash(message);
  }

  function close(ending) {
    if (waiting && (!ending || ending.id === waiting.id)) {
      letGo();
      if (ending) place.notice.flash(ending.message || say(said, endingWord(ending.state)));
      return;
    }
    if (!showing) {
      if (ending && ending.id !== goneId && ending.message) place.notice.flash(ending.message);
    } else if (ending && ending.id === showing.id) {
      showing.end(ending);
    } else if (!ending && !showing.isEnded()) {
      showing.end({ state: "withdrawn", message: "" });
    }
  }

  return {
    show,
    close,
    dispose() {
      cancelLater(waitTimer);
      showing?.remove();
      showing = null;
      detach(place.host);
    },
  };
}

function endingWord(state) {
  if (state === "timeout") return "expired";
  return state === "confirmed" || state === "cancelled" ? state : "withdrawn";
}
