// The road to the server: our own Socket.IO event, with an answer to every message and nothing kept for later.

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);

const EVENT = "coworkkit";
const ANSWER_MS = 10_000;
const LOOK_AGAIN_MS = 40;
const HELLO_AGAIN_MS = [200, 500, 1_000, 2_000, 4_000, 8_000];

/**
 * Open the link. `key` is asked at each message; `onLine` is told true and false, `onTurnedAway` the server's words
 * when it goes on refusing this page.
 *
 * Returned: `start()`, `send(kind, payload)` → promise of the server's answer, which never rejects, and `stop()`.
 * Without a connection `send` answers `{ok: false, offline: true}` at once and sends nothing: Socket.IO would
 * keep the message and deliver it after the reconnect, when it may mean something else (scenario S36).
 */
export function createLink({ key, onLine, onTurnedAway, words }) {
  let socket = null;
  let stopped = false;
  let looking = 0;
  let greeting = 0;
  let round = 0;

  function offline() {
    return { ok: false, offline: true, message: words.link.offline };
  }

  function unanswered() {
    return { ok: false, unanswered: true, message: words.link.unanswered };
  }

  function send(kind, payload = {}) {
    const through = socket ?? window.socket;
    if (stopped || !through || through.connected !== true) return Promise.resolve(offline());
    return new Promise((resolve) => {
      const message = { ...payload, client_id: window.clientId, key: key(), kind };
      try {
        through.timeout(ANSWER_MS).emit(EVENT, message, (error, reply) => {
          if (!error) resolve(understood(reply));
          else resolve(through.connected === true ? unanswered() : offline());
        });
      } catch (error) {
        console.warn("coworkkit: could not send", kind, error);
        resolve(unanswered());
      }
    });
  }

  function understood(reply) {
    if (reply === null || typeof reply !== "object") return { ok: false, message: words.link.refused };
    if (reply.ok === true || typeof reply.message === "string") return reply;
    return { ...reply, ok: false, message: words.link.refused };
  }

  // NiceGUI lets this socket into the page's room with its handshake, which can come a moment after "connect":
  // a first hello may be turned away, so it is said again until it is heard or the connection goes.
  async function greet(turn, attempt) {
    const reply = await send("hello", {});
    if (stopped || turn !== round || reply.ok || reply.offline) return;
    const wait = HELLO_AGAIN_MS[attempt];
    if (wait === undefined) {
      onTurnedAway(reply.message);
      return;
    }
    greeting = setTimer(() => greet(turn, attempt + 1), wait);
  }

  function connected() {
    clearTimer(greeting);
    round += 1;
    onLine(true);
    greet(round, 0);
  }

  function disconnected() {
    clearTimer(greeting);
    round += 1;
    onLine(false);
  }

  // `window.socket` is made by the page's root, which is mounted after its children.
  function look() {
    if (stopped) return;
    if (!window.socket) {
      looking = setTimer(look, LOOK_AGAIN_MS);
      return;
    }
    socket = window.socket;
    socket.on("connect", connected);
    socket.on("disconnect", disconnected);
    if (socket.connected) connected();
  }

  function stop() {
    stopped = true;
    clearTimer(looking);
    clearTimer(greeting);
    socket?.off?.("connect", connected);
    socket?.off?.("disconnect", disconnected);
  }

  return { start: look, send, stop };
}
