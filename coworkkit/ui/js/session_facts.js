// What holds for the session as a whole: whose it is, how it is connected, and what waits.

import { ShownText } from "./visible.js";
import { fill } from "./words.js";

export const CwkSessionFacts = {
  components: { ShownText },
  inject: ["coworkkit"],
  computed: {
    words() {
      return this.coworkkit.words.agentView;
    },
    waiting() {
      const { question } = this.coworkkit.state;
      const { records } = this.coworkkit;
      const cards = records.seen.value < 0 ? [] : [...records.pending].map((id) => records.find(id));
      const onCards = cards.filter((row) => row?.pending === "card");
      return [
        ...(question ? [fill(this.words.aloud, { text: question.text })] : []),
        ...onCards.map((row) => fill(this.words.onCard, { action: row.action })),
      ];
    },
    facts() {
      const { words } = this;
      const { state } = this.coworkkit;
      const { hand } = this.coworkkit.words;
      const { user, id, card } = state.facts ?? {};
      return [
        { name: words.user, lines: [user ?? words.anonymous] },
        { name: words.connection, lines: [state.online ? words.connected : words.notConnected] },
        { name: words.hand, lines: [state.hand.armed ? hand.on : hand.off] },
        { name: words.blocked, lines: state.blocked.length ? state.blocked.map((action) => action.name) : [words.nothing] },
        { name: words.questions, lines: this.waiting.length ? this.waiting : [words.nothing] },
        { name: words.card, lines: Object.hasOwn(words.cards, card ?? "") ? [words.cards[card]] : [] },
        { name: words.id, lines: id ? [id] : [] },
      ].filter((fact) => fact.lines.length);
    },
  },
  template: `
    <section class="cwk-session" :aria-label="words.session">
      <h3 class="cwk-told-title">{{ words.session }}</h3>
      <dl class="cwk-facts">
        <template v-for="fact in facts" :key="fact.name">
          <dt>{{ fact.name }}</dt>
          <dd><p v-for="(line, at) in fact.lines" :key="at"><shown-text :text="line" :limit="300"></shown-text></p></dd>
        </template>
      </dl>
    </section>`,
};
