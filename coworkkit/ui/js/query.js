// The filter of the timeline: what is written, what it means, and how many rows each facet has.

import { callerOf, isCard } from "./row_words.js";

export const FACETS = ["gate", "level", "outcome", "caller"];
const FIELDS = ["action", "element", "code", "kind", "user", "id", "interaction"];
const RUNS = { running: "pending", done: "ok", failed: "failed", unknown: "unknown" };
const MOST_WRITTEN = 500;

// A word, or key:value, where "…" holds spaces together.
const TOKEN = /(?:[^\s"]|"[^"]*"?)+/g;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const unquoted = (text) => text.replaceAll('"', "");
const asTest = (value) => new RegExp(`^${value.split("*").map(escaped).join(".*")}$`, "is");
const lower = (value) => String(value ?? "").toLowerCase();

function split(token) {
  const [, minus, key, value] = /^(-?)([a-z]+):(.*)$/is.exec(token) ?? [];
  const name = lower(key);
  if (!FACETS.includes(name) && !FIELDS.includes(name)) return null;
  return { key: name, isNot: minus === "-", values: value.split(",").map(unquoted).filter(Boolean) };
}

const tokensOf = (text) => String(text).slice(0, MOST_WRITTEN).match(TOKEN) ?? [];

// A name before a colon that is no field: `gat:cancelled`, but neither 10:30 nor https://….
function unknownField(token) {
  const [, name, value] = /^-?([a-z_]+):(.*)$/is.exec(token) ?? [];
  return name === undefined || value.startsWith("//") ? null : name;
}

/** The names that a filter can ask for. */
export const fieldNames = () => [...FACETS, ...FIELDS];

/** Read a filter such as `gate:cancelled,timeout action:delete* -caller:builder "spring cleaning"`. */
export function parse(text) {
  const query = { terms: [], words: [], isEmpty: true, unknown: null };
  for (const token of tokensOf(text)) {
    const term = split(token);
    // a key without a value is one that is still being written
    if (term?.values.length) query.terms.push({ ...term, tests: term.values.map(asTest) });
    else if (!term && unquoted(token)) query.words.push(lower(unquoted(token)));
    if (!term) query.unknown ??= unknownField(token);
  }
  query.isEmpty = !query.terms.length && !query.words.length;
  return query;
}

function cardOutcome({ interaction, run }) {
  if (interaction === "pending" || interaction === "submitted") return "pending";
  if (interaction !== "committed") return "not_run";
  return RUNS[run] ?? "used";
}

// A card is found by its state and its id, a call by the ids of the cards that it has asked and used up.
function interactionsOf(row) {
  if (isCard(row)) return [row.interaction, row.id];
  return [...(row.asked_cards ?? []), ...(row.interactions ?? [])];
}

/** What a row is counted under, by facet. */
export function facetsOf(row) {
  if (isCard(row)) return { gate: row.interaction, level: "durable", outcome: cardOutcome(row), caller: callerOf(row) };
  const level = String(row.control ?? "none");
  if (row.pending) return { gate: "pending", level, outcome: "pending", caller: callerOf(row) };
  const outcome = row.ok === true ? "ok" : row.entered ? "failed" : "not_run";
  return { gate: String(row.gate ?? "none"), level, outcome, caller: callerOf(row) };
}

function asText(value) {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  } catch {
    return "";
  }
}

function textOf(row) {
  const { action, element, summary, code, error, note, side_effect: effect } = row;
  const texts = [action, element, summary, code, asText(error ?? ""), note, effect, callerOf(row), asText(row.arguments)];
  return lower(texts.join("\n"));
}

// A row is our own copy: what is worked out of it is kept with it.
const keptFacets = new WeakMap();
const keptTexts = new WeakMap();

function kept(cache, row, work) {
  let found = cache.get(row);
  if (found === undefined) cache.set(row, (found = work(row)));
  return found;
}

function meets(term, row, facets) {
  const values =
    term.key === "interaction"
      ? interactionsOf(row)
      : [String(Object.hasOwn(facets, term.key) ? facets[term.key] : (row[term.key] ?? ""))];
  return term.tests.some((test) => values.some((value) => test.test(value))) !== term.isNot;
}

/** Whether a row is one that the filter asks for. */
export function matches(query, row) {
  if (query.isEmpty) return true;
  const facets = kept(keptFacets, row, facetsOf);
  if (!query.terms.every((term) => meets(term, row, facets))) return false;
  if (!query.words.length) return true;
  const text = kept(keptTexts, row, textOf);
  return query.words.every((word) => text.includes(word));
}

/**
 * How many rows each value of each facet has, as {gate: Map, …}: of those that meet everything else in the filter,
 * so that a facet says what choosing it would show.
 */
export function count(query, rows) {
  const counts = Object.fromEntries(FACETS.map((name) => [name, new Map()]));
  const put = (name, value) => counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
  for (const row of rows) {
    const facets = kept(keptFacets, row, facetsOf);
    const missed = new Set(query.terms.filter((term) => !meets(term, row, facets)).map((term) => term.key));
    if (missed.size > 1) continue;
    if (query.words.length && !query.words.every((word) => kept(keptTexts, row, textOf).includes(word))) continue;
    for (const name of FACETS) if (!missed.size || missed.has(name)) put(name, facets[name]);
  }
  return counts;
}

/** Whether the filter asks for this value of a facet. */
export function asksFor(query, key, value) {
  return query.terms.some((term) => term.key === key && !term.isNot && term.values.includes(value));
}

/** The filter with a value of a facet added, or taken out where it was there. */
export function toggled(text, key, value) {
  const written = /[\s",]/.test(value) ? `"${value.replaceAll('"', "")}"` : value;
  const tokens = tokensOf(text);
  const at = tokens.findIndex((token) => split(token)?.key === key && !split(token).isNot);
  if (at < 0) return [...tokens, `${key}:${written}`].join(" ");
  const values = tokens[at].slice(key.length + 1).split(",");
  const rest = values.filter((one) => unquoted(one) !== value);
  const now = rest.length < values.length ? rest : [...values, written];
  tokens.splice(at, 1, ...(now.length ? [`${key}:${now.join(",")}`] : []));
  return tokens.join(" ");
}
