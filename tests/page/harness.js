// A page without NiceGUI: Vue, the component, and a socket that only the test talks to.

import { createApp, h, ref } from "vue";
import Root from "/coworkkit_page.js";

const asked = new URLSearchParams(location.search);
const listeners = { connect: new Set(), disconnect: new Set() };

/** The server's side, for the test: what was sent, what is answered, what is pushed. */
const server = {
  sent: [],
  answers: {},
  held: null,
  root: null,
  push(message) {
    return server.root.receive(message);
  },
  connect() {
    socket.connected = true;
    for (const listener of listeners.connect) listener();
  },
  drop() {
    socket.connected = false;
    for (const listener of listeners.disconnect) listener();
  },
  hold() {
    server.held = [];
  },
  release(at = 0) {
    const [give] = server.held.splice(at, 1);
    give();
  },
};

const socket = {
  connected: false,
  on: (event, listener) => listeners[event].add(listener),
  off: (event, listener) => listeners[event].delete(listener),
  timeout: () => ({
    emit(event, message, acknowledge) {
      server.sent.push({ event, ...message });
      const answer = server.answers[message.kind] ?? { ok: true };
      const give = () => (answer === "silence" ? acknowledge(new Error("timeout")) : acknowledge(null, answer));
      if (server.held && message.kind !== "hello") server.held.push(give);
      else setTimeout(give, 0);
    },
  }),
};

document.documentElement.dir = asked.get("dir") ?? "ltr";
document.body.classList.toggle("body--dark", asked.has("dark"));
if (asked.has("primary")) document.body.style.setProperty("--q-primary", asked.get("primary"));

const isMounted = ref(true);
const app = createApp({
  render() {
    if (!isMounted.value) return null;
    const words = JSON.parse(asked.get("words") ?? "{}");
    return h(Root, { ref: "root", client_key: "the-key", watch: asked.has("watch"), words });
  },
  mounted() {
    server.root = this.$refs.root;
    window.clientId = "the-client";
    // NiceGUI makes the socket after its children are mounted
    setTimeout(() => {
      window.socket = socket;
      if (!asked.has("offline")) setTimeout(() => server.connect(), 20);
    }, 30);
  },
});
server.unmount = () => (isMounted.value = false);
app.config.warnHandler = (message) => console.error(`Vue warns: ${message}`);
app.mount("#app");
window.server = server;
