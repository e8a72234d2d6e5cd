// The box the person writes in. It always takes text, and text never gets lost on the way.

import { CwkIcon } from "./icons.js";
import { isTrusted } from "./press.js";
import { count, fill } from "./words.js";

export const MOST_CHARACTERS = 4_000;
const SHOW_COUNT_FROM = 3_500;
const TALLEST_PX = 168;

// What the server counts: characters, not UTF-16 halves. A text of twice the limit is too long either way.
function lengthOf(text) {
  return text.length > MOST_CHARACTERS * 2 ? text.length : Array.from(text).length;
}

export const CwkComposer = {
  components: { CwkIcon },
  inject: ["coworkkit"],
  data: () => ({ length: 0, begun: false, seen: null, problem: "" }),
  computed: {
    state() {
      return this.coworkkit.state;
    },
    words() {
      return this.coworkkit.words;
    },
    tooLong() {
      return this.length > MOST_CHARACTERS;
    },
    isEarly() {
      return this.begun && this.state.question !== null && this.seen !== this.state.question.id;
    },
    hint() {
      const values = { n: count(this.length), max: count(MOST_CHARACTERS) };
      if (this.tooLong) return fill(this.words.composer.tooLong, values);
      if (this.problem || this.state.problem) return this.problem || this.state.problem;
      if (this.isEarly) return this.words.composer.early;
      return this.length >= SHOW_COUNT_FROM ? fill(this.words.composer.count, values) : "";
    },
    placeholder() {
      const { placeholder, placeholderQuestion } = this.words.composer;
      return this.state.question ? placeholderQuestion : placeholder;
    },
  },
  watch: {
    // A draft belongs to the person who wrote it.
    "state.session"() {
      this.startAfresh();
      this.problem = "";
      this.write("");
    },
    "state.online"(online) {
      if (online) this.problem = this.state.problem = "";
    },
  },
  methods: {
    focus() {
      this.$refs.box.focus({ preventScroll: true });
    },

    // Writing over the whole text begins a new one: nothing of what came before the question is left in it.
    beforeInput(event) {
      const box = this.$refs.box;
      const all = box.value !== "" && box.selectionStart === 0 && box.selectionEnd === box.value.length;
      const writes = ["insertText", "insertFromPaste", "insertFromDrop"].includes(event.inputType);
      if (all && writes && !event.isComposing) this.begun = false;
    },

    // `seen` is the question that had been painted when this text was begun; a later one is not answered by it.
    input(event) {
      this.coworkkit.pause.noticeText(event);
      const text = this.$refs.box.value;
      if (text === "") this.startAfresh();
      else if (!this.begun) {
        this.begun = true;
        this.seen = isTrusted(event) ? this.state.painted : null;
      }
      this.problem = this.state.problem = "";
      this.measure();
    },
    startAfresh() {
      this.begun = false;
      this.seen = null;
    },
    measure() {
      const box = this.$refs.box;
      this.length = lengthOf(box.value);
      box.style.blockSize = "auto";
      box.style.blockSize = `${Math.min(box.scrollHeight + 2, TALLEST_PX)}px`;
    },
    write(text) {
      this.$refs.box.value = text;
      this.measure();
    },

    key(event) {
      const composing = event.isComposing || event.keyCode === 229; // Safari ends a composition before its Enter
      if (event.key !== "Enter" || event.shiftKey || composing) return;
      event.preventDefault();
      if (!event.repeat) this.submit(event);
    },
    submit(event) {
      if (!isTrusted(event) || this.coworkkit.pause.holds()) return;
      const text = this.$refs.box.value;
      if (text.trim() === "" || this.tooLong) return;
      if (!this.state.online) {
        this.problem = fill(this.words.composer.notSent, { message: this.words.link.offline });
        return;
      }
      this.send(text, this.begun ? this.seen : null);
    },
    async send(text, seen) {
      this.startAfresh();
      this.problem = "";
      this.write("");
      const { reply, isHeard } = await this.coworkkit.speech.send(text, seen);
      if (!isHeard) this.putBack(text, seen, reply.message);
    },
    putBack(text, seen, message) {
      const box = this.$refs.box;
      const since = box.value;
      this.write(since === "" ? text : `${text}\n${since}`);
      this.begun = true;
      this.seen = since === "" ? seen : null;
      this.problem = fill(this.words.composer.notSent, { message });
      this.coworkkit.announce(this.problem);
    },
  },
  template: `
    <div class="cwk-composer">
      <div class="cwk-composer-row">
        <textarea ref="box" class="cwk-box" rows="1" dir="auto" autocomplete="off" enterkeyhint="send"
                  :aria-label="words.composer.label" :placeholder="placeholder" aria-describedby="cwk-composer-hint"
                  :aria-invalid="tooLong ? 'true' : null" @beforeinput="beforeInput" @input="input" @keydown="key"
        ></textarea>
        <button type="button" class="cwk-send" :aria-label="words.composer.send"
                :aria-disabled="length === 0 || tooLong ? 'true' : null" @click="submit">
          <cwk-icon name="send"></cwk-icon>
        </button>
      </div>
      <p id="cwk-composer-hint" class="cwk-hint" :class="{ 'cwk-is-problem': problem || state.problem || tooLong }">{{ hint }}</p>
    </div>`,
};
