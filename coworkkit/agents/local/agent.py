"""An agent without a model: it matches what the user says to what the page offers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import TYPE_CHECKING

from .conversation import Conversation
from .memory import recall

if TYPE_CHECKING:
    from coworkkit.core.agent import Turn

GREETING = (
    "I'm LocalAgent: I match your words to this page's actions. I'm not a language model, so plain sentences "
    "work best. Say “help” to see what I can do here."
)


class LocalAgent:
    """Answers users offline by matching their words to the catalogue, for demos and tests.

    There is no language model and no network: the same words on the same page always do the same. It reads
    English requests such as “add a task “Buy milk” to Website relaunch and then show the list view”, asks for
    what is missing, and does nothing when it is not sure.

    Args:
        greeting: the first thing said in an empty conversation; the default says honestly what this is.
        today: returns the day that “tomorrow” counts from; the default is the server's date.
    """

    name = "LocalAgent"

    def __init__(self, greeting: str | None = None, *, today: Callable[[], date] = date.today) -> None:
        self.greeting = GREETING if greeting is None else greeting
        self._today = today

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Answer one user turn. Yields pieces of plain text; calls go through `Turn.call`.

        A step that needs a yes or a value waits for the next turn, and so do the steps after it. They go on
        after a yes, are dropped after a no, and after a step that failed the user decides with “go on”.
        """
        said = False
        async for piece in Conversation(turn, recall(turn.memory), self.greeting or GREETING, self._today).answer():
            if piece.strip():
                yield f"\n\n{piece}" if said else piece
                said = True
