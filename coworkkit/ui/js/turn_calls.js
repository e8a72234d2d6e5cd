// Under what the user said: the way to the calls that came of it, where Watch is on.

import { CwkIcon } from "./icons.js";
import { count, fill } from "./words.js";

export const CwkTurnCalls = {
  components: { CwkIcon },
  inject: ["coworkkit"],
  props: { turn: String },
  computed: {
    label() {
      const { records, state, words } = this.coworkkit;
      const n = state.watch.on && records.seen.value >= 0 ? (records.turns.get(this.turn) ?? 0) : 0;
      if (!n) return "";
      return n === 1 ? words.watch.call : fill(words.watch.calls, { n: count(n) });
    },
  },
  template: `
    <button v-if="label" type="button" class="cwk-turn-calls" @click="coworkkit.showCalls(turn)">
      <cwk-icon name="watch"></cwk-icon>{{ label }}
    </button>`,
};
