// Decides whether a press on Confirm may count right now (gate-security.md, "The card").

import {
  abs,
  boxOf,
  contains,
  hasFocus,
  is,
  isModal,
  isPageVisible,
  knowsVisibility,
  listen,
  matches,
  max,
  isHtml,
  now,
  pageRoot,
  pixelRatio,
  put,
  targetOf,
  topmostInPage,
  topmostInRoot,
  watchVisibility,
} from "./card_natives.js";

const SHORTEST_ARMING_MS = 500;
const LONGEST_POSTPONEMENT_MS = 10_000;
// Smaller than this, the page has scaled the card down: nobody can read it.
const LEAST_HEIGHT = 32;
const LEAST_WIDTH = 44;
// A page that zooms out shrinks what is in its frames as well, and there only the pixels of the screen tell.
const LEAST_PIXEL_RATIO = 0.5;
const STAYED_PX = 4;

/**
 * Guard one card on screen.
 *
 * `blocker(at)` says what speaks against a press made at that time: "" if nothing does, else "arming", "away",
 * "small", "scrolled", "covered" or "folded". `turn()` changes with every new arming: a press must begin and end in
 * the same.
 */
export function createGuard({ host, root, dialog, button, armMs, unopened, onRearmed }) {
  const wait = max(SHORTEST_ARMING_MS, armMs || 0);
  let since = Infinity; // nothing is armed before it was painted
  let postponedUntil = 0;
  let turn = 0;
  let clearSince = null; // since when the browser says that nothing covers the card
  let isClearKnown = !knowsVisibility;
  let box = null;
  const openedSince = [];

  function rearm() {
    if (since === Infinity) return;
    since = now();
    postponedUntil = since + LONGEST_POSTPONEMENT_MS;
    turn += 1;
    onRearmed();
  }

  const visibility = knowsVisibility
    ? watchVisibility(dialog, (isClear) => {
        isClearKnown = true;
        if (!isClear) clearSince = null;
        else if (clearSince === null) clearSince = now();
      })
    : { look() {}, stop() {} };

  const stops = [
    listen(window, "focus", (event) => targetOf(event) === window && rearm()),
    listen(window, "resize", (event) => targetOf(event) === window && rearm()),
    listen(window, "pageshow", rearm),
    listen(document, "visibilitychange", rearm),
    listen(document, "fullscreenchange", rearm),
    listen(document, "pointerlockchange", rearm),
    listen(window, "beforetoggle", noticeTopLayer),
    listen(window, "toggle", noticeTopLayer),
  ];

  // Another dialog or popover in the top layer lies over the card, if only for a moment.
  function noticeTopLayer(event) {
    const opened = targetOf(event);
    if (!isHtml(opened) || !matches(opened, "dialog, [popover]")) return;
    put(openedSince, opened);
    rearm();
  }

  // Outside of a modal dialog all is inert, and what is inert is never topmost, also where it covers the card. Where
  // the browser does not tell, what the page has opened since is looked at; what it opens in a shadow root is not seen.
  function isOverlaid() {
    const card = boxOf(dialog);
    for (let at = 0; at < openedSince.length; at += 1) {
      if (is(openedSince[at], ":popover-open") && overlap(boxOf(openedSince[at]), card)) return true;
    }
    return false;
  }

  // A button that moved under a resting pointer is a new button to the eye.
  function noticeMove() {
    const before = box;
    box = boxOf(button);
    if (!before) return;
    const shift = max(abs(box.left - before.left), abs(box.top - before.top));
    if (max(shift, abs(box.width - before.width), abs(box.height - before.height)) > STAYED_PX) rearm();
  }

  // On a very low screen the whole card scrolls, and the button may be further down.
  function isOutOfSight() {
    const card = boxOf(dialog);
    const y = box.top + box.height / 2;
    return y < card.top || y > card.top + card.height;
  }

  function isOnTop() {
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (topmostInPage(x, y) !== host) return false;
    const inside = topmostInRoot(root, x, y);
    return inside !== null && contains(button, inside);
  }

  function blocker(at) {
    if (since === Infinity) return "arming";
    if (!isPageVisible() || !hasFocus()) return "away";
    noticeMove();
    if (!isModal(dialog) || is(pageRoot(), ":active-view-transition")) return "covered";
    if (box.height < LEAST_HEIGHT || box.width < LEAST_WIDTH || pixelRatio() < LEAST_PIXEL_RATIO) return "small";
    if (isOutOfSight()) return "scrolled";
    if (!isOnTop() || (!knowsVisibility && isOverlaid())) return "covered";
    visibility.look();
    if (isClearKnown && knowsVisibility && clearSince === null) return "covered";
    if (unopened() > 0) return "folded";
    const isSeen = !knowsVisibility || (clearSince !== null && at - clearSince >= wait);
    return isSeen && at - since >= wait ? "" : "arming";
  }

  return {
    blocker,
    rearm,
    turn: () => turn,
    /** The card has been painted: its arming begins. */
    begin() {
      since = 0;
      rearm();
    },
    /** The card has to be painted anew before it can be armed again. */
    suspend() {
      since = Infinity;
      turn += 1;
    },
    /** A press that came too early starts the wait again, but not for ever. */
    postpone() {
      if (since === Infinity || now() >= postponedUntil) return;
      since = now();
      turn += 1;
    },
    stop() {
      visibility.stop();
      for (let at = 0; at < stops.length; at += 1) stops[at]();
    },
  };
}

function overlap(one, other) {
  const isBeside = one.left >= other.left + other.width || other.left >= one.left + one.width;
  return !isBeside && one.top < other.top + other.height && other.top < one.top + one.height;
}
