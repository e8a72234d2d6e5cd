"""Writing a call's record: how it ended, in the words and shapes of `ActionRecord`."""

from __future__ import annotations

import asyncio
import logging
import traceback
from datetime import datetime
from hashlib import sha256
from typing import Any

from ..errors import Code, Refusal
from .call import Call
from .jsonable import NotJsonError, bounded_json, well_formed
from .record import ActionRecord, Failure, GateDecision, Outcome, maker_of
from .secret import NO_SECRETS, Secrets
from .situation import Situation
from .worker import StoppedWhileRunning, was_stopped
from .yielded import TooManyItemsError, abandon, is_unfinished

logger = logging.getLogger("coworkkit")

STOPPED_RUNNING = "This was stopped while it ran. What it had done by then is done."
RAN_TO_ITS_END = "This was stopped while it ran; it could not be interrupted and ran to its end."

LONGEST_MESSAGE = 2_000
"""Characters of a failed function's message that are passed on."""


make_outcome = maker_of(Outcome)
make_record = maker_of(ActionRecord)


def outcome_of_result(call: Call, value: Any, duration: float) -> tuple[Outcome, Any]:
    """Return the outcome of a function that returned, and its result as JSON for the agent.

    A result without a form in JSON does not make the call a failure: the work is done, and a retry would do
    it twice.
    """
    try:
        told = bounded_json(value)
    except NotJsonError as error:
        note = f"The action ran. Its result cannot be shown: {error}. Do not call it again for that."
        return Outcome(ok=True, entered=True, note=note, duration=duration), None
    if call.secrets is not NO_SECRETS:
        told = secrets_of(call).hide_in(told)
    return make_outcome({"ok": True, "entered": True, "error": None, "note": None, "duration": duration}), told


def secrets_of(call: Call) -> Secrets:
    """Return what the agent must not be told back. Some tools answer with a name that the agent itself gave them."""
    told_back = call.action.told_back if call.action else frozenset()
    if not told_back:
        return call.secrets
    return Secrets({name: value for name, value in call.arguments.items() if name not in told_back})


def outcome_of_stopped(call: Call, stopped: StoppedWhileRunning, duration: float) -> Outcome:
    """Return the outcome of a plain function that was stopped while it ran, and ran to its end all the same."""
    error = stopped.future.exception()
    if error is not None:
        outcome = failed(call, failure_of(call, error), duration)
    elif is_unfinished(value := stopped.future.result()):
        abandon(value)
        return failed(call, Failure(code="cancelled", message=STOPPED_RUNNING), duration)
    else:
        outcome, _ = outcome_of_result(call, value, duration)
    return outcome.model_copy(update={"note": RAN_TO_ITS_END})


def failed(call: Call, failure: Failure, duration: float = 0.0) -> Outcome:
    """Return the outcome of a call that failed."""
    return Outcome(ok=False, entered=call.state == "entered", error=failure, duration=duration)


def failure_of(call: Call, error: BaseException) -> Failure:
    """Return what failed, in the code and words the agent is given: without secrets, at a bounded length."""
    code: Code = "internal"
    if call.state != "entered":
        code = error.code if isinstance(error, Refusal) else "unavailable"
        said = str(error) if isinstance(error, Refusal) else f"The page is gone. Nothing was run. ({error})"
    elif isinstance(error, TooManyItemsError):
        said = f"The action ran until {error}. Its result cannot be shown."
    elif was_stopped(error):
        code, said = "cancelled", STOPPED_RUNNING
    elif isinstance(error, asyncio.CancelledError):
        said = "Something the action waited for was cancelled. What it had done by then is done."
    else:
        said = describe(error)
    message = well_formed(call.secrets.hide(said))
    if len(message) > LONGEST_MESSAGE:
        message = f"{message[:LONGEST_MESSAGE]}… ({len(message):,} characters)"
    return Failure(code=code, message=message)


def log_failure(call: Call, error: BaseException) -> None:
    """Log where an action failed, for its developer, with its secrets masked: a line, and at DEBUG all of it.

    An action may fail as a matter of course, so that a traceback for each would bury the ones that matter.
    """
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    said = " ".join(describe(error).split())[:LONGEST_MESSAGE]
    logger.warning(
        "coworkkit: action %r failed: %s%s",
        call.name,
        well_formed(call.secrets.hide(f"{type(error).__name__}: {said}")),
        where,
    )
    if logger.isEnabledFor(logging.DEBUG):
        told = "".join(traceback.format_exception(error))
        logger.debug("coworkkit: action %r failed here:\n%s", call.name, well_formed(call.secrets.hide(told)))


def describe(error: BaseException) -> str:
    """Return an error's own message, or its kind where it has none to give."""
    try:
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


def record_of(
    call: Call,
    decision: GateDecision,
    outcome: Outcome,
    now: Situation,
    settled_at: datetime,
) -> ActionRecord:
    """Return the one record of a settled call."""
    action = call.action
    return make_record(
        {
            "id": call.record_id,
            "call_id": call.id,
            "session_id": now.id,
            "action": call.name,
            "element": action.element if action else None,
            "kind": action.kind if action else None,
            "control": call.control,
            "gate": decision,
            "outcome": outcome,
            "caller": call.caller,
            "user": now.user,
            "arguments": dict(call.shown_arguments),
            "summary": call.summary,
            "evidence": call.evidence,
            "asked_at": call.asked_at,
            "decided_at": call.decided_at,
            "interactions": call.interactions,
            "settled_at": settled_at,
            "digest": digest_of(call, now.user),
        }
    )


def digest_of(call: Call, user: str | None) -> str:
    """Return the SHA-256 over action, arguments, summary and user.

    Fields are separated by the unit separator, which neither a name nor canonical JSON can hold.
    """
    name = call.name.encode("utf-8", "surrogatepass")
    summary = call.summary.encode("utf-8", "surrogatepass") if call.summary else b""
    person = user.encode("utf-8", "surrogatepass") if user else b""
    return sha256(b"\x1f".join((name, call.canonical, summary, person))).hexdigest()
