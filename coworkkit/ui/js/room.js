// A page that can make room says from which width on: there the panel stands at its edge and says how much it takes.

import { watch } from "vue";

const FROM = "--coworkkit-dock";
const ROOM = "--coworkkit-room";
const DOCKED_PX = 400;

/**
 * Dock the panel where the page's `--coworkkit-dock` (a width in px) allows it, and tell the page in
 * `--coworkkit-room` how much of its end edge is taken. A panel that the person has moved is not docked.
 *
 * Returned: a function that stops it.
 */
export function makeRoom(state) {
  const page = document.documentElement;

  function apply() {
    const from = Number.parseFloat(getComputedStyle(page).getPropertyValue(FROM));
    const { open, placed } = state.panel;
    state.panel.docked = open && !placed && window.innerWidth >= from;
    if (state.panel.docked) page.style.setProperty(ROOM, `${DOCKED_PX}px`);
    else page.style.removeProperty(ROOM);
  }

  const stopWatching = watch(() => [state.panel.open, state.panel.placed], apply, { flush: "sync" });
  window.addEventListener("resize", apply);
  apply();
  return () => {
    stopWatching();
    window.removeEventListener("resize", apply);
    page.style.removeProperty(ROOM);
  };
}
