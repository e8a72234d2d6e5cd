"""The port an agent is plugged into: a user turn in, text and calls out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol

from .jsonable import well_formed
from .result import CallResult
from .snapshot import CatalogueSnapshot


class Turn(Protocol):
    """One thing the user said, and what an agent may do about it. It ends when `Agent.answer` returns."""

    @property
    def id(self) -> str:
        """The id of this turn."""

    @property
    def text(self) -> str:
        """What the user typed."""

    @property
    def stopped_before(self) -> bool:
        """Whether the user pressed Stop since the last turn: whatever was to follow from it is off."""

    @property
    def memory(self) -> dict[str, Any]:
        """What this agent keeps between the turns of this session; it survives a reload of the page."""

    def catalogue(self) -> CatalogueSnapshot:
        """Return what the page offers right now."""

    async def call(self, name: str, arguments: Mapping[str, Any] | str) -> CallResult:
        """Call an action through the gate.

        Args:
            name: the action's name in the catalogue.
            arguments: a mapping, or the JSON text of an object.

        Returns:
            The answer, whatever happened; only cancellation raises.
        """


LONGEST_NAME = 200


class Agent(Protocol):
    """Whatever answers the user. One object may serve many sessions, so it keeps its state in `Turn.memory`."""

    @property
    def name(self) -> str:
        """What this agent is called, in the panel and in records."""

    @property
    def greeting(self) -> str:
        """What it says in an empty conversation; empty for nothing."""

    def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Answer one user turn. Yields pieces of text as they come; calls go through `Turn.call`."""


def name_of(agent: Agent) -> str:
    """Return what an agent is called, as a page can show it."""
    return well_formed(str(agent.name))[:LONGEST_NAME]
