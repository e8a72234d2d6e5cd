// The rows of the timeline: the newest 10,000, kept out of Vue's sight so that a busy session stays smooth.

import { shallowRef } from "vue";
import { isCard } from "./row_words.js";

const requestFrame = window.requestAnimationFrame.bind(window);
const setTimer = window.setTimeout.bind(window);

export const MOST_ROWS = 10_000;
const MOST_CHARACTERS = 40_000_000;

/**
 * A list of record rows in the order they came up.
 *
 * `rows` is a plain array; `seen.value` changes at most once a frame when it does. `dropped` counts the rows that
 * had to make room. A row that comes again (a call that has settled, the snapshot after a reconnect) takes its old
 * place. `turns` counts the calls of each user turn, `cards` the durable cards among the rows.
 */
export function createRecords(most = MOST_ROWS) {
  const places = new Map();
  const seen = shallowRef(0);
  const list = { rows: [], dropped: 0, cards: 0, turns: new Map(), pending: new Set(), seen, add, start, find };
  let unnamed = 0;
  let characters = 0;
  let told = true;

  function named(row) {
    if (row === null || typeof row !== "object") return null;
    const id = row.id === undefined || row.id === null ? `unnamed-${(unnamed += 1)}` : String(row.id);
    return { ...row, id };
  }

  const sizeOf = (row) => (Number.isFinite(row.size) ? row.size : 0);

  function counted(row, by) {
    characters += by * sizeOf(row);
    if (by > 0 && row.pending) list.pending.add(row.id);
    else list.pending.delete(row.id);
    if (isCard(row)) list.cards += by;
    if (isCard(row) || typeof row.turn !== "string") return;
    const n = (list.turns.get(row.turn) ?? 0) + by;
    if (n > 0) list.turns.set(row.turn, n);
    else list.turns.delete(row.turn);
  }

  function forgetAll() {
    places.clear();
    list.turns.clear();
    list.pending.clear();
    list.rows.length = 0;
    list.dropped = 0;
    list.cards = 0;
    characters = 0;
  }

  // What a snapshot holds and what is already here have a call in common, or they are not of one session: then
  // nothing of the other may stay on screen. What is under way is in the snapshot, or not under way any more.
  function start(rows, unkept) {
    const given = Array.isArray(rows) ? rows : [];
    const ids = new Set(given.map((row) => String(row?.id)));
    if (!list.rows.some((row) => !isCard(row) && ids.has(row.id))) {
      forgetAll();
      list.dropped = Number.isInteger(unkept) ? unkept : 0;
    } else if ([...list.pending].some((id) => !ids.has(id))) {
      const stay = list.rows.filter((row) => !row.pending || ids.has(row.id));
      const { dropped } = list;
      forgetAll();
      list.dropped = dropped;
      add(stay);
    }
    add(given);
  }

  function find(id) {
    const place = places.get(id);
    return place === undefined ? undefined : list.rows[place - list.dropped];
  }

  function tell() {
    if (told) return;
    told = true;
    list.seen.value += 1;
  }

  function put(row) {
    const place = places.get(row.id);
    if (place === undefined) {
      places.set(row.id, list.rows.length + list.dropped);
      list.rows.push(row);
    } else {
      counted(list.rows[place - list.dropped], -1);
      list.rows[place - list.dropped] = row;
    }
    counted(row, 1);
  }

  function makeRoom() {
    let extra = Math.max(0, list.rows.length - most);
    for (let at = 0, over = characters - MOST_CHARACTERS; over > 0 && at < list.rows.length - 1; at += 1) {
      over -= sizeOf(list.rows[at]);
      extra = Math.max(extra, at + 1);
    }
    if (!extra) return;
    for (const row of list.rows.splice(0, extra)) {
      places.delete(row.id);
      counted(row, -1);
    }
    list.dropped += extra;
  }

  function add(rows) {
    if (!Array.isArray(rows)) return;
    for (const given of rows) {
      const row = named(given);
      if (row !== null) put(row);
    }
    makeRoom();
    if (!told) return;
    told = false;
    requestFrame(tell);
    setTimer(tell, 200); // a tab in the background gets no frames
  }

  return list;
}
