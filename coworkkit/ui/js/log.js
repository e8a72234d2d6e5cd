// The conversation: what was said, the open question, and the proof that the question was really on screen.

import { CwkEntry } from "./entry.js";
import { CwkIcon } from "./icons.js";
import { CwkMarkdown } from "./markdown.js";
import { CwkNotice } from "./notice.js";
import { CwkQuestion } from "./question.js";
import { clockOf } from "./row_words.js";
import { CwkTurnCalls } from "./turn_calls.js";
import { ShownText } from "./visible.js";
import { fill } from "./words.js";

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);
const now = performance.now.bind(performance);
const requestFrame = window.requestAnimationFrame.bind(window);

const LOOK_MS = 150;
const AGAIN_MS = 1_000;
const NEAR_END_PX = 48;
const QUIET_MS = 10 * 60_000;

function between(earlier, later) {
  return new Date(later).getTime() - new Date(earlier).getTime();
}

// What the agent said around the question, which is drawn as a block of its own.
function without(text, question) {
  const said = text.trim();
  return said.endsWith(question.trim()) ? said.slice(0, said.length - question.trim().length).trim() : said;
}

export const CwkLog = {
  components: { CwkEntry, CwkIcon, CwkMarkdown, CwkNotice, CwkQuestion, CwkTurnCalls, ShownText },
  inject: ["coworkkit"],
  data: () => ({ atEnd: true, asked: {}, askedBy: {} }),
  computed: {
    state() {
      return this.coworkkit.state;
    },
    words() {
      return this.coworkkit.words;
    },
    agentName() {
      return this.state.agent || this.words.agent;
    },
    items() {
      return this.state.messages.map((message, at, all) => {
        const asks = this.questionOf(message);
        const question = asks === null ? null : (this.asked[asks] ?? message.text);
        const quiet = at === 0 ? Infinity : between(all[at - 1].at, message.at);
        return {
          ...message,
          asks,
          question,
          text: question === null ? message.text : without(message.text, question),
          isOpen: asks !== null && asks === this.state.question?.id,
          time: quiet > QUIET_MS ? clockOf(message.at) : "",
          name: message.role === "user" ? this.words.you : message.role === "agent" ? this.agentName : "",
        };
      });
    },
    // The durable cards stand among the messages, where they were asked.
    parts() {
      const parts = [...this.items];
      for (const entry of this.state.entries) {
        const at = new Date(entry.at);
        const place = parts.findIndex((part) => new Date(part.at) > at);
        parts.splice(place < 0 ? parts.length : place, 0, { id: entry.id, at: entry.at, entry });
      }
      return parts;
    },
    looseQuestion() {
      const question = this.state.question;
      const isSaid = this.state.messages.some((message) => this.questionOf(message) === question?.id);
      return isSaid ? null : question;
    },
    isEmpty() {
      return !this.state.messages.length && !this.state.entries.length && !this.state.sending.length && !this.looseQuestion;
    },
    // Saying something again is offered for the latest of what went wrong, until the person says something else.
    again() {
      const { messages, sending, status } = this.state;
      if (status.state !== "idle" || sending.length) return null;
      const last = messages.findLast((message) => message.role === "user" || message.again !== null);
      if (!last || last.role === "user") return null;
      const text = messages.find((message) => message.id === last.again && message.role === "user")?.text;
      return text === undefined ? null : { at: last.id, text, label: fill(this.words.panel.againLabel, { text }) };
    },
    lastSaid() {
      const last = this.state.messages.findLast((message) => message.role === "agent");
      return [last?.id, last?.text, this.state.question?.id];
    },
    news() {
      const { messages, sending, question, panel, entries } = this.state;
      return [messages.length, messages.at(-1)?.text.length, sending.length, question?.id, panel.open, entries.length];
    },
  },
  watch: {
    lastSaid: { handler: "noticeAsker", flush: "pre" },
    // Where the reader is counts from before the new text is drawn: the event of their scrolling may be on its way.
    news: [{ handler: "scrolled", flush: "pre" }, { handler: "keepUp", flush: "post" }],
    "state.question": { handler: "expectQuestion", flush: "post", immediate: true },
  },
  mounted() {
    this.observer = new ResizeObserver(() => this.atEnd && this.toEnd());
    this.observer.observe(this.$refs.log);
    this.toEnd();
  },
  unmounted() {
    this.observer.disconnect();
    clearTimer(this.looking);
  },
  methods: {
    questionOf(message) {
      return message.question_id ?? this.askedBy[message.id] ?? null;
    },
    // The agent says the gate's question in its own message: both are shown as one.
    noticeAsker([id, text]) {
      const question = this.state.question;
      const isOld = Object.hasOwn(this.askedBy, id ?? "");
      if (question && id !== undefined && !isOld && text.trim().endsWith(question.text.trim())) {
        this.askedBy[id] = question.id;
      }
    },
    scrolled() {
      const log = this.$refs.log;
      if (log) this.atEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= NEAR_END_PX;
    },
    toEnd() {
      const log = this.$refs.log;
      if (!log) return;
      log.scrollTop = log.scrollHeight;
      this.atEnd = true;
    },
    keepUp(now, before) {
      const opened = now[4] && !before[4];
      const saidSomething = now[2] > before[2];
      const asked = now[3] !== undefined && now[3] !== before[3];
      if (opened || saidSomething || asked || this.atEnd) this.toEnd();
    },
    expectQuestion(question) {
      if (question) this.asked[question.id] = question.text;
      clearTimer(this.looking);
      if (question && this.state.painted !== question.id) this.lookForQuestion();
    },

    // A question counts as asked from the moment it could be read: the panel open, the block in view and on top.
    isInView() {
      const block = this.$refs.log?.querySelector("[data-cwk-open-question]");
      if (!block || !this.state.panel.open || document.visibilityState !== "visible") return false;
      const view = this.$refs.log.getBoundingClientRect();
      const box = block.getBoundingClientRect();
      const top = Math.max(view.top, box.top, 0);
      const bottom = Math.min(view.bottom, box.bottom, window.innerHeight);
      if (bottom - top < Math.min(box.height, view.height) / 2 || bottom <= top) return false;
      const onTop = document.elementFromPoint((box.left + box.right) / 2, (top + bottom) / 2);
      return onTop !== null && block.contains(onTop);
    },
    lookForQuestion() {
      clearTimer(this.looking);
      const question = this.state.question;
      if (!question || this.state.painted === question.id) return;
      if (!this.isInView()) {
        this.looking = setTimer(() => this.lookForQuestion(), LOOK_MS);
        return;
      }
      requestFrame(() => requestFrame(() => this.sayPainted(question)));
    },
    async sayPainted(question) {
      if (this.state.question?.id !== question.id || this.state.painted === question.id) return;
      if (!this.isInView() || !this.state.online) {
        this.looking = setTimer(() => this.lookForQuestion(), LOOK_MS);
        return;
      }
      this.state.painted = question.id;
      this.state.paintedAt = now();
      const reply = await this.coworkkit.link.send("painted_question", { id: question.id });
      if (reply.ok || this.state.question?.id !== question.id) return;
      this.state.painted = null;
      this.looking = setTimer(() => this.lookForQuestion(), AGAIN_MS);
    },
  },
  template: `
    <div class="cwk-log-frame">
      <div ref="log" class="cwk-log" role="log" aria-live="polite" tabindex="0" :aria-label="words.panel.log"
           @scroll.passive="scrolled">
        <div v-if="isEmpty" class="cwk-empty">
          <cwk-icon name="agent"></cwk-icon>
          <p class="cwk-empty-title">{{ words.panel.emptyTitle }}</p>
          <p>{{ words.panel.emptyText }}</p>
        </div>
        <template v-for="item in parts" :key="item.id">
          <cwk-entry v-if="item.entry" :entry="item.entry"></cwk-entry>
          <template v-else>
          <p v-if="item.time" class="cwk-time"><bdi dir="ltr">{{ item.time }}</bdi></p>
          <div v-if="item.text !== '' || item.question === null" class="cwk-message"
               :class="['cwk-from-' + item.role, item.tone && 'cwk-tone-' + item.tone]"
               :aria-busy="item.pending ? 'true' : null" :data-cwk-message="item.id"
               :tabindex="state.watch.on ? -1 : null">
            <span v-if="item.name" class="cwk-hidden">{{ item.name }}: </span>
            <cwk-markdown v-if="item.text && item.role === 'agent'" class="cwk-bubble" :text="item.text"
            ></cwk-markdown>
            <cwk-notice v-else-if="item.tone" :item="item"></cwk-notice>
            <div v-else-if="item.text" class="cwk-bubble">
              <shown-text :text="item.text" lines></shown-text>
            </div>
            <div v-else-if="item.pending" class="cwk-bubble cwk-dots">
              <span class="cwk-hidden">{{ words.panel.thinking }}</span><i></i><i></i><i></i>
            </div>
            <button v-if="again && again.at === item.id" type="button" class="cwk-again" :aria-label="again.label"
                    @click="coworkkit.speech.say($event, again.text)">
              <cwk-icon name="again"></cwk-icon>{{ words.panel.again }}
            </button>
            <cwk-turn-calls v-if="item.role === 'user'" :turn="item.id"></cwk-turn-calls>
            <p v-if="item.queued" class="cwk-note"><cwk-icon name="wait"></cwk-icon>{{ words.panel.queued }}</p>
          </div>
          <cwk-question v-if="item.question !== null" :id="item.asks" :text="item.question" :is-open="item.isOpen"
          ></cwk-question>
          </template>
        </template>
        <cwk-question v-if="looseQuestion" :id="looseQuestion.id" :text="looseQuestion.text" is-open></cwk-question>
        <div v-for="waiting in state.sending" :key="waiting.key" class="cwk-message cwk-from-user cwk-is-sending">
          <span class="cwk-hidden">{{ words.you }}: </span>
          <div class="cwk-bubble"><shown-text :text="waiting.text" lines></shown-text></div>
          <p class="cwk-note">{{ words.panel.sending }}</p>
        </div>
      </div>
      <button v-if="!atEnd" type="button" class="cwk-latest" :aria-label="words.panel.latest" @click="toEnd">
        <cwk-icon name="down"></cwk-icon>
      </button>
    </div>`,
};
