"""The durable cards of a page's user, followed once for whatever on the page shows them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from nicegui import background_tasks

from ..core.durable import CardsFollowed, CardSource, DurableCard
from ..errors import CoworkkitError

logger = logging.getLogger("coworkkit")

Told = TypeVar("Told")

RETRY_SECONDS = 2.0
"""How long until a store that could not be used is tried again."""

MOST_SETTLED = 200
"""Cards that nobody can decide any more and that are still known; the oldest make room."""


@dataclass(frozen=True, slots=True)
class FeedListener:
    """Somebody who shows cards.

    Attributes:
        card: told of a card that is new or has changed.
        reach: told False when the cards can no longer be read, and True when they can again.
    """

    card: Callable[[DurableCard], None]
    reach: Callable[[bool], None]


class DurableFeed:
    """Follows one user's cards for one page: all that wait, the latest others, and then whatever changes.

    A card holds its nonce. What of it goes to the page is the listeners' to see to.

    Args:
        source: where the cards are.
        user: whose.
        still_same_user: returns whether that user is still the one who is signed in; if not, nothing more is told.

    Attributes:
        cards: each card that is known, by its id, as it was when it was last read.
        reachable: whether the cards can be read.
    """

    def __init__(self, source: CardSource, user: str, still_same_user: Callable[[], bool]) -> None:
        self.source = source
        self.user = user
        self.still_same_user = still_same_user
        self.cards: dict[str, DurableCard] = {}
        self.reachable = True
        self.listeners: list[FeedListener] = []
        self.followed: CardsFollowed | None = None
        self.following: asyncio.Task[None] | None = None
        self.closed = asyncio.Event()

    def listen(self, card: Callable[[DurableCard], None], reach: Callable[[bool], None]) -> None:
        """Have somebody told from now on. What is known already is in `cards`."""
        self.listeners.append(FeedListener(card, reach))

    def start(self) -> None:
        """Begin to follow; harmless the second time."""
        if self.following is None:
            self.following = background_tasks.create(self.follow(), name="coworkkit durable cards")

    def close(self) -> None:
        """Follow no longer: the page is gone, or another user's.

        What is being read is read to its end: a database's connection that is cut off in the middle is lost to it.
        """
        self.closed.set()
        self.listeners.clear()
        self.cards.clear()
        if self.followed is not None:
            self.followed.close()

    async def follow(self) -> None:
        """Read and pass on, again and again where the store cannot be used."""
        self.followed = followed = self.source.watch(self.user, self.reach)
        try:
            while not self.closed.is_set():
                try:
                    await self.read(followed)
                    return
                except Exception as error:
                    if self.reachable:
                        logger.warning(
                            "coworkkit: a page cannot read its user's cards and goes on trying: %s",
                            error,
                            exc_info=not isinstance(error, CoworkkitError),
                        )
                    self.reach(False)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self.closed.wait(), RETRY_SECONDS)
        finally:
            followed.close()

    async def read(self, followed: CardsFollowed) -> None:
        """Pass on the latest cards in any state, the oldest first, and then each that waits or has changed."""
        latest = await self.source.latest(self.user)
        self.reach(True)
        for card in reversed(latest):
            followed.seen(card)
            self.pass_on(card)
        async for card in followed:
            self.pass_on(card)

    def pass_on(self, card: DurableCard) -> None:
        """Tell a card that is new or has changed."""
        if self.closed.is_set() or not self.still_same_user():
            self.close()
            return
        known = self.cards.get(card.id)
        if known is None or known.revision < card.revision:
            self.cards[card.id] = card
            self.forget_old()
            for listener in list(self.listeners):
                safely(listener.card, card)

    def forget_old(self) -> None:
        """Let go of the oldest cards that are settled, where there are too many."""
        settled = [id for id, card in self.cards.items() if card.status not in ("pending", "submitted")]
        for id in settled[: max(0, len(settled) - MOST_SETTLED)]:
            del self.cards[id]

    def reach(self, reachable: bool) -> None:
        """Tell, once, that the cards can no longer be read, or that they can again."""
        if reachable != self.reachable:
            self.reachable = reachable
            for listener in list(self.listeners):
                safely(listener.reach, reachable)


def safely(tell: Callable[[Told], None], told: Told) -> None:
    """Tell a listener; what goes wrong there is logged, and the next one is told all the same."""
    try:
        tell(told)
    except Exception:
        logger.exception("coworkkit: a durable card could not be shown")
