// What the agent is told now: read by the server with the very function an agent reads it with.

import { copyText } from "./clipboard.js";
import { CwkIcon } from "./icons.js";
import { levelOf, timeOf } from "./row_words.js";
import { CwkSessionFacts } from "./session_facts.js";
import { ShownText } from "./visible.js";

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);

const MOST_SHOWN = 20_000;
// A press on the page changes what an element shows a moment later: it is read again when that has happened.
const AFTER_PRESS_MS = 400;
const PRESSES = ["click", "change", "keyup"];

export const CwkAgentView = {
  components: { CwkIcon, CwkSessionFacts, ShownText },
  inject: ["coworkkit"],
  data: () => ({ told: null, text: "", at: null, problem: "" }),
  computed: {
    words() {
      return this.coworkkit.words.agentView;
    },
    all() {
      return this.coworkkit.words;
    },
    state() {
      return this.coworkkit.state;
    },
    readAt() {
      return this.at === null ? "" : this.words.readAt.replace("{time}", timeOf(this.at).slice(0, 8));
    },
    tools() {
      return (this.told?.actions ?? []).map((tool) => ({ ...tool, level: levelOf(tool.control, this.all) }));
    },
    changes() {
      const { catalogue, hand, messages, status } = this.state;
      return [catalogue, hand.armed, messages.length, status.state, this.coworkkit.records.seen.value];
    },
  },
  watch: {
    changes: "readSoon",
    // Nothing of one user's session may stay on screen in another's.
    "state.facts.id"() {
      Object.assign(this, { told: null, text: "", at: null });
      this.read();
    },
    "state.online"(online) {
      if (online) this.readSoon();
    },
  },
  mounted() {
    for (const press of PRESSES) window.addEventListener(press, this.noticePress, true);
    this.read();
  },
  unmounted() {
    clearTimer(this.waiting);
    for (const press of PRESSES) window.removeEventListener(press, this.noticePress, true);
  },
  methods: {
    noticePress(event) {
      if (!this.$el.contains(event.target)) this.readSoon();
    },
    readSoon() {
      this.waiting ??= setTimer(() => this.read(), AFTER_PRESS_MS);
    },
    async read() {
      clearTimer(this.waiting);
      this.waiting = null;
      const session = this.state.facts?.id;
      const reply = await this.coworkkit.link.send("agent_view", {});
      if (session !== this.state.facts?.id) return;
      try {
        if (!reply.ok) throw new Error(reply.message);
        if (reply.text !== this.text) this.told = JSON.parse(reply.text);
        this.text = reply.text;
        this.at = new Date();
        this.problem = "";
      } catch (error) {
        this.problem = this.words.failed.replace("{message}", error.message);
      }
    },
    asJson(value) {
      return JSON.stringify(value, null, 2) ?? "null";
    },
    async copy() {
      const { record } = this.all;
      this.coworkkit.announce((await copyText(this.asJson(this.told))) ? record.copied : record.notCopied);
    },
  },
  most: MOST_SHOWN,
  template: `
    <div class="cwk-agent-view" tabindex="0" role="group" :aria-label="all.watch.agent">
      <cwk-session-facts></cwk-session-facts>
      <div class="cwk-told">
        <div class="cwk-told-head">
          <p class="cwk-muted" :role="problem ? 'status' : null">{{ problem || readAt }}</p>
          <button type="button" class="cwk-small-button" @click="read">
            <cwk-icon name="again"></cwk-icon>{{ words.refresh }}
          </button>
          <button v-if="told" type="button" class="cwk-small-button" @click="copy">
            <cwk-icon name="copy"></cwk-icon>{{ words.copy }}
          </button>
        </div>
        <template v-if="told">
          <section class="cwk-told-part">
            <h3 class="cwk-told-title">{{ words.surface }}</h3>
            <p v-if="!told.surface" class="cwk-muted">{{ words.noSurface }}</p>
            <div v-else class="cwk-told-item">
              <p class="cwk-told-name"><shown-text :text="told.surface.label" :limit="200"></shown-text></p>
              <p v-if="told.surface.cue" class="cwk-muted">{{ words.cue }}:
                <shown-text :text="told.surface.cue" :limit="600"></shown-text></p>
              <p v-if="told.surface.hand_actions.length" class="cwk-muted">{{ words.handActions }}:
                <shown-text :text="told.surface.hand_actions.join(', ')" :limit="600"></shown-text></p>
              <pre v-if="told.surface.data !== null" class="cwk-json" dir="ltr"
              ><shown-text :text="asJson(told.surface.data)" :limit="$options.most" lines></shown-text></pre>
            </div>
          </section>
          <section class="cwk-told-part">
            <h3 class="cwk-told-title">{{ words.elements }}</h3>
            <p v-if="!told.elements.length" class="cwk-muted">{{ words.noElements }}</p>
            <div v-for="element in told.elements" :key="element.name" class="cwk-told-item">
              <p class="cwk-told-name"><shown-text :text="element.name" :limit="200"></shown-text></p>
              <p v-if="element.cue" class="cwk-muted">{{ words.cue }}:
                <shown-text :text="element.cue" :limit="600"></shown-text></p>
              <p v-if="element.actions.length" class="cwk-muted">{{ words.actions }}:
                <shown-text :text="element.actions.join(', ')" :limit="600"></shown-text></p>
              <pre v-if="element.state !== null" class="cwk-json" dir="ltr"
              ><shown-text :text="asJson(element.state)" :limit="$options.most" lines></shown-text></pre>
              <p v-else class="cwk-muted">{{ words.noState }}</p>
            </div>
          </section>
          <section class="cwk-told-part">
            <h3 class="cwk-told-title">{{ words.tools }}</h3>
            <p v-if="!tools.length" class="cwk-muted">{{ words.noTools }}</p>
            <details v-for="tool in tools" :key="tool.name" class="cwk-more cwk-tool">
              <summary>
                <span class="cwk-told-name"><shown-text :text="tool.name" :limit="200"></shown-text></span>
                <span class="cwk-tag" :class="'cwk-level-' + tool.level.name"
                ><cwk-icon :name="tool.level.icon"></cwk-icon>{{ tool.level.text }}</span>
                <span v-if="tool.needs_hand" class="cwk-tag cwk-gate-needs_hand_mode"
                ><cwk-icon name="hand"></cwk-icon>{{ all.watch.gates.needs_hand_mode }}</span>
                <span class="cwk-tool-text"><shown-text :text="tool.description" :limit="600"></shown-text></span>
              </summary>
              <p v-if="tool.cue" class="cwk-muted">{{ words.cue }}:
                <shown-text :text="tool.cue" :limit="600"></shown-text></p>
              <p v-if="tool.silent" class="cwk-muted">{{ words.silent }}</p>
              <pre class="cwk-json" dir="ltr"
              ><shown-text :text="asJson(tool.parameters)" :limit="$options.most" lines></shown-text></pre>
            </details>
          </section>
        </template>
      </div>
    </div>`,
};
