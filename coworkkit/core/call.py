"""The life of a call: every state and every move in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, Literal

from ..errors import IllegalMoveError
from .action import Action
from .address import NOWHERE, Address
from .card import Card, Decision
from .control import Control
from .ids import new_id
from .jsonable import well_formed
from .record import NO_EVIDENCE, ActionRecord, Caller, Evidence, Outcome
from .secret import NO_SECRETS, Secrets

State = Literal["received", "bound", "asked", "cleared", "entered", "settled"]
Move = Literal["bind", "fire", "ask", "confirm", "enter", "settle"]

MOVES: Final[Mapping[State, Mapping[Move, State]]] = {
    "received": {"bind": "bound", "settle": "settled"},
    "bound": {"fire": "cleared", "ask": "asked", "settle": "settled"},
    "asked": {"ask": "asked", "confirm": "cleared", "settle": "settled"},
    "cleared": {"ask": "asked", "enter": "entered", "settle": "settled"},
    "entered": {"settle": "settled"},
    "settled": {},
}
"""What may follow what. The function is entered only from ``cleared``, and nothing leaves ``settled``.

``received``: named by an agent. ``bound``: the action was found and its arguments are valid and frozen.
``asked``: the user has the question or the card. ``cleared``: no decision was needed, or it was a yes.
``entered``: the action's function was called. ``settled``: over, with its one record.
"""

LONGEST_CALLED = 250
"""Characters of a called name that are kept; no declared name is that long."""

LONGEST_CALL_ID = 200

TurnEnd = Callable[[], Decision | None]
"""Returns what ended the turn a call belongs to; None while it is open."""


def always_open() -> Decision | None:
    """The turn of a call that belongs to none."""
    return None


class Call:
    """One request by an agent, from the moment it arrives to its one record.

    Attributes:
        record_id: the id of its record; ours alone, whatever ids an agent makes up.
        id: what the agent knows it by.
        name: the action it named, whether or not there is one.
        caller: which agent, over which connector.
        turn_id: the user turn it was first made in, for Watch; None outside of one.
        state: where in its life it is.
        action: what it found.
        unlisted: what it stands for where that is an action of the SDK's own, which no catalogue has.
        raw: the arguments as they came, detached; kept only while the user is asked, to validate again.
        arguments: the bound arguments, frozen: this call holds the only reference.
        canonical: the arguments as canonical JSON; what the digest and an agent's repeat are judged by.
        shown_arguments: the arguments as JSON with secrets masked, for card, record and Watch.
        secrets: masks this call's secrets wherever they turn up.
        control: the level it is gated at.
        summary: the text the user was shown or told.
        evidence: what made the decision.
        card: the card it is asked about with.
        interactions: the cards whose confirmation the call has used up.
        when_settled: told how the call ended, once it has.
        left_behind: the server stopped while it was under way; its record is written, whatever comes of it.
        page: what was mounted when it found its action; compared only for being the same.
        address: where that page was.
        asked_at: when the user was asked.
        decided_at: when the decision fell.
        record: its one record, once it has settled.
    """

    state: State = "received"
    action: Action | None = None
    unlisted: Action | None = None
    raw: Any = None
    arguments: Mapping[str, Any] = MappingProxyType({})
    canonical: bytes = b""
    shown_arguments: Mapping[str, Any] = MappingProxyType({})
    secrets: Secrets = NO_SECRETS
    control: Control | None = None
    summary: str | None = None
    evidence: Evidence = NO_EVIDENCE
    card: Card | None = None
    interactions: tuple[str, ...] = ()
    when_settled: tuple[Callable[[Outcome], None], ...] = ()
    left_behind: bool = False
    page: object = None
    address: Address = NOWHERE
    asked_at: datetime | None = None
    decided_at: datetime | None = None
    record: ActionRecord | None = None

    def __init__(
        self,
        name: str,
        caller: Caller,
        call_id: str | None,
        turn_end: TurnEnd = always_open,
        turn_id: str | None = None,
    ) -> None:
        self.record_id = new_id()
        self.id = well_formed(str(call_id)[:LONGEST_CALL_ID])[:LONGEST_CALL_ID] if call_id else self.record_id
        self.turn_end = turn_end
        self.turn_id = turn_id
        if not isinstance(name, str):
            name = f"({type(name).__name__})"  # no action can be called that
        self.name = name if len(name) <= LONGEST_CALLED else f"{name[:LONGEST_CALLED]}…"
        self.caller = caller

    def move(self, move: Move) -> None:
        """Make a move of the table.

        Raises:
            IllegalMoveError: the table forbids it; nothing was changed.
        """
        try:
            self.state = MOVES[self.state][move]
        except KeyError:
            raise IllegalMoveError(self.state, move) from None
