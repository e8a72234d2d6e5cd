"""The tables of the SQL store, their version, and how they come to be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ..core.jsonable import well_formed
from .alchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Dialect,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    inspect,
    select,
    text,
)
from .store import StoreError

VERSION = 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CREATION_LOCK = 0x636F776B
"""PostgreSQL's advisory lock under which the tables are created: "cowk"."""


class UtcMicroseconds(TypeDecorator[datetime]):
    """A time as microseconds since 1970 in UTC: every database counts it alike, and none converts it."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return the number to store."""
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Return the time that was stored."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


metadata = MetaData()

schema_table = Table(
    "coworkkit_schema",
    metadata,
    Column("part", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
)

interactions = Table(
    "coworkkit_interactions",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("subscriber", Text, nullable=False),
    Column("commit_token", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text, nullable=False),
    Column("action_label", Text, nullable=False),
    Column("cancel_label", Text, nullable=False),
    Column("destructive", Boolean, nullable=False),
    Column("binds", Text),
    Column("bound", String(64)),
    Column("content", String(64), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("asked_by", Text),
    Column("words_by", String(8), nullable=False),
    Column("session_id", Text),
    Column("created_at", UtcMicroseconds, nullable=False),
    Column("expires_at", UtcMicroseconds, nullable=False),
    Column("status", String(16), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("cause", String(16)),
    Column("decided_at", UtcMicroseconds),
    Column("evidence", Text),
    Column("settled_at", UtcMicroseconds),
    Column("side_effect", Text),
    Column("claim", String(36)),
    Column("call_id", Text),
    Column("run", String(16)),
    Column("run_until", UtcMicroseconds),
    Column("ended_at", UtcMicroseconds),
    Column("change", BigInteger, nullable=False),
)

columns = interactions.c
holds_token = text("status IN ('pending', 'submitted', 'committed')")
is_alive = text("settled_at IS NULL")
by_token = (columns.subscriber, columns.commit_token)
Index("coworkkit_one_card_a_token", *by_token, unique=True, sqlite_where=holds_token, postgresql_where=holds_token)
Index("coworkkit_by_token", *by_token, columns.created_at)
Index("coworkkit_by_status", columns.subscriber, columns.status, columns.created_at, columns.id)
Index("coworkkit_by_age", columns.subscriber, columns.created_at, columns.id)
# partial, and asked for in the same words: of a million rows few are alive. Not by status, or PostgreSQL would take it
# for the list of one user, and read everybody's
Index("coworkkit_due", columns.expires_at, sqlite_where=is_alive, postgresql_where=is_alive)
Index("coworkkit_runs", columns.run, columns.run_until)
Index("coworkkit_settled", columns.settled_at)
Index("coworkkit_created", columns.created_at)
Index("coworkkit_changes", columns.change)


def ensure(connection: Connection, place: str) -> None:
    """Create the tables where there are none, in the transaction that is open; two processes may do so at once.

    Args:
        connection: a connection that holds the lock for writing.
        place: names the database in an error, without a password.

    Raises:
        StoreError: the tables are of a newer version than this code.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CREATION_LOCK})
    if not inspect(connection).has_table(schema_table.name):
        metadata.create_all(connection)
        connection.execute(schema_table.insert().values(part="interactions", version=VERSION))
        return
    found = connection.execute(
        select(schema_table.c.version).where(schema_table.c.part == "interactions")
    ).scalar_one_or_none()
    if found is None or found < 1:
        raise StoreError(f"{place} has a table {schema_table.name} that says nothing about interactions.")
    if found > VERSION:
        raise StoreError(
            f"The interactions in {well_formed(place)} are of version {found}, and this coworkkit knows version "
            f"{VERSION}. A newer coworkkit has written them; update this one."
        )
