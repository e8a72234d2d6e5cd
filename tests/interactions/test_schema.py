"""The tables: made on first use, with a version, and never misread."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from coworkkit.interactions import Interactions, SqlStore, StoreError
from tests.interactions.stage import PRESS, QUESTION, Database


async def set_version(database: Database, version: int) -> None:
    """Make the tables be of a version."""
    assert database.url is not None
    store = SqlStore(database.url)
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE coworkkit_schema SET version = :version"), {"version": version})
    await store.close()


async def test_the_tables_are_made_on_first_use_and_found_on_the_next(shared: Database) -> None:
    async with Interactions(shared.url) as interactions:
        asked = await interactions.confirm_action("ada", **QUESTION)
    async with Interactions(shared.url) as interactions:
        assert [card.id for card in await interactions.pending("ada")] == [asked.interaction_id]


async def test_tables_of_a_newer_version_are_a_clear_error_and_stay_as_they_are(shared: Database) -> None:
    async with Interactions(shared.url):
        pass
    await set_version(shared, 2)
    newer = Interactions(shared.url)
    with pytest.raises(StoreError, match=r"version 2, and this coworkkit knows version 1\..*newer coworkkit"):
        await newer.pending("ada")
    await newer.close()
    await set_version(shared, 1)
    async with Interactions(shared.url) as interactions:
        assert await interactions.pending("ada") == []


async def test_the_folder_of_the_default_file_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with Interactions() as interactions:
        await interactions.confirm_action("ada", **QUESTION)
    assert (tmp_path / ".coworkkit" / "interactions.db").is_file()


async def test_a_sqlite_file_is_in_wal_mode_and_syncs_each_commit(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/cards.db")
    await store.open()
    async with store.engine.connect() as connection:
        modes = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "busy_timeout")
        ]
    await store.close()
    assert modes == ["wal", 2, 30_000]


async def test_many_writers_of_one_file_wait_for_one_another(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/cards.db"
    opened = [Interactions(url, most_pending=40) for _ in range(4)]
    asked = await asyncio.gather(
        *(
            each.confirm_action("ada", **(QUESTION | {"commit_token": f"token_{number}_{at}"}))
            for number, each in enumerate(opened)
            for at in range(10)
        )
    )
    assert len({each.interaction_id for each in asked}) == 40
    assert len(await opened[0].pending("ada")) == 40
    for each in opened:
        await each.close()


async def test_a_database_that_is_not_there_is_a_clear_error(postgres_url: str) -> None:
    absent = Interactions(postgres_url.replace("?", "_absent?"))
    with pytest.raises(StoreError, match="could not open"):
        await absent.pending("ada")
    await absent.close()


async def test_names_that_agents_made_up_are_kept_or_not_found(database: Database) -> None:
    strange = "\0 \ud800 \u202e"
    async with Interactions(store=database.store()) as interactions:
        await interactions.confirm_action("ada", asked_by=strange, **QUESTION)
        assert len(await interactions.pending("ada")) == 1
        assert await interactions.get("ada", [strange, "x" * 10_000, ""]) == []
        decided = await interactions.decide("ada", strange, nonce=strange, choice="confirm", evidence=PRESS)
        assert decided.why_not == "not_found"
        sent = [{"role": "tool", "content": {"action": "request_confirm", "interaction_id": strange}}]
        assert await interactions.replay("ada", sent) == sent


def test_an_error_never_names_the_password() -> None:
    store = SqlStore("postgresql://user:very-secret@127.0.0.1:1/none")
    with pytest.raises(StoreError) as raised:
        asyncio.run(store.open())
    assert "very-secret" not in str(raised.value)
    assert "very-secret" not in store.place
