"""A user, their agent and their cards: what nearly every test of interactions begins with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from coworkkit import ActionRecord, Approval, Asked, Evidence, Session
from coworkkit.interactions import Decided, Interaction, Interactions, MemoryStore, SqlStore, Store
from coworkkit.testing import FakeClock, open_session
from tests.records import keep_records

PATIENCE_SECONDS = 10.0

PRESS = Evidence(by="card", cause="click", card="framed", input="mouse", visibility="checked")

QUESTION: dict[str, Any] = {
    "title": "Cancel order?",
    "description": "This will cancel order #4231 and issue a $49.00 refund. This cannot be undone.",
    "action_label": "Cancel order",
    "cancel_label": "Keep order",
    "commit_token": "cancel_order_4231",
}

EFFECT = {"commit_token": "cancel_order_4231", "side_effect": "cancel order #4231, refund $49.00"}


@dataclass
class Database:
    """A place for cards; None is one in memory, which only this process shares."""

    url: str | None
    memory: MemoryStore = field(default_factory=MemoryStore)

    def store(self) -> Store:
        """Return a store on it, as each process has its own."""
        return self.memory if self.url is None else SqlStore(self.url)


class Stage:
    """One process's interactions, and a user with one session in it.

    Args:
        database: where the cards are kept.
        clock: the time.
        user: the user's id.
        actions: functions to declare on the page.
        given: any argument of `Interactions`.
    """

    def __init__(
        self,
        database: Database,
        *actions: Callable[..., Any],
        clock: FakeClock | None = None,
        user: str = "ada",
        **given: Any,
    ) -> None:
        self.database = database
        self.clock = clock or FakeClock()
        self.user = user
        self.actions = actions
        self.interactions = Interactions(store=database.store(), clock=self.clock, **given)
        self.records: list[ActionRecord] = []
        self.session = self.new_session(*actions, user=user)

    def new_session(self, *actions: Callable[..., Any], user: str) -> Session:
        """Open one more session in this process."""
        session = open_session(*actions, clock=self.clock, user=user, interactions=self.interactions)
        keep_records(session, self.records)
        return session

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop this process's part."""
        await self.session.close()
        await self.interactions.close()

    async def restarted(self, *actions: Callable[..., Any], clock: FakeClock | None = None) -> Stage:
        """Stop, and start anew on the same cards."""
        await self.close()
        return Stage(self.database, *actions, clock=clock or self.clock, user=self.user)

    async def asks(self, user: str | None = None, **changed: Any) -> Asked:
        """Ask the user the question, with parts of it changed."""
        return await self.interactions.confirm_action(user or self.user, **(QUESTION | changed))

    async def commits(self, user: str | None = None, **changed: Any) -> Approval:
        """Try to use the confirmation."""
        return await self.interactions.commit_action(user or self.user, **(EFFECT | changed))

    async def card(self) -> Interaction:
        """The one card that waits."""
        (card,) = await self.interactions.pending(self.user)
        return card

    async def presses(self, choice: Any = "confirm", card: Interaction | None = None) -> Decided:
        """Press a button of the card, as its own channel tells it."""
        card = card or await self.card()
        return await self.interactions.decide(self.user, card.id, nonce=card.nonce, choice=choice, evidence=PRESS)

    async def calls(self, name: str, arguments: dict[str, Any] | None = None) -> Any:
        """Have the agent call an action, and return what it is told."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.session.call(name, arguments or {})
