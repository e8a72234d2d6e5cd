// Watch: the builder's panel, docked at the bottom of the page.

import { CwkAgentView } from "./agent_view.js";
import { CwkCatalogue } from "./catalogue.js";
import { CwkIcon } from "./icons.js";
import { remember, remembered } from "./memory.js";
import { CwkTimeline } from "./timeline.js";
import { count, fill } from "./words.js";

export const TABS = ["timeline", "catalogue", "agent"];
const OPEN_KEY = "coworkkit.watch.open";
const TAB_KEY = "coworkkit.watch.tab";

export const wasOpen = () => remembered(OPEN_KEY) === "yes";
export const rememberOpen = (open) => remember(OPEN_KEY, open ? "yes" : "no");

/** The view that was open before the page was loaded again. */
export const lastTab = () => (TABS.includes(remembered(TAB_KEY)) ? remembered(TAB_KEY) : TABS[0]);

/** Ctrl+Shift+K, and with Cmd in place of Ctrl. */
export function isWatchKey(event) {
  const isK = event.code === "KeyK" || event.key === "K" || event.key === "k";
  return isK && event.shiftKey && !event.altKey && (event.ctrlKey || event.metaKey);
}

export const CwkWatch = {
  components: { CwkAgentView, CwkCatalogue, CwkIcon, CwkTimeline },
  inject: ["coworkkit"],
  computed: {
    words() {
      return this.coworkkit.words;
    },
    view() {
      return this.coworkkit.state.watch;
    },
    tab() {
      return this.view.tab;
    },
    tabs() {
      return TABS.map((name) => ({ name, label: this.words.watch[name], chosen: name === this.tab }));
    },
    total() {
      const { rows, cards, dropped, seen } = this.coworkkit.records;
      const n = seen.value >= 0 ? rows.length - cards : 0;
      const { call, calls, card, cards: andCards, dropped: gone, matching, paused } = this.words.watch;
      const made = n === 1 ? call : fill(calls, { n: count(n) });
      const all = cards ? fill(cards === 1 ? card : andCards, { calls: made, n: count(cards) }) : made;
      const said = [this.view.matching === null ? all : fill(matching, { n: count(this.view.matching), all })];
      if (dropped) said.push(fill(gone, { n: count(dropped) }));
      if (this.view.paused && this.tab === "timeline") said.unshift(paused);
      return said.join(", ");
    },
  },
  watch: {
    tab: (name) => remember(TAB_KEY, name),
  },
  methods: {
    async key(event) {
      const isRtl = getComputedStyle(this.$el).direction === "rtl";
      const next = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
      const at = TABS.indexOf(this.tab);
      const beside = next === undefined ? undefined : (at + next + TABS.length) % TABS.length;
      const wanted = { Home: 0, End: TABS.length - 1 }[event.key] ?? beside;
      if (wanted === undefined) return;
      event.preventDefault();
      this.view.tab = TABS[wanted];
      await this.$nextTick();
      this.focus();
    },
    focus() {
      this.$el.querySelector("[role=tab][aria-selected=true]")?.focus({ preventScroll: true });
    },
    escape(event) {
      event.stopPropagation();
      this.coworkkit.toggleWatch();
    },
  },
  template: `
    <section class="cwk-watch" role="region" aria-labelledby="cwk-watch-title" @keydown.esc="escape">
      <header class="cwk-watch-head">
        <h2 id="cwk-watch-title" class="cwk-watch-title">{{ words.watch.name }}</h2>
        <div class="cwk-tabs" role="tablist" :aria-label="words.watch.tabs" @keydown="key">
          <button v-for="tab in tabs" :key="tab.name" type="button" role="tab" class="cwk-tab"
                  :id="'cwk-tab-' + tab.name" :aria-selected="tab.chosen ? 'true' : 'false'"
                  aria-controls="cwk-watch-view" :tabindex="tab.chosen ? 0 : -1" @click="view.tab = tab.name">
            {{ tab.label }}
          </button>
        </div>
        <span class="cwk-watch-total"><bdi>{{ total }}</bdi></span>
        <kbd class="cwk-keys">{{ words.watch.keys }}</kbd>
        <button type="button" class="cwk-icon-button" :aria-label="words.watch.close" @click="coworkkit.toggleWatch">
          <cwk-icon name="close"></cwk-icon>
        </button>
      </header>
      <div id="cwk-watch-view" class="cwk-watch-view" role="tabpanel" :aria-labelledby="'cwk-tab-' + tab">
        <cwk-timeline v-if="tab === 'timeline'"></cwk-timeline>
        <cwk-catalogue v-else-if="tab === 'catalogue'"></cwk-catalogue>
        <cwk-agent-view v-else></cwk-agent-view>
      </div>
    </section>`,
};
