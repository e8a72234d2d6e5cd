"""What is SQLite's own in the SQL store: its settings, its write lock, and how others' changes are noticed."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import Any

from .alchemy import AsyncConnection, AsyncEngine, ColumnElement, event, func, select, text
from .schema import interactions
from .store import Heard, Ring, mailbox_of

logger = logging.getLogger("coworkkit")

BUSY_SECONDS = 30.0
"""How long a writer waits for the other writers of the file."""

POLL_SECONDS = 0.2

OPTIONS: dict[str, Any] = {"connect_args": {"timeout": BUSY_SECONDS}}


def prepare(engine: AsyncEngine) -> None:
    """Set up each connection as it is made."""
    event.listen(engine.sync_engine, "connect", set_up)


def set_up(connection: Any, _: object) -> None:
    """Let readers and one writer work at once, and put each commit on the disk before it counts."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
    try:
        cursor.execute("PRAGMA journal_mode = WAL")
    except (
        sqlite3.OperationalError
    ):  # another process is just switching, which is not waited for; the mode stays in the file
        logger.debug("coworkkit: the journal mode of the store is being set by another process")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


async def lock(connection: AsyncConnection) -> None:
    """Become the one writer now, rather than at the first write: what was read until then could be stale."""
    await connection.execute(text("BEGIN IMMEDIATE"))


async def ring(_: AsyncConnection, __: Ring) -> None:
    """Nothing to do: who listens looks for changes."""


def next_change() -> ColumnElement[int]:
    """Return the number of a change. SQLite has one writer at a time, so that no two are alike."""
    latest = select(func.coalesce(func.max(interactions.c.change), 0) + 1)
    return latest.scalar_subquery()


async def listen(engine: AsyncEngine, heard: Heard) -> None:
    """Look for changes a few times a second; a look costs one counter in memory when nothing has happened."""
    while True:
        try:
            async with engine.connect() as connection:
                await poll(connection, heard)
        except Exception:
            logger.exception("coworkkit: looking for changes of the interactions failed; trying again")
        await asyncio.sleep(POLL_SECONDS)
        heard(None)


async def poll(connection: AsyncConnection, heard: Heard) -> None:
    """Look for changes on one connection, until cancelled."""
    change = interactions.c.change
    seen = (await connection.execute(select(func.coalesce(func.max(change), 0)))).scalar_one()
    await connection.commit()
    heard(None)
    version = None
    while True:
        now = (await connection.exec_driver_sql("PRAGMA data_version")).scalar_one()
        if now != version:
            version = now
            changed = select(change, interactions.c.subscriber, interactions.c.id).where(change > seen).order_by(change)
            for number, subscriber, interaction_id in (await connection.execute(changed)).all():
                seen = number
                heard(Ring(mailbox_of(subscriber), interaction_id))
        await connection.rollback()
        await asyncio.sleep(POLL_SECONDS)
