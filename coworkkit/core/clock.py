"""The time the gate lives by. One port, so that tests can move it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Timer(Protocol):
    """A thing due later that can be called off."""

    def cancel(self) -> None:
        """Call it off; harmless when it has already run."""


class Clock(Protocol):
    """Where the gate reads the time. Deadlines use `monotonic`, so a wall clock that jumps changes none."""

    def now(self) -> datetime:
        """Return the wall-clock time, aware and in UTC."""

    def monotonic(self) -> float:
        """Return seconds that only ever grow."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` on the event loop after that many seconds."""


class SystemClock:
    """The machine's own clock and the running event loop's timers."""

    def now(self) -> datetime:
        """Return the wall-clock time, aware and in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that only ever grow."""
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` on the running event loop after that many seconds."""
        return asyncio.get_running_loop().call_later(max(seconds, 0.0), callback)
