"""The server's time as deadlines see it: it never goes back."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..core.clock import Clock


class Moments:
    """The wall clock, except that it never goes back, and never stands behind what has really passed.

    A card that has died therefore stays dead when an administrator or a bad time server turns the clock back.

    Args:
        clock: the time.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.latest = clock.now()
        self.seen = clock.monotonic()

    def now(self) -> datetime:
        """Return the time, aware and in UTC."""
        passed = self.clock.monotonic()
        self.latest = max(self.clock.now(), self.latest + timedelta(seconds=passed - self.seen))
        self.seen = passed
        return self.latest

    def no_earlier_than(self, moment: datetime | None) -> None:
        """Let the time be at least this: something was stored then."""
        if moment is not None:
            self.latest = max(self.now(), moment)
