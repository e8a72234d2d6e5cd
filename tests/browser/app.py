"""A small app for the tests: handlers and callbacks of odd kinds, and a look at the server's insides.

Started as ``python -m tests.browser.app PORT DATA``.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from nicegui import Client, app, ui
from pydantic import SecretStr

from coworkkit import ActionRecord, CoworkkitProvider, Turn, use_action, use_element, use_surface
from coworkkit.messages import GERMAN, read_german_answer
from demo_app.audit import AuditTrail

PORT, DATA = int(sys.argv[1]), Path(sys.argv[2])
audit = AuditTrail(DATA / "audit.jsonl")


class Typist:
    """An agent that does exactly what it is told: ``name``, ``name argument`` or ``name {"json": "object"}``."""

    name = "Typist"
    greeting = "Tell me the name of an action."

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Call the action that was named, as often as it was named."""
        for line in turn.text.split(";"):
            name, _, argument = line.strip().partition(" ")
            arguments: dict[str, str] | str = {"value": argument} if argument else {}
            if argument.startswith("{"):
                arguments = argument
            result = await turn.call(name, arguments)
            yield f"{name}: {result.code or 'ok'} {result.message} {result.result if result.result is not None else ''}"


def raising(record: ActionRecord) -> None:
    """Keep the record, then fail."""
    audit.write(record)
    raise RuntimeError("the callback failed on purpose")


async def asynchronous(record: ActionRecord) -> None:
    """Keep the record, from a coroutine."""
    await asyncio.sleep(0)
    audit.write(record)


def slow(record: ActionRecord) -> None:
    """Keep the record after five seconds."""
    time.sleep(5)
    audit.write(record)


CALLBACKS: dict[str, Callable[[ActionRecord], Any]] = {
    "plain": audit.write,
    "raising": raising,
    "async": asynchronous,
    "slow": slow,
}


@ui.page("/")
def index(callback: str = "plain", watch: bool = True) -> None:
    """The one page."""
    with CoworkkitProvider(agent=Typist(), on_action_record=CALLBACKS[callback], watch=watch):
        ui.label("Odd handlers").classes("text-h5").props("role=heading aria-level=1")
        use_surface("Odd handlers")
        lamp = {"lit": False}

        def light() -> None:
            """Light the lamp."""
            lamp["lit"] = True

        use_element("lamp", state=lambda: {**lamp, "key": SecretStr("under the mat")}, actions={"light": light})

        @use_action
        def quick() -> str:
            """Return at once."""
            return "quick"

        @use_action
        def echo(value: str) -> int:
            """Take a text of any length."""
            return len(value)

        @use_action(control="soft")
        def gentle(value: str = "") -> str:
            """Do something that is asked about."""
            return "gently done"

        @use_action
        def block(value: float) -> str:
            """Hold a thread for some seconds."""
            time.sleep(value)
            return "blocked long enough"

        @use_action
        def touch() -> str:
            """Put a label on the page, from a plain function."""
            ui.label("touched by the agent")
            return "touched"

        @use_action
        def not_a_number() -> dict[str, object]:
            """Return numbers that strict JSON has no form for."""
            return {"nan": math.nan, "inf": math.inf, "digits": Decimal("0.10"), "long": 2**80}

        @use_action
        def huge() -> str:
            """Return 20 MB of text."""
            return "x" * 20_000_000

        @use_action(control="hard", action_label="Do it")
        def hard(value: str = "small") -> str:
            """Do something that cannot be undone."""
            return "done"

        @use_action(control="hard", action_label="Take", confirmation_summary=lambda: "Take the secret?")
        def take_secret(password: str, value: str = "") -> str:
            """Take a secret."""
            raise ValueError(f"cannot use {password}")


class Repeater(Typist):
    """Does what it is told, and after an answer the same again."""

    greeting = "Sagen Sie mir den Namen einer Aktion."

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Call the action that was named, or the one before."""
        name = turn.text if turn.text.isidentifier() and turn.text.islower() else turn.memory["name"]
        turn.memory["name"] = name
        result = await turn.call(name, {})
        yield result.question or f"**{name}**: {result.code or 'ok'}"


@ui.page("/german", language="de", title="Aufgaben")
def german() -> None:
    """The same in German."""
    with CoworkkitProvider(
        agent=Repeater(), on_action_record=audit.write, messages=GERMAN, read_answer=read_german_answer
    ):

        @use_action(control="soft", confirmation_summary=lambda: "Das Sommerfest wird archiviert.")
        def archive() -> None:
            """Archive it."""

        @use_action(control="hard", confirmation_summary=lambda: "Das Sommerfest löschen?")
        def erase(note: str | None = None) -> None:
            """Erase it."""

        @use_action
        def fail() -> None:
            """Fail."""
            raise ValueError("Der Drucker hat kein Papier.")


@app.get("/insides")
async def insides() -> dict[str, int]:
    """How many pages and tasks there are."""
    return {"clients": len(Client.instances), "tasks": len(asyncio.all_tasks())}


if __name__ == "__main__":
    ui.run(port=PORT, host="127.0.0.1", reload=False, show=False, storage_secret="for tests", language="en-US")
