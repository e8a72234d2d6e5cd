// How a row of the timeline is drawn: short texts, made visible, and the names of its colours and icons.

import { callerOf, durationOf, isBuilders, isCard, levelOf, outcomeOf, standingOf, timeOf } from "./row_words.js";
import { flat } from "./visible.js";
import { count, fill } from "./words.js";

const MOST_IN_CELL = 160;

// Beside the title of a durable card stands who asked.
function askedBy(row, words) {
  return isCard(row) && callerOf(row) ? fill(words.watch.askedBy, { name: callerOf(row) }) : "";
}

export function drawnRow(row, words, now) {
  const short = (text) => flat(text ?? "", { limit: MOST_IN_CELL, words: words.visible });
  const shortened = (tag) => ({ ...tag, text: short(tag.text) });
  return {
    id: row.id,
    isPending: Boolean(row.pending),
    isBuilders: isBuilders(row),
    askedBy: short(askedBy(row, words)),
    time: short(timeOf(row.at)),
    action: short(row.action),
    level: shortened(levelOf(isCard(row) ? "durable" : row.control, words)),
    gate: shortened(standingOf(row, words)),
    outcome: shortened(outcomeOf(row, words, now)),
    duration: durationOf(row),
  };
}

/** What the user said in a turn; null where the conversation no longer has it. */
export function turnText(turn, { state, words }) {
  const message = state.messages.find((known) => known.id === turn && known.role === "user");
  return message ? flat(message.text, { limit: MOST_IN_CELL, words: words.visible }) : null;
}

/** The heading over the calls of one turn. */
export function drawnHeading(heading, { state, words }) {
  const { call, calls, earlierTurn, noTurn, toMessage } = words.watch;
  const said = heading.turn === null ? null : turnText(heading.turn, { state, words });
  return {
    ...heading,
    turn: said === null ? null : heading.turn,
    text: heading.turn === null ? noTurn : (said ?? earlierTurn),
    says: heading.n === 1 ? call : fill(calls, { n: count(heading.n) }),
    hint: said === null ? null : toMessage,
  };
}
