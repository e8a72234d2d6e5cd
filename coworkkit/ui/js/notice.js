// A line about a call: a few words where the agent tells the rest, all of it where it does not, and the way to the call.

import { CwkIcon } from "./icons.js";
import { ShownText } from "./visible.js";

const ICONS = { failed: "failed", declined: "cancelled", unanswered: "timeout" };

export const CwkNotice = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  props: { item: Object },
  data: () => ({ isOpened: false }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    icon() {
      return ICONS[this.item.tone];
    },
    isWhole() {
      return this.item.brief === null || this.isOpened;
    },
    hasRow() {
      const { records, state } = this.coworkkit;
      return state.watch.on && records.seen.value >= 0 && records.find(this.item.record_id) !== undefined;
    },
  },
  template: `
    <div class="cwk-notice" :class="{ 'cwk-is-brief': item.brief !== null }">
      <button v-if="item.brief !== null" type="button" class="cwk-brief" :aria-expanded="isOpened ? 'true' : 'false'"
              @click="isOpened = !isOpened">
        <cwk-icon :name="icon"></cwk-icon><shown-text :text="item.brief"></shown-text>
        <cwk-icon name="more"></cwk-icon>
      </button>
      <div v-if="isWhole" class="cwk-bubble">
        <cwk-icon v-if="item.brief === null && icon" :name="icon"></cwk-icon>
        <shown-text :text="item.text" lines></shown-text>
      </div>
      <button v-if="hasRow" type="button" class="cwk-turn-calls" :aria-label="words.catalogue.showRow"
              :title="words.catalogue.showRow" @click="coworkkit.showRow(item.record_id)">
        <cwk-icon name="watch"></cwk-icon>
      </button>
    </div>`,
};
