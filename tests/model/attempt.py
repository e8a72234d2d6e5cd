"""One call that an agent makes, and what the app's functions told and were given while it was under way."""

from __future__ import annotations

import asyncio
import itertools
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from coworkkit import ActionRecord, CallResult

from .app import (
    ACTIONS,
    Conduct,
    Entry,
    Latch,
    Level,
    Request,
    Trouble,
    described,
    level_by_the_book,
    rows_of,
    summary_of,
)
from .loop import SteppedClock, Workers
from .promises import Findings, Promise

if TYPE_CHECKING:
    from .book import Book


class World:
    """What all sessions of one run share.

    Attributes:
        version: what every summary function reads; it changes while people are being asked.
        troubles: what the next level or summary function is going to do, instead of telling.
    """

    def __init__(self, clock: SteppedClock, workers: Workers) -> None:
        self.clock = clock
        self.workers = workers
        self.findings = Findings()
        self.version = 1
        self.troubles: dict[str, Trouble] = {}
        self.moments = itertools.count(1)
        self.tokens = itertools.count(1)


@dataclass(frozen=True)
class Yes:
    """A valid decision of the user for one attempt, as far as the book knows.

    Attributes:
        by: how it was given.
        text: the words that were asked with.
        moment: when it was given.
    """

    by: Literal["card", "words"]
    text: str
    moment: int


@dataclass(eq=False)
class Matter:
    """What one record is an account of: an attempt, and the later ones that continue it after a spoken question.

    Attributes:
        root: the attempt that began it.
        flavour: the function that was on the page under the name when it began.
        entries: each time the function was entered.
        records: the records of it; there must be one in the end.
        words: the user's words that declined it.
    """

    root: Attempt
    flavour: str | None = None
    entries: list[Entry] = field(default_factory=list)
    records: list[ActionRecord] = field(default_factory=list)
    words: str | None = None


@dataclass(eq=False)
class Attempt:
    """One call.

    Attributes:
        number: names it; its call id is made of it.
        request: what is asked for.
        conduct: what the function does once it is entered.
        hears_user: whether the agent's talk with the user goes through the panel.
        sent: the arguments object that the agent goes on holding.
        arrived_at: the moment the gate was called; 0 if the task was cancelled before that.
        matter: what it belongs to.
        level: what the rules say; None until a level function has told.
        failed: which of the developer's functions did not tell.
        told: the words of the last summary that was told, and the moment that was.
        yes: the decision it may run by, if there is one.
        latch: what its function waits for.
        given_up: its caller has cancelled it.
        result: what the agent was told.
    """

    number: int
    request: Request
    conduct: Conduct
    hears_user: bool
    book: Book
    world: World

    def __post_init__(self) -> None:
        self.sent: Any = self.request.as_sent()
        self.arrived_at = 0
        self.matter = self.own = Matter(self)
        declared = ACTIONS[self.request.action]
        self.level: Level | None = None
        if declared.level != "by amount":
            self.level = level_by_the_book(self.request.action, self.request.amount)
        self.levels_told = 0
        self.failed: set[str] = set()
        self.told = ("" if declared.has_summary else described(self.request.action), 0)
        self.yes: Yes | None = None
        self.latch: Latch | None = None
        self.given_up = False
        self.task: asyncio.Task[CallResult] | None = None
        self.result: CallResult | None = None
        self.is_judged = False

    def __repr__(self) -> str:
        return f"<attempt {self.number}: {self.request}>"

    @property
    def call_id(self) -> str:
        """What the agent calls it."""
        return f"call {self.number}"

    @property
    def is_over(self) -> bool:
        """Whether the agent has its answer, or has given up."""
        return self.task is not None and self.task.done()

    @property
    def is_inside(self) -> bool:
        """Whether its function is running now."""
        return any(entry.attempt is self and entry.ended is None for entry in self.matter.entries)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The arguments that a card about it must show."""
        return rows_of(self.request.bound)

    # Called by the functions of the app

    def enter(self, name: str, flavour: str, arguments: dict[str, Any]) -> Entry:
        """The function was entered for it, with these arguments."""
        entry = Entry(self, f"{name} {next(self.world.tokens)}")
        self.book.entered(entry, name, flavour, deepcopy(arguments))
        return entry

    def say_level(self, amount: int) -> Any:
        """The level function is asked."""
        return self.tell_level(amount, self.world.troubles.pop("level", None))

    async def say_level_later(self, amount: int) -> Any:
        """The async level function is asked."""
        trouble = self.world.troubles.pop("level", None)
        if trouble == "waits":
            await self.wait("level")
        return self.tell_level(amount, trouble)

    def tell_level(self, amount: int, trouble: Trouble | None) -> Any:
        """Tell the level, or do what a faulty level function does."""
        self.levels_told += 1
        self.expect(self.levels_told == 1, Promise.ASKED, "its level function was asked twice")
        if trouble in ("raises", "nonsense"):
            self.failed.add("level")
            if trouble == "raises":
                raise LookupError("no level")
            return "sometimes"
        self.expect(amount == self.request.amount, Promise.SHOWN, f"its level function was given {amount}")
        self.level = level_by_the_book(self.request.action, amount)
        return self.level

    def say_summary(self, amount: int, to: list[str]) -> Any:
        """The summary function is asked."""
        return self.tell_summary(amount, to, self.world.troubles.pop("summary", None))

    async def say_summary_later(self, amount: int, to: list[str]) -> Any:
        """The async summary function is asked."""
        trouble = self.world.troubles.pop("summary", None)
        if trouble == "waits":
            await self.wait("summary")
        return self.tell_summary(amount, to, trouble)

    def tell_summary(self, amount: int, to: list[str], trouble: Trouble | None) -> Any:
        """Tell the words to ask with, or do what a faulty summary function does."""
        if trouble in ("raises", "nonsense"):
            self.failed.add("summary")
            if trouble == "raises":
                raise LookupError("no summary")
            return " "
        given = (amount, to)
        self.expect(given == (self.request.amount, [self.request.to]), Promise.SHOWN, f"its summary was given {given}")
        text = summary_of(self.request.action, amount, to, self.world.version)
        self.told = (text, next(self.world.moments))
        return text

    # Waiting for the machine

    async def wait(self, where: str) -> None:
        """Wait on the loop until the machine goes on."""
        self.latch = latch = Latch(where, blocks_thread=False)
        assert latch.future is not None
        try:
            await latch.future
        except asyncio.CancelledError:
            self.failed.add(where)
            raise
        finally:
            self.latch = None

    def wait_in_thread(self) -> None:
        """Block this thread until the machine goes on."""
        self.latch = latch = Latch("function", blocks_thread=True)
        assert latch.thread is not None
        self.world.workers.park(latch.thread)

    def release(self, conduct: Literal["returns", "raises"]) -> None:
        """Let a waiting function go on; one of the app's own then returns or raises."""
        latch, self.latch = self.latch, None
        if latch is None:
            return
        if latch.where == "function":
            self.conduct = conduct
        if latch.thread is not None:
            self.world.workers.unpark(latch.thread)
        elif latch.future is not None and not latch.future.done():
            latch.future.set_result(None)

    def expect(self, holds: object, promise: Promise, otherwise: str) -> None:
        """Note a broken promise about this attempt."""
        self.world.findings.expect(holds, promise, f"{self}: {otherwise}")
