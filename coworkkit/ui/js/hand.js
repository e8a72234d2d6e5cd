// Hand mode: the switch by which a person, and nobody else, lets the agent operate the page.

import { reactive } from "vue";
import { CwkIcon } from "./icons.js";
import { dropRepeats, isTrusted } from "./press.js";
import { fill } from "./words.js";

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);
const now = performance.now.bind(performance);

const TWICE_MS = 600;
const ACTIVE_MS = 20_000;
const MESSAGE_MS = 1_500;
const FAREWELL_MS = 10_000;

// Every press gets a higher number than the one before, also after a reload of this tab, so that a slow "on" which
// arrives after a later "off" is recognised (scenario S46).
let presses = Date.now();

/**
 * The person's side of Hand mode.
 *
 * `own.wanted` is what was asked for and is not yet answered, `own.problem` what went wrong, `own.farewell` why the
 * server turned it off. What is *on* is only ever what the server said: `state.hand.armed`.
 */
export function createHand({ state, link, words, announce, pause }) {
  const own = reactive({ wanted: null, problem: "", farewell: "" });
  let latest = 0;
  let answered = false;
  let owed = false;
  let lastEscape = -Infinity;
  let lastActive = -Infinity;
  let farewellTimer = 0;

  async function ask(armed) {
    presses += 1;
    const press = (latest = presses);
    answered = false;
    owed = false;
    own.wanted = armed;
    own.problem = "";
    const reply = await link.send("hand", { armed, n: press });
    if (press !== latest) return; // a later press decides
    if (!reply.ok) {
      own.wanted = null;
      // Turning off is never given up: it is said again as soon as the server is back.
      owed = !armed && (reply.offline === true || reply.unanswered === true);
      own.problem = owed ? words.hand.offWhenBack : fill(words.hand.failed, reply);
      announce(own.problem);
      return;
    }
    answered = true;
    if (typeof reply.armed === "boolean" && reply.armed !== state.hand.armed) heardInReply(reply.armed);
    if (state.hand.armed === armed) own.wanted = null;
    else setTimer(() => press === latest && (own.wanted = null), MESSAGE_MS);
  }

  function heardInReply(armed) {
    const before = state.hand.armed;
    state.hand.armed = armed;
    heard(before, "");
  }

  /** The server said whether it is armed; it may have changed its mind by itself. */
  function heard(before, reason) {
    if (answered) own.wanted = null;
    if (owed && state.hand.armed) {
      ask(false);
    } else if (owed) {
      owed = false;
      own.problem = "";
    }
    if (state.hand.armed === before) return;
    own.problem = "";
    if (state.hand.armed) {
      lastActive = now();
      own.farewell = "";
      announce(words.hand.armed);
      return;
    }
    announce(reason || words.hand.disarmed);
    own.farewell = reason;
    clearTimer(farewellTimer);
    farewellTimer = setTimer(() => (own.farewell = ""), FAREWELL_MS);
  }

  /** A press on the switch. Presses that were meant for a card that just closed do not count (scenario S42). */
  function press(event) {
    if (isTrusted(event) && !pause.holds()) ask(!(own.wanted ?? state.hand.armed));
  }

  /** One press turns it off, at any time. */
  function turnOff(event) {
    if (isTrusted(event)) ask(false);
  }

  function mayBeOn() {
    return state.hand.armed || own.wanted === true;
  }

  function noticeKey(event) {
    if (!isTrusted(event)) return;
    noticeActivity();
    if (event.key !== "Escape" || event.repeat || event.isComposing || !mayBeOn()) return;
    if (now() - lastEscape <= TWICE_MS) {
      lastEscape = -Infinity;
      ask(false);
    } else {
      lastEscape = now();
    }
  }

  function noticePointer(event) {
    if (isTrusted(event)) noticeActivity();
  }

  function noticeActivity() {
    if (!state.hand.armed || now() - lastActive < ACTIVE_MS) return;
    lastActive = now();
    link.send("active", {});
  }

  const early = { capture: true, passive: true };
  return {
    own,
    heard,
    press,
    turnOff,
    listen() {
      window.addEventListener("keydown", noticeKey, early);
      window.addEventListener("pointerdown", noticePointer, early);
    },
    stop() {
      clearTimer(farewellTimer);
      window.removeEventListener("keydown", noticeKey, early);
      window.removeEventListener("pointerdown", noticePointer, early);
    },
  };
}

/** The switch in the panel's header, with one line that says what it means now. */
export const CwkHandSwitch = {
  inject: ["coworkkit"],
  computed: {
    armed() {
      return this.coworkkit.state.hand.armed;
    },
    wanted() {
      return this.coworkkit.hand.own.wanted;
    },
    line() {
      const { words, state, hand } = this.coworkkit;
      if (hand.own.problem) return hand.own.problem;
      if (this.wanted !== null) return this.wanted ? words.hand.turningOn : words.hand.turningOff;
      if (this.armed) return words.hand.lineOn;
      return state.hand.reason || words.hand.lineOff;
    },
  },
  methods: { dropRepeats },
  template: `
    <div class="cwk-hand" :class="{ 'cwk-is-on': armed, 'cwk-is-busy': wanted !== null }">
      <button type="button" role="switch" class="cwk-switch" :aria-checked="armed ? 'true' : 'false'"
              :aria-busy="wanted !== null ? 'true' : 'false'" aria-describedby="cwk-hand-line"
              @keydown="dropRepeats" @click="coworkkit.hand.press($event)">
        <span class="cwk-switch-name">{{ coworkkit.words.hand.name }}</span>
        <span class="cwk-switch-track" aria-hidden="true"><span class="cwk-switch-knob"></span></span>
        <span class="cwk-switch-state" aria-hidden="true">
          {{ armed ? coworkkit.words.hand.on : coworkkit.words.hand.off }}
        </span>
      </button>
      <p id="cwk-hand-line" class="cwk-hand-line">{{ line }}</p>
    </div>`,
};

/** What stays on the page while Hand mode is on, wherever the person looks: a frame, and a way out. */
export const CwkHandSign = {
  components: { CwkIcon },
  inject: ["coworkkit"],
  methods: { dropRepeats },
  template: `
    <div v-if="coworkkit.state.hand.armed" class="cwk-frame" aria-hidden="true"></div>
    <div class="cwk-sign">
      <button v-if="coworkkit.state.hand.armed" type="button" class="cwk-pill" @keydown="dropRepeats"
              :aria-label="coworkkit.words.hand.pillLabel" @click="coworkkit.hand.turnOff($event)">
        <cwk-icon name="hand"></cwk-icon>
        <span>{{ coworkkit.words.hand.pill }}</span>
        <span class="cwk-pill-action">{{ coworkkit.words.hand.pillAction }}</span>
      </button>
      <p v-else-if="coworkkit.hand.own.farewell && !coworkkit.state.panel.open" class="cwk-pill cwk-pill-quiet">
        <cwk-icon name="hand"></cwk-icon>
        <span>{{ coworkkit.hand.own.farewell }}</span>
      </p>
    </div>`,
};
