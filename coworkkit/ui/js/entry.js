// One durable card of the user in the conversation: what is asked, how it stands, and the way to the card that decides.

import { CwkIcon } from "./icons.js";
import { dropRepeats, isTrusted } from "./press.js";
import { leftMs, timeLeftOf } from "./row_words.js";
import { flat, ShownText } from "./visible.js";
import { fill } from "./words.js";

const every = window.setInterval.bind(window);
const stopEvery = window.clearInterval.bind(window);

const TICK_MS = 1_000;
const LONGEST_NAME = 80;
const ICONS = { pending: "durable", cancelled: "cancelled", expired: "timeout", replaced: "replaced", failed: "failed",
  unknown: "failed", submitted: "submitted" };

/** `<cwk-entry :entry>` */
export const CwkEntry = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  props: { entry: Object },
  data: () => ({ left: null, problem: "", isOpening: false }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    isLive() {
      return this.entry.state === "pending" || this.entry.state === "submitted";
    },
    waits() {
      return this.entry.state === "pending" && this.left !== 0;
    },
    // Of what was used up, how its run went.
    standing() {
      const { state, run } = this.entry;
      if (this.isLive && this.left === 0) return "expired";
      return state === "committed" && Object.hasOwn(this.words.entry.states, run) ? run : state;
    },
    icon() {
      return ICONS[this.standing] ?? "committed";
    },
    askedBy() {
      return this.entry.askedBy ? fill(this.words.entry.by, { agent: this.flat(this.entry.askedBy) }) : "";
    },
    reviewLabel() {
      return fill(this.words.entry.reviewLabel, { title: this.flat(this.entry.title) });
    },
    timeLeft() {
      return this.isLive && this.left ? fill(this.words.interaction.left, { time: timeLeftOf(this.left) }) : "";
    },
  },
  watch: {
    isLive: { immediate: true, handler: "follow" },
    "entry.revision"() {
      this.problem = "";
      this.look();
    },
  },
  unmounted() {
    stopEvery(this.ticking);
  },
  methods: {
    flat(text) {
      return flat(text, { limit: LONGEST_NAME, words: this.words.visible });
    },
    follow(isLive) {
      stopEvery(this.ticking);
      this.look();
      if (isLive) this.ticking = every(() => this.look(), TICK_MS);
    },
    // By the server's clock.
    look() {
      const now = () => Date.now() + this.coworkkit.state.clockAhead;
      this.left = leftMs({ interaction: this.entry.state, expires_at: this.entry.expiresAt }, now);
    },
    dropRepeats,
    // It only asks for the card; nothing is decided here, whoever presses.
    async review(event) {
      if (!isTrusted(event) || this.coworkkit.pause.holds() || this.isOpening) return;
      this.isOpening = true;
      this.problem = "";
      const reply = await this.coworkkit.link.send("review", { id: this.entry.id });
      this.isOpening = false;
      if (!reply.ok) this.problem = fill(this.words.entry.failed, { message: reply.message });
    },
  },
  template: `
    <div class="cwk-question cwk-entry" :class="{ 'cwk-is-open': waits }" role="group" :data-cwk-entry="entry.id"
         :data-cwk-state="standing" :aria-label="words.entry.label" tabindex="-1">
      <p class="cwk-question-label"><cwk-icon :name="icon"></cwk-icon>
        <span>{{ words.entry.states[standing] }}</span>
        <span v-if="timeLeft" class="cwk-entry-left" role="timer" aria-live="off">{{ timeLeft }}</span>
      </p>
      <p v-if="entry.byAgent" class="cwk-entry-whose">{{ words.entry.byAgent }}</p>
      <p class="cwk-question-text"><shown-text :text="entry.title"></shown-text></p>
      <p class="cwk-entry-text"><shown-text :text="entry.description" lines></shown-text></p>
      <p v-if="askedBy" class="cwk-question-hint"><bdi>{{ askedBy }}</bdi></p>
      <div v-if="waits" class="cwk-answers">
        <button type="button" class="cwk-answer cwk-answer-yes" :aria-label="reviewLabel" @click="review"
                @keydown="dropRepeats">{{ words.entry.review }}</button>
      </div>
      <p role="status" class="cwk-entry-problem">{{ problem }}</p>
    </div>`,
};
