// The actions that may not ask any more, because the person kept declining or never answered. Only they lift a block.

import { CwkIcon } from "./icons.js";
import { isTrusted } from "./press.js";
import { ShownText } from "./visible.js";
import { fill } from "./words.js";

export const CwkBlocked = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  data: () => ({ problem: "" }),
  computed: {
    state() {
      return this.coworkkit.state;
    },
    words() {
      return this.coworkkit.words.blocked;
    },
  },
  methods: {
    fill,
    async lift(event, action) {
      if (!isTrusted(event) || this.coworkkit.pause.holds()) return;
      const reply = await this.coworkkit.link.send("lift", { action });
      this.problem = reply.ok ? "" : reply.message;
    },
  },
  template: `
    <section v-if="state.blocked.length" class="cwk-blocked" :aria-label="words.title">
      <h3 class="cwk-blocked-title"><cwk-icon name="stop"></cwk-icon>{{ words.title }}</h3>
      <ul>
        <li v-for="action in state.blocked" :key="action.name">
          <shown-text :text="action.label" :limit="120"></shown-text>
          <button type="button" class="cwk-lift" :aria-label="fill(words.liftLabel, { action: action.label })"
                  @click="lift($event, action.name)">
            {{ words.lift }}
          </button>
        </li>
      </ul>
      <p v-if="problem" role="status">{{ problem }}</p>
    </section>`,
};
