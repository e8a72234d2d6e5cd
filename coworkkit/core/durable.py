"""Cards that outlive the page, as whoever draws them sees them. The store behind them is no business of the page's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol, Self

from .open_call import ToolSource
from .record import Evidence
from .tools import InteractionStatus, RunState


class DurableCard(Protocol):
    """One durable card, as it was when it was read.

    Its `display` has ``title``, ``description``, ``action_label``, ``cancel_label``, ``destructive``, and ``binds``
    where something is bound. Its `nonce` goes to the card's own channel and nowhere else.
    """

    @property
    def id(self) -> str:
        """Names it."""

    @property
    def nonce(self) -> str:
        """What a decision must bring."""

    @property
    def revision(self) -> int:
        """Grows with every change."""

    @property
    def display(self) -> dict[str, Any]:
        """What it shows."""

    @property
    def status(self) -> InteractionStatus:
        """Where in its life it is; only ``pending`` can be decided."""

    @property
    def cause(self) -> str | None:
        """Why it is ``expired``: ``deadline``, or ``replaced`` by another card of its token."""

    @property
    def asked_by(self) -> str | None:
        """The agent that asked."""

    @property
    def words_by(self) -> Literal["app", "agent"]:
        """Whose words title, description and labels are; an agent's are to be told apart on the card."""

    @property
    def created_at(self) -> datetime:
        """When it was asked."""

    @property
    def expires_at(self) -> datetime:
        """When it dies."""

    @property
    def decided_at(self) -> datetime | None:
        """When the user decided."""

    @property
    def decided_by(self) -> Evidence:
        """What made the decision; none where nobody has decided."""

    @property
    def settled_at(self) -> datetime | None:
        """When its status became its last."""

    @property
    def side_effect(self) -> str | None:
        """What was about to happen, in the words of whoever used it up."""

    @property
    def run(self) -> RunState | None:
        """How the run that used it up goes, or ended."""

    @property
    def ended_at(self) -> datetime | None:
        """When that run ended, or was given up as unknown."""


class DecidedCard(Protocol):
    """What came of a press: whether it decided, or else why not, and the card as it is now."""

    @property
    def ok(self) -> bool:
        """The press decided."""

    @property
    def why_not(self) -> str | None:
        """``not_found``, ``refused`` (a wrong nonce), or the state it was in already."""

    @property
    def interaction(self) -> DurableCard | None:
        """The card as it is now; None where this user has no such card, or the nonce was wrong."""


class CardsFollowed(Protocol):
    """An async iterator of a user's cards: first the pending ones, then each that has changed. To be closed."""

    def __aiter__(self) -> Self:
        """Follow."""

    async def __anext__(self) -> DurableCard:
        """Wait for the next."""

    def seen(self, card: DurableCard) -> None:
        """Count a card that was read in another way as told, so that none of its later changes is missed."""

    def close(self) -> None:
        """Follow no longer."""


class CardSource(ToolSource, Protocol):
    """What a Provider is given as its `interactions`: the tools for calls, and the cards for whoever draws them.

    The user is always the session's. Each method may raise a `CoworkkitError` where the store cannot be used.
    """

    def watch(self, user: str | None, on_reach: Callable[[bool], None] | None = None) -> CardsFollowed:
        """Follow a user's cards, whichever process changes them.

        Args:
            user: whose.
            on_reach: told False when changes can no longer be read, and True when they can again.
        """

    async def pending(self, user: str | None, limit: int = ...) -> Sequence[DurableCard]:
        """Return a user's cards that wait, the oldest first."""

    async def latest(self, user: str | None, limit: int = ...) -> Sequence[DurableCard]:
        """Return a user's cards in any state, the newest first."""

    async def interaction(self, user: str | None, interaction_id: str) -> DurableCard | None:
        """Return one of a user's cards."""

    async def decide(
        self,
        user: str | None,
        interaction_id: str,
        *,
        nonce: str,
        choice: Literal["confirm", "cancel"],
        evidence: Evidence,
    ) -> DecidedCard:
        """Take a person's press. It is stored before this returns; the first one counts."""
