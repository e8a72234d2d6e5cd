// The timeline: a row per record, of which only those in view exist on the page.

import { CwkIcon } from "./icons.js";
import { CwkRecord, durationOf, gateOf, levelOf, outcomeOf, timeOf } from "./record.js";
import { flat } from "./visible.js";
import { count, fill } from "./words.js";

const requestFrame = window.requestAnimationFrame.bind(window);

const ROW_PX = 36;
const FOLDED_ROW_PX = 60;
const FOLDS_BELOW_PX = 620;
const BESIDE_FROM_PX = 760;
const SPARE_ROWS = 8;
const MOST_IN_CELL = 160;

export const CwkTimeline = {
  components: { CwkIcon, CwkRecord },
  inject: ["coworkkit"],
  data: () => ({ top: 0, height: 300, width: 900, follows: true, unseen: 0, active: null, opened: null }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    records() {
      return this.coworkkit.records;
    },
    // Vue does not see into the rows: whatever shows them asks here, where it learns that they changed.
    rows() {
      return { now: this.records.seen.value, all: this.records.rows };
    },
    total() {
      return this.rows.all.length;
    },
    folded() {
      return this.width < FOLDS_BELOW_PX;
    },
    rowHeight() {
      return this.folded ? FOLDED_ROW_PX : ROW_PX;
    },
    covers() {
      return this.width < BESIDE_FROM_PX;
    },
    shown() {
      const first = Math.max(0, Math.floor(this.top / this.rowHeight) - SPARE_ROWS);
      const last = Math.min(this.total, Math.ceil((this.top + this.height) / this.rowHeight) + SPARE_ROWS);
      const shown = [];
      for (let at = first; at < last; at += 1) shown.push(this.drawn(this.rows.all[at], at));
      return shown;
    },
    activeId() {
      return this.shown.some((row) => row.id === this.active) ? this.domId(this.active) : null;
    },
    openedRow() {
      return this.opened === null ? undefined : this.rows.all.find((row) => row.id === this.opened);
    },
  },
  watch: {
    // Where the reader is counts from before the new rows are drawn: the event of their scrolling may be on its way.
    "coworkkit.records.seen.value": [{ handler: "scrolled", flush: "pre" }, { handler: "arrived", flush: "post" }],
    rowHeight: { handler: "keepPlace", flush: "post" },
  },
  created() {
    this.known = { total: this.records.rows.length, dropped: this.records.dropped };
    this.numbers = new Map();
  },
  mounted() {
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.$refs.grid);
    this.observer.observe(this.$el);
    this.measure();
    this.toEnd();
  },
  unmounted() {
    this.observer.disconnect();
  },
  methods: {
    // An id from outside is not put into the page's ids: each row gets a number of ours.
    domId(id) {
      if (!this.numbers.has(id)) {
        if (this.numbers.size > 20_000) this.numbers.clear();
        this.numbers.set(id, this.numbers.size + 1);
      }
      return `cwk-row-${this.numbers.get(id)}`;
    },
    drawn(row, at) {
      const { words } = this;
      const short = (text) => flat(text ?? "", { limit: MOST_IN_CELL, words: words.visible });
      const outcome = outcomeOf(row, words);
      const gate = gateOf(row.gate, words);
      const level = levelOf(row.control, words);
      return {
        id: row.id,
        at,
        time: short(timeOf(row.at)),
        action: short(row.action),
        level: { ...level, text: short(level.text) },
        gate: { ...gate, text: short(gate.text) },
        outcome: { ...outcome, text: short(outcome.text) },
        duration: durationOf(row),
      };
    },
    measure() {
      const grid = this.$refs.grid;
      if (!grid) return;
      this.width = this.$el.clientWidth || this.width;
      this.height = grid.clientHeight;
      if (this.follows) this.toEnd();
    },
    scrolled() {
      const grid = this.$refs.grid;
      if (!grid) return;
      this.top = grid.scrollTop;
      this.follows = grid.scrollHeight - grid.scrollTop - grid.clientHeight < this.rowHeight;
      if (this.follows) this.unseen = 0;
    },
    arrived() {
      const { rows, dropped } = this.records;
      const gone = dropped - this.known.dropped;
      this.unseen += Math.max(0, rows.length + gone - this.known.total);
      this.known = { total: rows.length, dropped };
      if (this.follows) this.toEnd();
      // The oldest rows made room: what the reader looks at must not move under their eyes.
      else if (gone > 0) this.$refs.grid.scrollTop -= gone * this.rowHeight;
    },
    keepPlace(now, before) {
      if (this.follows) this.toEnd();
      else this.$refs.grid.scrollTop = (this.top / before) * now;
    },
    toEnd() {
      this.unseen = 0;
      this.follows = true;
      const grid = this.$refs.grid;
      if (!grid) return;
      grid.scrollTop = grid.scrollHeight;
      this.top = grid.scrollTop;
    },
    showNew() {
      this.toEnd();
      this.$refs.grid.focus({ preventScroll: true });
    },
    newLabel(sentence) {
      return fill(sentence, { n: count(this.unseen) });
    },

    indexOfActive() {
      return this.records.rows.findIndex((row) => row.id === this.active);
    },
    key(event) {
      const page = Math.max(1, Math.floor(this.height / this.rowHeight) - 1);
      const at = this.indexOfActive();
      const last = this.total - 1;
      const up = at < 0 ? last : at - 1;
      const moves = { ArrowDown: at + 1, ArrowUp: up, PageDown: at + page, PageUp: at - page, Home: 0, End: last };
      if (Object.hasOwn(moves, event.key)) {
        event.preventDefault();
        this.goTo(moves[event.key]);
      } else if (event.key === "Enter" && at >= 0) {
        event.preventDefault();
        this.open(this.active, true);
      } else if (event.key === "Escape" && this.opened !== null) {
        event.stopPropagation();
        this.close();
      }
    },
    goTo(wanted) {
      if (!this.total) return;
      const at = Math.min(this.total - 1, Math.max(0, wanted));
      this.active = this.records.rows[at].id;
      if (this.opened !== null) this.opened = this.active;
      const grid = this.$refs.grid;
      const head = this.$refs.head.offsetHeight;
      const from = at * this.rowHeight;
      if (from < grid.scrollTop) grid.scrollTop = from;
      const to = from + this.rowHeight + head;
      if (to > grid.scrollTop + grid.clientHeight) grid.scrollTop = to - grid.clientHeight;
      this.scrolled();
    },
    async open(id, moveFocus = false) {
      this.active = id;
      this.opened = id;
      await this.$nextTick();
      if (moveFocus || this.covers) this.$refs.record?.focus();
    },
    close() {
      this.opened = null;
      requestFrame(() => this.$refs.grid?.focus({ preventScroll: true }));
    },
  },
  template: `
    <div class="cwk-timeline" :class="{ 'cwk-folds': folded, 'cwk-has-record': openedRow && !covers }">
      <div class="cwk-timeline-list">
        <div ref="grid" class="cwk-grid" role="grid" tabindex="0" :aria-label="words.watch.grid" aria-colcount="6"
             :aria-rowcount="total + 1" :aria-activedescendant="activeId" @scroll.passive="scrolled" @keydown="key">
          <div ref="head" class="cwk-row cwk-row-head" role="row" aria-rowindex="1">
            <span role="columnheader" class="cwk-cell-time">{{ words.watch.time }}</span>
            <span role="columnheader" class="cwk-cell-action">{{ words.watch.action }}</span>
            <span role="columnheader" class="cwk-cell-level">{{ words.watch.level }}</span>
            <span role="columnheader" class="cwk-cell-gate">{{ words.watch.gate }}</span>
            <span role="columnheader" class="cwk-cell-outcome">{{ words.watch.outcome }}</span>
            <span role="columnheader" class="cwk-cell-duration">{{ words.watch.duration }}</span>
          </div>
          <div role="rowgroup" class="cwk-rows" :style="{ blockSize: total * rowHeight + 'px' }">
            <div v-for="row in shown" :key="row.id" :id="domId(row.id)" class="cwk-row" role="row"
                 :class="{ 'cwk-is-active': row.id === active, 'cwk-is-opened': row.id === opened }"
                 :aria-rowindex="row.at + 2" :aria-selected="row.id === opened ? 'true' : 'false'"
                 :style="{ insetBlockStart: row.at * rowHeight + 'px' }" @click="open(row.id)">
              <span role="gridcell" class="cwk-cell-time"><bdi dir="ltr">{{ row.time }}</bdi></span>
              <span role="gridcell" class="cwk-cell-action" :title="row.action"><bdi>{{ row.action }}</bdi></span>
              <span role="gridcell" class="cwk-cell-level">
                <span class="cwk-tag" :class="'cwk-level-' + row.level.name"
                ><cwk-icon :name="row.level.icon"></cwk-icon>{{ row.level.text }}</span>
              </span>
              <span role="gridcell" class="cwk-cell-gate">
                <span class="cwk-tag" :class="'cwk-gate-' + row.gate.name"
                ><cwk-icon :name="row.gate.icon"></cwk-icon>{{ row.gate.text }}</span>
              </span>
              <span role="gridcell" class="cwk-cell-outcome">
                <span class="cwk-tag" :class="'cwk-outcome-' + row.outcome.name"
                ><cwk-icon :name="row.outcome.icon"></cwk-icon><bdi>{{ row.outcome.text }}</bdi></span>
              </span>
              <span role="gridcell" class="cwk-cell-duration"><bdi dir="ltr">{{ row.duration }}</bdi></span>
            </div>
          </div>
        </div>
        <div v-if="!total" class="cwk-empty cwk-empty-over">
          <cwk-icon name="watch"></cwk-icon>
          <p class="cwk-empty-title">{{ words.watch.emptyTitle }}</p>
          <p>{{ words.watch.emptyText }}</p>
        </div>
        <button v-if="unseen" type="button" class="cwk-new" :aria-label="newLabel(words.watch.newRowsLabel)"
                @click="showNew">
          <cwk-icon name="down"></cwk-icon>{{ newLabel(words.watch.newRows) }}
        </button>
      </div>
      <cwk-record v-if="openedRow" ref="record" :row="openedRow" :covers="covers" @close="close"></cwk-record>
    </div>`,
};
