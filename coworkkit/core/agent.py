"""The port an agent is plugged into: a user turn in, text and calls out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol

from .jsonable import well_formed
from .record import Caller
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

    @property
    def session_id(self) -> str:
        """The id of this session: one user's tab and its agent."""

    @property
    def user(self) -> str | None:
        """The app's id for the person whose session this is."""

    async def replay(self, messages: Sequence[Any]) -> list[Any]:
        """Return a history in which earlier results of `confirm_action` read what the user decided since.

        Where nothing can be read, or the page has no interactions, the messages come back as they were.

        Args:
            messages: plain messages as JSON has them; see `Interactions.replay`.
        """

    async def call(self, name: str, arguments: Mapping[str, Any] | str, *, call_id: str | None = None) -> CallResult:
        """Call an action through the gate. Several may be under way at once; each settles by itself.

        Args:
            name: the action's name in the catalogue.
            arguments: a mapping, or the JSON text of an object.
            call_id: the model's own id for the call, for the record; it identifies nothing.

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
        """Answer one user turn. Yields pieces of text as they come; calls go through `Turn.call`.

        The turn has ended when this returns or raises. It may be cancelled at any moment, and then raises
        `asyncio.CancelledError`. An agent may also have a `connector`: how its calls reach the page, for records.

        Raises:
            AgentTroubleError: it could not answer, for a reason that the user can be told in one plain sentence.
        """


def name_of(agent: Agent) -> str:
    """Return what an agent is called, as a page can show it."""
    return well_formed(str(agent.name))[:LONGEST_NAME]


def caller_of(agent: Agent | None) -> Caller:
    """Return a session's own agent as a caller: by its name, over the connector it says, ``in-process`` by default."""
    if agent is None:
        return Caller(agent="code")
    connector = well_formed(str(getattr(agent, "connector", "in-process")))[:LONGEST_NAME]
    return Caller(agent=name_of(agent), connector=connector)


@asynccontextmanager
async def closing(pieces: AsyncIterator[str]) -> AsyncIterator[AsyncIterator[str]]:
    """Close an agent's generator at the end of its turn, at once and in its own task, however the turn ends."""
    try:
        yield pieces
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()
