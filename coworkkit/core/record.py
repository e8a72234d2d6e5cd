"""The record: one immutable account of one settled call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from ..errors import Code
from .control import Control

GateDecision = Literal["fired", "needs_hand_mode", "confirmed", "cancelled", "timeout", "refused"]
"""What the gate decided. The first five are the seed's; ``refused`` is a call that never reached a gate."""

Cause = Literal[
    "click",
    "words",
    "stopped",
    "deadline",
    "not_painted",
    "tab_gone",
    "session_ended",
    "user_changed",
    "overtaken",
    "given_up",
]
"""The finer cause of a decision. Only ``click``, ``words`` and ``stopped`` are something a person did."""


slots = BaseModel.__dict__
put_values = slots["__dict__"].__set__
put_fields_set = slots["__pydantic_fields_set__"].__set__
put_extra = slots["__pydantic_extra__"].__set__
put_private = slots["__pydantic_private__"].__set__


class Frozen(BaseModel):
    """A model that cannot be changed after it was made."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=Frozen)


def maker_of(kind: type[Model]) -> Callable[[dict[str, Any]], Model]:
    """Return what makes a model of values we made ourselves, one for each field, without validating them once more.

    Validation is half of what an open call costs, and mypy has checked these; `tests/core/test_records.py`
    validates every kind of record again.
    """
    new, fields = object.__new__, set(kind.model_fields)

    def make(values: dict[str, Any]) -> Model:
        made = new(kind)
        put_values(made, values)
        put_fields_set(made, fields)
        put_extra(made, None)
        put_private(made, None)
        return made

    return make


class Failure(Frozen):
    """What failed, with the code and message the agent was given."""

    code: Code
    message: str


class Outcome(Frozen):
    """How a call ended.

    Attributes:
        ok: the function ran and returned.
        entered: the function was called at all.
        error: what failed; None when nothing did. A call the user declined did not fail.
        note: something to know about a call that is ok, such as a result that could not be shown.
        duration: seconds inside the function alone; human reading time is not in it.
    """

    ok: bool
    entered: bool
    error: Failure | None = None
    note: str | None = None
    duration: float = 0.0


class Evidence(Frozen):
    """What made a decision, so that a reader can tell a person from a clock.

    Attributes:
        by: a click on the ``card``, the user's ``words``, the user's ``stop`` button, the ``clock`` (a
            deadline passed), or the ``gate`` itself (the page or a rule ended it). None: no decision was needed.
        cause: the finer cause.
        card: which card decided: ``basic`` or ``framed``.
        input: what pressed the button: ``mouse``, ``touch``, ``pen``, ``keyboard`` or ``escape``.
        early_presses: presses on Confirm that did not count, such as those before the card was armed.
        visibility: whether the browser vouched that nothing covered the card (``checked`` or ``unsupported``).
        words: what the user said, where that decided.
    """

    by: Literal["card", "words", "stop", "clock", "gate"] | None = None
    cause: Cause | None = None
    card: Literal["basic", "framed"] | None = None
    input: Literal["mouse", "touch", "pen", "keyboard", "escape"] | None = None
    early_presses: int = 0
    visibility: Literal["checked", "unsupported"] | None = None
    words: str | None = None


NO_EVIDENCE = Evidence()
"""Of a call that needed no decision."""


class Caller(Frozen):
    """Who asked: which agent, over which connector.

    Attributes:
        agent: the agent's own name.
        connector: how it reached us, such as ``in-process``.
        hears_user: whether we see the user's turns on this road; where not, soft is raised to the card.
    """

    agent: str
    connector: str = "in-process"
    hears_user: bool = True


class ActionRecord(Frozen):
    """The one account of a settled call. Emitted once, never stored by the SDK.

    Attributes:
        id: UUIDv7 of this record.
        call_id: the call's id, as the agent knows it.
        session_id: the user's tab and its agent.
        action: the name that was called, even where no such action exists.
        element: the element the action belongs to, if any.
        kind: whether the action only reads; None where no action was found.
        control: the level it was gated at; None where the call never got that far.
        gate: what the gate decided.
        outcome: how it ended.
        caller: who asked.
        user: the app's id for the person whose session this is.
        arguments: what was bound, as JSON, with secrets masked.
        summary: the text that was shown or said to the user; None where nothing was.
        evidence: what made the decision.
        asked_at: when the user was asked; None where nobody was.
        decided_at: when the decision fell.
        interactions: ids of the durable cards whose confirmation the call used up; where it did, and no card or
            question of its own was decided, summary, evidence and times are those of the last of them.
        settled_at: when the call ended.
        digest: SHA-256 over action, arguments, summary and user, in hex.
    """

    id: str
    call_id: str
    session_id: str
    action: str
    element: str | None
    kind: Literal["read", "write"] | None
    control: Control | None
    gate: GateDecision
    outcome: Outcome
    caller: Caller
    user: str | None
    arguments: dict[str, Any]
    summary: str | None
    evidence: Evidence
    asked_at: datetime | None
    decided_at: datetime | None
    interactions: tuple[str, ...]
    settled_at: datetime
    digest: str
