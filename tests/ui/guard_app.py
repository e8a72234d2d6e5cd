"""Pages that count what their handlers did. Started as ``python -m tests.ui.guard_app PORT``."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from nicegui import Client, app, core, ui

from coworkkit import CoworkkitProvider

niceguis_own = dict(core.sio.handlers["/"])
did: Counter[str] = Counter()
answers: list[Any] = []


async def ask() -> None:
    """Ask the page something, and keep what it answers."""
    answers.append(await ui.run_javascript("1 + 1", timeout=5))


@ui.page("/")
def index() -> None:
    """A page with a Provider."""
    with CoworkkitProvider():
        ui.button("Count", on_click=lambda: did.update(["/"]))


@ui.page("/plain")
def plain() -> None:
    """A page without."""
    ui.button("Count", on_click=lambda: did.update(["/plain"]))


@ui.page("/late")
async def late() -> None:
    """A page that gets its Provider once a browser is there."""
    ui.button("Count", on_click=lambda: did.update(["/late"]))
    await ui.context.client.connected()
    CoworkkitProvider()


@ui.page("/asks")
def asks() -> None:
    """A page whose browser is asked."""
    with CoworkkitProvider():
        ui.button("Ask", on_click=ask)


@ui.page("/embedded")
def embedded(by: str) -> None:
    """A page that one site may embed."""
    with CoworkkitProvider(embedded_by=[by]):
        ui.label("Here to be embedded")


@app.get("/insides")
def insides(client_id: str = "") -> dict[str, Any]:
    """What was done so far, and how many messages of a page can still be sent again."""
    client = Client.instances.get(client_id)
    return {"did": did, "answers": answers, "kept": len(client.outbox.message_history) if client else None}


@app.post("/unguarded/{event}")
def unguarded(event: str) -> None:
    """Take the guard away from one event, until the next page with a Provider is loaded."""
    core.sio.handlers["/"][event] = niceguis_own[event]


if __name__ == "__main__":
    ui.run(
        port=int(sys.argv[1]),
        host="127.0.0.1",
        reload=False,
        show=False,
        storage_secret="for tests",
        session_middleware_kwargs={"https_only": "secure-cookie" in sys.argv},
    )
