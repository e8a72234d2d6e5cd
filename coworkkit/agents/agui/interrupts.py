"""What a run waits for: whether the user can be asked for it on the card, and what the answer then is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ag_ui.core import Interrupt

from ...core.result import CallResult

LEGACY_ID = "on_interrupt"
"""LangGraph's own event gives no id. It resumes by the answer alone where there is one."""

WORDS_FOR_YES = frozenset({"approve", "approved", "accept", "accepted", "allow", "allowed", "confirm", "confirmed"})
"""What a schema calls the one field that is a plain yes or no."""

APPROVES, REJECTS = "approve", "reject"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to ask the user about.

    Attributes:
        says: the agent's own words.
        tool: what it would use.
        arguments: what it would use that with.
        details: what else belongs to it.
    """

    says: str
    tool: str | None = None
    arguments: Any = None
    details: Any = None


@dataclass(frozen=True, slots=True)
class Asking:
    """How an interrupt is put to the user.

    Attributes:
        steps: what to ask about, each on a card of its own.
        payload: makes the answer that the agent understands, of the user's answers.
    """

    steps: tuple[Step, ...]
    payload: Callable[[Sequence[CallResult]], Any]


def asking_of(interrupt: Interrupt, call: Mapping[str, Any] | None, now: datetime) -> Asking | None:
    """Return how an interrupt is put to the user; None where a yes or no on a card is not what it wants.

    Only a form of answer in which a no is plainly a no counts. An answer that nobody has described may be read as
    a yes whatever it says.

    Args:
        interrupt: what the run waits for.
        call: the server's own call that it is about, as a message has it.
        now: the time.
    """
    if is_over(interrupt.expires_at, now):
        return None
    raw = raw_of(interrupt)
    if "action_requests" in raw:
        return asking_of_review(raw)
    made = answer_for(interrupt.response_schema)
    if made is None:
        return None
    tool, arguments = called(call)
    known = {"message", "reason", "responseSchema", "response_schema", "toolCallId", "tool_call_id"}
    details = {name: value for name, value in raw.items() if name not in known and not name.startswith("expires")}
    says = interrupt.message or interrupt.reason or "approval"
    if tool is not None and says.startswith(f"Approve {tool}("):  # pydantic-ai's; the card shows the arguments itself
        says = f"Approve {tool}?"
    return Asking((Step(says, tool, arguments, details or None),), lambda told: made(told[0]))


def answer_for(schema: Mapping[str, Any] | None) -> Callable[[CallResult], Any] | None:
    """Return what makes an answer of the described form from the user's; None where the form wants more."""
    if not schema:
        return None
    if schema.get("type") == "boolean":
        return lambda told: told.ok
    properties = schema.get("properties")
    if schema.get("type", "object") != "object" or not isinstance(properties, Mapping):
        return None
    fields = [
        name
        for name, form in properties.items()
        if name.lower() in WORDS_FOR_YES and isinstance(form, Mapping) and form.get("type") == "boolean"
    ]
    required = schema.get("required", [])
    if len(fields) != 1 or not isinstance(required, list) or not set(map(str, required)) <= set(fields):
        return None
    field = fields[0]
    reason = properties.get("reason")
    takes_reason = isinstance(reason, Mapping) and reason.get("type") == "string"

    def made(told: CallResult) -> dict[str, Any]:
        answer: dict[str, Any] = {field: told.ok}
        if takes_reason and not told.ok:
            answer["reason"] = told.message
        return answer

    return made


def asking_of_review(raw: Mapping[str, Any]) -> Asking | None:
    """Return how LangChain's request for a human's review is put to the user: every call it names on its own card."""
    requests, configs = raw["action_requests"], raw.get("review_configs", [])
    if not isinstance(requests, list) or not isinstance(configs, list) or not requests:
        return None
    if not all(isinstance(one, Mapping) and isinstance(one.get("name"), str) for one in requests):
        return None
    for config in configs:
        allowed = config.get("allowed_decisions") if isinstance(config, Mapping) else None
        if not isinstance(allowed, list) or APPROVES not in allowed or REJECTS not in allowed:
            return None
    steps = tuple(
        Step(
            says=str(one.get("description") or f"Tool execution requires approval: {one['name']}"),
            tool=one["name"],
            arguments=one.get("args", one.get("arguments")),
        )
        for one in requests
    )

    def made(told: Sequence[CallResult]) -> dict[str, Any]:
        return {
            "decisions": [{"type": APPROVES} if one.ok else {"type": REJECTS, "message": one.message} for one in told]
        }

    return Asking(steps, made)


def called(call: Mapping[str, Any] | None) -> tuple[str | None, Any]:
    """Return the tool of a call and its arguments, as JSON where they are."""
    if call is None:
        return None, None
    function = call["function"]
    try:
        return function["name"], json.loads(function["arguments"])
    except (ValueError, RecursionError):
        return function["name"], function["arguments"] or None


def is_of_langgraph(interrupt: Interrupt) -> bool:
    """Return whether an interrupt comes from LangGraph's adapter."""
    return "langgraph" in (interrupt.metadata or {})


def raw_of(interrupt: Interrupt) -> Mapping[str, Any]:
    """Return what LangGraph's graph itself gave as the interrupt, where it is an object."""
    about = (interrupt.metadata or {}).get("langgraph")
    raw = about.get("raw") if isinstance(about, Mapping) else None
    return raw if isinstance(raw, Mapping) else {}


def legacy_interrupt(value: Any) -> Interrupt:
    """Return LangGraph's own event as the protocol's interrupt."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            about = {"langgraph": {"raw": value}}
            return Interrupt(id=LEGACY_ID, reason="langgraph:interrupt", message=value, metadata=about)
    raw = value if isinstance(value, Mapping) else {}
    message, schema = raw.get("message"), raw.get("responseSchema", raw.get("response_schema"))
    expires = raw.get("expiresAt", raw.get("expires_at"))
    return Interrupt(
        id=LEGACY_ID,
        reason="langgraph:interrupt",
        message=message if isinstance(message, str) else None,
        response_schema=schema if isinstance(schema, dict) else None,
        expires_at=expires if isinstance(expires, str) else None,
        metadata={"langgraph": {"raw": value}},
    )


def is_over(expires_at: str | None, now: datetime) -> bool:
    """Return whether an interrupt can no longer be answered; a moment that nobody can read is not over."""
    if expires_at is None:
        return False
    try:
        end = datetime.fromisoformat(expires_at)
    except ValueError:
        return False
    return (end if end.tzinfo else end.replace(tzinfo=UTC)) <= now
