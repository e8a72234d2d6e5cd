"""Fatigue: an action that the user keeps declining, or keeps leaving unanswered, stops asking.

The limits are those of Chromium's permission auto-blocker (gate-security §4). Only the user lifts a block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ..errors import Refusal
from .card import Decision

MOST_CANCELS = 3
MOST_TIMEOUTS = 4

Why = Literal["cancelled", "timeout"]


class Fatigue:
    """What the user has declined or left unanswered in one session, by action.

    Args:
        on_change: told when an action is blocked or a block is lifted.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.on_change = on_change
        self.counts: dict[tuple[str, Why], int] = {}
        self.blocked: dict[str, Why] = {}

    def note(self, action: str, decision: Decision) -> None:
        """Count how a card ended. A press on Confirm shows that the user wants to be asked."""
        if decision.gate == "confirmed":
            self.forget(action)
        elif decision.evidence.by == "card":
            self.count(action, "cancelled", MOST_CANCELS)
        elif decision.evidence.cause == "deadline":
            self.count(action, "timeout", MOST_TIMEOUTS)

    def count(self, action: str, why: Why, most: int) -> None:
        """Count one, and block the action when it was one too many."""
        self.counts[action, why] = self.counts.get((action, why), 0) + 1
        if self.counts[action, why] >= most and action not in self.blocked:
            self.blocked[action] = why
            self.on_change()

    def check(self, action: str) -> None:
        """Let an action ask, or not.

        Raises:
            Refusal: ``unavailable``, the action is blocked.
        """
        why = self.blocked.get(action)
        if why is None:
            return
        times = f"declined {MOST_CANCELS} times" if why == "cancelled" else f"left unanswered {MOST_TIMEOUTS} times"
        raise Refusal(
            "unavailable",
            f"What {action!r} asked was {times}, so it may not ask any more. The user can lift this in the panel. "
            "Nothing was run.",
        )

    def lift(self, action: str) -> None:
        """The user lets an action ask again."""
        if action in self.blocked:
            self.forget(action)
            self.on_change()

    def forget(self, action: str) -> None:
        """Start counting anew."""
        self.blocked.pop(action, None)
        self.counts.pop((action, "cancelled"), None)
        self.counts.pop((action, "timeout"), None)
