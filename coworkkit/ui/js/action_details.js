// One action of the catalogue in full: why it has its level, what it takes, and a form to call it.

import { CwkCallForm } from "./call_form.js";
import { CwkIcon } from "./icons.js";
import { ShownText } from "./visible.js";

const MOST_SHOWN = 20_000;

export const CwkActionDetails = {
  components: { CwkCallForm, CwkIcon, ShownText },
  props: { action: Object, covers: Boolean },
  emits: ["close"],
  inject: ["coworkkit"],
  data: () => ({ takes: null, problem: "" }),
  computed: {
    words() {
      return this.coworkkit.words.catalogue;
    },
    facts() {
      const { action, words } = this;
      const why = (table, name) => (Object.hasOwn(table, name ?? "") ? table[name] : "");
      const hand = why(words.handWhy, action.hand_from);
      return [
        { name: words.level, text: `${action.level.text}. ${why(words.originWhy, action.origin)}`.trim() },
        { name: words.kind, text: action.kind },
        { name: words.element, text: action.element },
        { name: words.surface, text: this.coworkkit.state.catalogue.surface ?? words.noSurface },
        { name: words.hand, text: action.needs_hand ? `${words.needsHand}. ${hand}`.trim() : words.noHand },
      ].filter((fact) => fact.text);
    },
    schemaText() {
      return JSON.stringify(this.takes?.parameters ?? {}, null, 2);
    },
  },
  created() {
    this.read();
  },
  methods: {
    async read() {
      const reply = await this.coworkkit.link.send("action_schema", { action: this.action.name });
      try {
        if (reply.ok) this.takes = JSON.parse(reply.text);
        else this.problem = reply.message;
      } catch (error) {
        this.problem = String(error.message);
      }
    },
    focus() {
      this.$refs.title.focus({ preventScroll: true });
    },
    escape(event) {
      event.stopPropagation();
      this.$emit("close");
    },
  },
  most: MOST_SHOWN,
  template: `
    <section class="cwk-record cwk-action" :class="{ 'cwk-covers': covers }" :aria-label="words.details"
             @keydown.esc="escape">
      <header class="cwk-record-head">
        <button v-if="covers" type="button" class="cwk-icon-button" :aria-label="words.back" @click="$emit('close')">
          <cwk-icon name="back"></cwk-icon>
        </button>
        <h3 ref="title" class="cwk-record-title" tabindex="-1">
          <shown-text :text="action.name" :limit="200"></shown-text>
        </h3>
        <button v-if="!covers" type="button" class="cwk-icon-button" :aria-label="words.close" @click="$emit('close')">
          <cwk-icon name="close"></cwk-icon>
        </button>
      </header>
      <div class="cwk-record-body" tabindex="0" role="group" :aria-label="words.details">
        <p class="cwk-action-text"><shown-text :text="action.description" :limit="4000" lines></shown-text></p>
        <dl class="cwk-facts">
          <template v-for="fact in facts" :key="fact.name">
            <dt>{{ fact.name }}</dt>
            <dd><shown-text :text="fact.text" :limit="400"></shown-text></dd>
          </template>
        </dl>
        <p v-if="problem" class="cwk-problem" role="status"><shown-text :text="problem" :limit="400"></shown-text></p>
        <p v-else-if="!takes" class="cwk-muted">{{ words.loading }}</p>
        <template v-else>
          <cwk-call-form :action="action.name" :takes="takes"></cwk-call-form>
          <details class="cwk-more">
            <summary>{{ words.schema }}</summary>
            <pre class="cwk-json" dir="ltr"><shown-text :text="schemaText" :limit="$options.most" lines></shown-text></pre>
          </details>
        </template>
      </div>
    </section>`,
};
