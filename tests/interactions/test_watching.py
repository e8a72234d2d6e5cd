"""Being told: a card that is asked, decided, used or dead in one process is known to the others within a second."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

import asyncpg
import pytest

from coworkkit import CoworkkitError
from coworkkit.interactions import Interaction, Watching
from coworkkit.testing import FakeClock
from tests.interactions.stage import PATIENCE_SECONDS, Database, Stage

WITHIN_SECONDS = 1.0


async def status_told(watching: Watching, status: str) -> Interaction:
    """Wait until the watcher is told of this status."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for card in watching:
            if card.status == status:
                return card
    raise AssertionError("the watcher was let go")


async def test_two_processes_tell_each_other_within_a_second(database: Database) -> None:
    async with Stage(database) as here, Stage(database, clock=here.clock) as there:
        watching = there.interactions.watch("ada")
        assert await there.interactions.pending("ada") == []
        await here.asks()
        card = await status_told(watching, "pending")

        began = time.monotonic()
        assert (await here.presses()).ok
        told = await status_told(watching, "submitted")
        taken = time.monotonic() - began
        assert told.id == card.id and told.decided_by.by == "card"
        assert taken < WITHIN_SECONDS

        here_watching = here.interactions.watch("ada")
        assert (await there.commits()).ok
        assert (await status_told(here_watching, "committed")).side_effect is not None


async def test_a_dead_card_is_told_without_anybody_asking(database: Database) -> None:
    async with Stage(database) as here, Stage(database, clock=here.clock) as there:
        watching = there.interactions.watch("ada")
        await here.asks(ttl_minutes=1)
        await status_told(watching, "pending")
        await here.clock.advance(61)
        assert (await status_told(watching, "expired")).cause == "deadline"


async def test_a_user_is_told_of_their_own_cards_only(database: Database) -> None:
    async with Stage(database) as stage:
        watching = stage.interactions.watch("eve")
        await stage.asks()
        await stage.asks("eve")
        told = await status_told(watching, "pending")
        assert told.subscriber == "eve"
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await anext(watching)


async def test_what_came_between_watching_and_reading_is_told(database: Database) -> None:
    async with Stage(database) as here, Stage(database) as there:
        watching = there.interactions.watch("ada")
        await here.asks()
        assert len(await there.interactions.pending("ada")) == 1
        await here.presses("cancel")
        await status_told(watching, "cancelled")


async def test_who_stops_watching_is_let_go(database: Database) -> None:
    async with Stage(database) as stage:
        async with stage.interactions.watch("ada") as watching:
            waiting = asyncio.ensure_future(anext(watching))
            await asyncio.sleep(0)
        with pytest.raises(StopAsyncIteration):
            await waiting
        last = stage.interactions.watch("ada")
        waiting = asyncio.ensure_future(anext(last))
        await asyncio.sleep(0)
        await stage.interactions.close()
        with pytest.raises(StopAsyncIteration):
            await waiting


async def test_after_postgresql_cut_the_line_what_was_missed_is_told(postgres_url: str) -> None:
    database = Database(postgres_url)
    async with Stage(database) as here, Stage(database) as there:
        watching = there.interactions.watch("ada")
        await here.asks()
        await status_told(watching, "pending")

        connection = await asyncpg.connect(postgres_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()
        assert (await here.presses()).ok
        await status_told(watching, "submitted")


async def test_while_postgresql_is_gone_who_watches_and_the_log_are_told_once(
    postgres_server: str, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    reach: list[bool] = []
    caplog.set_level("WARNING", "coworkkit")
    name = urlsplit(postgres_url).path.removeprefix("/")
    server = await asyncpg.connect(postgres_server)
    async with Stage(Database(postgres_url)) as stage:
        watching = stage.interactions.watch("ada", reach.append)
        await stage.asks()
        card = await status_told(watching, "pending")
        told = asyncio.ensure_future(anext(watching))

        await server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        await server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not reach:
                await asyncio.sleep(0.05)
        for _ in range(6):
            await stage.clock.advance(0.5)
            await asyncio.sleep(0.3)
        assert reach == [False]
        warnings = [record.getMessage() for record in caplog.records if record.name == "coworkkit"]
        assert len(warnings) == len(set(warnings)), warnings
        with pytest.raises(CoworkkitError):
            await stage.presses("confirm", card)

        await server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        async with asyncio.timeout(PATIENCE_SECONDS):
            while reach != [False, True]:
                await asyncio.sleep(0.05)
        assert (await stage.presses("confirm", card)).ok
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert (await told).status == "submitted"
    await server.close()


async def test_time_going_on_tells_nobody_anything_new(database: Database) -> None:
    clock = FakeClock()
    async with Stage(database, clock=clock) as stage:
        watching = stage.interactions.watch("ada")
        asked = await stage.asks()
        assert (await status_told(watching, "pending")).id == asked.interaction_id
        await clock.advance(5)
        await stage.asks(commit_token="another_token")
        assert (await anext(watching)).commit_token == "another_token"


async def test_who_watches_does_not_open_again_what_is_being_closed(database: Database) -> None:
    for _ in range(10):
        stage = Stage(database)
        watching = stage.interactions.watch("ada")
        told: list[Interaction] = []

        async def follow(watching: Watching = watching, told: list[Interaction] = told) -> None:
            async for card in watching:
                told.append(card)

        following = asyncio.ensure_future(follow())
        await asyncio.gather(*(stage.asks(commit_token=f"token_no_{number}") for number in range(3)))
        await stage.close()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await following
        assert not stage.interactions.is_open
