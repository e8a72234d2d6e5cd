"""A small app whose processes the tests kill: it asks, takes the click, commits and runs, and writes down how far it is.

As a program it is a launcher: each line on stdin is a JSON list of lives to be lived at once, each in a process of
its own; it answers with the list of how they ended: 0, or the number of the signal. It has imported everything
before, so that a life begins within milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from coworkkit import ActionContext, Evidence, Session
from coworkkit.core.clock import Clock
from coworkkit.interactions import Interactions
from coworkkit.testing import open_session

PRESS = Evidence(by="card", cause="click", card="framed", input="mouse", visibility="checked")
TOKEN = "cancel_order_4231"


class Life:
    """One user's day: the agent asks, the user confirms, the agent calls again and the order is cancelled.

    Args:
        interactions: where the cards are.
        user: whose day it is.
        note: writes down how far it is, durably.
    """

    def __init__(
        self, interactions: Interactions, user: str, note: Callable[[str], None], clock: Clock | None = None
    ) -> None:
        self.interactions = interactions
        self.user = user
        self.note = note

        async def cancel_order(ctx: ActionContext) -> str:
            """Cancel the order."""
            approval = await ctx.tools.commit_action(TOKEN, "cancel order #4231")
            if approval.ok:
                note("began to run")
                await asyncio.sleep(0)
                note("ran")
                return "cancelled"
            if approval.reason == "not_found":
                await ctx.tools.confirm_action(title="Cancel?", description="Cancel #4231.", commit_token=TOKEN)
                return "asked"
            return str(approval.reason)

        self.session: Session = open_session(cancel_order, user=user, interactions=interactions, clock=clock)

    async def goes_on(self) -> str:
        """Go on from wherever it is, to the end; return what the agent is told last."""
        told = await self.call()
        self.note("called")
        for card in await self.interactions.pending(self.user):
            self.note("sees a card")
            decided = await self.interactions.decide(
                self.user, card.id, nonce=card.nonce, choice="confirm", evidence=PRESS
            )
            if decided.ok:
                self.note("decided")
            told = await self.call()
        self.note("told")
        return told

    async def call(self) -> str:
        """Have the agent call the action."""
        result = await self.session.call("cancel_order")
        return str(result.result if result.ok else result.message)


def notes_to(path: str, then: Callable[[], None] = lambda: None) -> Callable[[str], None]:
    """Return what writes notes to a file, each on the disk before it returns."""

    def note(text: str) -> None:
        with open(path, "a") as file:
            file.write(f"{text}\n")
            file.flush()
            os.fsync(file.fileno())
        then()

    return note


class Killer:
    """Kills this process at one of the points it comes by.

    Args:
        at: the number of the point, from 1; 0 for none.
        every_statement: whether what only reads or creates counts too.
    """

    def __init__(self, at: int, every_statement: bool) -> None:
        self.left = at
        self.every_statement = every_statement
        event.listen(Engine, "before_cursor_execute", self.statement)
        event.listen(Engine, "after_cursor_execute", self.statement)
        event.listen(Engine, "commit", lambda _: self.point())

    def statement(self, _: Any, __: Any, statement: str, *___: Any) -> None:
        if self.every_statement or statement.startswith(("INSERT", "UPDATE", "SELECT pg_notify")):
            self.point()

    def point(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


async def live(given: dict[str, Any]) -> None:
    """Live one life, or the part of one that a test wants."""
    killer = Killer(given.get("kill_at", 0), given["do"] == "open")
    note = notes_to(given["notes"], killer.point)
    interactions = Interactions(given["url"])
    if given["do"] == "open":
        await interactions.open()
    elif given["do"] == "live":
        life = Life(interactions, given["user"], note)
        await life.goes_on()
        await life.session.close()
    elif given["do"] == "commit":
        commits = (
            interactions.commit_action(given["user"], commit_token=TOKEN, side_effect="cancel") for _ in range(10)
        )
        for approval in await asyncio.gather(*commits):
            note(approval.reason or "ok")
    await interactions.close()


def launch(lives: list[dict[str, Any]]) -> list[int]:
    """Live these at once; return how each ended."""
    begin, end = os.pipe()
    children = []
    for given in lives:
        child = os.fork()
        if child == 0:
            os.close(end)
            os.read(begin, 1)
            try:
                asyncio.run(live(given))
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        children.append(child)
    os.close(begin)
    os.close(end)
    return [abs(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])) for child in children]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(launch(json.loads(line))), flush=True)
