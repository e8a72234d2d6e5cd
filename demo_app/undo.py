"""Taking back what was just done: each person's own changes, the latest first.

A step is kept in memory, for as long as the server runs. It only takes back what is still as the step left it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from demo_app.database import TrackerError
from demo_app.preferences import who

MOST_STEPS = 20


@dataclass(frozen=True)
class Step:
    """Something that was done, what takes it back, and what is true after that, both in words."""

    done: str
    undone: str
    take_back: Callable[[], object]


class History:
    """What each person could still take back. A person is a browser, whichever of its pages they use."""

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self._steps: dict[str, deque[Step]] = {}
        self._lock = Lock()

    def remember(self, done: str, take_back: Callable[[], object], undone: str) -> str:
        """Keep a step that was just done. Returns its words, for the action to return too."""
        with self._lock:
            self._steps.setdefault(who(), deque(maxlen=MOST_STEPS)).append(Step(done, undone, take_back))
        self.on_change()
        return done

    def latest(self) -> Step | None:
        """The step that would be taken back next."""
        with self._lock:
            steps = self._steps.get(who())
            return steps[-1] if steps else None

    def undo(self) -> str:
        """Take back the latest step. Raises `TrackerError` when there is none, or it can't be taken back any more."""
        with self._lock:
            steps = self._steps.get(who())
            if not steps:
                raise TrackerError("There is nothing to undo.")
            step = steps.pop()
        try:
            step.take_back()
        finally:
            self.on_change()
        return f"Undone: {step.undone}"


history = History()
"""What can be undone in this process."""
