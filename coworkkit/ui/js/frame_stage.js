// The page's side of the framed card: a dialog that covers the page, and in it the one frame that may decide.
// Nothing here decides anything. A page script that takes the dialog away only lets the card run out.

import {
  append,
  cancelLater,
  closeDialog,
  closedRoot,
  detach,
  focus,
  focusedElement,
  isConnected,
  isHtml,
  later,
  listen,
  make,
  now,
  pageRoot,
  preventDefault,
  restoreScroll,
  scrollPosition,
  setAttribute,
  settle,
  showModal,
  submit,
} from "./card_natives.js";
import { isTyping } from "./card_hands.js";
import { createNotice } from "./card_notice.js";
import { cardCss } from "./card_style.js";
import { directionOfPage, themeOfPage } from "./card_view.js";
import { cardWords, say } from "./card_words.js";

const LOOK_AGAIN_MS = 100;
const STILL_WAITING_MS = 2_000;
// The frame goes a moment after the press it was decided by: a second click then still lands here, on nothing.
const REST_MS = 450;

const CSS = `
  :host { all: initial !important; display: block !important; position: fixed !important; inset: 0 auto auto 0 !important;
    width: 0 !important; height: 0 !important; visibility: visible !important; opacity: 1 !important;
    filter: none !important; transform: none !important; clip-path: none !important; mask: none !important;
    content-visibility: visible !important; contain: none !important; zoom: 1 !important; pointer-events: auto !important; }
  dialog { all: initial; display: none; }
  dialog[open] { display: block; position: fixed; inset: 0; width: 100vw; height: 100vh; height: 100dvh; max-width: none;
    max-height: none; margin: 0; padding: 0; border: 0; background: transparent; overflow: hidden; visibility: visible;
    pointer-events: auto; color-scheme: normal; }
  dialog::backdrop { background: transparent; }
  iframe { display: block; width: 100%; height: 100%; border: 0; background: transparent; color-scheme: normal; }
  iframe.over { visibility: hidden; }
`;

/** Make the place where framed cards appear. The same `show`, `close` and `dispose` as the card's own stage. */
export function createFrameStage({ send, words, announce }) {
  const said = { ...cardWords, ...words };
  const host = make("div");
  const root = closedRoot(host, CSS);
  const noticeHost = make("div");
  const notice = createNotice(closedRoot(noticeHost, cardCss), announce);
  let shown = null; // { id, url, dialog, frame }
  let waiting = null;
  let waitTimer = 0;
  let saidAt = 0;
  let returnTo = null;

  function show(card) {
    if (shown?.url === card.url) return;
    if (waiting?.id === card.id || (!shown && isTyping())) hold(card);
    else open(card);
  }

  function hold(card) {
    if (waiting === null) {
      saidAt = -Infinity;
      if (!isConnected(noticeHost)) append(pageRoot(), noticeHost);
      notice.show(say(said, "deferred"), say(said, "reviewNow"), () => open(waiting));
    }
    waiting = card;
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
      settle(send("deferred", { id: waiting.id, revision: waiting.revision }), () => {}, () => {});
    }
    waitTimer = later(lookAgain, LOOK_AGAIN_MS);
  }

  function letGo() {
    cancelLater(waitTimer);
    waiting = null;
    notice.hide();
  }

  function open(card) {
    letGo();
    if (shown) takeDown(shown);
    else returnTo = { element: focusedElement(), scroll: scrollPosition() };
    if (!isConnected(host)) append(pageRoot(), host);
    const dialog = append(root, make("dialog", { "aria-label": say(said, "eyebrow") }));
    const frame = make("iframe", {
      sandbox: "allow-scripts",
      allow: "",
      referrerpolicy: "no-referrer",
      title: say(said, "eyebrow"),
      name: card.url,
    });
    append(dialog, frame);
    // By POST, whose answer a service worker cannot have handed to it.
    const form = make("form", {
      method: "post",
      target: card.url,
      action: `${window.path_prefix ?? ""}${card.url}#${themeOfPage()}.${directionOfPage()}`,
    });
    submit(append(dialog, form));
    shown = { id: card.id, url: card.url, dialog, frame };
    // Escape belongs to the card, which only the frame can decide.
    listen(dialog, "cancel", (event) => {
      preventDefault(event);
      focus(frame);
    });
    listen(frame, "load", () => focus(frame));
    showModal(dialog);
    focus(frame);
  }

  function takeDown({ dialog }) {
    closeDialog(dialog);
    detach(dialog);
  }

  function gone() {
    const gone = shown;
    if (gone === null) return;
    shown = null;
    setAttribute(gone.frame, "class", "over");
    later(() => {
      takeDown(gone);
      if (shown !== null) return;
      const { element, scroll } = returnTo;
      if (isHtml(element) && isConnected(element)) focus(element);
      restoreScroll(scroll);
    }, REST_MS);
  }

  function close(ending) {
    const isWaiting = waiting !== null && (!ending || ending.id === waiting.id);
    if (isWaiting) letGo();
    if (ending && (isWaiting || ending.state !== "timeout") && ending.message) {
      if (!isConnected(noticeHost)) append(pageRoot(), noticeHost);
      notice.flash(ending.message);
    }
    // A card whose time ran out says so itself, and goes when it is put away.
    if (shown && (!ending || (ending.id === shown.id && ending.state !== "timeout"))) gone();
  }

  const stopListening = listen(window, "message", (event) => {
    if (shown && event.source === shown.frame.contentWindow && event.data?.coworkkit === "gone") gone();
  });

  return {
    show,
    close,
    dispose() {
      stopListening();
      letGo();
      if (shown) takeDown(shown);
      shown = null;
      detach(host);
      detach(noticeHost);
    },
  };
}
