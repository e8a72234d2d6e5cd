// The table of what the call will use. Long values are folded; the card asks for each fold to be opened once.

import {
  append,
  boxOf,
  clientHeightOf,
  dropAttribute,
  isArray,
  isConnected,
  listen,
  make,
  makeText,
  put,
  scrollHeightOf,
  setAttribute,
  setText,
} from "./card_natives.js";
import { cut, isolated } from "./card_segments.js";
import { say } from "./card_words.js";

/**
 * Fill `region`, the one part of the card that scrolls.
 *
 * `onFold(isFirst)` is called after a person opened or closed a fold. The answer has `unopened()`, the number of
 * folds never opened; `folds`, their buttons; `scrolls()`; and `below()`, how much is out of sight further down:
 * 0, a number of details, or -1 for more of the same one.
 */
export function createFacts(region, card, words, onFold) {
  const rows = [];
  const folds = [];
  let unopened = 0;
  let isStop = false;
  const list = make("dl", { class: "rows" });

  function addValue(parent, segments, length, labelId) {
    const short = cut(segments, length);
    const value = append(parent, make("div", { class: "value", id: `${labelId}-value` }));
    if (!short) {
      append(value, isolated(segments, words));
      return;
    }
    const button = make("button", {
      type: "button",
      class: "fold",
      "aria-expanded": "false",
      "aria-controls": `${labelId}-value`,
      "aria-describedby": labelId,
    });
    setAttribute(value, "class", "value long");
    const fold = { open: false, opened: false };
    unopened += 1;
    const draw = () => {
      setText(value, "");
      const shown = append(value, isolated(fold.open ? segments : short.head, words));
      if (!fold.open) append(shown, makeText(" …"));
      setText(button, "");
      const label = fold.open ? say(words, "showLess") : say(words, "showMore", short.left);
      append(button, isolated([label], words));
      setAttribute(button, "aria-expanded", fold.open ? "true" : "false");
      setAttribute(parent, "class", fold.open ? "cell open" : "cell");
    };
    listen(button, "click", (event) => {
      if (!event.isTrusted) return;
      const isFirst = !fold.opened;
      fold.open = !fold.open;
      if (isFirst) unopened -= 1;
      fold.opened = true;
      draw();
      onFold(isFirst);
    });
    draw();
    append(parent, button);
    put(folds, button);
  }

  function addRow(label, segments, length, id) {
    const row = make("div", { class: "row" });
    append(append(row, make("dt", { id })), label);
    addValue(append(row, make("dd", { class: "cell" })), segments, length, id);
    append(list, row);
    put(rows, row);
  }

  const given = isArray(card.rows) ? card.rows : [];
  // A title too long for a heading is cut there and stands here in full.
  if (cut(card.title, 0)) addRow(makeText(say(words, "summary")), card.title, 0, "summary");
  for (let at = 0; at < given.length; at += 1) {
    const { label, value, length } = given[at];
    addRow(isolated(label, words), value, length, `fact-${at}`);
  }
  if (rows.length > 0) {
    append(region, list);
  } else {
    setAttribute(region, "class", "facts bare");
    append(append(region, make("p", { id: "no-values", class: "plain" })), isolated([say(words, "noValues")], words));
  }

  function firstBelow(bottom) {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const box = boxOf(rows[middle]);
      if (box.top + box.height > bottom + 1) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    folds,
    hasRows: given.length > 0,
    unopened: () => unopened,
    scrolls: () => scrollHeightOf(region) > clientHeightOf(region) + 1,
    below() {
      const box = boxOf(region);
      const bottom = box.top + box.height;
      const first = firstBelow(bottom);
      const hidden = rows.length - first;
      if (hidden === 0) return 0;
      // The row at the edge is partly in sight: it counts as more of the same, unless others follow it.
      const isPartlySeen = boxOf(rows[first]).top < bottom - 16;
      return isPartlySeen ? (hidden > 1 ? hidden - 1 : -1) : hidden;
    },
    /** A region that scrolls can be reached and named; one that does not is no stop for Tab. */
    markScrolling(scrolls) {
      if (scrolls === isStop) return;
      isStop = scrolls;
      if (scrolls) {
        setAttribute(region, "tabindex", "0");
        setAttribute(region, "role", "region");
        setAttribute(region, "aria-label", say(words, "details"));
      } else {
        dropAttribute(region, "tabindex");
        dropAttribute(region, "role");
        dropAttribute(region, "aria-label");
      }
    },
    /** Where Tab comes to first in here, if anywhere. */
    firstStop: () => (!isConnected(region) ? null : isStop ? region : folds.length > 0 ? folds[0] : null),
  };
}
