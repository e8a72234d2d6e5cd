// A call as text to take along: in the shape of the app's own record, and as a line of Python.

import { isCard } from "./row_words.js";

const isObject = (value) => value !== null && typeof value === "object";

/** A durable card with what it shows in the shape that `confirm_action` returns. */
function asInteraction(row) {
  const { action: title, summary: description, action_label, cancel_label, destructive, arguments: binds } = row;
  const isBound = isObject(binds) && Object.keys(binds).length > 0;
  return {
    interaction_id: row.id,
    status: row.interaction,
    display: { title, description, action_label, cancel_label, destructive, binds: isBound ? binds : undefined },
    words_by: row.words_by,
    asked_by: row.caller?.agent,
    turn: row.turn,
    created_at: row.called_at,
    expires_at: row.expires_at,
    decided_at: row.decided_at,
    settled_at: row.settled_at,
    evidence: row.evidence,
    side_effect: row.side_effect,
    run: row.run,
    ended_at: row.ended_at,
    cut: row.cut === true ? true : undefined,
  };
}

/** A row in the shape of `ActionRecord`, with the turn it belongs to and whether something of it was cut. */
export function asRecord(row, facts) {
  if (isCard(row)) return asInteraction(row);
  const failed = row.code !== undefined && row.code !== null;
  const record = {
    id: row.id,
    call_id: row.call_id,
    session_id: facts?.id,
    turn: row.turn,
    action: row.action,
    element: row.element,
    kind: row.kind,
    control: row.control,
    gate: row.gate,
    pending: row.pending ?? undefined,
    outcome: row.pending
      ? undefined
      : {
          ok: row.ok === true,
          entered: row.entered === true,
          error: failed ? { code: row.code, message: row.error } : null,
          note: row.note,
          duration: typeof row.duration_ms === "number" ? row.duration_ms / 1_000 : undefined,
        },
    caller: row.caller,
    user: row.user,
    arguments: row.arguments,
    summary: row.summary,
    evidence: row.evidence,
    interactions: row.interactions,
    called_at: row.called_at,
    asked_at: row.asked_at,
    decided_at: row.decided_at,
    settled_at: row.pending ? undefined : row.at,
    digest: row.digest,
    cut: row.cut === true ? true : undefined,
  };
  return record;
}

/** A row as one line of JSON. */
export const asLine = (row, facts) => JSON.stringify(asRecord(row, facts));

/** A row as JSON for a person to read. */
export const asJson = (row, facts) => JSON.stringify(asRecord(row, facts), null, 2);

// JSON's escapes are Python's too; what is not ASCII is written as it is.
function literal(value, indent) {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (!isObject(value)) return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  const short = `${open}${parts.join(", ")}${close}`;
  if (short.length <= 88 && !short.includes("\n")) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

/** The Python that makes the same call. Secrets are masked in it, and what Watch had to cut is said. */
export function asPython(row, words) {
  const given = isObject(row.arguments) && Object.keys(row.arguments).length ? `, ${literal(row.arguments, "")}` : "";
  const note = row.cut === true ? `# ${words.record.cut}\n` : "";
  return `${note}await session.call(${JSON.stringify(String(row.action))}${given})`;
}
