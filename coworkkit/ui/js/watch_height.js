// How high Watch is: pulled at its upper edge, or changed there by the arrow keys, and kept for this site.

const KEY = "coworkkit.watch.height";
const LEAST_PX = 180;
const LEFT_PX = 96;
const STEP_PX = 24;

const most = () => Math.max(LEAST_PX, window.innerHeight - LEFT_PX);
const fitted = (height) => Math.round(Math.min(Math.max(height, LEAST_PX), most()));

function stored() {
  try {
    const height = Number.parseFloat(window.localStorage.getItem(KEY));
    return Number.isFinite(height) ? height : null;
  } catch {
    return null;
  }
}

function store(height) {
  try {
    if (height === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, String(height));
  } catch {
    // Storage can be forbidden: then it only forgets.
  }
}

/**
 * Set the height of the dock in `root`; `onChange({now, least, most})` hears of it in px.
 *
 * Returned: `drag(event)` and `key(event)` for the handle, `reset()`, and `stop()`.
 */
export function createHeight(root, dock, onChange) {
  let wanted = stored();

  function apply() {
    if (wanted === null) root.style.removeProperty("--cwk-dock");
    else root.style.setProperty("--cwk-dock", `${fitted(wanted)}px`);
  }

  function tell() {
    onChange({ now: Math.round(dock.getBoundingClientRect().height), least: LEAST_PX, most: most() });
  }

  function put(height) {
    wanted = height === null ? null : fitted(height);
    apply();
  }

  function drag(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const from = dock.getBoundingClientRect().height;
    const { clientY } = event;
    const follow = (next) => put(from + clientY - next.clientY);
    function end() {
      handle.removeEventListener("pointermove", follow);
      handle.removeEventListener("lostpointercapture", end);
      store(wanted);
    }
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", end);
  }

  function key(event) {
    const height = dock.getBoundingClientRect().height;
    const next = { ArrowUp: height + STEP_PX, ArrowDown: height - STEP_PX, Home: LEAST_PX, End: most() }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    put(next);
    store(wanted);
  }

  function reset() {
    put(null);
    store(null);
  }

  function stop() {
    observer.disconnect();
    window.removeEventListener("resize", apply);
  }

  const observer = new ResizeObserver(tell);
  observer.observe(dock);
  window.addEventListener("resize", apply);
  apply();
  return { drag, key, reset, stop };
}
