// Calls the person back to a tab in the background while a card or a question waits: by its title and its icon.

import { fill } from "./words.js";

const MOST_CORRECTIONS = 5;

// A filled circle with a mark in it, in the app's colour: it has to differ at 16 pixels.
function signOf(colour) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const drawing = canvas.getContext("2d");
  if (!drawing) return "";
  drawing.fillStyle = colour;
  drawing.beginPath();
  drawing.arc(16, 16, 16, 0, 2 * Math.PI);
  drawing.fill();
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(13, 6, 6, 13);
  drawing.fillRect(13, 22, 6, 5);
  return canvas.toDataURL();
}

/**
 * Make the signal. `isWaiting()` says whether the person is being waited for; `update()` is called when that may have
 * changed. The app's own title and icon come back afterwards; a title the app sets in the meantime is kept, and an app
 * that keeps setting it is left alone.
 */
export function createAttention({ words, isWaiting }) {
  let own = null; // the title we have set
  let theirs = ""; // the app's
  let corrections = 0;
  let icon = null;
  let hidden = []; // the app's icons, with their `rel`

  function show() {
    if (own !== null) return;
    corrections = 0;
    theirs = document.title;
    setTitle();
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    hidden = [...document.querySelectorAll('link[rel~="icon"]')].map((link) => [link, link.rel]);
    const href = signOf("#b3261e");
    if (!href) return;
    for (const [link] of hidden) link.rel = "coworkkit-icon";
    icon = document.createElement("link");
    icon.rel = "icon";
    icon.href = href;
    document.head.append(icon);
  }

  function setTitle() {
    own = fill(words.panel.waiting, { title: theirs });
    document.title = own;
  }

  function hide() {
    if (own === null) return;
    titles.disconnect();
    if (document.title === own) document.title = theirs;
    own = null;
    for (const [link, rel] of hidden) if (link.rel === "coworkkit-icon") link.rel = rel;
    hidden = [];
    icon?.remove();
    icon = null;
  }

  const titles = new MutationObserver(() => {
    if (own === null || document.title === own) return;
    theirs = document.title;
    corrections += 1;
    if (corrections > MOST_CORRECTIONS) own = document.title;
    else setTitle();
  });

  function update() {
    if (document.visibilityState === "hidden" && isWaiting()) show();
    else hide();
  }

  document.addEventListener("visibilitychange", update);
  return {
    update,
    stop() {
      document.removeEventListener("visibilitychange", update);
      hide();
    },
  };
}
