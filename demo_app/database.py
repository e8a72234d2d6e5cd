"""Opening the tracker's SQLite file, and refusing any other."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event

from demo_app.rows import Base

APPLICATION_ID = 0x54524B31
"""Written into the file's header ("TRK1"), so that we never touch somebody else's database."""


SCHEMA = 2
"""How the tables look, written into the file's header too. Raise it with every change of `rows.py`."""

MIGRATIONS = {2: "ALTER TABLE task ADD COLUMN labels VARCHAR(80) NOT NULL DEFAULT ''"}
"""What brings an older file up to a version. New tables need nothing here: they are created when missing."""


class TrackerError(Exception):
    """Something the person asked for cannot be done. The message is written for them."""


class ForeignFileError(TrackerError):
    """The file is there, but it is not a tracker database."""


def open_database(path: Path) -> Engine:
    """Return an engine for the tracker's file at `path`, which is created if there is none.

    A file of an older tracker is brought up to date, and keeps what is in it. Raises `ForeignFileError`
    for a file that is not ours (it is left as it was) and `TrackerError` for one that cannot be used.
    """
    try:
        _claim(path)
        engine = create_engine(f"sqlite:///{path}")
        event.listen(engine, "connect", _prepare)
        Base.metadata.create_all(engine)
    except sqlite3.Error as error:
        if "not a database" in str(error):
            raise ForeignFileError(f"{path} is not a database.") from error
        raise TrackerError(f"The database {path} can't be used: {error}.") from error
    return engine


def _claim(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        (application_id,) = connection.execute("PRAGMA application_id").fetchone()
        if application_id != APPLICATION_ID:
            if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise ForeignFileError(f"{path} is a database, but not one of the tracker's.")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA journal_mode = WAL")  # readers don't wait for a writer
        connection.execute("BEGIN IMMEDIATE")  # fails now, not at the first click
        _migrate(connection, path)
        connection.execute("COMMIT")
    finally:
        connection.close()


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise TrackerError(f"{path} was made by a newer tracker. Update this one, or choose another --data folder.")
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'task'").fetchone():
        for number in range(max(version, 1) + 1, SCHEMA + 1):
            connection.execute(MIGRATIONS[number])
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _prepare(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA foreign_keys = ON")
