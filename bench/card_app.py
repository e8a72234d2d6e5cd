"""The page that `bench.card` measures: an agent whose every call raises a card and is then given up.

Started as ``python -m bench.card_app PORT ROUNDS``. It prints, for each round, the milliseconds from the call to the
moment the browser said that it had painted the card.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime

from nicegui import ui

from coworkkit import ActionRecord, CoworkkitProvider, Turn, use_action

PORT, ROUNDS = int(sys.argv[1]), int(sys.argv[2])
ON_SCREEN_SECONDS = 0.7
BETWEEN_SECONDS = 0.7


class Asker:
    """An agent that asks for the same thing again and again."""

    name = "Asker"
    greeting = "Say anything."

    def __init__(self) -> None:
        self.called: dict[int, datetime] = {}

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Raise a card, leave it on screen for a moment, give it up; the next one finds a quiet page."""
        for number in range(ROUNDS):
            self.called[number] = datetime.now(UTC)
            call = asyncio.create_task(turn.call("delete_project", {"name": "Office move", "number": number}))
            await asyncio.sleep(ON_SCREEN_SECONDS)
            call.cancel()
            with suppress(asyncio.CancelledError):
                await call
            await asyncio.sleep(BETWEEN_SECONDS)
        print("done", flush=True)
        yield "That was all."

    def settled(self, record: ActionRecord) -> None:
        """Print how long it took until the card was painted."""
        if record.asked_at is not None:
            waited = record.asked_at - self.called[record.arguments["number"]]
            print(f"painted {waited.total_seconds() * 1000:.1f}", flush=True)


@ui.page("/")
def index() -> None:
    """The one page."""
    asker = Asker()
    with CoworkkitProvider(agent=asker, on_action_record=asker.settled):
        ui.label("Projects").props("role=heading aria-level=1")

        @use_action(control="hard")
        def delete_project(name: str, number: int) -> None:
            """Delete a project."""


ui.run(port=PORT, show=False, reload=False, title="Projects", storage_secret="only this machine's")
