// Runs inside the framed card, whose origin is opaque: the same card as in a page, with a road to the server of its own.
// What this document knows, no script of the page can read; what it sends, no script of the page can send.

import { cardWords, createCardStage } from "./card.js";

const LOOK_MS = 1_500;
const ANSWER_MS = 10_000;

/** Show `card` in these `words`, and post what becomes of it to `post`. */
export function start({ card, post, words }) {
  const { fetch, JSON, setInterval, clearInterval, location, parent, document, AbortSignal } = window;
  let looking = 0;
  document.title = words.eyebrow ?? cardWords.eyebrow;

  for (const name of location.hash.slice(1).split(".")) {
    if (name === "rtl") document.documentElement.dir = "rtl";
    else if (name === "dark" || name === "light") document.body.classList.add(`body--${name}`);
  }

  async function send(kind, payload) {
    let reply;
    try {
      const answer = await fetch(post, {
        method: "POST",
        body: JSON.stringify({ kind, ...payload }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!answer.ok) return { ok: false, message: "" };
      reply = await answer.json();
    } catch {
      return { ok: false, offline: true };
    }
    if (reply.card) stage.show(reply.card);
    else if (kind !== "decide" && reply.state !== "pending") stage.close({ id: card.id, ...reply });
    return reply;
  }

  const stage = createCardStage({
    send,
    words,
    onEmpty() {
      clearInterval(looking);
      parent.postMessage({ coworkkit: "gone", id: card.id }, "*");
    },
  });
  stage.show(card);
  looking = setInterval(() => {
    const { id, nonce, revision } = card;
    send("look", { id, nonce, revision });
  }, LOOK_MS);
}
