"""The store in a database, by SQLAlchemy: SQLite or PostgreSQL.

Every move is one statement in one transaction, with what it expects in its WHERE. No rows: somebody was first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from . import postgres, sqlite
from .alchemy import (
    URL,
    ArgumentError,
    AsyncConnection,
    AsyncEngine,
    IntegrityError,
    Row,
    Select,
    create_async_engine,
    delete,
    func,
    insert,
    make_url,
    select,
    update,
)
from .life import HOLDS_TOKEN, Interaction
from .schema import ensure, interactions, is_alive
from .store import Heard, Ring, StoreError, mailbox_of

logger = logging.getLogger("coworkkit")

MOST_WRITERS = 10
"""Transactions at once that write, of one process: reading must not wait for a connection behind many writers."""

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
FIELDS = interactions.c


class SqlStore:
    """Keeps interactions in a database, shared by every process that opens the same one.

    Args:
        url: ``sqlite:///path/to/file.db`` or ``postgresql://user:password@host/database``. The folder of a SQLite
            file is made where it is missing.

    Raises:
        StoreError: the URL is of no database that this store knows, or its driver is not installed.
    """

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.place = self.url.render_as_string(hide_password=True)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.kind = sqlite if self.is_sqlite else postgres
        if self.is_sqlite and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        options: dict[str, Any] = self.kind.OPTIONS
        try:
            # what is bound is never written to a log or an error: titles and tokens are nobody else's business
            self.engine: AsyncEngine = create_async_engine(self.url, hide_parameters=True, **options)
        except ImportError as error:
            extra = "interactions" if self.is_sqlite else "postgres"
            raise StoreError(f"{error.name} is not installed. Run: pip install coworkkit[{extra}]") from error
        self.kind.prepare(self.engine)
        self.opening = asyncio.Lock()
        # SQLite has one writer, and others sleep between their tries: waiting here is many times faster
        self.turn = asyncio.Semaphore(1 if self.is_sqlite else MOST_WRITERS)
        self.is_open = False
        self.logged: set[tuple[str, type[Exception]]] = set()

    async def open(self) -> None:
        """Create the tables where there are none, and check their version."""
        async with self.opening:
            if not self.is_open:
                async with self.writing("open") as connection:
                    await self.kind.lock(connection)
                    await connection.run_sync(ensure, self.place)
                self.is_open = True

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self, doing: str) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that writes, when it is this process's turn."""
        async with self.turn, self.transaction(doing) as connection:
            yield connection

    @asynccontextmanager
    async def transaction(self, doing: str) -> AsyncIterator[AsyncConnection]:
        """Open a transaction; it commits at the end of the block.

        Raises:
            StoreError: the database failed. The log has the cause, once until something has succeeded again.
        """
        try:
            async with self.engine.begin() as connection:
                yield connection
            self.logged.clear()
        except (IntegrityError, StoreError):
            raise
        except Exception as error:  # a driver has its own kinds, before a connection is SQLAlchemy's
            if (doing, type(error)) not in self.logged:
                logger.exception("coworkkit: the store of interactions failed to %s", doing)
            self.logged.add((doing, type(error)))
            raise StoreError(f"The store of confirmations could not {doing} ({type(error).__name__}).") from None

    async def add(self, interaction: Interaction) -> bool:
        """Store a new one, unless its token is held."""
        values = asdict(interaction)
        if self.is_sqlite:
            values["change"] = sqlite.next_change()
        try:
            async with self.writing("add") as connection:
                await connection.execute(insert(interactions).values(values))
                await self.kind.ring(connection, ring_of(interaction))
        except IntegrityError:
            return False
        return True

    async def change(
        self,
        interaction_id: str,
        expected: Mapping[str, Any],
        changes: Mapping[str, Any],
        *,
        alive_at: datetime | None = None,
    ) -> Interaction | None:
        """Compare and set, in one statement."""
        values = {**changes, "revision": FIELDS.revision + 1}
        if self.is_sqlite:
            values["change"] = sqlite.next_change()
        statement = update(interactions).where(FIELDS.id == interaction_id).values(values).returning(interactions)
        for name, value in expected.items():
            column = FIELDS[name]
            statement = statement.where(column.in_(value) if isinstance(value, tuple) else column == value)
        if alive_at is not None:
            statement = statement.where(FIELDS.expires_at > alive_at)
        async with self.writing("change") as connection:
            row = (await connection.execute(statement)).one_or_none()
            if row is None:
                return None
            changed = interaction_of(row)
            await self.kind.ring(connection, ring_of(changed))
        return changed

    async def read(self, statement: Select[Any]) -> list[Interaction]:
        """Return what a statement selects."""
        async with self.transaction("read") as connection:
            return [interaction_of(row) for row in (await connection.execute(statement)).all()]

    async def get(self, subscriber: str, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of these that are this user's."""
        if not interaction_ids:
            return []
        return await self.read(
            select(interactions).where(FIELDS.id.in_(list(interaction_ids)), FIELDS.subscriber == subscriber)
        )

    async def by_token(self, subscriber: str, commit_token: str) -> Interaction | None:
        """Return the one that holds a token, or else the latest that did."""
        found = await self.read(
            select(interactions)
            .where(FIELDS.subscriber == subscriber, FIELDS.commit_token == commit_token)
            .order_by(FIELDS.status.in_(HOLDS_TOKEN).desc(), FIELDS.created_at.desc(), FIELDS.id.desc())
            .limit(1)
        )
        return found[0] if found else None

    async def pending(self, subscriber: str, limit: int) -> list[Interaction]:
        """Return a user's pending ones, the oldest first."""
        return await self.read(
            select(interactions)
            .where(FIELDS.subscriber == subscriber, FIELDS.status == "pending")
            .order_by(FIELDS.created_at, FIELDS.id)
            .limit(limit)
        )

    async def latest(self, subscriber: str, limit: int) -> list[Interaction]:
        """Return a user's latest ones, the newest first."""
        return await self.read(
            select(interactions)
            .where(FIELDS.subscriber == subscriber)
            .order_by(FIELDS.created_at.desc(), FIELDS.id.desc())
            .limit(limit)
        )

    async def due(self, now: datetime, limit: int) -> list[Interaction]:
        """Return live ones whose deadline has passed."""
        return await self.read(select(interactions).where(is_alive, FIELDS.expires_at <= now).limit(limit))

    async def unheard(self, now: datetime, limit: int) -> list[Interaction]:
        """Return committed ones whose run nobody vouches for any more."""
        return await self.read(
            select(interactions).where(FIELDS.run == "running", FIELDS.run_until <= now).limit(limit)
        )

    async def unknown(self, limit: int) -> list[Interaction]:
        """Return those whose run ended nobody knows how, the latest first."""
        return await self.read(
            select(interactions).where(FIELDS.run == "unknown").order_by(FIELDS.created_at.desc()).limit(limit)
        )

    async def prune(self, settled_before: datetime, limit: int) -> int:
        """Delete those that settled before a time."""
        old = (
            select(FIELDS.id)
            .where(FIELDS.settled_at < settled_before, FIELDS.run.is_distinct_from("running"))
            .limit(limit)
        )
        async with self.writing("prune") as connection:
            return (await connection.execute(delete(interactions).where(FIELDS.id.in_(old)))).rowcount

    async def newest_at(self) -> datetime | None:
        """Return when the newest was created."""
        async with self.transaction("read") as connection:
            newest: datetime | None = (await connection.execute(select(func.max(FIELDS.created_at)))).scalar_one()
            return newest

    async def listen(self, heard: Heard) -> None:
        """Tell of every change until cancelled; SQLite is asked a few times a second, PostgreSQL tells by itself."""
        await self.kind.listen(self.engine, heard)


def read_url(url: str) -> URL:
    """Return a database URL with the driver this store uses.

    Raises:
        StoreError: it is no URL, or one of another database.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("The url of the interactions is not a database URL, such as sqlite:///cards.db.") from None
    kind = parsed.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise StoreError(f"The interactions cannot be kept in {kind!r}. Give a sqlite:// or postgresql:// URL.")
    if kind == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreError("A SQLite database in memory is not shared. Give a file, or store=MemoryStore().")
    return parsed.set(drivername=DRIVERS[kind])


def interaction_of(row: Row[Any]) -> Interaction:
    """Return the interaction of a row."""
    return Interaction(**row._mapping)


def ring_of(interaction: Interaction) -> Ring:
    """Return the word that an interaction has changed."""
    return Ring(mailbox_of(interaction.subscriber), interaction.id)
