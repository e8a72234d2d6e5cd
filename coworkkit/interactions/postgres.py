"""What is PostgreSQL's own in the SQL store: its settings, and LISTEN/NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from .alchemy import AsyncConnection, AsyncEngine, text
from .store import Heard, Ring

logger = logging.getLogger("coworkkit")

CHANNEL = "coworkkit_interactions"
LOOK_SECONDS = 5.0
"""How often a listening connection is asked whether it still lives; a network that fell silent does not say so."""

RETRY_SECONDS = 0.5
ANSWER_SECONDS = 5.0

OPTIONS: dict[str, Any] = {"pool_pre_ping": True}


def prepare(_: AsyncEngine) -> None:
    """Nothing to set up."""


async def lock(_: AsyncConnection) -> None:
    """Nothing to do: creating the tables takes a lock of its own."""


async def ring(connection: AsyncConnection, word: Ring) -> None:
    """Tell every process, once what is being stored is stored: PostgreSQL sends it with the commit."""
    await connection.execute(
        text("SELECT pg_notify(:channel, :word)"),
        {"channel": CHANNEL, "word": f"{word.mailbox} {word.interaction_id}"},
    )


async def listen(engine: AsyncEngine, heard: Heard) -> None:
    """Hear what other processes tell; a lost connection is made again, and whoever watches reads anew.

    They read also when it is lost: if they cannot, they know it at once.
    """
    is_said = False

    def hearing(word: Ring | None) -> None:
        nonlocal is_said
        is_said = False
        heard(word)

    while True:
        try:
            await hear(engine, hearing)
        except Exception as error:  # a driver has its own kinds, before a connection is SQLAlchemy's
            if not is_said:
                logger.warning("coworkkit: not told of changed interactions (%s); trying on", type(error).__name__)
            is_said = True
            heard(None)
        await asyncio.sleep(RETRY_SECONDS)


async def hear(engine: AsyncEngine, heard: Heard) -> None:
    """Listen on one connection until it is lost."""

    def told(_: object, __: int, ___: str, payload: object) -> None:
        mailbox, _, interaction_id = str(payload).partition(" ")
        heard(Ring(mailbox, interaction_id))

    async with engine.connect() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        if raw is None:
            return
        lost = asyncio.Event()
        raw.add_termination_listener(lambda _: lost.set())
        await raw.add_listener(CHANNEL, told)
        heard(None)
        try:
            while not raw.is_closed():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), LOOK_SECONDS)
                async with asyncio.timeout(ANSWER_SECONDS):
                    await raw.execute("SELECT 1")
        except Exception as error:
            await connection.invalidate(error)
            raise ConnectionError(type(error).__name__) from None
        finally:
            if not raw.is_closed():
                await raw.remove_listener(CHANNEL, told)
