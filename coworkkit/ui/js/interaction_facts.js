// What the details of a durable card say, and the way between it and the calls that asked it and used it up.

import { clockOf, isCard, leftMs, outcomeOf, spanOf, timeOf, waitedMs } from "./row_words.js";

const isObject = (value) => value !== null && typeof value === "object";

/** A value as words: the parts of an object that say something, by their names. */
export function asWords(value) {
  if (!isObject(value)) return value === null || value === undefined ? "" : String(value);
  const says = ([, part]) => part !== null && part !== undefined && part !== "" && part !== 0;
  const asPair = ([name, part]) => `${name.replaceAll("_", " ")}: ${isObject(part) ? JSON.stringify(part) : part}`;
  return Object.entries(value).filter(says).map(asPair).join(", ");
}

/** The facts of a card as [{name, text}]. */
export function cardFacts(row, { words, turn, now, day }) {
  const { interaction, record, watch } = words;
  const left = leftMs(row, now);
  const waited = waitedMs(row);
  const time = (at) => (at ? `${day(at)} ${timeOf(at)}`.trim() : "");
  const leftText = left ? ` (${interaction.left.replace("{time}", clockOf(left))})` : "";
  const buttons = [row.action_label, row.cancel_label].join(" · ");
  return [
    { name: interaction.state, text: interaction.states[row.interaction] ?? row.interaction },
    { name: record.summary, text: row.summary },
    { name: interaction.buttons, text: row.destructive ? `${buttons} (${interaction.destructive})` : buttons },
    { name: interaction.wordsBy, text: interaction.words[row.words_by] ?? row.words_by },
    { name: interaction.askedBy, text: row.caller?.agent },
    { name: record.turn, text: turn },
    { name: interaction.deadline, text: `${time(row.expires_at)}${leftText}` },
    { name: record.evidence, text: row.decided_at ? asWords(row.evidence) : "" },
    { name: record.waited, text: waited === null ? "" : spanOf(waited) },
    { name: interaction.sideEffect, text: row.side_effect },
    { name: interaction.run, text: row.interaction === "committed" ? outcomeOf(row, words, now).text : "" },
    { name: record.askedAt, text: time(row.asked_at) },
    { name: record.decidedAt, text: time(row.decided_at) },
    { name: record.settledAt, text: time(row.settled_at) },
    { name: interaction.endedAt, text: time(row.ended_at) },
    { name: interaction.id, text: row.id },
  ].filter((fact) => fact.text !== undefined && fact.text !== null && fact.text !== "");
}

/** The other rows that belong to a row, each with which sentence of `words.interaction` says how. */
export function linksOf(row, records) {
  if (!isCard(row)) {
    const ids = new Set([...(row.asked_cards ?? []), ...(row.interactions ?? [])]);
    const cards = [...ids].map((id) => records.find(id)).filter(Boolean);
    return cards.map((card) => ({ row: card, says: "card", blank: "title" }));
  }
  const calls = (name, says) =>
    records.rows.filter((call) => call[name]?.includes(row.id)).map((call) => ({ row: call, says, blank: "action" }));
  return [...calls("asked_cards", "askedIn"), ...calls("interactions", "usedIn")];
}
