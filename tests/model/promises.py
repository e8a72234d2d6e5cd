"""What the gate promises, and how a broken promise is reported."""

from __future__ import annotations

from enum import StrEnum


class Promise(StrEnum):
    """The invariants of the model, in words. Each is checked after everything that happens."""

    DECIDED = "a function is entered only after a decision of its own user, about it, that still holds"
    ONCE = "a function is entered at most once for one call"
    SHOWN = "what is asked about is the call that waits, and what runs is what was asked about"
    MOUNTED = "only the function that is on the page now, and was when the user was asked, is entered"
    HAND = "while Hand mode is off, nothing that operates the page is entered"
    PRESS = "a press on a card counts exactly when the rules say so, and is answered with the truth"
    ASKED = "nobody is asked without need, nor again after a no in the same turn"
    RECORD = "there is one record of every settled call, and none of any other"
    REASON = "every outcome has the reason it names"
    AGREE = "agent, screen and record tell the same"
    ANSWERS = "whatever a page, an agent or a clock does, nothing is raised at it"
    ENDS = "nothing waits for anything but a person, a clock or a function that runs"


class Broken(AssertionError):
    """A promise was broken.

    Attributes:
        promises: which ones.
    """

    def __init__(self, findings: list[tuple[Promise, str]]) -> None:
        self.promises = {promise for promise, _ in findings}
        super().__init__("\n".join(f"{promise.name}: {promise}\n    {found}" for promise, found in findings))


class Findings:
    """What was found to be wrong. Functions of the app cannot raise it: the gate would take that for their failure."""

    def __init__(self) -> None:
        self.found: list[tuple[Promise, str]] = []

    def expect(self, holds: object, promise: Promise, otherwise: str) -> None:
        """Note a broken promise where something does not hold."""
        if not holds:
            self.found.append((promise, otherwise))

    def check(self) -> None:
        """Raise what was found.

        Raises:
            Broken: anything was.
        """
        if self.found:
            raise Broken(self.found)
