// The catalogue: what is mounted right now, where each level comes from, and what has just come or gone.

import { CwkActionDetails } from "./action_details.js";
import { CwkIcon } from "./icons.js";
import { levelOf } from "./row_words.js";
import { ShownText, flat } from "./visible.js";
import { count, fill } from "./words.js";

const requestFrame = window.requestAnimationFrame.bind(window);
const BESIDE_FROM_PX = 760;
const FOLDS_BELOW_PX = 700;

export const CwkCatalogue = {
  components: { CwkActionDetails, CwkIcon, ShownText },
  inject: ["coworkkit"],
  data: () => ({ chosen: null, space: 900, width: 900 }),
  computed: {
    words() {
      return this.coworkkit.words;
    },
    state() {
      return this.coworkkit.state;
    },
    catalogue() {
      return this.state.catalogue;
    },
    isEmpty() {
      const { actions, elements, surface } = this.catalogue;
      return !actions.length && !elements.length && surface === null && !this.state.news.gone.length;
    },
    actions() {
      const { marks, gone } = this.state.news;
      const here = this.catalogue.actions.map((action) => this.drawn(action, marks.get(action.name)?.what ?? null));
      return [...here, ...gone.map((one) => this.drawn(one.action, "went"))];
    },
    newsLine() {
      const { catalogue } = this.words;
      const shown = (action) => flat(action.name, { limit: 80, words: this.words.visible });
      const lines = ["came", "changed", "went"].map((what) => {
        const names = this.actions.filter((action) => action.mark === what).map(shown);
        return names.length ? fill(catalogue.newsLine, { what: catalogue[what], names: names.join(", ") }) : "";
      });
      return lines.filter(Boolean).join(" · ");
    },
    elements() {
      return this.catalogue.elements.map((element) => {
        const n = Array.isArray(element.actions) ? element.actions.length : 0;
        const { elementAction, elementActions } = this.words.catalogue;
        return { ...element, says: n === 1 ? elementAction : fill(elementActions, { n: count(n) }) };
      });
    },
    chosenAction() {
      return this.actions.find((action) => action.name === this.chosen && action.mark !== "went");
    },
    covers() {
      return this.space < BESIDE_FROM_PX;
    },
    folds() {
      return this.width < FOLDS_BELOW_PX;
    },
  },
  mounted() {
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.$el);
    this.observer.observe(this.$refs.list);
    this.measure();
  },
  unmounted() {
    this.observer.disconnect();
  },
  methods: {
    measure() {
      this.space = this.$el.clientWidth || this.space;
      this.width = this.$refs.list?.clientWidth || this.width;
    },
    drawn(action, mark) {
      const { origins } = this.words.catalogue;
      const origin = Object.hasOwn(origins, action.origin ?? "") ? origins[action.origin] : (action.origin ?? "–");
      return { ...action, level: levelOf(action.control, this.words), originText: origin, mark };
    },
    async choose(name) {
      this.chosen = name;
      await this.$nextTick();
      this.$refs.details?.focus();
    },
    close() {
      const name = this.chosen;
      this.chosen = null;
      requestFrame(() => {
        const buttons = [...(this.$refs.list?.querySelectorAll("[data-cwk-action]") ?? [])];
        buttons.find((button) => button.dataset.cwkAction === name)?.focus({ preventScroll: true });
      });
    },
  },
  template: `
    <div class="cwk-split">
      <div ref="list" class="cwk-catalogue" :class="{ 'cwk-catalogue-folds': folds }" tabindex="0" role="group"
           :aria-label="words.watch.catalogue">
        <div v-if="isEmpty" class="cwk-empty">
          <cwk-icon name="watch"></cwk-icon>
          <p class="cwk-empty-title">{{ words.catalogue.emptyTitle }}</p>
          <p>{{ words.catalogue.emptyText }}</p>
        </div>
        <template v-else>
          <p class="cwk-surface">
            <span class="cwk-muted">{{ words.catalogue.surface }}</span>
            <shown-text v-if="catalogue.surface !== null" :text="catalogue.surface" :limit="200"></shown-text>
            <span v-else class="cwk-muted">{{ words.catalogue.noSurface }}</span>
            <bdi v-if="newsLine" class="cwk-muted cwk-news-line">{{ newsLine }}</bdi>
          </p>
          <table v-if="actions.length" class="cwk-table">
            <thead>
              <tr>
                <th scope="col">{{ words.catalogue.action }}</th>
                <th scope="col">{{ words.catalogue.level }}</th>
                <th scope="col">{{ words.catalogue.origin }}</th>
                <th scope="col">{{ words.catalogue.kind }}</th>
                <th scope="col">{{ words.catalogue.element }}</th>
                <th scope="col">{{ words.catalogue.hand }}</th>
              </tr>
            </thead>
            <tbody>
              <tr v-for="action in actions" :key="action.name" :class="action.mark && 'cwk-mark-' + action.mark">
                <th scope="row" class="cwk-table-head" :class="{ 'cwk-is-chosen': action.name === chosen }">
                  <button v-if="action.mark !== 'went'" type="button" class="cwk-table-name cwk-table-button"
                          :data-cwk-action="action.name" :aria-expanded="action.name === chosen ? 'true' : 'false'"
                          @click="choose(action.name)">
                    <shown-text :text="action.name" :limit="200"></shown-text>
                    <span v-if="action.mark" class="cwk-news">{{ words.catalogue[action.mark] }}</span>
                  </button>
                  <span v-else class="cwk-table-name cwk-table-gone">
                    <s><shown-text :text="action.name" :limit="200"></shown-text></s>
                    <span class="cwk-news">{{ words.catalogue.went }}</span>
                  </span>
                  <span class="cwk-table-more"><shown-text :text="action.description" :limit="600"></shown-text></span>
                </th>
                <td class="cwk-table-cell" :data-cwk-name="words.catalogue.level">
                  <span class="cwk-tag" :class="'cwk-level-' + action.level.name">
                    <cwk-icon :name="action.level.icon"></cwk-icon>{{ action.level.text }}
                  </span>
                </td>
                <td class="cwk-table-cell" :data-cwk-name="words.catalogue.origin">{{ action.originText }}</td>
                <td class="cwk-table-cell" :data-cwk-name="words.catalogue.kind">{{ action.kind ?? "–" }}</td>
                <td class="cwk-table-cell" :data-cwk-name="words.catalogue.element">
                  <shown-text :text="action.element ?? '–'" :limit="200"></shown-text>
                </td>
                <td class="cwk-table-cell" :data-cwk-name="words.catalogue.hand">
                  <span v-if="action.needs_hand" class="cwk-tag cwk-gate-needs_hand_mode">
                    <cwk-icon name="hand"></cwk-icon>{{ words.catalogue.needsHand }}
                  </span>
                  <span v-else class="cwk-muted">{{ words.catalogue.noHand }}</span>
                </td>
              </tr>
            </tbody>
          </table>
          <template v-if="elements.length">
            <h3 class="cwk-table-title">{{ words.catalogue.elements }}</h3>
            <ul class="cwk-elements">
              <li v-for="(element, at) in elements" :key="at">
                <shown-text :text="element.name" :limit="200"></shown-text>
                <span class="cwk-muted">{{ element.says }}</span>
              </li>
            </ul>
          </template>
        </template>
      </div>
      <cwk-action-details v-if="chosenAction" ref="details" :key="chosenAction.name + state.facts?.id" :action="chosenAction"
                          :covers="covers" @close="close"></cwk-action-details>
    </div>`,
};
