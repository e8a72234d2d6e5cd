"""Following a user's cards: whoever shows them is told when one is asked, decided, expired or used, in any process."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Self

from ..core.durable import DurableCard
from .life import Interaction
from .store import Ring, StoreError, mailbox_of

logger = logging.getLogger("coworkkit")

MOST_REMEMBERED = 2_000
RETRY_SECONDS = 1.0

Read = Callable[[Sequence[str]], Awaitable[list[Interaction]]]


class Watching:
    """An async iterator of one user's interactions: first the pending ones, then each one that has changed.

    It never loses the latest state of one that it has told; changes that come faster than they are read are told
    once. Compare `Interaction.revision` with what you have, where you read interactions in other ways too.

    Args:
        subscriber: whose.
        begin: makes ready to be told, before anything else.
        read: reads interactions of that user by id.
        read_pending: reads the pending ones of that user.
        leave: called when nobody follows any more.
        on_reach: told False when changes can no longer be read, and True when they can again.
    """

    def __init__(
        self,
        subscriber: str,
        begin: Callable[[], Awaitable[None]],
        read: Read,
        read_pending: Callable[[], Awaitable[list[Interaction]]],
        leave: Callable[[Watching], None],
        on_reach: Callable[[bool], None] | None = None,
    ) -> None:
        self.mailbox = mailbox_of(subscriber)
        self._begin, self._read, self._read_pending, self._leave = begin, read, read_pending, leave
        self._on_reach = on_reach
        self._reachable = True
        self._rang: dict[str, None] = {}
        self._missed = True
        self._woken = asyncio.Event()
        self._woken.set()
        self._closed = False
        self._told: dict[str, int] = {}
        self._ready: deque[Interaction] = deque()

    def ring(self, interaction_id: str) -> None:
        """One has changed."""
        self._rang[interaction_id] = None
        self._woken.set()

    def missed(self) -> None:
        """Some may have changed."""
        self._missed = True
        self._woken.set()

    def seen(self, card: DurableCard) -> None:
        """Count a card that was read in another way as told, so that none of its later changes is missed."""
        self._told[card.id] = max(card.revision, self._told.pop(card.id, 0))

    def close(self) -> None:
        """Follow no longer; whoever waits for the next is told that there is none."""
        if not self._closed:
            self._closed = True
            self._leave(self)
            self._woken.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Interaction:
        while not self._ready:
            if not self._closed:
                await self._begin()
                await self._woken.wait()
            if self._closed:
                raise StopAsyncIteration
            self._woken.clear()
            rang, missed = list(self._rang), self._missed
            self._rang, self._missed = {}, False
            try:
                await self._look(rang, missed)
            except StoreError:
                self._reach(False)
                self._rang, self._missed = dict.fromkeys([*rang, *self._rang]), missed or self._missed
                self._woken.set()
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._reach(True)
        return self._ready.popleft()

    def _reach(self, reachable: bool) -> None:
        """Say, once, that changes can no longer be read, or that they can again."""
        if reachable == self._reachable:
            return
        self._reachable = reachable
        if not reachable:
            logger.warning("coworkkit: the changed interactions could not be read; trying until they can")
        if self._on_reach is not None:
            self._on_reach(reachable)

    async def _look(self, rang: list[str], missed: bool) -> None:
        """Read what has changed, and what may have; put what is news in line."""
        rows = await self._read(list(dict.fromkeys([*rang, *(self._told if missed else ())])))
        if missed:
            rows += await self._read_pending()
        for row in sorted(rows, key=lambda each: (each.created_at, each.id)):
            if self._told.get(row.id, 0) < row.revision:
                self._told.pop(row.id, None)
                self._told[row.id] = row.revision
                self._ready.append(row)
        while len(self._told) > MOST_REMEMBERED:
            del self._told[next(iter(self._told))]


class Watchers:
    """Everybody in this process who follows some user's cards."""

    def __init__(self) -> None:
        self.by_mailbox: dict[str, set[Watching]] = {}

    def add(self, watching: Watching) -> None:
        """Tell somebody from now on."""
        self.by_mailbox.setdefault(watching.mailbox, set()).add(watching)

    def remove(self, watching: Watching) -> None:
        """Tell somebody no longer."""
        here = self.by_mailbox.get(watching.mailbox, set())
        here.discard(watching)
        if not here:
            self.by_mailbox.pop(watching.mailbox, None)

    def heard(self, ring: Ring | None) -> None:
        """Pass on that an interaction has changed, or that any may have."""
        if ring is None:
            for watching in [each for here in self.by_mailbox.values() for each in here]:
                watching.missed()
            return
        for watching in list(self.by_mailbox.get(ring.mailbox, ())):
            watching.ring(ring.interaction_id)

    def close(self) -> None:
        """Let everybody go."""
        for watching in [each for here in self.by_mailbox.values() for each in here]:
            watching.close()
