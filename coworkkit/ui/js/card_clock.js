// The time left, counted on the browser's steady clock and corrected each time the server says what is left.

import { ceil, now } from "./card_natives.js";

// Seconds at which the time is said aloud, besides the opening and the end.
const SPOKEN_AT = [30, 10];

export function createClock(onSpoken) {
  let endsAt = 0;
  let total = 1;
  let before = Infinity;

  return {
    set(leftMs, totalMs) {
      endsAt = now() + leftMs;
      total = totalMs > 0 ? totalMs : 1;
      before = ceil(leftMs / 1000) + 1;
    },
    /** What is left: `seconds`, rounded up, the `share` of the whole, and whether it `isOver`. */
    look() {
      const left = endsAt - now();
      const seconds = left > 0 ? ceil(left / 1000) : 0;
      for (let at = 0; at < SPOKEN_AT.length; at += 1) {
        if (before > SPOKEN_AT[at] && seconds <= SPOKEN_AT[at] && seconds > 0) onSpoken(seconds);
      }
      before = seconds;
      return { seconds, share: left / total, isOver: left <= 0 };
    },
  };
}
