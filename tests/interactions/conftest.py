"""Every store that cards can be kept in, each empty, for one test body."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from tests.interactions.stage import Database, Stage
from tests.postgres import new_database, postgres_server

__all__ = ["postgres_server"]


@pytest.fixture
async def postgres_url(postgres_server: str) -> str:
    """The URL of an empty database of its own."""
    return await new_database(postgres_server)


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
