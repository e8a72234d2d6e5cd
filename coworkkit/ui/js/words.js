// Every sentence the page shows, in one place. The `words` prop replaces any of them.

export const words = {
  region: "Agent",
  agent: "Agent",
  you: "You",
  fab: {
    open: "Open the agent",
    openUnread: "Open the agent: {n} new",
    close: "Close the agent",
    keys: "Ctrl+Shift+L",
    many: "9+",
  },
  panel: {
    close: "Close",
    log: "Conversation",
    emptyTitle: "Nothing said yet",
    emptyText: "Say what you would like done on this page.",
    latest: "Go to the latest message",
    question: "The agent asks",
    answerBelow: "Answer in the box below.",
    answered: "No longer open",
    queued: "Waiting for its turn",
    sending: "Sending…",
    thinking: "The agent is writing",
    noAgent: "No agent answers on this page.",
    news: "{name} wrote something.",
    asked: "{name} asks: {text}",
    waiting: "Waiting for you: {title}",
    larger: "Make the panel larger",
    smaller: "Make the panel smaller",
    arrange: "The arrow keys move the panel, and with Shift they change its size.",
    again: "Try again",
    againLabel: "Try again: {text}",
    notSaid: "Not sent: {message}",
    table: "Table",
    code: "Code",
  },
  question: {
    yes: "Yes",
    no: "No",
    orWrite: "Or answer in your own words below.",
  },
  hint: {
    label: "While you build",
    hide: "Hide this hint",
  },
  blocked: {
    title: "Not asked any more, because it was declined or left unanswered too often",
    lift: "Let it ask again",
    liftLabel: "Let it ask again: {action}",
  },
  status: {
    label: "What the agent is doing",
    idle: "",
    working: "Working…",
    running: "Running an action…",
    asking: "Waiting for your yes or no",
    card: "Waiting for your click on the card",
    stop: "Stop",
    stopping: "Stopping…",
    stopFailed: "Stop did not reach the server. Try again.",
  },
  composer: {
    label: "Message to the agent",
    placeholder: "Write a message",
    placeholderQuestion: "Write your answer",
    send: "Send",
    notSent: "Not sent: {message} Your text is still here.",
    count: "{n} of {max} characters",
    tooLong: "{n} characters, and {max} is the most that can be sent. Shorten it to send it.",
    early: "You began this before the question appeared, so it does not answer it. Clear the box to answer.",
  },
  link: {
    offline: "There is no connection right now.",
    offlineBanner: "No connection. Nothing you press is sent; what you type stays here.",
    connecting: "Connecting…",
    unanswered: "The server did not answer.",
    refused: "The server did not accept it.",
    back: "Connected again.",
  },
  hand: {
    name: "Hand mode",
    on: "On",
    off: "Off",
    lineOff: "The agent cannot operate the controls on this page.",
    lineOn: "The agent may operate the controls on this page. Escape twice turns it off.",
    turningOn: "Turning on…",
    turningOff: "Turning off…",
    pill: "Hand mode is on",
    pillAction: "Turn off",
    pillLabel: "Hand mode is on. Turn off",
    armed: "Hand mode is on. Press Escape twice to turn it off.",
    disarmed: "Hand mode is off.",
    offWhenBack: "No connection. Hand mode is turned off as soon as it is back.",
    failed: "Hand mode was not changed: {message}",
  },
  watch: {
    name: "Watch",
    open: "Open Watch",
    close: "Close Watch",
    keys: "Ctrl+Shift+K",
    tabs: "Watch views",
    timeline: "Timeline",
    catalogue: "Catalogue",
    calls: "{n} calls",
    call: "1 call",
    dropped: "the {n} oldest are no longer kept",
    newRows: "{n} new",
    newRowsLabel: "{n} new calls. Go to the newest",
    emptyTitle: "No call yet",
    emptyText: "Ask the agent for something. Each call appears here as soon as it has ended.",
    grid: "Calls, newest last. Up and down choose one, Enter opens it.",
    time: "Time",
    action: "Action",
    level: "Level",
    gate: "Gate",
    outcome: "Outcome",
    duration: "Duration",
    noLevel: "no level",
    ok: "ok",
    failed: "failed",
    notEntered: "not entered",
    levels: { open: "open", soft: "soft", hard: "hard", depends: "depends" },
    gates: {
      fired: "fired",
      confirmed: "confirmed",
      cancelled: "cancelled",
      timeout: "timeout",
      needs_hand_mode: "needs Hand",
      refused: "refused",
    },
  },
  record: {
    label: "One call",
    back: "Back to the timeline",
    close: "Close the details",
    element: "Element",
    error: "Error",
    note: "Note",
    summary: "Shown to the user",
    arguments: "Arguments",
    noArguments: "none",
    evidence: "Decided by",
    noEvidence: "nobody had to decide",
    caller: "Caller",
    user: "User",
    id: "Record",
    entered: "the function was called",
    neverEntered: "the function was not called",
    more: "and {n} more characters",
    unshowable: "(could not be shown)",
    none: "none",
  },
  catalogue: {
    surface: "Surface",
    noSurface: "no surface declared",
    actions: "Actions",
    elements: "Elements",
    action: "Action",
    level: "Level",
    origin: "Level from",
    kind: "Kind",
    element: "Element",
    hand: "Hand mode",
    needsHand: "needed",
    noHand: "not needed",
    elementActions: "{n} actions",
    elementAction: "1 action",
    emptyTitle: "Nothing is declared here",
    emptyText: "What this page declares with use_action, use_element or use_surface appears here while it is mounted.",
    origins: { declared: "declared", default: "default", "safety net": "safety net", computed: "computed" },
  },
  visible: {
    spaces: "{n} spaces",
    lines: "{n} line breaks",
    repeated: "{mark} ×{n}",
    more: "+{n} characters",
  },
};

/** Lay the developer's words over ours; anything that is not text where we have text is ignored. */
export function mergeWords(given, base = words) {
  const merged = { ...base };
  for (const [name, value] of Object.entries(given ?? {})) {
    const own = base[name];
    if (own !== null && typeof own === "object") {
      if (value !== null && typeof value === "object") merged[name] = mergeWords(value, own);
    } else if (typeof value === "string") {
      merged[name] = value;
    }
  }
  return merged;
}

/** Put values into a sentence: fill("{n} new", {n: 3}). */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A number as people read it, in the page's language. */
export function count(n) {
  if (!Number.isFinite(n)) return "–";
  try {
    return n.toLocaleString(document.documentElement.lang || undefined);
  } catch {
    return n.toLocaleString();
  }
}
