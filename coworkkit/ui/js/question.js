// What the person is being asked, in the gate's own words, and the two answers that can be given by one press.

import { CwkIcon } from "./icons.js";
import { dropRepeats, isTrusted } from "./press.js";
import { ShownText } from "./visible.js";

const now = performance.now.bind(performance);
const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);

// A question may appear under a finger that was on its way to something else.
const SETTLE_MS = 500;

/** `<cwk-question :id :text :is-open>`; the answers are there while it is open. */
export const CwkQuestion = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  props: { id: String, text: String, isOpen: Boolean },
  data: () => ({ answered: false, isSettled: false }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    hasAnswers() {
      return this.isOpen && this.coworkkit.state.quickAnswers;
    },
    isReady() {
      return this.isSettled && !this.answered;
    },
    hint() {
      if (!this.isOpen) return this.words.panel.answered;
      return this.hasAnswers ? this.words.question.orWrite : this.words.panel.answerBelow;
    },
  },
  watch: {
    // The buttons look as if they counted only from when they do.
    "coworkkit.state.painted": {
      immediate: true,
      handler(painted) {
        clearTimer(this.settling);
        this.isSettled = false;
        if (painted === this.id) this.settling = setTimer(() => (this.isSettled = true), SETTLE_MS + 20);
      },
    },
    id() {
      this.answered = false;
      this.begun = undefined;
    },
  },
  unmounted() {
    clearTimer(this.settling);
  },
  methods: {
    // What an answer begun at this moment would answer: the question, once it has been on screen for long enough.
    seenNow() {
      const { painted, paintedAt } = this.coworkkit.state;
      return painted === this.id && now() - paintedAt >= SETTLE_MS ? painted : null;
    },
    begin(event) {
      dropRepeats(event);
      const isPress = event.type === "pointerdown" || ((event.key === "Enter" || event.key === " ") && !event.repeat);
      if (isPress && isTrusted(event)) this.begun = this.seenNow();
    },
    isOnTop(button) {
      const box = button.getBoundingClientRect();
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return top === button && button.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    },
    async answer(event, text) {
      if (!isTrusted(event)) return;
      // Speech control and screen readers press without any of the events before a click.
      const seen = this.begun === undefined && event.detail === 0 ? this.seenNow() : (this.begun ?? null);
      this.begun = undefined;
      if (seen === null || seen !== this.coworkkit.state.painted || this.answered) return;
      if (!this.isOnTop(event.currentTarget)) return;
      this.answered = true;
      if (!(await this.coworkkit.speech.say(event, text, seen))) this.answered = false;
    },
  },
  template: `
    <div class="cwk-question" :class="{ 'cwk-is-open': isOpen }" role="group" :aria-label="words.panel.question"
         :data-cwk-open-question="isOpen ? '' : null">
      <p class="cwk-question-label"><cwk-icon name="ask"></cwk-icon>{{ words.panel.question }}</p>
      <p class="cwk-question-text"><shown-text :text="text" lines></shown-text></p>
      <div v-if="hasAnswers" class="cwk-answers" @pointerdown="begin" @keydown="begin">
        <button type="button" class="cwk-answer cwk-answer-yes" :aria-disabled="isReady ? null : 'true'"
                @click="answer($event, words.question.yes)">{{ words.question.yes }}</button>
        <button type="button" class="cwk-answer" :aria-disabled="isReady ? null : 'true'"
                @click="answer($event, words.question.no)">{{ words.question.no }}</button>
      </div>
      <p class="cwk-question-hint">{{ hint }}</p>
    </div>`,
};
