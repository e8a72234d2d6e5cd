// The root of everything coworkkit draws on a page: it opens the link, keeps the state and hands both to the parts.

import { nextTick, provide, ref } from "vue";
import { createStage } from "coworkkit/stage.js";
import { createAttention } from "coworkkit/attention.js";
import { CwkHandSign, createHand } from "coworkkit/hand.js";
import { CwkIcon } from "coworkkit/icons.js";
import { CwkHint } from "coworkkit/hint.js";
import { createLink } from "coworkkit/link.js";
import { CwkPanel } from "coworkkit/panel.js";
import { isPanelKey, rememberPanelOpen, wasPanelOpen } from "coworkkit/place.js";
import { createPause, isTrusted } from "coworkkit/press.js";
import { createRecords } from "coworkkit/records.js";
import { makeRoom } from "coworkkit/room.js";
import { createSay } from "coworkkit/say.js";
import { createSpeech } from "coworkkit/speech.js";
import { createReceiver, createState } from "coworkkit/state.js";
import { insertStyle } from "coworkkit/style.js";
import { followKeyboard, followTheme } from "coworkkit/theme.js";
import { flat } from "coworkkit/visible.js";
import { CwkWatch, isWatchKey, lastTab, rememberOpen, wasOpen } from "coworkkit/watch.js";
import { fill, mergeWords } from "coworkkit/words.js";

const setTimer = window.setTimeout.bind(window);
// A framed card stays this long after it has ended, to take the rest of the presses on it.
const FRAME_STAYS_MS = 450;
// Below this width Watch fills the window, and what is beneath it cannot be seen.
const FILLS_BELOW = "(max-width: 720px)";
const PRESSES = ["pointerdown", "click", "keydown"];

export default {
  components: { CwkHandSign, CwkHint, CwkIcon, CwkPanel, CwkWatch },
  props: {
    client_key: { type: String, default: "" },
    clientKey: { type: String, default: "" },
    watch: { type: Boolean, default: false },
    words: { type: Object, default: () => ({}) },
  },
  setup(props) {
    const words = mergeWords(props.words);
    const state = createState();
    const records = createRecords();
    const pause = createPause();
    const announced = ref("");
    const watchPanel = ref(null);
    const panel = ref(null);
    let openCard = null;

    state.panel.open = wasPanelOpen();
    state.watch.on = props.watch;
    state.watch.open = props.watch && wasOpen();
    state.watch.tab = lastTab();

    // The same sentence twice is only read twice when the region was empty in between.
    function announce(sentence) {
      announced.value = "";
      setTimer(() => (announced.value = sentence), 60);
    }

    const link = createLink({
      words,
      key: () => props.client_key || props.clientKey,
      onTurnedAway(message) {
        state.turnedAway = message;
        announce(message);
      },
      onLine(online) {
        if (online && state.wasOnline) announce(words.link.back);
        if (!online && state.wasOnline) announce(words.link.offlineBanner);
        state.online = online;
        state.wasOnline = state.wasOnline || online;
      },
    });
    const speech = createSpeech({ state, link, words, announce, pause });
    const isWaiting = () => openCard !== null || state.question !== null || state.unseen.length > 0;
    const attention = createAttention({ words, isWaiting });
    const hand = createHand({ state, link, words, announce, pause });
    const agentName = () => flat(state.agent || words.agent, { limit: 80, words: words.visible });

    // The card's own presses start the pause too: it may close itself before the server says so.
    const stage = createStage({
      words: { ...props.words?.card },
      announce,
      send(kind, payload) {
        if (kind === "decide") pause.start();
        return link.send(kind, payload);
      },
    });

    const rest = (isFramed) => pause.start(isFramed ? FRAME_STAYS_MS : 0);

    // A framed card that ran out is put away by the person, later.
    function noticeFrame(event) {
      if (event.data?.coworkkit === "gone") rest(true);
    }

    function setCard(card, ending) {
      if (card) stage.show(card);
      else stage.close(ending);
      if (openCard && !card) rest(openCard.url);
      openCard = card;
      attention.update();
    }

    function openPanel() {
      state.panel.open = true;
      state.panel.unread = 0;
      noticeSeen();
      rememberPanelOpen(true);
    }

    const isInSight = () => state.panel.open && document.visibilityState === "visible";

    // What waits in the conversation has been seen once that was open in a tab in front.
    function noticeSeen() {
      if (isInSight()) state.unseen = [];
    }

    function closePanel() {
      state.panel.open = false;
      rememberPanelOpen(false);
    }

    const receive = createReceiver(state, records, {
      card: setCard,
      hand: hand.heard,
      question(question) {
        attention.update();
        if (question === null) return;
        openPanel();
        const text = flat(question.text, { words: words.visible });
        announce(fill(words.panel.asked, { name: agentName(), text }));
      },
      waiting(entry) {
        const title = flat(entry.title, { limit: 80, words: words.visible });
        if (!isInSight()) state.unseen.push(entry.id);
        announce(fill(words.entry.news, { title }));
      },
      entries: () => attention.update(),
      message(message, isNew) {
        if (!isNew || message.role === "user" || state.panel.open) return;
        state.panel.unread += 1;
        announce(fill(words.panel.news, { name: agentName() }));
      },
    });

    const say = createSay({ speech, isOffered: () => state.agent !== "", open: () => panel.value?.open() });

    async function toggleWatch() {
      if (!state.watch.on) return;
      state.watch.open = !state.watch.open;
      rememberOpen(state.watch.open);
      await nextTick();
      if (state.watch.open) watchPanel.value?.focus();
    }

    async function showInWatch(what) {
      Object.assign(state.watch, { tab: "timeline", ...what });
      if (!state.watch.open) await toggleWatch();
    }

    // The calls of a turn; where there is one, it is opened.
    function showCalls(turn) {
      const calls = records.rows.filter((row) => row.turn === turn);
      const opened = calls.length === 1 ? calls[0].id : null;
      return showInWatch({ turn, query: "", opened, paused: false });
    }

    const showRow = (id) => showInWatch({ turn: null, query: "", opened: id, paused: false });

    // From a call to what the user said.
    async function showMessage(id) {
      if (state.watch.open && window.matchMedia(FILLS_BELOW).matches) await toggleWatch();
      openPanel();
      await nextTick();
      const shown = [...document.querySelectorAll(".cwk-root [data-cwk-message]")];
      const message = shown.find((one) => one.dataset.cwkMessage === id);
      message?.scrollIntoView({ block: "center" });
      message?.focus({ preventScroll: true });
    }

    provide("coworkkit", {
      state, words, link, hand, pause, records, speech, announce, toggleWatch, openPanel, closePanel, showCalls,
      showMessage, showRow,
    });
    return {
      announced, attention, hand, noticeFrame, noticeSeen, link, panel, pause, receive, say, stage, state, text: words, toggleWatch,
      watchPanel,
    };
  },
  computed: {
    looks() {
      const { hand, panel, watch } = this.state;
      const [isOpen, isPlaced, isDocked] = [panel.open, panel.open && panel.placed, panel.docked];
      return {
        "cwk-armed": hand.armed, "cwk-panel-open": isOpen, "cwk-panel-placed": isPlaced, "cwk-panel-docked": isDocked,
        "cwk-watch-open": watch.open,
      };
    },
  },
  mounted() {
    insertStyle();
    this.stopFollowing = [followTheme(this.$el), followKeyboard(this.$el), makeRoom(this.state)];
    this.hand.listen();
    this.say.listen();
    for (const press of PRESSES) window.addEventListener(press, this.pause.noticePress, true);
    window.addEventListener("keydown", this.noticeKeys, true);
    window.addEventListener("message", this.noticeFrame);
    document.addEventListener("visibilitychange", this.noticeSeen);
    this.link.start();
  },
  unmounted() {
    this.link.stop();
    this.hand.stop();
    this.attention.stop();
    this.say.stop();
    for (const press of PRESSES) window.removeEventListener(press, this.pause.noticePress, true);
    window.removeEventListener("keydown", this.noticeKeys, true);
    window.removeEventListener("message", this.noticeFrame);
    document.removeEventListener("visibilitychange", this.noticeSeen);
    for (const stop of this.stopFollowing ?? []) stop();
    this.stage.dispose();
  },
  methods: {
    noticeKeys(event) {
      if (!isTrusted(event) || event.repeat) return;
      const isForWatch = this.state.watch.on && isWatchKey(event);
      if (!isForWatch && !isPanelKey(event)) return;
      event.preventDefault();
      if (isForWatch) this.toggleWatch();
      else this.$refs.panel.summon();
    },
    // Quasar's open dialogs pull the focus back to themselves; the agent's panel has to stay usable beside them.
    keepFocus(event) {
      event.stopPropagation();
    },
  },
  template: `
    <div class="cwk-root" :class="looks" role="region" :aria-label="text.region" @focusin="keepFocus">
      <cwk-hand-sign></cwk-hand-sign>
      <cwk-panel ref="panel"></cwk-panel>
      <cwk-hint></cwk-hint>
      <button v-if="state.watch.on && !state.watch.open" type="button" class="cwk-watch-tab" :title="text.watch.keys"
              :aria-label="text.watch.open" @click="toggleWatch">
        <cwk-icon name="watch"></cwk-icon>{{ text.watch.name }}
      </button>
      <cwk-watch v-if="state.watch.open" ref="watchPanel"></cwk-watch>
      <p class="cwk-hidden" role="status">{{ announced }}</p>
    </div>`,
};
