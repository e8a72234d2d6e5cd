"""Any agent that speaks AG-UI, somewhere else, as the agent of a page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from urllib.parse import urlsplit

import httpx

from ...core.agent import Turn
from ...errors import DeclarationError
from .connection import Connection
from .run import OnState, Run

PATIENCE_SECONDS = 15.0
MOST_STEPS = 30


class AGUIAgent:
    """Lets an agent on an AG-UI server answer the user, over HTTP and server-sent events.

    The page's actions are offered to it as frontend tools. Each of its calls takes the gate's one road, and the result
    goes back in a further run, until a run ends without one. Each session is a thread of its own, which survives a
    reload of the page. A step of the agent's own that it wants approved is put to the user on the card.

    Args:
        url: where the server takes runs, such as ``https://agents.example/tracker``.
        name: what the agent is called, in the panel and in records.
        greeting: what it says in an empty conversation; empty for nothing.
        headers: what every request carries besides. A token that ends is the Provider's `get_token`.
        patience: seconds that the server may be silent, before its first event and between two.
        most_steps: how many runs one turn may take before it is stopped.
        on_state: called with the turn and a copy of the agent's shared state, whenever that has changed.

    Raises:
        DeclarationError: the developer gave something that is no address, or a number that is too small.
    """

    connector = "ag-ui"

    def __init__(
        self,
        url: str,
        *,
        name: str = "Assistant",
        greeting: str = "",
        headers: Mapping[str, str] | None = None,
        patience: float = PATIENCE_SECONDS,
        most_steps: int = MOST_STEPS,
        on_state: OnState | None = None,
    ) -> None:
        check_url(url)
        if patience <= 0 or most_steps < 1:
            raise DeclarationError(
                "AGUIAgent",
                f"has a patience of {patience!r} seconds and {most_steps!r} steps",
                "Give more than nothing.",
            )
        if on_state is not None and not callable(on_state):
            raise DeclarationError(
                "AGUIAgent", "has an on_state that is not a function", "Give a function of a turn and a state."
            )
        self.name = name
        self.greeting = greeting
        self._url = url
        self._headers = dict(headers or {})
        self._patience = patience
        self._most_steps = most_steps
        self._on_state = on_state

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Answer one user turn. Yields pieces of text as they come; calls go through `Turn.call`.

        Raises:
            AgentTroubleError: the server could not be reached or refused, or the agent did not come to an end.
        """
        async with httpx.AsyncClient(timeout=None) as client:  # `Connection` has limits of its own
            connection = Connection(turn, client, self._url, self._headers, self._patience)
            run = Run(turn, connection, self._most_steps, self._on_state)
            async with aclosing(run.pieces()) as pieces:
                async for piece in pieces:
                    yield piece


def check_url(url: str) -> None:
    """Refuse an address that leads nowhere, or that has a password in it.

    Raises:
        DeclarationError: the developer gave one.
    """
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except (ValueError, TypeError, AttributeError):
        is_whole = False
    if not is_whole:
        raise DeclarationError(
            "AGUIAgent", f"has the address {url!r}", "Give one that begins with https:// or http://."
        )
    if parts.username is not None or parts.password is not None:
        raise DeclarationError(
            "AGUIAgent", "has a password in its address", "Give headers, or the Provider a get_token."
        )
