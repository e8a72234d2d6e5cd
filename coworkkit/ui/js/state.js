// What the page knows, and how each message from the server changes it.

import { reactive } from "vue";
import { freshFor, newsOf, noNews } from "./catalogue_changes.js";

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);

const MOST_MESSAGES = 500;
const TONES = ["failed", "declined", "unanswered"];
const CONNECTIONS = ["none", "asking", "waiting", "connected"];
const STATES = ["idle", "working", "running", "asking", "card"];

/** The state the parts of the page draw. Only `createReceiver` and the person's own presses change it. */
export function createState() {
  return reactive({
    online: false,
    wasOnline: false,
    agent: null,
    turnedAway: "",
    messages: [],
    sending: [],
    session: 0,
    status: { state: "idle", text: "" },
    question: null,
    painted: null,
    paintedAt: 0,
    quickAnswers: false,
    problem: "",
    hint: null,
    hand: { armed: false, reason: "" },
    watch: {
      on: false, open: false, tab: "timeline", opened: null, query: "", turn: null, grouped: false, paused: false,
      matching: null,
    },
    connection: null,
    pairing: null,
    facts: null,
    entries: [],
    unseen: [],
    cardsReachable: true,
    clockAhead: 0,
    catalogue: { actions: [], elements: [], surface: null },
    news: noNews(),
    builderCalls: new Map(),
    blocked: [],
    panel: { open: false, unread: 0, placed: false, docked: false },
  });
}

const asText = (value) => (value === null || value === undefined ? "" : String(value));
const isObject = (value) => value !== null && typeof value === "object";
const asList = (value) => (Array.isArray(value) ? value.filter(isObject) : []);

function asMessage(given) {
  return {
    id: asText(given.id),
    role: ["user", "agent"].includes(given.role) ? given.role : "notice",
    text: asText(given.text),
    at: asText(given.at),
    pending: given.pending === true,
    queued: given.queued === true,
    tone: TONES.includes(given.tone) ? given.tone : null,
    again: given.again ? asText(given.again) : null,
    brief: given.brief ? asText(given.brief) : null,
    record_id: given.record_id ? asText(given.record_id) : null,
    question_id: given.question_id === undefined || given.question_id === null ? null : String(given.question_id),
  };
}

const ENTRY_STATES = ["pending", "submitted", "cancelled", "expired", "replaced", "committed"];

// A durable card of the user. What is not known to be the app's words counts as the agent's.
function asEntry(given) {
  return {
    id: asText(given.id),
    revision: Number(given.revision) || 0,
    state: ENTRY_STATES.includes(given.state) ? given.state : "expired",
    run: asText(given.run),
    title: asText(given.title),
    description: asText(given.description),
    askedBy: asText(given.asked_by),
    byAgent: given.words_by !== "app",
    at: asText(given.at),
    expiresAt: asText(given.expires_at),
  };
}

/**
 * Make the function that takes messages from the server.
 *
 * `on` holds what happens beside the state: `card(card, ending)`, `hand(armed, reason)`, `question(question)`,
 * `message(message, isNew)`, `waiting(entry)` of a durable card that is new and waits, `entries()` when any has changed.
 */
export function createReceiver(state, records, on) {
  let forgetting = 0;
  let session = null;

  function setMessage(given) {
    if (!isObject(given)) return;
    const message = asMessage(given);
    const place = state.messages.findLastIndex((known) => known.id === message.id);
    if (place >= 0) state.messages[place] = message;
    else state.messages.push(message);
    if (state.messages.length > MOST_MESSAGES) state.messages.splice(0, state.messages.length - MOST_MESSAGES);
    if (message.role === "user") settleSending(message.text);
    on.message(message, place < 0);
  }

  // The server says a sent text back: the copy shown in the meantime goes.
  function settleSending(text) {
    const place = state.sending.findIndex((waiting) => waiting.text === text);
    if (place >= 0) state.sending.splice(place, 1);
  }

  function setQuestion(given) {
    const known = state.question?.id;
    const isQuestion = isObject(given) && asText(given.id) !== "";
    state.question = isQuestion ? { id: asText(given.id), text: asText(given.text) } : null;
    if (state.painted !== state.question?.id) state.painted = null;
    if (state.question?.id !== known) on.question(state.question);
  }

  function setHand(armed, reason) {
    const before = state.hand.armed;
    state.hand.armed = armed === true;
    if (state.hand.armed) state.hand.reason = "";
    else if (reason) state.hand.reason = asText(reason);
    on.hand(before, asText(reason));
  }

  function setStatus(given) {
    const next = STATES.includes(given?.state) ? given.state : "idle";
    state.status = { state: next, text: asText(given?.text) };
  }

  function setNews(news) {
    state.news = news;
    clearTimer(forgetting);
    const left = freshFor(news, Date.now());
    if (left === null) return;
    forgetting = setTimer(() => setNews(newsOf(state.catalogue.actions, state.catalogue.actions, news, Date.now())), left);
  }

  function setCatalogue(given) {
    if (!isObject(given)) return;
    const surface = typeof given.surface === "object" ? given.surface?.label : given.surface;
    state.catalogue = {
      actions: asList(given.actions),
      elements: asList(given.elements),
      surface: surface ? asText(surface) : null,
    };
  }

  function setEntries(given) {
    for (const entry of asList(given).map(asEntry)) {
      const place = state.entries.findIndex((known) => known.id === entry.id);
      const isNew = place < 0;
      if (!isNew && state.entries[place].revision > entry.revision) continue;
      if (isNew) state.entries.push(entry);
      else state.entries[place] = entry;
      if (isNew && entry.state === "pending") on.waiting?.(entry);
      if (entry.state !== "pending") state.unseen = state.unseen.filter((id) => id !== entry.id);
    }
    state.entries.sort((one, other) => new Date(one.at) - new Date(other.at));
    if (state.entries.length > MOST_MESSAGES) state.entries.splice(0, state.entries.length - MOST_MESSAGES);
    on.entries?.();
  }

  // What the server no longer tells of is another user's, or too old.
  function startEntries(given) {
    const told = new Set(asList(given).map((entry) => asText(entry.id)));
    state.entries = state.entries.filter((entry) => told.has(entry.id));
    state.unseen = state.unseen.filter((id) => told.has(id));
    setEntries(given);
  }

  function setBlocked(given) {
    state.blocked = asList(given).map(({ name, label }) => ({ name: asText(name), label: asText(label) }));
  }

  function setHint(given) {
    state.hint = isObject(given) ? { step: asText(given.step), text: asText(given.text) } : null;
  }

  function setFacts(given) {
    const id = isObject(given) ? asText(given.id) : null;
    if (state.facts?.id !== id) {
      Object.assign(state.watch, { opened: null, turn: null, paused: false });
      state.builderCalls.clear();
    }
    state.facts = isObject(given) ? { ...given, id } : null;
  }

  // How far the server's clock is ahead of this device's: deadlines go by the server's.
  function setClock(now) {
    const ahead = Date.parse(now) - Date.now();
    state.clockAhead = Number.isFinite(ahead) ? ahead : 0;
  }

  function setConnection(given) {
    if (!isObject(given)) {
      state.connection = null;
      return;
    }
    const known = CONNECTIONS.includes(given.state) ? given.state : "none";
    state.connection = { state: known, client: asText(given.client), msLeft: Number(given.ms_left) || 0 };
  }

  // The answer belongs to the latest call of its action; an older one is in the timeline.
  function setBuilderResult(given) {
    for (const call of state.builderCalls.values()) if (call.n === given.n) call.answer = given.answer ?? null;
  }

  // After a reconnect the conversation goes on; when somebody else has signed in, it is another one.
  function noticeSession(id) {
    if (session !== null && session !== id) state.session += 1;
    session = id;
  }

  const takes = {
    snapshot(message) {
      state.agent = asText(message.agent?.name);
      state.turnedAway = "";
      state.quickAnswers = message.quick_answers === true;
      const messages = asList(message.messages).slice(-MOST_MESSAGES).map(asMessage);
      noticeSession(asText(message.session_id));
      state.messages = messages;
      state.sending = state.sending.filter((waiting) => waiting.inFlight);
      setStatus(message.status);
      setHand(message.hand?.armed, "");
      setQuestion(message.question ?? null);
      setFacts(message.session);
      setClock(message.now);
      state.cardsReachable = message.cards_reachable !== false;
      records.start(message.records, message.unkept);
      startEntries(message.interactions);
      setCatalogue(message.catalogue);
      setNews(noNews());
      setBlocked(message.blocked);
      setConnection(message.connection);
      setHint(message.hint);
      on.card(message.card ?? null, null);
    },
    connection: (message) => setConnection(message.connection),
    pairing(message) {
      state.pairing = { path: asText(message.path), bearer: asText(message.bearer) };
    },
    hint: (message) => setHint(message.hint),
    message: (message) => setMessage(message.message),
    delta(message) {
      const target = state.messages.findLast((known) => known.id === asText(message.id));
      if (target) target.text += asText(message.text);
    },
    status: (message) => setStatus(message.status),
    hand: (message) => setHand(message.armed, message.reason),
    question: (message) => setQuestion(message.question ?? null),
    interactions: (message) => setEntries(message.entries),
    records: (message) => records.add(message.rows),
    catalogue(message) {
      const before = state.catalogue.actions;
      setCatalogue(message);
      setNews(newsOf(before, state.catalogue.actions, state.news, Date.now()));
    },
    cards_reachable(message) {
      state.cardsReachable = message.reachable !== false;
    },
    builder_result: setBuilderResult,
    blocked: (message) => setBlocked(message.actions),
    card: (message) => on.card(message.card ?? null, message.ending ?? null),
  };

  // NiceGUI runs this inside its own message queue: whatever comes, that queue must go on.
  return function receive(message) {
    try {
      const take = Object.hasOwn(takes, message?.kind) ? takes[message.kind] : null;
      if (take) take(message);
      else console.warn("coworkkit: unknown message", message?.kind);
    } catch (error) {
      console.error("coworkkit: a message could not be shown", error);
    }
  };
}
