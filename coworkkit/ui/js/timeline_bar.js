// What stands over the timeline: the filter, its facets with their counts, grouping, pause, and saving.

import { saveFile } from "./clipboard.js";
import { CwkIcon } from "./icons.js";
import { FACETS, asksFor, count as countFacets, fieldNames, toggled } from "./query.js";
import { asLine } from "./row_text.js";
import { levelOf, standingOf } from "./row_words.js";
import { turnText } from "./timeline_drawn.js";
import { flat } from "./visible.js";
import { count, fill } from "./words.js";

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);

const COUNT_MS = 250;
const MOST_CALLERS = 8;
const ORDER = {
  gate: [
    "pending", "fired", "confirmed", "submitted", "committed", "cancelled", "timeout", "expired", "replaced",
    "needs_hand_mode", "refused",
  ],
  level: ["open", "soft", "hard", "durable", "none"],
  outcome: ["pending", "ok", "failed", "unknown", "used", "not_run"],
};

export const CwkTimelineBar = {
  components: { CwkIcon },
  inject: ["coworkkit"],
  props: { query: Object, rows: Object, folded: Boolean },
  emits: ["down"],
  data: () => ({ counts: null, chipsShown: false }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    view() {
      return this.coworkkit.state.watch;
    },
    facets() {
      if (!this.counts) return [];
      return FACETS.map((key) => ({ key, name: this.words.watch[key], chips: this.chipsOf(key) })).filter(
        (facet) => facet.chips.length > 1 || facet.chips.some((chip) => chip.isOn),
      );
    },
    chosenCount() {
      return this.query.terms.reduce((sum, term) => sum + term.values.length, 0);
    },
    note() {
      const { unknown } = this.query;
      if (unknown !== null) {
        const name = flat(unknown, { limit: 40, words: this.words.visible });
        return fill(this.words.watch.unknownField, { name, fields: fieldNames().join(", ") });
      }
      return this.coworkkit.state.cardsReachable ? "" : this.words.watch.cardsUnreadable;
    },
    turnLabel() {
      if (this.view.turn === null) return "";
      const text = turnText(this.view.turn, this.coworkkit) ?? this.words.watch.earlierTurn;
      return fill(this.words.watch.ofTurn, { text });
    },
  },
  watch: {
    query: "countNow",
    "view.turn": "countNow",
    rows: "countSoon",
  },
  created() {
    this.countNow();
  },
  unmounted() {
    clearTimer(this.counting);
  },
  methods: {
    // Counting goes through every row: while many arrive, four times a second is enough.
    countSoon() {
      this.counting ??= setTimer(() => this.countNow(), COUNT_MS);
    },
    countNow() {
      clearTimer(this.counting);
      this.counting = null;
      const { turn } = this.view;
      const { rows } = this.coworkkit.records;
      this.counts = countFacets(this.query, turn === null ? rows : rows.filter((row) => row.turn === turn));
    },
    chipsOf(key) {
      const counts = this.counts[key];
      const asked = this.query.terms.filter((term) => term.key === key && !term.isNot).flatMap((term) => term.values);
      const known = new Set([...counts.keys(), ...asked]);
      const order = ORDER[key] ?? [];
      const values = [...order.filter((value) => known.delete(value)), ...known].slice(0, order.length + MOST_CALLERS);
      return values.filter((value) => !value.includes("*")).map((value) => this.chip(key, value, counts.get(value) ?? 0));
    },
    chip(key, value, n) {
      const { text, icon, tone } = this.looksOf(key, value);
      const short = flat(text, { limit: 40, words: this.words.visible });
      const label = fill(this.words.watch.chipLabel, { key: this.words.watch[key], value: short, n: count(n) });
      return { value, n: count(n), text: short, icon, tone, label, isOn: asksFor(this.query, key, value) };
    },
    looksOf(key, value) {
      const { words } = this;
      if (key === "caller") return { text: value, icon: null, tone: "" };
      if (value === "pending") return { text: words.watch.pending, icon: "pending", tone: "cwk-gate-pending" };
      if (key === "outcome") {
        const icon = { ok: "confirmed", used: "confirmed", failed: "failed", unknown: "failed" }[value] ?? "none";
        const tone = { ok: "ok", failed: "failed", unknown: "failed" }[value] ?? "idle";
        const text = Object.hasOwn(words.watch.outcomes, value) ? words.watch.outcomes[value] : value;
        return { text, icon, tone: `cwk-outcome-${tone}` };
      }
      const level = key === "level" ? levelOf(value === "none" ? null : value, words) : standingOf({ gate: value }, words);
      return { text: level.text, icon: level.icon, tone: `cwk-${key}-${level.name}` };
    },
    toggle(key, value) {
      this.view.query = toggled(this.view.query, key, value);
    },
    clear() {
      this.view.query = "";
      this.$refs.filter.focus();
    },
    key(event) {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        this.$emit("down");
      } else if (event.key === "Escape" && this.view.query) {
        event.stopPropagation();
        this.view.query = "";
      }
    },
    save() {
      const calls = this.rows.all.filter((row) => !row.isHeading);
      const { state, words, announce } = this.coworkkit;
      const name = `coworkkit-calls-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.jsonl`;
      saveFile(name, calls.map((row) => `${asLine(row, state.facts)}\n`).join(""));
      announce(fill(words.watch.saved, { n: count(calls.length) }));
    },
  },
  template: `
    <div class="cwk-bar" :class="{ 'cwk-bar-folds': folded }">
      <div class="cwk-filter">
        <cwk-icon name="find"></cwk-icon>
        <input ref="filter" v-model="view.query" type="text" class="cwk-filter-box" maxlength="500" spellcheck="false"
               autocomplete="off" autocapitalize="off" enterkeyhint="search" dir="auto"
               :aria-label="words.watch.filter" :placeholder="words.watch.filterHint" @keydown="key" />
        <button v-if="view.query" type="button" class="cwk-icon-button" :aria-label="words.watch.clear" @click="clear">
          <cwk-icon name="close"></cwk-icon>
        </button>
      </div>
      <button v-if="folded" type="button" class="cwk-icon-button" :aria-expanded="chipsShown ? 'true' : 'false'"
              :aria-label="words.watch.showChips" @click="chipsShown = !chipsShown">
        <cwk-icon name="filter"></cwk-icon><span v-if="chosenCount" class="cwk-badge">{{ chosenCount }}</span>
      </button>
      <button v-if="turnLabel" type="button" class="cwk-chip cwk-turn-chip" aria-pressed="true"
              :title="words.watch.allTurns" @click="view.turn = null">
        <span class="cwk-chip-face"><bdi class="cwk-chip-text">{{ turnLabel }}</bdi><cwk-icon name="close"></cwk-icon>
        </span>
      </button>
      <!-- the filter is wider while it has the focus: were it to lose it to a press, the chips would slip away beneath -->
      <div v-if="!folded || chipsShown" class="cwk-chips" role="group" :aria-label="words.watch.chips"
           @mousedown.prevent>
        <span v-for="facet in facets" :key="facet.key" class="cwk-facet">
          <button v-for="chip in facet.chips" :key="chip.value" type="button" class="cwk-chip" :aria-label="chip.label"
                  :aria-pressed="chip.isOn ? 'true' : 'false'" @click="toggle(facet.key, chip.value)">
            <span class="cwk-chip-face" :class="chip.tone"
            ><cwk-icon v-if="chip.icon" :name="chip.icon"></cwk-icon><bdi class="cwk-chip-text">{{ chip.text }}</bdi
            ><span class="cwk-chip-count">{{ chip.n }}</span></span>
          </button>
        </span>
      </div>
      <span class="cwk-bar-buttons">
        <button type="button" class="cwk-icon-button" :aria-pressed="view.grouped ? 'true' : 'false'"
                :aria-label="words.watch.group" :title="words.watch.group" @click="view.grouped = !view.grouped">
          <cwk-icon name="group"></cwk-icon>
        </button>
        <button type="button" class="cwk-icon-button" :aria-pressed="view.paused ? 'true' : 'false'"
                :aria-label="words.watch.pause" :title="view.paused ? words.watch.resume : words.watch.pause"
                @click="view.paused = !view.paused">
          <cwk-icon :name="view.paused ? 'fired' : 'pause'"></cwk-icon>
        </button>
        <button type="button" class="cwk-icon-button" :aria-label="words.watch.save" :title="words.watch.save"
                @click="save">
          <cwk-icon name="save"></cwk-icon>
        </button>
      </span>
    </div>
    <p class="cwk-bar-note" role="status">{{ note }}</p>`,
};
