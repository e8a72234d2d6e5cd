// The builder's own call of an action. It goes through the gate like the agent's, and is marked as the builder's.

import { argumentsText, fieldsOf } from "./call_fields.js";
import { CwkIcon } from "./icons.js";
import { isTrusted } from "./press.js";
import { ShownText } from "./visible.js";
import { fill } from "./words.js";

const MOST_SHOWN = 8_000;
let latest = 0;

export const CwkCallForm = {
  components: { CwkIcon, ShownText },
  props: { action: String, takes: Object },
  inject: ["coworkkit"],
  data: () => ({ asJson: false, json: "{}", filled: Object.create(null), problem: "", sending: false }),
  computed: {
    words() {
      return this.coworkkit.words.catalogue;
    },
    fields() {
      return fieldsOf(this.takes.parameters, this.takes.secret);
    },
    mine() {
      return this.coworkkit.state.builderCalls.get(this.action) ?? null;
    },
    answerText() {
      return this.mine?.answer ? JSON.stringify(this.mine.answer, null, 2) : "";
    },
    rowId() {
      const { rows, seen } = this.coworkkit.records;
      const callId = this.mine?.callId;
      if (!callId || seen.value < 0) return null;
      return rows.findLast((row) => row.call_id === callId)?.id ?? null;
    },
  },
  watch: {
    // The answer stands below the form, often out of sight: it is brought into view, and the region reads it out.
    answerText: { handler: "showAnswer", flush: "post" },
  },
  methods: {
    showAnswer(text) {
      if (text) this.$refs.status.scrollIntoView({ block: "nearest" });
    },
    fill,
    hintOf(field) {
      const { byDefault, jsonValue, required } = this.words;
      const hints = [
        field.required ? required : "",
        field.kind === "json" ? jsonValue : "",
        field.byDefault ? fill(byDefault, { value: field.byDefault }) : "",
      ];
      return hints.filter(Boolean).join(", ");
    },
    written() {
      if (!this.asJson) return argumentsText(this.fields, this.filled);
      JSON.parse(this.json);
      return this.json;
    },
    tell(error) {
      const name = error.field ?? this.words.arguments;
      this.problem = fill(this.words.badJson, { name, message: error.message });
    },
    switchTo(asJson) {
      if (asJson && !this.asJson) {
        try {
          this.json = this.written();
        } catch {
          // what cannot be read yet stays in the form
        }
      }
      this.asJson = asJson;
      this.problem = "";
    },
    // The click and not the form's submit event: that one is trusted even when a script has asked for it.
    async send(event) {
      if (!isTrusted(event) || this.coworkkit.pause.holds() || this.sending) return;
      this.problem = "";
      let text;
      try {
        text = this.written();
      } catch (error) {
        this.tell(error);
        return;
      }
      latest += 1;
      const n = latest;
      const calls = this.coworkkit.state.builderCalls;
      const before = calls.get(this.action);
      calls.set(this.action, { n, callId: null, answer: null });
      this.sending = true;
      const reply = await this.coworkkit.link.send("builder_call", { action: this.action, arguments: text, n });
      this.sending = false;
      if (reply.ok) {
        const mine = calls.get(this.action);
        if (mine?.n === n) mine.callId = reply.call_id ?? null;
        return;
      }
      this.problem = reply.message;
      if (before) calls.set(this.action, before);
      else calls.delete(this.action);
    },
  },
  most: MOST_SHOWN,
  template: `
    <form class="cwk-call" :aria-label="fill(words.send, { action })" autocomplete="off" @submit.prevent>
      <h4 class="cwk-call-title">{{ words.call }}</h4>
      <p class="cwk-muted">{{ words.callText }}</p>
      <p v-if="!fields.length && !asJson" class="cwk-muted">{{ words.noArguments }}</p>
      <div v-if="fields.length" class="cwk-choice" role="group" :aria-label="words.how">
        <button type="button" class="cwk-small-button" :aria-pressed="asJson ? 'false' : 'true'"
                @click="switchTo(false)">{{ words.asForm }}</button>
        <button type="button" class="cwk-small-button" :aria-pressed="asJson ? 'true' : 'false'"
                @click="switchTo(true)">{{ words.asJson }}</button>
      </div>
      <label v-if="asJson" class="cwk-field">
        <span class="cwk-field-name">{{ words.arguments }}</span>
        <textarea v-model="json" class="cwk-input cwk-code" rows="5" dir="ltr" spellcheck="false"></textarea>
      </label>
      <label v-for="field in asJson ? [] : fields" :key="field.name" class="cwk-field">
        <span class="cwk-field-name"><shown-text :text="field.name" :limit="100"></shown-text>
          <span class="cwk-muted">{{ hintOf(field) }}</span></span>
        <select v-if="field.kind === 'choice'" v-model="filled[field.name]" class="cwk-input">
          <option :value="undefined">{{ words.notGiven }}</option>
          <option v-for="option in field.options" :key="option" :value="option">{{ option }}</option>
        </select>
        <textarea v-else-if="field.kind === 'json'" v-model="filled[field.name]" class="cwk-input cwk-code" rows="2"
                  dir="ltr" spellcheck="false"></textarea>
        <input v-else v-model="filled[field.name]" class="cwk-input" :type="field.kind === 'secret' ? 'password' : 'text'"
               :inputmode="field.kind === 'number' ? 'decimal' : null" autocomplete="off" dir="auto" />
        <span v-if="field.description" class="cwk-muted"><shown-text :text="field.description" :limit="300"></shown-text>
        </span>
      </label>
      <div class="cwk-call-end">
        <button type="submit" class="cwk-call-button" @click="send">
          <cwk-icon name="fired"></cwk-icon><bdi>{{ fill(words.send, { action }) }}</bdi>
        </button>
        <button v-if="rowId" type="button" class="cwk-small-button" @click="coworkkit.showRow(rowId)">
          {{ words.showRow }}
        </button>
      </div>
      <div ref="status" role="status" class="cwk-call-status">
        <p v-if="problem" class="cwk-problem"><shown-text :text="problem" :limit="600"></shown-text></p>
        <p v-else-if="sending" class="cwk-muted">{{ words.sending }}</p>
        <p v-else-if="mine && !mine.answer" class="cwk-muted">{{ words.underWay }}</p>
        <template v-else-if="answerText">
          <p class="cwk-record-name">{{ words.answer }}</p>
          <pre class="cwk-json" dir="ltr"><shown-text :text="answerText" :limit="$options.most" lines></shown-text></pre>
        </template>
      </div>
    </form>`,
};
