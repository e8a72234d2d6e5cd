// A page with nothing on it but a stage for cards, and a server that remembers what it is sent and answers as told.

import { createCardStage, cardWords } from "/js/card.js";

const answers = {
  decide: ({ choice }) => ({ ok: true, state: choice === "confirm" ? "confirmed" : "cancelled", message: "" }),
};

window.sent = [];
window.heard = { keys: [], clicks: [], announced: [] };
window.answerDelayMs = 0;

function answerTo(kind, payload) {
  const answer = answers[kind] ?? { ok: true, state: "pending", message: "" };
  return typeof answer === "function" ? answer(payload) : answer;
}

const send = async (kind, payload) => {
  window.sent.push({ kind, ...payload, at: performance.now() });
  if (window.answerDelayMs) await new Promise((resolve) => setTimeout(resolve, window.answerDelayMs));
  return answerTo(kind, payload);
};

const query = new URLSearchParams(location.search);
const announce = query.has("announce") ? (text) => window.heard.announced.push(text) : undefined;
window.cardWords = cardWords;
window.answers = answers;
window.stage = createCardStage({ send, announce, words: JSON.parse(query.get("words") ?? "{}") });

for (const type of ["keydown", "keyup", "keypress"]) {
  document.addEventListener(type, (event) => window.heard.keys.push(`${type} ${event.key}`));
}
document.addEventListener("click", (event) => event.target.id && window.heard.clicks.push(event.target.id));

document.querySelector("#open-root").attachShadow({ mode: "open" }).innerHTML = "<input id='inner' aria-label='Inner'>";
const tasks = Array.from({ length: 60 }, (_, n) => `<p class="task">Task ${n + 1}</p>`);
document.querySelector("#tasks").innerHTML = tasks.join("");
