// What the timeline lists: the rows the filter asks for, and over each group the words of the user it belongs to.

import { matches } from "./query.js";
import { isCard } from "./row_words.js";

/** The rows that meet the filter and belong to the turn, if one is asked for. Without either, the array itself. */
export function chosen(rows, query, turn) {
  if (query.isEmpty && turn === null) return rows;
  return rows.filter((row) => (turn === null || row.turn === turn) && matches(query, row));
}

/** Put the rows of each turn together under a heading, in the order in which the turns came up. */
export function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const turn = typeof row.turn === "string" ? row.turn : null;
    if (!groups.has(turn)) groups.set(turn, []);
    groups.get(turn).push(row);
  }
  const listed = [];
  for (const [turn, calls] of groups) {
    listed.push({ id: `turn ${turn}`, isHeading: true, turn, n: calls.filter((row) => !isCard(row)).length });
    for (const call of calls) listed.push(call);
  }
  return listed;
}
