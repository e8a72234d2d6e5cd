"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta


@dataclass(order=True)
class FakeTimer:
    """Something due on a `FakeClock`."""

    at: float
    number: int
    callback: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Call it off."""
        self.cancelled = True


class FakeClock:
    """A clock for tests: time passes only in `advance`, and everything due then happens, in order.

    Args:
        start: the wall-clock time it begins at, aware; 1 January 2026 UTC by default.
    """

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._wall = start
        self._passed = 0.0
        self._timers: list[FakeTimer] = []
        self._numbers = itertools.count()

    def now(self) -> datetime:
        """Return the wall-clock time."""
        return self._wall + timedelta(seconds=self._passed)

    def monotonic(self) -> float:
        """Return the seconds that have passed."""
        return self._passed

    def call_later(self, seconds: float, callback: Callable[[], None]) -> FakeTimer:
        """Run `callback` once that many seconds have passed."""
        while self._timers and self._timers[0].cancelled:
            heapq.heappop(self._timers)
        timer = FakeTimer(self._passed + max(seconds, 0.0), next(self._numbers), callback)
        heapq.heappush(self._timers, timer)
        return timer

    def set_wall(self, now: datetime) -> None:
        """Make the wall clock jump, as a real one may; the seconds that have passed stay what they are."""
        self._wall = now - timedelta(seconds=self._passed)

    def skip(self, seconds: float) -> None:
        """Let time pass without running anything that falls due in it."""
        self._passed += seconds

    async def advance(self, seconds: float) -> None:
        """Let time pass, and let every task see it."""
        until = self._passed + seconds
        while self._timers and self._timers[0].at <= until:
            timer = heapq.heappop(self._timers)
            self._passed = max(self._passed, timer.at)
            if not timer.cancelled:
                timer.callback()
            await settle()
        self._passed = until
        await settle()


async def settle(rounds: int = 20) -> None:
    """Let the tasks that can go on do so."""
    for _ in range(rounds):
        await asyncio.sleep(0)
