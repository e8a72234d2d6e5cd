// What counts as a person's press, and the pause after a card during which none does.

const isTrustedOf = Reflect.getOwnPropertyDescriptor(new Event("probe"), "isTrusted")?.get;
const apply = Reflect.apply;
const now = performance.now.bind(performance);

const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** True when the browser vouches that a person made this event. A look-alike object does not pass. */
export function isTrusted(event) {
  try {
    return isTrustedOf ? apply(isTrustedOf, event, []) === true : event.isTrusted === true;
  } catch {
    return false;
  }
}

/** A held Enter or Space would press a native button again and again: let only the first one through. */
export function dropRepeats(event) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}

/**
 * The pause after a card: presses meant for the card must not hit what lies under it (scenario S42).
 * A press during the pause starts it again, so that a storm of clicks runs out in it. Whoever writes a word has left
 * the card behind, and it ends.
 */
export function createPause() {
  let until = 0;
  let latest = 0;
  return {
    /** Begin it, for a card that stays on screen for so many milliseconds more. */
    start(stays = 0) {
      until = now() + stays + PAUSE_MS;
      latest = now() + LONGEST_PAUSE_MS;
    },
    holds() {
      return now() < until;
    },
    noticePress(event) {
      const isPress = event.type !== "keydown" || event.key === "Enter";
      if (!isPress || !isTrusted(event) || now() >= until) return;
      until = Math.max(until, Math.min(now() + PAUSE_MS, latest));
    },
    noticeText(event) {
      if (isTrusted(event) && event.data?.trim()) until = 0;
    },
  };
}
