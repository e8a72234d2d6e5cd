"""The life of a call: every state and every move in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, Literal

from ..errors import IllegalMoveError
from .action import Action, name_in_words
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

NO_ARGUMENTS: Mapping[str, Any] = MappingProxyType({})

TurnEnd = Callable[[], Decision | None]
"""Returns what ended the turn a call belongs to; None while it is open."""


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
        asked_cards: the cards that outlive the page which it has asked.
        when_settled: told how the call ended, once it has.
        left_behind: the server stopped while it was under way; its record is written, whatever comes of it.
        page: what was mounted when it found its action; compared only for being the same.
        address: where that page was.
        asked_at: when the user was asked.
        decided_at: when the decision fell.
        record: its one record, once it has settled.
    """

    __slots__ = (
        "action",
        "address",
        "arguments",
        "asked_at",
        "asked_cards",
        "caller",
        "canonical",
        "card",
        "control",
        "decided_at",
        "evidence",
        "id",
        "interactions",
        "left_behind",
        "name",
        "page",
        "raw",
        "record",
        "record_id",
        "secrets",
        "shown_arguments",
        "state",
        "summary",
        "turn_end",
        "turn_id",
        "unlisted",
        "when_settled",
    )

    def __init__(
        self,
        name: str,
        caller: Caller,
        call_id: str | None,
        turn_end: TurnEnd | None = None,
        turn_id: str | None = None,
    ) -> None:
        self.record_id = new_id()
        self.id = well_formed(str(call_id)[:LONGEST_CALL_ID])[:LONGEST_CALL_ID] if call_id else self.record_id
        if not isinstance(name, str):
            name = f"({type(name).__name__})"  # no action can be called that
        self.name = name if len(name) <= LONGEST_CALLED else f"{name[:LONGEST_CALLED]}…"
        self.caller = caller
        self.turn_end = turn_end
        self.turn_id = turn_id
        self.state: State = "received"
        self.action: Action | None = None
        self.unlisted: Action | None = None
        self.page: object = None
        self.address: Address = NOWHERE
        self.raw: Any = None
        self.arguments: Mapping[str, Any] = NO_ARGUMENTS
        self.canonical = b""
        self.shown_arguments: Mapping[str, Any] = NO_ARGUMENTS
        self.secrets: Secrets = NO_SECRETS
        self.control: Control | None = None
        self.summary: str | None = None
        self.evidence: Evidence = NO_EVIDENCE
        self.card: Card | None = None
        self.interactions: tuple[str, ...] = ()
        self.asked_cards: tuple[str, ...] = ()
        self.when_settled: tuple[Callable[[Outcome], None], ...] = ()
        self.left_behind = False
        self.asked_at: datetime | None = None
        self.decided_at: datetime | None = None
        self.record: ActionRecord | None = None

    @property
    def label(self) -> str:
        """What people call what it asks for."""
        return name_in_words(self.name) if self.action is None else self.action.label

    def move(self, move: Move) -> None:
        """Make a move of the table.

        Raises:
            IllegalMoveError: the table forbids it; nothing was changed.
        """
        try:
            self.state = MOVES[self.state][move]
        except KeyError:
            raise IllegalMoveError(self.state, move) from None
