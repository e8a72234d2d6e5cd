// One call in full, beside the timeline.

import { copyText } from "./clipboard.js";
import { CwkIcon } from "./icons.js";
import { asJson, asPython } from "./row_text.js";
import { asWords, cardFacts, linksOf } from "./interaction_facts.js";
import { durationOf, isCard, levelOf, outcomeOf, spanOf, standingOf, timeOf, waitedMs } from "./row_words.js";
import { turnText } from "./timeline_drawn.js";
import { ShownText, flat } from "./visible.js";
import { count, fill } from "./words.js";

const MOST_SHOWN = 20_000;

const isObject = (value) => value !== null && typeof value === "object";

// JSON as text, or the text the server already made of it.
function jsonText(value, words) {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? words.record.none;
  } catch {
    return words.record.unshowable;
  }
}

const callerWords = (caller) => (isObject(caller) ? [caller.agent, caller.connector].filter(Boolean).join(" · ") : caller);

export const CwkRecord = {
  components: { CwkIcon, ShownText },
  props: { row: Object, covers: Boolean, now: { type: Function, default: Date.now } },
  emits: ["close"],
  inject: ["coworkkit"],
  computed: {
    words() {
      return this.coworkkit.words;
    },
    facts() {
      const { record, watch } = this.words;
      const { row } = this;
      if (isCard(row)) return cardFacts(row, { words: this.words, turn: this.turn, now: this.now, day: this.dayOf });
      const error = isObject(row.error) ? row.error.message : row.error;
      const outcome = outcomeOf(row, this.words).text;
      const ran = row.entered ? record.entered : record.neverEntered;
      const waited = waitedMs(row);
      const day = this.dayOf(row.at);
      return [
        { name: record.turn, text: this.turn },
        { name: record.element, text: row.element },
        { name: record.kind, text: row.kind },
        { name: watch.level, text: levelOf(row.control, this.words).text },
        { name: watch.gate, text: standingOf(row, this.words).text },
        { name: watch.outcome, text: outcome === watch.notEntered || row.pending ? outcome : `${outcome} (${ran})` },
        { name: record.error, text: error },
        { name: record.note, text: row.note },
        { name: record.summary, text: row.summary },
        { name: record.evidence, text: row.pending ? "" : asWords(row.evidence) || record.noEvidence },
        { name: record.waited, text: waited === null ? "" : spanOf(waited) },
        { name: record.ran, text: row.entered && !row.pending ? durationOf(row) : "" },
        { name: record.calledAt, text: row.called_at ? timeOf(row.called_at) : "" },
        { name: record.askedAt, text: row.asked_at ? timeOf(row.asked_at) : "" },
        { name: record.decidedAt, text: row.decided_at ? timeOf(row.decided_at) : "" },
        { name: record.settledAt, text: row.pending ? "" : `${day} ${timeOf(row.at)}`.trim() },
        { name: record.caller, text: callerWords(row.caller) },
        { name: record.user, text: asWords(row.user) },
        { name: record.callId, text: row.call_id === row.id ? "" : row.call_id },
        { name: record.id, text: row.id },
        { name: record.digest, text: row.digest },
      ].filter((fact) => fact.text !== undefined && fact.text !== null && fact.text !== "");
    },
    turn() {
      return typeof this.row.turn === "string" ? turnText(this.row.turn, this.coworkkit) : null;
    },
    isCard() {
      return isCard(this.row);
    },
    label() {
      return this.isCard ? this.words.interaction.label : this.words.record.label;
    },
    links() {
      const { records } = this.coworkkit;
      const short = (text) => flat(text ?? "", { limit: 60, words: this.words.visible });
      const links = records.seen.value < 0 ? [] : linksOf(this.row, records);
      return links.map(({ row, says, blank }) => ({
        id: row.id,
        text: fill(this.words.interaction[says], { [blank]: short(row.action) }),
        icon: isCard(row) ? "durable" : "watch",
      }));
    },
    argumentsText() {
      const { arguments: given } = this.row;
      const isEmpty = given === null || given === undefined || (isObject(given) && !Object.keys(given).length);
      return isEmpty ? "" : jsonText(given, this.words);
    },
    size() {
      const more = this.argumentsText.length - MOST_SHOWN;
      return more > 0 ? fill(this.words.record.more, { n: count(more) }) : "";
    },
  },
  methods: {
    dayOf(at) {
      const time = new Date(at);
      return Number.isNaN(time.getTime()) ? "" : time.toLocaleDateString();
    },
    async openOther(id) {
      this.coworkkit.state.watch.opened = id;
      await this.$nextTick();
      this.focus();
    },
    focus() {
      this.$refs.title.focus({ preventScroll: true });
    },
    escape(event) {
      event.stopPropagation();
      this.$emit("close");
    },
    async copy(text) {
      const { record } = this.words;
      this.coworkkit.announce((await copyText(text)) ? record.copied : record.notCopied);
    },
    copyJson() {
      this.copy(asJson(this.row, this.coworkkit.state.facts));
    },
    copyPython() {
      this.copy(asPython(this.row, this.words));
    },
  },
  most: MOST_SHOWN,
  template: `
    <section class="cwk-record" :class="{ 'cwk-covers': covers }" :aria-label="label"
             @keydown.esc="escape">
      <header class="cwk-record-head">
        <button v-if="covers" type="button" class="cwk-icon-button" :aria-label="words.record.back"
                @click="$emit('close')">
          <cwk-icon name="back"></cwk-icon>
        </button>
        <h3 ref="title" class="cwk-record-title" tabindex="-1">
          <shown-text :text="row.action" :limit="200"></shown-text>
        </h3>
        <button v-if="!covers" type="button" class="cwk-icon-button" :aria-label="words.record.close"
                @click="$emit('close')">
          <cwk-icon name="close"></cwk-icon>
        </button>
      </header>
      <div class="cwk-record-body" tabindex="0" role="group" :aria-label="label">
        <div class="cwk-record-buttons">
          <button v-if="turn" type="button" class="cwk-small-button" @click="coworkkit.showMessage(row.turn)">
            <cwk-icon name="agent"></cwk-icon>{{ words.watch.toMessage }}
          </button>
          <button type="button" class="cwk-small-button" @click="copyJson">
            <cwk-icon name="copy"></cwk-icon>{{ words.record.copyJson }}
          </button>
          <button v-for="link in links" :key="link.id + link.text" type="button" class="cwk-small-button"
                  @click="openOther(link.id)">
            <cwk-icon :name="link.icon"></cwk-icon><bdi>{{ link.text }}</bdi>
          </button>
          <button v-if="!isCard" type="button" class="cwk-small-button" @click="copyPython">
            <cwk-icon name="copy"></cwk-icon>{{ words.record.copyPython }}
          </button>
        </div>
        <h4 class="cwk-record-name">{{ isCard ? words.interaction.binds : words.record.arguments }}</h4>
        <pre v-if="argumentsText" class="cwk-json" dir="ltr"
        ><shown-text :text="argumentsText" :limit="$options.most" lines></shown-text></pre>
        <p v-else class="cwk-muted">{{ isCard ? words.interaction.noBinds : words.record.noArguments }}</p>
        <p v-if="size" class="cwk-muted">{{ size }}</p>
        <p v-if="row.cut === true" class="cwk-muted">{{ words.record.cut }}</p>
        <dl class="cwk-facts">
          <template v-for="fact in facts" :key="fact.name">
            <dt>{{ fact.name }}</dt>
            <dd><shown-text :text="fact.text" :limit="4000" lines></shown-text></dd>
          </template>
        </dl>
      </div>
    </section>`,
};
