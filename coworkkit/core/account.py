"""Writing a call's record: how it ended, in the words and shapes of `ActionRecord`."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime
from typing import Any

from ..errors import Refusal
from .call import Call
from .ids import new_id
from .jsonable import NotJsonError, bounded_json
from .record import ActionRecord, Failure, GateDecision, Outcome
from .yielded import TooManyItemsError

LONGEST_MESSAGE = 2_000
"""Characters of a failed function's message that are passed on."""


def outcome_of_result(call: Call, value: Any) -> tuple[Outcome, Any]:
    """Return the outcome of a function that returned, and its result as JSON for the agent.

    A result without a form in JSON does not make the call a failure: the work is done, and a retry would do
    it twice.
    """
    try:
        told = call.secrets.hide_in(bounded_json(value))
    except NotJsonError as error:
        note = f"The action ran. Its result cannot be shown: {error}. Do not call it again for that."
        return Outcome(ok=True, entered=True, note=note), None
    return RAN, told


RAN = Outcome(ok=True, entered=True)


def failure_of(call: Call, error: BaseException) -> tuple[Outcome, str]:
    """Return the outcome of a call that failed, and what the agent is told of it."""
    entered = call.state == "entered"
    if isinstance(error, Refusal) and not entered:
        message = call.secrets.hide(error.message)
        return Outcome(ok=False, entered=False, error=Failure(code=error.code, message=message)), message
    if isinstance(error, TooManyItemsError):
        note = f"The action ran until {error}. Its result cannot be shown."
        return Outcome(ok=False, entered=True, error=Failure(code="internal", message=note)), note
    if isinstance(error, asyncio.CancelledError):
        message = "This was stopped while it ran. What it had done by then is done."
        return Outcome(ok=False, entered=entered, error=Failure(code="cancelled", message=message)), message
    said = call.secrets.hide(str(error)) or type(error).__name__
    message = said if len(said) <= LONGEST_MESSAGE else f"{said[:LONGEST_MESSAGE]}… ({len(said):,} characters)"
    return Outcome(ok=False, entered=entered, error=Failure(code="internal", message=message)), message


def record_of(
    call: Call,
    decision: GateDecision,
    outcome: Outcome,
    duration: float,
    *,
    session_id: str,
    user: str | None,
    settled_at: datetime,
) -> ActionRecord:
    """Return the one record of a settled call."""
    action = call.action
    return ActionRecord(
        id=new_id(),
        call_id=call.id,
        session_id=session_id,
        action=call.name,
        element=action.element if action else None,
        kind=action.kind if action else None,
        control=call.control,
        gate=decision,
        outcome=outcome if not duration else timed(outcome, duration),
        caller=call.caller,
        user=user,
        arguments=call.shown_arguments,
        summary=call.summary,
        evidence=call.evidence,
        asked_at=call.asked_at,
        decided_at=call.decided_at,
        settled_at=settled_at,
        digest=digest_of(call, user),
    )


def timed(outcome: Outcome, duration: float) -> Outcome:
    """Return the outcome with how long the function took."""
    return Outcome(ok=outcome.ok, entered=outcome.entered, error=outcome.error, note=outcome.note, duration=duration)


def digest_of(call: Call, user: str | None) -> str:
    """Return the SHA-256 over action, arguments, summary and user.

    Fields are separated by the unit separator, which neither a name nor canonical JSON can hold.
    """
    texts = (call.name, call.summary or "", user or "")
    name, summary, person = (text.encode("utf-8", "surrogatepass") for text in texts)
    return hashlib.sha256(b"\x1f".join((name, call.canonical, summary, person))).hexdigest()
