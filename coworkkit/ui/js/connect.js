// The agent from outside: a row in the panel that lets one in and sends it away, and the secret it needs, shown once.

import { copyText } from "./clipboard.js";
import { CwkIcon } from "./icons.js";
import { dropRepeats, isTrusted } from "./press.js";
import { ShownText } from "./visible.js";
import { count, fill } from "./words.js";

const MINUTE_MS = 60_000;
const TICK_MS = 20_000;
const startTimer = window.setInterval.bind(window);
const stopTimer = window.clearInterval.bind(window);
const now = () => performance.now();

export const CwkConnect = {
  components: { CwkIcon, ShownText },
  inject: ["coworkkit"],
  data: () => ({ problem: "", passed: 0, copied: "", offer: null }),
  computed: {
    connection() {
      return this.coworkkit.state.connection;
    },
    words() {
      return this.coworkkit.words.connect;
    },
    isThere() {
      return this.connection.state === "connected";
    },
    minutes() {
      return Math.max(1, Math.ceil((this.connection.msLeft - this.passed) / MINUTE_MS));
    },
    line() {
      if (this.problem) return this.problem;
      if (this.connection.state === "asking") return this.words.asking;
      if (this.isThere) return fill(this.words.connected, { name: this.connection.client });
      if (this.connection.state !== "waiting") return "";
      return fill(this.words.waiting, { n: count(this.minutes) });
    },
    address() {
      return this.offer ? `${window.location.origin}${this.offer.path}` : "";
    },
    fields() {
      const { words, offer, address } = this;
      return [
        { key: "address", label: words.address, text: address, copy: words.copyAddress },
        { key: "secret", label: words.secret, text: offer.bearer, copy: words.copySecret },
      ];
    },
    configuration() {
      const headers = { Authorization: `Bearer ${this.offer.bearer}` };
      const name = window.location.hostname || "app";
      return JSON.stringify({ mcpServers: { [name]: { type: "http", url: this.address, headers } } }, null, 2);
    },
  },
  watch: {
    "coworkkit.state.pairing"(pairing) {
      if (pairing) this.show(pairing);
    },
    connection(connection, before) {
      this.since = now();
      this.passed = 0;
      if (connection.state === before?.state) return;
      this.problem = "";
      if (connection.state === "connected") {
        this.coworkkit.announce(this.line);
        this.closeOffer();
      } else if (before?.state === "connected" || before?.state === "waiting") {
        this.coworkkit.announce(this.words.gone);
        this.closeOffer();
      }
    },
  },
  created() {
    this.since = now();
    this.ticking = startTimer(() => (this.passed = now() - this.since), TICK_MS);
  },
  unmounted() {
    stopTimer(this.ticking);
  },
  methods: {
    dropRepeats,
    async send(event, kind) {
      if (!isTrusted(event) || this.coworkkit.pause.holds()) return;
      const reply = await this.coworkkit.link.send(kind, {});
      this.problem = reply.ok ? "" : reply.message;
    },
    async show(pairing) {
      this.coworkkit.state.pairing = null; // nothing but this dialog keeps it, and not for long
      this.offer = pairing;
      this.copied = "";
      this.coworkkit.openPanel();
      await this.$nextTick();
      if (!this.$refs.dialog.open) this.$refs.dialog.showModal();
      this.$refs.title.focus();
    },
    closeOffer() {
      this.$refs.dialog?.close();
    },
    forget() {
      this.offer = null;
      this.$refs.button?.focus({ preventScroll: true });
    },
    async copy(key, text) {
      const done = await copyText(text);
      this.copied = done ? key : "";
      this.coworkkit.announce(done ? this.words.copied : this.words.notCopied);
    },
    isCopied(key) {
      return this.copied === key;
    },
  },
  template: `
    <div class="cwk-connect" :class="{ 'cwk-is-there': isThere }">
      <p v-if="line" class="cwk-connect-line" role="status"><shown-text :text="line" :limit="160"></shown-text></p>
      <button v-if="connection.state === 'none'" ref="button" type="button" class="cwk-quiet" @keydown="dropRepeats"
              @click="send($event, 'connect')">
        <cwk-icon name="plug"></cwk-icon>{{ words.open }}
      </button>
      <button v-else-if="connection.state !== 'asking'" ref="button" type="button" class="cwk-lift"
              @keydown="dropRepeats" @click="send($event, 'disconnect')">
        {{ isThere ? words.disconnect : words.callOff }}
      </button>
      <dialog ref="dialog" class="cwk-pairing" aria-labelledby="cwk-pairing-title" @close="forget" @keydown.esc.stop>
        <template v-if="offer">
          <h2 id="cwk-pairing-title" ref="title" tabindex="-1">{{ words.title }}</h2>
          <p>{{ words.once }}</p>
          <dl>
            <template v-for="field in fields" :key="field.key">
              <dt>{{ field.label }}</dt>
              <dd>
                <code dir="ltr">{{ field.text }}</code>
                <button type="button" class="cwk-icon-button" :aria-label="field.copy" @click="copy(field.key, field.text)">
                  <cwk-icon :name="isCopied(field.key) ? 'confirmed' : 'copy'"></cwk-icon>
                </button>
              </dd>
            </template>
          </dl>
          <p class="cwk-pairing-careful">{{ words.careful }}</p>
          <div class="cwk-pairing-foot">
            <button type="button" class="cwk-quiet" @click="copy('json', configuration)">
              <cwk-icon :name="isCopied('json') ? 'confirmed' : 'copy'"></cwk-icon>{{ words.copyJson }}
            </button>
            <button type="button" class="cwk-pairing-done" @click="closeOffer">{{ words.done }}</button>
          </div>
        </template>
      </dialog>
    </div>`,
};
