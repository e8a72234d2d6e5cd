// How the parts of a call read, wherever Watch shows them.

const pad = (value, width) => String(value).padStart(width, "0");
const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : String(name));
const isObject = (value) => value !== null && typeof value === "object";

/** Local time as HH:MM:SS.mmm; what is not a time is shown as it came. */
export function timeOf(at) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at ?? "–");
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => pad(part, 2)).join(":");
  return `${clock}.${pad(time.getMilliseconds(), 3)}`;
}

/** The local day as YYYY-MM-DD; "" for what is not a time. */
export function dayOf(at) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  return [pad(time.getFullYear(), 4), pad(time.getMonth() + 1, 2), pad(time.getDate(), 2)].join("-");
}

/** Local time as HH:MM, after the day where that is another one; "" for what is not a time. */
export function clockOf(at) {
  const day = dayOf(at);
  if (!day) return "";
  return `${day === dayOf(Date.now()) ? "" : `${day} `}${timeOf(at).slice(0, 5)}`;
}

/** Milliseconds as people read them. */
export function spanOf(ms) {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(2)} s`;
}

/** The time inside the function; a call that never entered one has none. */
export function durationOf(row) {
  const ms = row.duration_ms;
  return row.entered && typeof ms === "number" && Number.isFinite(ms) ? spanOf(ms) : "–";
}

/** The milliseconds from the question to the decision; null where nobody was asked, or none has decided. */
export function waitedMs(row) {
  const ms = new Date(row.decided_at ?? NaN) - new Date(row.asked_at ?? NaN);
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** A level as {text, icon, name}; a call that never got that far has none. */
export function levelOf(control, words) {
  if (!control) return { text: words.watch.noLevel, icon: "none", name: "none" };
  const known = Object.hasOwn(words.watch.levels, control);
  return { text: own(words.watch.levels, control), icon: known ? control : "none", name: known ? control : "none" };
}

/** A gate decision as {text, says, icon, name}: the record's word and what it means, and a shape that the colour only repeats. */
export function gateOf(gate, words) {
  const known = Object.hasOwn(words.watch.gates, gate ?? "");
  const icon = gate === "needs_hand_mode" ? "hand" : gate;
  const says = known ? words.watch.gateSays[gate] : "";
  return { text: own(words.watch.gates, gate ?? "–"), says, icon: known ? icon : "none", name: known ? gate : "none" };
}

/** The gate of a row, or what a call that is under way waits for. */
export function standingOf(row, words) {
  if (!row.pending) return gateOf(row.gate, words);
  return { text: own(words.watch.waiting, row.pending), icon: "pending", name: "pending" };
}

export function outcomeOf(row, words) {
  if (row.pending) return { text: words.watch.pending, icon: "none", name: "idle" };
  if (row.ok === true) return { text: words.watch.ok, icon: "confirmed", name: "ok" };
  const code = row.code ?? row.error?.code;
  const saysMore = code && (row.entered || code !== row.gate);
  if (saysMore && row.entered) return { text: String(code), icon: "failed", name: "failed" };
  if (saysMore) return { text: String(code), icon: "none", name: "idle" };
  if (row.entered) return { text: words.watch.failed, icon: "failed", name: "failed" };
  return { text: words.watch.notEntered, icon: "none", name: "idle" };
}

/** The name of the agent that made a call. */
export function callerOf(row) {
  const caller = isObject(row.caller) ? row.caller.agent : row.caller;
  return String(caller ?? "").split(" · ")[0];
}

/** Whether a call was made from Watch. */
export const isBuilders = (row) => isObject(row.caller) && row.caller.connector === "watch";
