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

/** Whether a row is a durable card and not a call. */
export const isCard = (row) => typeof row.interaction === "string";

/** Milliseconds until a durable card dies, by the time that `now` returns; null once it is settled, and where its deadline is no time. */
export function leftMs(row, now) {
  if (row.interaction !== "pending" && row.interaction !== "submitted") return null;
  const ms = new Date(row.expires_at ?? NaN) - now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Time that is left, as M:SS or H:MM:SS. */
export function clockOf(ms) {
  const seconds = Math.ceil(ms / 1_000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3_600);
  return hours ? [hours, ...parts.map((part) => pad(part, 2))].join(":") : `${parts[0]}:${pad(parts[1], 2)}`;
}

/** A level as {text, icon, name}; a call that never got that far has none. */
export function levelOf(control, words) {
  if (control === "durable") return { text: words.watch.levels.durable, icon: "durable", name: "durable" };
  if (!control) return { text: words.watch.noLevel, icon: "none", name: "none" };
  const known = Object.hasOwn(words.watch.levels, control);
  return { text: own(words.watch.levels, control), icon: known ? control : "none", name: known ? control : "none" };
}

/** A gate decision as {text, icon, name}: a shape and a word for each, so that colour only repeats them. */
export function gateOf(gate, words) {
  const known = Object.hasOwn(words.watch.gates, gate ?? "");
  const icon = { needs_hand_mode: "hand", expired: "timeout" }[gate] ?? gate;
  return { text: own(words.watch.gates, gate ?? "–"), icon: known ? icon : "none", name: known ? gate : "none" };
}

/** The gate of a row, or what a call that is under way waits for; of a durable card, its state. */
export function standingOf(row, words) {
  if (isCard(row)) return gateOf(row.interaction, words);
  if (!row.pending) return gateOf(row.gate, words);
  return { text: own(words.watch.waiting, row.pending), icon: "pending", name: "pending" };
}

// What became of a durable card: the time it has left, or how the run went that used it up.
function cardOutcome(row, { interaction }, now) {
  const left = leftMs(row, now);
  if (left !== null) {
    const text = left ? interaction.left.replace("{time}", clockOf(left)) : interaction.timeUp;
    return { text, icon: "none", name: "idle" };
  }
  if (row.interaction !== "committed") return { text: interaction.notUsed, icon: "none", name: "idle" };
  if (row.run === "running") return { text: interaction.running, icon: "pending", name: "idle" };
  if (row.run === "done") return { text: interaction.ran, icon: "confirmed", name: "ok" };
  if (row.run === "failed") return { text: interaction.runFailed, icon: "failed", name: "failed" };
  if (row.run === "unknown") return { text: interaction.runUnknown, icon: "failed", name: "failed" };
  return { text: interaction.used, icon: "confirmed", name: "idle" };
}

/** How a row ended. `now` returns the server's time, and is only asked where the text depends on it. */
export function outcomeOf(row, words, now = Date.now) {
  if (isCard(row)) return cardOutcome(row, words, now);
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
