"""Hand mode: the switch by which the user, and nobody else, lets the agent operate the page."""

from __future__ import annotations

from collections.abc import Callable

from .clock import Clock, Timer

IDLE_SECONDS = 300.0
"""Armed and without any sign of the user for this long, Hand mode disarms itself."""


class HandMode:
    """Whether the agent may operate elements in this session. Off at the start of every page.

    Args:
        clock: the time idleness is judged by.
        on_change: told after every change, with the key of the reason where the user did not do it.
    """

    def __init__(self, clock: Clock, on_change: Callable[[str], None]) -> None:
        self.armed = False
        self.clock = clock
        self.on_change = on_change
        self.last_press = 0
        self.seen_at = 0.0
        self.timer: Timer | None = None

    def press(self, *, armed: bool, number: int) -> bool:
        """Take the user's press of the switch and return what is in force after it.

        Args:
            armed: what the user wants.
            number: grows with every press on this page, so that a late "on" cannot undo a later "off".
        """
        self.still_armed()
        if not armed:  # counts whatever its number is: no number may make it impossible to switch off
            self.switch(False)
        elif number > self.last_press:
            self.switch(True)
        self.last_press = max(self.last_press, number)
        return self.armed

    def new_page(self) -> None:
        """Start over for a page that has just been loaded: off, and its presses count from one."""
        self.last_press = 0
        self.disarm("said.handReloaded")

    def disarm(self, reason: str) -> None:
        """Switch off, whatever the user pressed; the reason is a key of `wording.SENTENCES`."""
        self.switch(False, reason)

    def still_armed(self) -> bool:
        """Return whether it is on now, where a busy event loop may not have come to its timer yet."""
        if self.armed and self.clock.monotonic() - self.seen_at >= IDLE_SECONDS:
            self.disarm("said.handIdle")
        return self.armed

    def seen(self) -> None:
        """Note that the user is there. A switch that has been idle for too long is off all the same."""
        self.still_armed()
        self.seen_at = self.clock.monotonic()

    def switch(self, armed: bool, reason: str = "") -> None:
        """Set the switch, and tell only when that changed something."""
        if armed == self.armed:
            return
        self.armed = armed
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if armed:
            self.seen_at = self.clock.monotonic()
            self.timer = self.clock.call_later(IDLE_SECONDS, self.check_idle)
        self.on_change(reason)

    def check_idle(self) -> None:
        """Disarm when the user has not been seen for long enough; otherwise look again when that could be."""
        if self.still_armed():
            idle = self.clock.monotonic() - self.seen_at
            self.timer = self.clock.call_later(IDLE_SECONDS - idle, self.check_idle)
