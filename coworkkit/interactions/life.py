"""The life of a durable confirmation, and of the run it was given for: every state and every move in one table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Literal

from ..core.record import NO_EVIDENCE, Evidence
from ..core.tools import InteractionStatus, RunState

Move = Literal["confirm", "cancel", "expire", "replace", "commit"]
RunMove = Literal["succeed", "fail", "lose"]

MOVES: Final[Mapping[InteractionStatus, Mapping[Move, InteractionStatus]]] = {
    "pending": {"confirm": "submitted", "cancel": "cancelled", "expire": "expired", "replace": "expired"},
    "submitted": {"commit": "committed", "expire": "expired", "replace": "expired"},
    "cancelled": {},
    "expired": {},
    "committed": {},
}
"""What may follow what; nothing leaves the last three.

``pending``: the card is up. ``submitted``: the user has confirmed. ``cancelled``: the user has declined.
``expired``: the deadline passed, or the same token was asked about something else. ``committed``: used up.
"""

RUN_MOVES: Final[Mapping[RunState, Mapping[RunMove, RunState]]] = {
    "running": {"succeed": "done", "fail": "failed", "lose": "unknown"},
    "unknown": {"succeed": "done", "fail": "failed"},
    "done": {},
    "failed": {},
}
"""``unknown``: the process that ran it has not been heard of since. It may still tell how it ended."""

HOLDS_TOKEN: Final[tuple[InteractionStatus, ...]] = ("pending", "submitted", "committed")
"""While one is in such a state, no other of the same user can have its token."""


def before(move: Move) -> tuple[InteractionStatus, ...]:
    """Return the states that a move may begin from."""
    return tuple(state for state, moves in MOVES.items() if move in moves)


def before_run(move: RunMove) -> tuple[RunState, ...]:
    """Return the states of a run that a move may begin from."""
    return tuple(state for state, moves in RUN_MOVES.items() if move in moves)


def after(move: Move) -> InteractionStatus:
    """Return the state that a move leads to, which is one for each move."""
    return next(moves[move] for moves in MOVES.values() if move in moves)


def after_run(move: RunMove) -> RunState:
    """Return the state of a run that a move leads to."""
    return next(moves[move] for moves in RUN_MOVES.values() if move in moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """One durable confirmation, as it is stored. All times are aware and in UTC.

    Attributes:
        id: UUIDv7; the ``interaction_id``.
        subscriber: the user whose card it is.
        commit_token: the caller's name for what is asked, one live card each and user.
        title: what the card says at its top.
        description: what will happen, in words.
        action_label: the words on the confirming button.
        cancel_label: the words on the other button.
        destructive: whether the confirming button is red.
        binds: what the card stands for, as a JSON object with secrets masked; None where nothing is bound.
        bound: salted SHA-256 of what is bound, in hex.
        content: SHA-256 of all that the card shows, in hex.
        nonce: 192 unguessable bits that a decision must bring; for the card's own channel and nobody else.
        asked_by: the agent that asked.
        words_by: whose words title, description and labels are: ``app`` where the app's own code asked, ``agent``
            where the agent called the tool itself, so that the card says so.
        session_id: the session it was asked in.
        created_at: when it was asked.
        expires_at: when it dies.
        status: where in its life it is.
        revision: grows with every change.
        cause: why it is ``expired``: ``deadline`` or ``replaced``; else None.
        decided_at: when the user decided.
        evidence: what made the decision, as the JSON of an `Evidence`.
        settled_at: when its status became its last.
        side_effect: what was about to happen, in the words of who committed it.
        claim: the id of the commit that used it up.
        call_id: the call that committed it.
        run: how the run that used it up goes or ended; None before, and where nobody follows it.
        run_until: until when its process vouches for the run.
        ended_at: when the run ended, or was given up as unknown.
        change: number of its latest change in the whole store; 0 where the store has no need of it.
    """

    id: str
    subscriber: str
    commit_token: str = field(repr=False)
    title: str
    description: str
    action_label: str
    cancel_label: str
    destructive: bool
    binds: str | None
    bound: str | None
    content: str
    nonce: str = field(repr=False)
    asked_by: str | None
    words_by: Literal["app", "agent"]
    session_id: str | None
    created_at: datetime
    expires_at: datetime
    status: InteractionStatus = "pending"
    revision: int = 1
    cause: str | None = None
    decided_at: datetime | None = None
    evidence: str | None = None
    settled_at: datetime | None = None
    side_effect: str | None = None
    claim: str | None = None
    call_id: str | None = None
    run: RunState | None = None
    run_until: datetime | None = None
    ended_at: datetime | None = None
    change: int = 0

    @property
    def display(self) -> dict[str, Any]:
        """What the card shows, by the names of the seed; `binds` where something is bound."""
        shown: dict[str, Any] = {
            "title": self.title,
            "description": self.description,
            "action_label": self.action_label,
            "cancel_label": self.cancel_label,
            "destructive": self.destructive,
        }
        if self.binds is not None:
            shown["binds"] = json.loads(self.binds)
        return shown

    @property
    def summary(self) -> str:
        """The words the user was asked with, for a record."""
        return f"{self.title}\n{self.description}"

    @property
    def decided_by(self) -> Evidence:
        """What made the decision; no evidence where nobody has decided."""
        return NO_EVIDENCE if self.evidence is None else Evidence.model_validate_json(self.evidence)


def as_told(moment: datetime) -> str:
    """Return a time as an agent is told it: ISO 8601 in UTC, with milliseconds, as in the seed."""
    return f"{moment.astimezone(UTC).isoformat(timespec='milliseconds').removesuffix('+00:00')}Z"
