// The catalogue: what is mounted right now, as the agent is told it, and where each level comes from.

import { CwkIcon } from "./icons.js";
import { levelOf } from "./record.js";
import { ShownText } from "./visible.js";
import { count, fill } from "./words.js";

export const CwkCatalogue = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  computed: {
    words() {
      return this.coworkkit.words;
    },
    catalogue() {
      return this.coworkkit.state.catalogue;
    },
    isEmpty() {
      const { actions, elements, surface } = this.catalogue;
      return !actions.length && !elements.length && surface === null;
    },
    actions() {
      const { origins } = this.words.catalogue;
      return this.catalogue.actions.map((action) => ({
        ...action,
        level: levelOf(action.control, this.words),
        origin: Object.hasOwn(origins, action.origin ?? "") ? origins[action.origin] : (action.origin ?? "–"),
      }));
    },
    elements() {
      return this.catalogue.elements.map((element) => {
        const n = Array.isArray(element.actions) ? element.actions.length : 0;
        const { elementAction, elementActions } = this.words.catalogue;
        return { ...element, says: n === 1 ? elementAction : fill(elementActions, { n: count(n) }) };
      });
    },
  },
  template: `
    <div class="cwk-catalogue" tabindex="0" role="group" :aria-label="words.watch.catalogue">
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
            <tr v-for="(action, at) in actions" :key="at">
              <th scope="row" class="cwk-table-head">
                <span class="cwk-table-name"><shown-text :text="action.name" :limit="200"></shown-text></span>
                <span class="cwk-table-more"><shown-text :text="action.description" :limit="600"></shown-text></span>
              </th>
              <td class="cwk-table-cell" :data-cwk-name="words.catalogue.level">
                <span class="cwk-tag" :class="'cwk-level-' + action.level.name">
                  <cwk-icon :name="action.level.icon"></cwk-icon>{{ action.level.text }}
                </span>
              </td>
              <td class="cwk-table-cell" :data-cwk-name="words.catalogue.origin">{{ action.origin }}</td>
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
    </div>`,
};
