// The rows of the timeline: the newest 5,000, kept out of Vue's sight so that a busy session stays smooth.

import { shallowRef } from "vue";

const requestFrame = window.requestAnimationFrame.bind(window);
const setTimer = window.setTimeout.bind(window);

export const MOST_ROWS = 5_000;

/**
 * A list of record rows in the order they arrived.
 *
 * `rows` is a plain array; `seen.value` changes at most once a frame when it does. `dropped` counts the rows that
 * had to make room. A row that comes again (the snapshot after a reconnect) takes its old place.
 */
export function createRecords(most = MOST_ROWS) {
  const places = new Map();
  const list = { rows: [], dropped: 0, seen: shallowRef(0), add, start };
  let unnamed = 0;
  let told = true;

  function named(row) {
    if (row === null || typeof row !== "object") return null;
    const id = row.id === undefined || row.id === null ? `unnamed-${(unnamed += 1)}` : String(row.id);
    return { ...row, id };
  }

  // What a snapshot holds and what is already here have a row in common, or they are not of one session: then
  // nothing of the other may stay on screen.
  function start(rows) {
    const given = Array.isArray(rows) ? rows : [];
    if (!given.some((row) => places.has(String(row?.id)))) {
      places.clear();
      list.rows.length = 0;
      list.dropped = 0;
    }
    add(given);
  }

  function tell() {
    if (told) return;
    told = true;
    list.seen.value += 1;
  }

  function add(rows) {
    if (!Array.isArray(rows)) return;
    for (const given of rows) {
      const row = named(given);
      if (row === null) continue;
      const place = places.get(row.id);
      if (place !== undefined) {
        list.rows[place - list.dropped] = row;
        continue;
      }
      places.set(row.id, list.rows.length + list.dropped);
      list.rows.push(row);
    }
    const extra = list.rows.length - most;
    if (extra > 0) {
      for (const row of list.rows.splice(0, extra)) places.delete(row.id);
      list.dropped += extra;
    }
    if (!told) return;
    told = false;
    requestFrame(tell);
    setTimer(tell, 200); // a tab in the background gets no frames
  }

  return list;
}
