"""Writing a call's record: how it ended, in the words and shapes of `ActionRecord`."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime
from typing import Any

from ..errors import Code, Refusal
from .call import Call
from .jsonable import NotJsonError, bounded_json
from .record import ActionRecord, Failure, GateDecision, Outcome
from .yielded import TooManyItemsError

LONGEST_MESSAGE = 2_000
"""Characters of a failed function's message that are passed on."""


def outcome_of_result(call: Call, value: Any, duration: float) -> tuple[Outcome, Any]:
    """Return the outcome of a function that returned, and its result as JSON for the agent.

    A result without a form in JSON does not make the call a failure: the work is done, and a retry would do
    it twice.
    """
    try:
        told = call.secrets.hide_in(bounded_json(value))
    except NotJsonError as error:
        note = f"The action ran. Its result cannot be shown: {error}. Do not call it again for that."
        return Outcome(ok=True, entered=True, note=note, duration=duration), None
    return Outcome(ok=True, entered=True, duration=duration), told


def failure_of(call: Call, error: BaseException, duration: float = 0.0) -> tuple[Outcome, str]:
    """Return the outcome of a call that failed, and what the agent is told of it."""
    entered = call.state == "entered"
    if isinstance(error, Refusal) and not entered:
        message = call.secrets.hide(error.message)
        return Outcome(ok=False, entered=False, error=Failure(code=error.code, message=message)), message
    message = in_words(call, error)
    code: Code = "cancelled" if isinstance(error, asyncio.CancelledError) else "internal"
    failure = Failure(code=code, message=message)
    return Outcome(ok=False, entered=entered, error=failure, duration=duration), message


def in_words(call: Call, error: BaseException) -> str:
    """Say how a function ended that did not return, with no secret in it and at a bounded length."""
    if isinstance(error, TooManyItemsError):
        return f"The action ran until {error}. Its result cannot be shown."
    if isinstance(error, asyncio.CancelledError):
        return "This was stopped while it ran. What it had done by then is done."
    said = call.secrets.hide(str(error)) or type(error).__name__
    return said if len(said) <= LONGEST_MESSAGE else f"{said[:LONGEST_MESSAGE]}… ({len(said):,} characters)"


def record_of(
    call: Call,
    decision: GateDecision,
    outcome: Outcome,
    *,
    session_id: str,
    user: str | None,
    settled_at: datetime,
) -> ActionRecord:
    """Return the one record of a settled call."""
    action = call.action
    return ActionRecord.model_validate(
        {
            "id": call.record_id,
            "call_id": call.id,
            "session_id": session_id,
            "action": call.name,
            "element": action.element if action else None,
            "kind": action.kind if action else None,
            "control": call.control,
            "gate": decision,
            "outcome": outcome,
            "caller": call.caller,
            "user": user,
            "arguments": call.shown_arguments,
            "summary": call.summary,
            "evidence": call.evidence,
            "asked_at": call.asked_at,
            "decided_at": call.decided_at,
            "settled_at": settled_at,
            "digest": digest_of(call, user),
        }
    )


def digest_of(call: Call, user: str | None) -> str:
    """Return the SHA-256 over action, arguments, summary and user.

    Fields are separated by the unit separator, which neither a name nor canonical JSON can hold.
    """
    name = call.name.encode("utf-8", "surrogatepass")
    summary = b"" if call.summary is None else call.summary.encode("utf-8", "surrogatepass")
    person = b"" if user is None else user.encode("utf-8", "surrogatepass")
    return hashlib.sha256(b"\x1f".join((name, call.canonical, summary, person))).hexdigest()
