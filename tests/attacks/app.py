"""The app under attack: a hard action, a soft one, an element, and a button of NiceGUI's own.

Started as ``python -m tests.attacks.app PORT DATA``. What it serves besides its page is for the tests alone.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import Response
from nicegui import app, background_tasks, ui

from coworkkit import CoworkkitProvider, Turn, use_action, use_element, use_surface
from coworkkit.core.session import Session
from coworkkit.ui.mount import mounts
from demo_app.audit import AuditTrail

PORT, DATA = int(sys.argv[1]), Path(sys.argv[2])
audit = AuditTrail(DATA / "audit.jsonl")
wiped: list[str] = []
clicks: list[str] = []
answers: list[dict[str, Any] | None] = []

WORKER = (Path(__file__).parent / "worker.js").read_text(encoding="utf-8")


class Obedient:
    """An agent that believes whatever it reads: it calls what a message names, with the rest as its project."""

    name = "Obedient"
    greeting = "Say the name of an action and of a project."

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Make the one call."""
        action, _, project = turn.text.partition(" ")
        result = await turn.call(action, {"project": project})
        yield result.question or f"{action}: {result.code or 'ok'}"


@ui.page("/")
def index(seconds: float = 60, embedded_by: str = "") -> None:
    """The one page."""
    with CoworkkitProvider(
        agent=Obedient(),
        on_action_record=audit.write,
        confirmation_timeout=seconds,
        watch=False,
        embedded_by=[embedded_by] if embedded_by else (),
    ):
        ui.label("Projects").classes("text-h5").props("role=heading aria-level=1")
        ui.button("Plain button", on_click=lambda: clicks.append(ui.context.client.id))
        ui.input("Note")
        use_surface("Projects")

        @use_action(
            control="hard",
            confirmation_summary=lambda project: f"Wipe “{project}”?",
            action_label="Wipe it",
            cancel_label="Keep it",
        )
        def wipe(project: str, notify: bool = True) -> str:
            """Wipe a project."""
            wiped.append(project)
            return f"Wiped {project}"

        @use_action(control="soft")
        def archive(project: str) -> str:
            """Archive a project."""
            wiped.append(project)
            return "archived"

        def show_board() -> None:
            """Show the projects as a board."""
            wiped.append("board")

        use_element("view", state=lambda: "list", actions={"show_board": show_board})


def session_of(client_id: str) -> Session:
    """Return the session that a page shows."""
    session = mounts[client_id].session
    assert session is not None
    return session


@app.post("/ask/{client_id}/{action}")
async def ask(client_id: str, action: str, arguments: dict[str, Any]) -> int:
    """Have the agent of a page call an action; return the number of the call."""
    number, started = len(answers), datetime.now(UTC)
    session = session_of(client_id)
    answers.append(None)
    session.fatigue.lift(action)  # so that the tests of one page do not tire of one another

    async def call() -> None:
        result = await session.call(action, arguments)
        answers[number] = asdict(result) | {"started_at": started.isoformat()}

    background_tasks.create(call())
    return number


@app.post("/stop/{client_id}")
async def stop(client_id: str) -> None:
    """Take back everything the user of a page is being asked."""
    session_of(client_id).stop()


@app.post("/hurry/{client_id}/{seconds}")
async def hurry(client_id: str, seconds: float) -> None:
    """Move the clock of the card on screen to so shortly before its deadline."""
    session = session_of(client_id)
    card = session.cards.on_screen
    assert card is not None
    card.deadline = session.clock.monotonic() + seconds
    session.cards.set_timer(card)
    session.cards.on_change(card, None, None)


@app.get("/answer/{number}")
def answer(number: int) -> dict[str, Any] | None:
    """What the agent was told; None while it waits."""
    return answers[number]


@app.get("/wiped")
def wiped_so_far() -> list[str]:
    """The projects for which a function was really entered."""
    return wiped


@app.get("/clicks")
def clicks_so_far() -> list[str]:
    """The pages whose plain button was clicked, as NiceGUI believes."""
    return clicks


@app.get("/worker.js")
def worker() -> Response:
    """A service worker, as an attacker could upload one."""
    return Response(WORKER, media_type="text/javascript")


if __name__ == "__main__":
    ui.run(port=PORT, host="127.0.0.1", reload=False, show=False, storage_secret="for tests", language="en-US")
