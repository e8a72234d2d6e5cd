// Where the panel is and how large: moved by its head, resized at its edges or by the keyboard, and remembered.

import { remember, remembered } from "./memory.js";

const KEY = "coworkkit.panel.place";
const OPEN_KEY = "coworkkit.panel.open";
const LEAST = { width: 300, height: 320 };
const USUAL = { width: 400, height: 640, end: 24, bottom: 96 };
const LARGE = { width: 640, height: 900, end: 24, bottom: 24 };
const MARGIN = 8;
const STEP = 24;
const SMALL_SCREEN = "(max-width: 480px), (max-height: 480px)";

export const wasPanelOpen = () => remembered(OPEN_KEY) === "yes";
export const rememberPanelOpen = (open) => remember(OPEN_KEY, open ? "yes" : "no");

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), Math.max(most, least));
}

/** The place that comes closest to the wanted one and lies inside the window. */
export function fitted(wanted, view = { width: window.innerWidth, height: window.innerHeight }) {
  const width = clamp(wanted.width, LEAST.width, view.width - 2 * MARGIN);
  const height = clamp(wanted.height, LEAST.height, view.height - 2 * MARGIN);
  const end = clamp(wanted.end, MARGIN, view.width - width - MARGIN);
  const bottom = clamp(wanted.bottom, MARGIN, view.height - height - MARGIN);
  return { width, height, end, bottom };
}

// Another page of this site, or an older version, may have written anything.
function stored() {
  try {
    const given = JSON.parse(window.localStorage.getItem(KEY));
    const isPlace = Object.keys(USUAL).every((name) => Number.isFinite(given[name]));
    return isPlace ? { width: given.width, height: given.height, end: given.end, bottom: given.bottom } : null;
  } catch {
    return null;
  }
}

function store(place) {
  try {
    if (place) window.localStorage.setItem(KEY, JSON.stringify(place));
    else window.localStorage.removeItem(KEY);
  } catch {
    // Storage can be forbidden: then the panel only forgets.
  }
}

/**
 * Place `panel`. While nobody has moved it, the style says where it is; `root` gets the numbers after that, and
 * `onChange(isPlaced, isLarge)` hears which of the two it is.
 *
 * Returned: `drag(event, edges)` for a pointer that goes down on the head or on an edge, `key(event)`, `toggleSize()`,
 * `reset()` and `stop()`.
 */
export function createPlace(root, panel, onChange) {
  let wanted = stored();

  const isRtl = () => getComputedStyle(root).direction === "rtl";
  const isFixed = () => window.matchMedia(SMALL_SCREEN).matches;

  function apply() {
    const place = wanted && fitted(wanted);
    for (const name of Object.keys(USUAL)) {
      if (place) root.style.setProperty(`--cwk-panel-${name}`, `${place[name]}px`);
      else root.style.removeProperty(`--cwk-panel-${name}`);
    }
    onChange(place !== null, isLarge());
  }

  function now() {
    const box = panel.getBoundingClientRect();
    const end = isRtl() ? box.left : window.innerWidth - box.right;
    return { width: box.width, height: box.height, end, bottom: window.innerHeight - box.bottom };
  }

  function put(place) {
    wanted = fitted(place);
    apply();
  }

  // `edges` says which sides follow the pointer; none of them means that the whole panel does.
  function moved(from, x, y, edges) {
    const inline = isRtl() ? -x : x;
    if (!edges.start && !edges.end && !edges.top && !edges.bottom) {
      return { ...from, end: from.end - inline, bottom: from.bottom - y };
    }
    const place = { ...from };
    const room = fitted(from);
    if (edges.start) place.width = clamp(from.width - inline, LEAST.width, window.innerWidth - room.end - MARGIN);
    if (edges.top) place.height = clamp(from.height - y, LEAST.height, window.innerHeight - room.bottom - MARGIN);
    if (edges.end) {
      place.width = clamp(from.width + inline, LEAST.width, from.width + from.end - MARGIN);
      place.end = from.end + from.width - place.width;
    }
    if (edges.bottom) {
      place.height = clamp(from.height + y, LEAST.height, from.height + from.bottom - MARGIN);
      place.bottom = from.bottom + from.height - place.height;
    }
    return place;
  }

  function drag(event, edges = {}) {
    if (event.button !== 0 || isFixed() || event.target.closest("button")) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const from = now();
    const { clientX, clientY, pointerId } = event;
    const follow = (next) => put(moved(from, next.clientX - clientX, next.clientY - clientY, edges));
    function end() {
      handle.removeEventListener("pointermove", follow);
      handle.removeEventListener("lostpointercapture", end);
      store(wanted);
    }
    handle.setPointerCapture(pointerId);
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", end);
  }

  function key(event) {
    const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || isFixed()) return;
    event.preventDefault();
    const edges = event.shiftKey ? { start: step[0] !== 0, top: step[1] !== 0 } : {};
    put(moved(now(), ...step, edges));
    store(wanted);
  }

  function isLarge() {
    return wanted !== null && wanted.width > USUAL.width + STEP && wanted.height >= USUAL.height - STEP;
  }

  function reset() {
    wanted = null;
    store(null);
    apply();
  }

  function toggleSize() {
    if (isLarge()) {
      reset();
      return;
    }
    put({ ...now(), ...LARGE });
    store(wanted);
  }

  window.addEventListener("resize", apply);
  apply();
  return { drag, key, toggleSize, reset, stop: () => window.removeEventListener("resize", apply) };
}

/** Ctrl+Shift+L, and with Cmd in place of Ctrl. */
export function isPanelKey(event) {
  const isL = event.code === "KeyL" || event.key === "L" || event.key === "l";
  return isL && event.shiftKey && !event.altKey && (event.ctrlKey || event.metaKey);
}
