// While an app is being built: one line that names the next missing step, until it is done.

import { CwkIcon } from "./icons.js";
import { ShownText } from "./visible.js";
import { remember, remembered } from "./memory.js";

const KEY = "coworkkit.hint.hidden";

export const CwkHint = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  data: () => ({ hidden: remembered(KEY) }),
  computed: {
    hint() {
      const { hint } = this.coworkkit.state;
      return hint && hint.step !== this.hidden ? hint : null;
    },
  },
  methods: {
    hide() {
      this.hidden = this.hint.step;
      remember(KEY, this.hidden);
    },
  },
  template: `
    <aside v-if="hint" class="cwk-hint-bar" :aria-label="coworkkit.words.hint.label">
      <cwk-icon name="ask"></cwk-icon>
      <p><shown-text :text="hint.text" :limit="300"></shown-text></p>
      <button type="button" class="cwk-icon-button" :aria-label="coworkkit.words.hint.hide" @click="hide">
        <cwk-icon name="close"></cwk-icon>
      </button>
    </aside>`,
};
