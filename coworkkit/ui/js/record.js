// How one record reads: as a row of the timeline, and in full beside it.

import { CwkIcon } from "./icons.js";
import { ShownText } from "./visible.js";
import { count, fill } from "./words.js";

const MOST_SHOWN = 20_000;

const isObject = (value) => value !== null && typeof value === "object";
const pad = (value, width) => String(value).padStart(width, "0");
const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : String(name));

/** Local time as HH:MM:SS.mmm; what is not a time is shown as it came. */
export function timeOf(at) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at ?? "–");
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => pad(part, 2)).join(":");
  return `${clock}.${pad(time.getMilliseconds(), 3)}`;
}

/** The time inside the function; a call that never entered one has none. */
export function durationOf(row) {
  const ms = row.duration_ms;
  if (!row.entered || typeof ms !== "number" || !Number.isFinite(ms)) return "–";
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(2)} s`;
}

/** A level as {text, icon}; a call that never got that far has none. */
export function levelOf(control, words) {
  if (!control) return { text: words.watch.noLevel, icon: "none", name: "none" };
  const known = Object.hasOwn(words.watch.levels, control);
  return { text: own(words.watch.levels, control), icon: known ? control : "none", name: known ? control : "none" };
}

/** A gate decision as {text, icon}: a shape and a word for each, so that colour only repeats them. */
export function gateOf(gate, words) {
  const known = Object.hasOwn(words.watch.gates, gate ?? "");
  const icon = gate === "needs_hand_mode" ? "hand" : gate;
  return { text: own(words.watch.gates, gate ?? "–"), icon: known ? icon : "none", name: known ? gate : "none" };
}

export function outcomeOf(row, words) {
  if (row.ok === true) return { text: words.watch.ok, icon: "confirmed", name: "ok" };
  const code = row.code ?? row.error?.code;
  const saysMore = code && (row.entered || code !== row.gate);
  if (saysMore && row.entered) return { text: String(code), icon: "failed", name: "failed" };
  if (saysMore) return { text: String(code), icon: "none", name: "idle" };
  if (row.entered) return { text: words.watch.failed, icon: "failed", name: "failed" };
  return { text: words.watch.notEntered, icon: "none", name: "idle" };
}

// JSON as text, or the text the server already made of it.
function asJson(value, words) {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? words.record.none;
  } catch {
    return words.record.unshowable;
  }
}

function asWords(value) {
  if (!isObject(value)) return value === null || value === undefined ? "" : String(value);
  const says = ([, part]) => part !== null && part !== undefined && part !== "" && part !== 0;
  const asPair = ([name, part]) => `${name.replaceAll("_", " ")}: ${isObject(part) ? JSON.stringify(part) : part}`;
  return Object.entries(value).filter(says).map(asPair).join(", ");
}

export const CwkRecord = {
  components: { CwkIcon, ShownText },
  props: { row: Object, covers: Boolean },
  emits: ["close"],
  inject: ["coworkkit"],
  computed: {
    words() {
      return this.coworkkit.words;
    },
    facts() {
      const { record, watch } = this.words;
      const { row } = this;
      const error = isObject(row.error) ? row.error.message : row.error;
      const outcome = outcomeOf(row, this.words).text;
      const ran = row.entered ? record.entered : record.neverEntered;
      return [
        { name: watch.time, text: this.fullTime },
        { name: record.element, text: row.element },
        { name: watch.level, text: levelOf(row.control, this.words).text },
        { name: watch.gate, text: gateOf(row.gate, this.words).text },
        { name: watch.outcome, text: outcome === watch.notEntered ? outcome : `${outcome} (${ran})` },
        { name: record.error, text: error },
        { name: record.note, text: row.note },
        { name: watch.duration, text: row.entered ? durationOf(row) : "" },
        { name: record.summary, text: row.summary },
        { name: record.evidence, text: asWords(row.evidence) || record.noEvidence },
        { name: record.caller, text: asWords(row.caller) },
        { name: record.user, text: asWords(row.user) },
        { name: record.id, text: row.id },
      ].filter((fact) => fact.text !== undefined && fact.text !== null && fact.text !== "");
    },
    fullTime() {
      const time = new Date(this.row.at);
      if (Number.isNaN(time.getTime())) return String(this.row.at ?? "");
      return `${time.toLocaleDateString()} ${timeOf(this.row.at)}`;
    },
    argumentsText() {
      const { arguments: given } = this.row;
      const isEmpty = given === null || given === undefined || (isObject(given) && !Object.keys(given).length);
      return isEmpty ? "" : asJson(given, this.words);
    },
    size() {
      const more = this.argumentsText.length - MOST_SHOWN;
      return more > 0 ? fill(this.words.record.more, { n: count(more) }) : "";
    },
  },
  methods: {
    focus() {
      this.$refs.title.focus({ preventScroll: true });
    },
    escape(event) {
      event.stopPropagation();
      this.$emit("close");
    },
  },
  most: MOST_SHOWN,
  template: `
    <section class="cwk-record" :class="{ 'cwk-covers': covers }" :aria-label="words.record.label"
             @keydown.esc="escape">
      <header class="cwk-record-head">
        <button v-if="covers" type="button" class="cwk-icon-button" :aria-label="words.record.back"
                @click="$emit('close')">
          <cwk-icon name="back"></cwk-icon>
        </button>
        <h3 ref="title" class="cwk-record-title" tabindex="-1">
          <shown-text :text="row.action" :limit="200"></shown-text>
        </h3>
        <button v-if="!covers" type="button" class="cwk-icon-button" :aria-label="words.record.close"
                @click="$emit('close')">
          <cwk-icon name="close"></cwk-icon>
        </button>
      </header>
      <div class="cwk-record-body" tabindex="0" role="group" :aria-label="words.record.label">
        <h4 class="cwk-record-name">{{ words.record.arguments }}</h4>
        <pre v-if="argumentsText" class="cwk-json" dir="ltr"
        ><shown-text :text="argumentsText" :limit="$options.most" lines></shown-text></pre>
        <p v-else class="cwk-muted">{{ words.record.noArguments }}</p>
        <p v-if="size" class="cwk-muted">{{ size }}</p>
        <dl class="cwk-facts">
          <template v-for="fact in facts" :key="fact.name">
            <dt>{{ fact.name }}</dt>
            <dd><shown-text :text="fact.text" :limit="4000" lines></shown-text></dd>
          </template>
        </dl>
      </div>
    </section>`,
};
