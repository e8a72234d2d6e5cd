"""One process of a small shop that runs as several: ``python -m tests.scale_out.app PORT DATABASE_URL``."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request
from nicegui import app, ui

from coworkkit import ActionContext, CoworkkitProvider, Turn, define_action
from coworkkit.interactions import Interactions

PORT, DATABASE_URL = int(sys.argv[1]), sys.argv[2]

interactions = Interactions(DATABASE_URL)
app.on_shutdown(interactions.close)


class Shopkeeper:
    """Calls `cancel_order` for the number that it is told."""

    name = "Shopkeeper"
    greeting = "Which order?"

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        told = await turn.call("cancel_order", {"order": int(turn.text)})
        yield str(told.result if told.ok else told.message)


@define_action
async def cancel_order(order: int, ctx: ActionContext) -> str:
    """Cancel an order."""
    token, binds = f"cancel_order_{order}", {"order": order}
    approval = await ctx.tools.commit_action(token, f"cancel order #{order}", binds)
    if approval.ok:
        return f"cancelled by {PORT}"
    if approval.reason == "not_found":
        await ctx.tools.confirm_action(
            title=f"Cancel order #{order}?",
            description="This cannot be undone.",
            action_label="Cancel order",
            commit_token=token,
            binds=binds,
        )
    return approval.message


def signed_in() -> str | None:
    """Who this is: what the login has put into the signed session cookie."""
    login: str | None = app.storage.browser.get("login")
    return login


@app.get("/login/{name}")
async def login(name: str, request: Request) -> dict[str, Any]:
    """Sign somebody in; the answer says which process it was."""
    request.session["login"] = name
    return {"port": PORT, "pid": os.getpid()}


@ui.page("/")
def index() -> None:
    """The shop."""
    with CoworkkitProvider(agent=Shopkeeper(), interactions=interactions, user=signed_in, watch=True):
        ui.label(f"Served by {PORT}")


ui.run(host="127.0.0.1", port=PORT, storage_secret="the same in each", reload=False, show=False)
