// The timeline: a row per call, of which only those in view exist on the page.

import { CwkIcon } from "./icons.js";
import { matches, parse } from "./query.js";
import { CwkRecord } from "./record.js";
import { drawnHeading, drawnRow } from "./timeline_drawn.js";
import { CwkTimelineBar } from "./timeline_bar.js";
import { chosen, grouped } from "./timeline_list.js";
import { count, fill } from "./words.js";

const requestFrame = window.requestAnimationFrame.bind(window);
const setTimer = window.setInterval.bind(window);
const clearTimer = window.clearInterval.bind(window);

const ROW_PX = 36;
const FOLDED_ROW_PX = 60;
const FOLDS_BELOW_PX = 740;
const BESIDE_FROM_PX = 760;
const SPARE_ROWS = 8;
const TICK_MS = 1_000;

export const CwkTimeline = {
  components: { CwkIcon, CwkRecord, CwkTimelineBar },
  inject: ["coworkkit"],
  data: () => ({
    top: 0, height: 300, width: 900, space: 900, follows: true, unseen: 0, active: null, version: 0, total: 0,
    now: Date.now(),
  }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    records() {
      return this.coworkkit.records;
    },
    view() {
      return this.coworkkit.state.watch;
    },
    query() {
      return parse(this.view.query);
    },
    // Vue does not see into the rows: whatever shows them asks here, where it learns that they changed.
    list() {
      return { version: this.version, all: this.listed };
    },
    isNarrowed() {
      return !this.query.isEmpty || this.view.turn !== null;
    },
    folded() {
      return this.width < FOLDS_BELOW_PX;
    },
    rowHeight() {
      return this.folded ? FOLDED_ROW_PX : ROW_PX;
    },
    covers() {
      return this.space < BESIDE_FROM_PX;
    },
    shown() {
      const first = Math.max(0, Math.floor(this.top / this.rowHeight) - SPARE_ROWS);
      const last = Math.min(this.total, Math.ceil((this.top + this.height) / this.rowHeight) + SPARE_ROWS);
      const { all } = this.list;
      const shown = [];
      for (let at = first; at < last; at += 1) {
        const row = all[at];
        const drawn = row.isHeading ? drawnHeading(row, this.coworkkit) : drawnRow(row, this.words, this.serverNow);
        shown.push({ ...drawn, at });
      }
      return shown;
    },
    // The words the topmost row belongs to stay in view, however many calls came of them.
    standing() {
      if (!this.view.grouped) return null;
      const { all } = this.list;
      let at = Math.min(Math.floor(this.top / this.rowHeight), all.length - 1);
      while (at >= 0 && !all[at].isHeading) at -= 1;
      return at < 0 ? null : drawnHeading(all[at], this.coworkkit);
    },
    activeId() {
      return this.shown.some((row) => row.id === this.active) ? this.domId(this.active) : null;
    },
    opened() {
      return this.view.opened;
    },
    openedRow() {
      return this.opened === null || this.records.seen.value < 0 ? undefined : this.records.find(this.opened);
    },
  },
  watch: {
    // Where the reader is counts from before the new rows are drawn: the event of their scrolling may be on its way.
    "coworkkit.records.seen.value": [{ handler: "update", flush: "pre" }, { handler: "place", flush: "post" }],
    "view.query": [{ handler: "narrow", flush: "pre" }, { handler: "place", flush: "post" }],
    "view.turn": [{ handler: "narrow", flush: "pre" }, { handler: "place", flush: "post" }],
    "view.grouped": [{ handler: "update", flush: "pre" }, { handler: "place", flush: "post" }],
    "view.paused": [{ handler: "pause", flush: "pre" }, { handler: "place", flush: "post" }],
    rowHeight: { handler: "keepPlace", flush: "post" },
    opened: { handler: "showOpened", flush: "post" },
  },
  created() {
    this.listed = [];
    this.frozen = this.view.paused ? [...this.records.rows] : null;
    this.anchor = null;
    this.arrived = this.records.rows.length + this.records.dropped;
    this.numbers = new Map();
    this.ticking = setTimer(() => (this.now = Date.now()), TICK_MS);
    this.makeList();
  },
  mounted() {
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.$refs.grid);
    this.observer.observe(this.$el);
    this.measure();
    this.toEnd();
    this.showOpened();
  },
  unmounted() {
    clearTimer(this.ticking);
    this.observer.disconnect();
    this.view.matching = null;
  },
  methods: {
    // Deadlines are the server's: its clock counts, and not this device's. Whatever shows the time draws anew with it.
    serverNow() {
      return this.now + this.coworkkit.state.clockAhead;
    },
    // An id from outside is not put into the page's ids: each row gets a number of ours.
    domId(id) {
      if (!this.numbers.has(id)) {
        if (this.numbers.size > 40_000) this.numbers.clear();
        this.numbers.set(id, this.numbers.size + 1);
      }
      return `cwk-row-${this.numbers.get(id)}`;
    },
    measure() {
      const grid = this.$refs.grid;
      if (!grid) return;
      this.space = this.$el.clientWidth || this.space;
      this.width = grid.clientWidth || this.width;
      this.height = grid.clientHeight;
      if (this.follows) this.toEnd();
    },

    makeList() {
      const rows = chosen(this.frozen ?? this.records.rows, this.query, this.view.turn);
      this.listed = this.view.grouped ? grouped(rows) : rows;
      this.total = this.listed.length;
      this.dropped = this.records.dropped;
      this.view.matching = this.isNarrowed ? rows.length : null;
      this.version += 1;
    },
    // Rows that came since the last look, as far as the list would show them.
    countNew() {
      const { rows, dropped } = this.records;
      const came = rows.length + dropped - this.arrived;
      this.arrived = rows.length + dropped;
      if (came <= 0) return;
      const news = rows.slice(Math.max(0, rows.length - came));
      this.unseen += this.isNarrowed ? chosen(news, this.query, this.view.turn).length : news.length;
    },
    update() {
      this.scrolled();
      // without a filter the list is the records themselves, which have moved up by as many as were let go
      const gone = this.listed === this.records.rows ? this.records.dropped - this.dropped : 0;
      const row = this.listed[Math.max(0, Math.floor(this.top / this.rowHeight) - gone)];
      this.anchor = this.follows || !row ? null : { id: row.id, below: this.top % this.rowHeight };
      this.countNew();
      this.makeList();
    },
    narrow() {
      this.update();
      this.unseen = 0;
      if (this.opened !== null && this.openedRow && !matches(this.query, this.openedRow)) this.view.opened = null;
    },
    pause(paused) {
      this.frozen = paused ? [...this.records.rows] : null;
      this.update();
      if (!paused) this.toEnd();
    },
    // What the reader looks at must not move under their eyes, whatever came or went above it.
    place() {
      if (this.follows && !this.view.paused) {
        this.toEnd();
        return;
      }
      const { anchor } = this;
      const at = anchor === null ? -1 : this.listed.findIndex((row) => row.id === anchor.id);
      if (at >= 0) this.$refs.grid.scrollTop = at * this.rowHeight + anchor.below;
      this.scrolled();
    },
    scrolled() {
      const grid = this.$refs.grid;
      if (!grid) return;
      this.top = grid.scrollTop;
      this.follows = grid.scrollHeight - grid.scrollTop - grid.clientHeight < this.rowHeight;
      if (this.follows && !this.view.paused) this.unseen = 0;
    },
    keepPlace(now, before) {
      if (this.follows) this.toEnd();
      else this.$refs.grid.scrollTop = (this.top / before) * now;
    },
    toEnd() {
      if (!this.view.paused) this.unseen = 0;
      this.follows = true;
      const grid = this.$refs.grid;
      if (!grid) return;
      grid.scrollTop = grid.scrollHeight;
      this.top = grid.scrollTop;
    },
    async showNew() {
      this.view.paused = false;
      await this.$nextTick();
      this.toEnd();
      this.focus();
    },
    newLabel(sentence) {
      return fill(sentence, { n: count(this.unseen) });
    },
    focus() {
      this.$refs.grid?.focus({ preventScroll: true });
    },

    key(event) {
      const page = Math.max(1, Math.floor(this.height / this.rowHeight) - 1);
      const at = this.listed.findIndex((row) => row.id === this.active);
      const last = this.total - 1;
      const up = at < 0 ? last : at - 1;
      const moves = { ArrowDown: at + 1, ArrowUp: up, PageDown: at + page, PageUp: at - page, Home: 0, End: last };
      if (Object.hasOwn(moves, event.key)) {
        event.preventDefault();
        this.goTo(moves[event.key]);
      } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
        event.preventDefault();
        if (!event.repeat) this.press(this.listed[at], true);
      } else if (event.key === "Escape" && this.opened !== null) {
        event.stopPropagation();
        this.close();
      }
    },
    goTo(wanted) {
      if (!this.total) return;
      const at = Math.min(this.total - 1, Math.max(0, wanted));
      const row = this.listed[at];
      this.active = row.id;
      if (this.opened !== null && !row.isHeading) this.view.opened = row.id;
      this.bringIntoView(at);
    },
    bringIntoView(at) {
      const grid = this.$refs.grid;
      const head = this.$refs.head.offsetHeight;
      const from = at * this.rowHeight;
      const covered = this.view.grouped ? this.rowHeight : 0;
      if (from - covered < grid.scrollTop) grid.scrollTop = from - covered;
      const to = from + this.rowHeight + head;
      if (to > grid.scrollTop + grid.clientHeight) grid.scrollTop = to - grid.clientHeight;
      this.scrolled();
    },
    press(row, byKey = false) {
      this.active = row.id;
      if (!row.isHeading) this.open(row.id, byKey);
      else if (row.turn !== null) this.coworkkit.showMessage(row.turn);
    },
    async open(id, moveFocus) {
      this.view.opened = id;
      await this.$nextTick();
      if (moveFocus || this.covers) this.$refs.record?.focus();
    },
    // Opened from elsewhere, such as from the builder's own call: the row is brought into view.
    showOpened() {
      if (this.opened === null || this.active === this.opened) return;
      const at = this.listed.findIndex((row) => row.id === this.opened);
      if (at < 0) return;
      this.active = this.opened;
      this.bringIntoView(at);
    },
    close() {
      this.view.opened = null;
      requestFrame(() => this.focus());
    },
  },
  template: `
    <div class="cwk-timeline" :class="{ 'cwk-folds': folded, 'cwk-has-record': openedRow && !covers }">
      <div class="cwk-timeline-list">
        <cwk-timeline-bar :query="query" :rows="list" :folded="folded" @down="focus(), goTo(total - 1)">
        </cwk-timeline-bar>
        <div class="cwk-grid-frame">
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
              <div v-if="standing" class="cwk-row cwk-is-heading cwk-is-standing" aria-hidden="true"
                   @click="press(standing)">
                <span class="cwk-cell-heading"><cwk-icon v-if="standing.turn !== null" name="agent"></cwk-icon
                ><bdi>{{ standing.text }}</bdi><span class="cwk-muted">{{ standing.says }}</span></span>
              </div>
              <div v-for="row in shown" :key="row.id" :id="domId(row.id)" class="cwk-row" role="row"
                   :class="{ 'cwk-is-active': row.id === active, 'cwk-is-opened': row.id === opened,
                             'cwk-is-heading': row.isHeading, 'cwk-is-pending': row.isPending }"
                   :aria-rowindex="row.at + 2" :aria-selected="row.id === opened ? 'true' : 'false'"
                   :style="{ insetBlockStart: row.at * rowHeight + 'px' }" @click="press(row)">
                <span v-if="row.isHeading" role="gridcell" class="cwk-cell-heading" aria-colspan="6"
                      :title="row.hint"><cwk-icon v-if="row.turn !== null" name="agent"></cwk-icon
                  ><bdi>{{ row.text }}</bdi><span class="cwk-muted">{{ row.says }}</span></span>
                <template v-else>
                  <span role="gridcell" class="cwk-cell-time"><bdi dir="ltr">{{ row.time }}</bdi></span>
                  <span role="gridcell" class="cwk-cell-action" :title="row.action"><bdi>{{ row.action }}</bdi
                    ><span v-if="row.isBuilders" class="cwk-by-builder">{{ words.watch.builder }}</span
                    ><span v-if="row.askedBy" class="cwk-asked-by"><bdi>{{ row.askedBy }}</bdi></span></span>
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
                </template>
              </div>
            </div>
          </div>
          <div v-if="!total" class="cwk-empty cwk-empty-over">
            <cwk-icon :name="isNarrowed ? 'find' : 'watch'"></cwk-icon>
            <p class="cwk-empty-title">{{ isNarrowed ? words.watch.noneMatch : words.watch.emptyTitle }}</p>
            <p>{{ isNarrowed ? words.watch.noneMatchText : words.watch.emptyText }}</p>
          </div>
          <button v-if="unseen" type="button" class="cwk-new" @click="showNew"
                  :aria-label="newLabel(view.paused ? words.watch.pausedRowsLabel : words.watch.newRowsLabel)">
            <cwk-icon name="down"></cwk-icon>{{ newLabel(words.watch.newRows) }}
          </button>
        </div>
      </div>
      <cwk-record v-if="openedRow" ref="record" :row="openedRow" :covers="covers" :now="serverNow"
                  @close="close"></cwk-record>
    </div>`,
};
