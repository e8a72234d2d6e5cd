// The floating button and the conversation it opens.

import { CwkBlocked } from "./blocked.js";
import { CwkComposer } from "./composer.js";
import { CwkConnect } from "./connect.js";
import { CwkHandSwitch } from "./hand.js";
import { CwkIcon } from "./icons.js";
import { CwkLog } from "./log.js";
import { createPlace } from "./place.js";
import { isTrusted } from "./press.js";
import { ShownText } from "./visible.js";
import { count, fill } from "./words.js";

const MOST_UNREAD = 9;
const EDGES = [
  { name: "start", sides: { start: true } },
  { name: "end", sides: { end: true } },
  { name: "top", sides: { top: true } },
  { name: "bottom", sides: { bottom: true } },
  { name: "corner", sides: { start: true, top: true } },
];

export const CwkPanel = {
  components: { CwkBlocked, CwkComposer, CwkConnect, CwkHandSwitch, CwkIcon, CwkLog, ShownText },
  inject: ["coworkkit"],
  data: () => ({ stopping: false, stopProblem: "", isLarge: false }),
  computed: {
    edges: () => EDGES,
    state() {
      return this.coworkkit.state;
    },
    words() {
      return this.coworkkit.words;
    },
    agentName() {
      return this.state.agent || this.words.agent;
    },
    fabLabel() {
      const { open, openUnread, close } = this.words.fab;
      if (this.state.panel.open) return close;
      return this.news ? fill(openUnread, { n: count(this.news) }) : open;
    },
    news() {
      return this.state.panel.open ? 0 : this.state.panel.unread + this.state.unseen.length;
    },
    unread() {
      const n = this.news;
      return n > MOST_UNREAD ? this.words.fab.many : count(n);
    },
    waiting() {
      return this.state.entries.filter((entry) => entry.state === "pending");
    },
    waitingText() {
      return fill(this.words.entry.waiting, { n: count(this.waiting.length) });
    },
    isBusy() {
      return this.state.status.state !== "idle";
    },
    waitsForYou() {
      return ["asking", "card"].includes(this.state.status.state);
    },
    outOfTouch() {
      if (this.state.wasOnline && !this.state.online) return this.words.link.offlineBanner;
      return this.state.turnedAway;
    },
    // Code can ask too, and a question needs its answer.
    hasAgent() {
      return this.state.agent !== "" || this.state.question !== null;
    },
    doing() {
      if (!this.isBusy) return "";
      if (this.stopProblem) return this.stopProblem;
      if (this.stopping) return this.words.status.stopping;
      return this.state.status.text || this.words.status[this.state.status.state];
    },
  },
  watch: {
    "state.status"() {
      this.stopping = false;
      this.stopProblem = "";
    },
  },
  mounted() {
    this.place = createPlace(this.$el.parentElement ?? document.documentElement, this.$refs.panel, (placed, large) => {
      this.state.panel.placed = placed;
      this.isLarge = large;
    });
  },
  unmounted() {
    this.place.stop();
  },
  methods: {
    showWaiting() {
      const id = this.waiting[0]?.id;
      const shown = [...this.$refs.panel.querySelectorAll("[data-cwk-entry]")];
      const entry = shown.find((one) => one.dataset.cwkEntry === id);
      entry?.scrollIntoView({ block: "center" });
      entry?.focus({ preventScroll: true });
    },
    resetPlace(event) {
      if (!event.target.closest("button")) this.place.reset();
    },
    // The keys that open the panel bring the focus into it; from inside they close it.
    summon() {
      if (this.state.panel.open && this.$refs.panel.contains(document.activeElement)) this.close();
      else this.open(true);
    },
    toggle() {
      if (this.state.panel.open) this.close();
      else this.open();
    },
    // On a phone the keyboard would cover half of what was just opened: there it comes up only when asked for.
    async open(byKey = false) {
      this.coworkkit.openPanel();
      await this.$nextTick();
      const hasBox = this.hasAgent && (byKey || !window.matchMedia("(pointer: coarse)").matches);
      if (!hasBox) this.$refs.panel.focus({ preventScroll: true });
      else this.$refs.composer.focus();
    },
    async close() {
      const hadFocus = this.$refs.panel.contains(document.activeElement);
      this.coworkkit.closePanel();
      await this.$nextTick();
      if (hadFocus || document.activeElement === document.body) this.$refs.fab.focus({ preventScroll: true });
    },
    // Escape belongs to the panel alone here, or the app's own dialog would close with it.
    escape(event) {
      if (event.isComposing) return;
      event.stopPropagation();
      this.close();
    },
    async stop(event) {
      if (!isTrusted(event) || this.coworkkit.pause.holds() || this.stopping) return;
      this.stopping = true;
      this.stopProblem = "";
      const reply = await this.coworkkit.link.send("stop", {});
      if (reply.ok) return;
      this.stopping = false;
      this.stopProblem = reply.offline ? this.words.status.stopFailed : reply.message;
    },
  },
  template: `
    <button ref="fab" type="button" class="cwk-fab" :aria-expanded="state.panel.open ? 'true' : 'false'"
            aria-controls="cwk-panel" :aria-label="fabLabel" :title="words.fab.keys"
            aria-keyshortcuts="Control+Shift+L Meta+Shift+L" @click="toggle">
      <cwk-icon :name="state.panel.open ? 'close' : 'agent'"></cwk-icon>
      <span v-if="news" class="cwk-unread" aria-hidden="true">{{ unread }}</span>
    </button>
    <section v-show="state.panel.open" id="cwk-panel" ref="panel" class="cwk-panel" role="dialog" tabindex="-1"
             aria-modal="false" aria-labelledby="cwk-panel-title" @keydown.esc="escape">
      <div v-for="edge in edges" :key="edge.name" class="cwk-edge" :class="'cwk-edge-' + edge.name" aria-hidden="true"
           @pointerdown="place.drag($event, edge.sides)"></div>
      <header class="cwk-panel-head" @pointerdown="place.drag($event)" @dblclick="resetPlace">
        <h2 id="cwk-panel-title" class="cwk-panel-title"><shown-text :text="agentName" :limit="80"></shown-text></h2>
        <button v-if="state.watch.on" type="button" class="cwk-quiet"
                :aria-expanded="state.watch.open ? 'true' : 'false'" @click="coworkkit.toggleWatch">
          <cwk-icon name="watch"></cwk-icon>{{ words.watch.name }}
        </button>
        <button type="button" class="cwk-icon-button cwk-size" :title="words.panel.arrange"
                :aria-label="isLarge ? words.panel.smaller : words.panel.larger" aria-describedby="cwk-arrange"
                @click="place.toggleSize()" @keydown="place.key($event)">
          <cwk-icon :name="isLarge ? 'smaller' : 'larger'"></cwk-icon>
        </button>
        <span id="cwk-arrange" hidden>{{ words.panel.arrange }}</span>
        <button type="button" class="cwk-icon-button" :aria-label="words.panel.close" @click="close">
          <cwk-icon name="close"></cwk-icon>
        </button>
        <cwk-hand-switch></cwk-hand-switch>
      </header>
      <cwk-connect v-if="state.connection"></cwk-connect>
      <cwk-log></cwk-log>
      <cwk-blocked></cwk-blocked>
      <div v-if="waiting.length" class="cwk-doing cwk-is-busy cwk-waits-for-you">
        <p class="cwk-doing-text">{{ waitingText }}</p>
        <button type="button" class="cwk-stop" @click="showWaiting">{{ words.entry.show }}</button>
      </div>
      <p v-if="!state.cardsReachable" class="cwk-offline" role="status">
        <cwk-icon name="offline"></cwk-icon>{{ words.entry.unreachable }}
      </p>
      <div class="cwk-doing" :class="{ 'cwk-is-busy': isBusy, 'cwk-waits-for-you': waitsForYou }">
        <span v-if="isBusy" class="cwk-spinner" aria-hidden="true"></span>
        <p role="status" class="cwk-doing-text"><shown-text v-if="doing" :text="doing" :limit="200"></shown-text></p>
        <button v-if="isBusy" type="button" class="cwk-stop" @click="stop">
          <cwk-icon name="stop"></cwk-icon>{{ words.status.stop }}
        </button>
      </div>
      <p v-if="outOfTouch" class="cwk-offline" role="status">
        <cwk-icon name="offline"></cwk-icon>{{ outOfTouch }}
      </p>
      <p v-show="!hasAgent" class="cwk-offline">{{ words.panel.noAgent }}</p>
      <cwk-composer v-show="hasAgent" ref="composer"></cwk-composer>
    </section>`,
};
