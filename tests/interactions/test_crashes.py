"""Processes that are killed at every step, and processes that race: no decision is lost, nothing runs twice."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from coworkkit.interactions import Interactions
from coworkkit.testing import FakeClock
from tests.interactions.crash_app import TOKEN, Life, notes_to
from tests.interactions.stage import PATIENCE_SECONDS, Database, Stage

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 4


@pytest.fixture(scope="module")
def launcher() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.interactions.crash_app"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def launch(launcher: subprocess.Popen[str], *lives: dict[str, Any]) -> list[int]:
    """Live these at once, each in a process; return how they ended."""
    assert launcher.stdin is not None and launcher.stdout is not None
    launcher.stdin.write(json.dumps(lives) + "\n")
    launcher.stdin.flush()
    ended: list[int] = json.loads(launcher.stdout.readline())
    return ended


def notes_in(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


async def test_killed_at_any_step_nothing_is_lost_and_nothing_runs_twice(
    shared: Database, launcher: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert shared.url is not None
    async with Interactions(shared.url):
        pass
    killed = 0
    while True:
        steps = range(killed + 1, killed + 1 + AT_ONCE)
        lives = [
            {"do": "live", "url": shared.url, "user": f"u{step}", "notes": f"{tmp_path}/{step}", "kill_at": step}
            for step in steps
        ]
        ended = launch(launcher, *lives)
        assert set(ended) <= {0, signal.SIGKILL}
        killed += ended.count(signal.SIGKILL)
        if 0 in ended:
            break
    assert killed > 15

    began_unseen = 0
    clock = FakeClock(datetime.now(UTC))
    async with Interactions(shared.url, clock=clock) as interactions:
        for step in range(1, killed + 1):
            path = tmp_path / f"{step}"
            before = notes_in(path)
            life = Life(interactions, f"u{step}", notes_to(f"{path}"), clock)
            told = await life.goes_on()
            await life.session.close()
            since = notes_in(path)[len(before) :]

            if "decided" in before:
                assert "sees a card" not in since, f"killed at step {step}, the decision was lost"
            ran = [*before, *since].count("began to run")
            assert ran <= 1, f"killed at step {step}, it ran twice"
            assert told in ("cancelled", "already_used")
            if told == "cancelled":
                assert ran == 1 and "began to run" not in before
            began_unseen += told == "already_used"

        clock.skip(31)
        lost = await interactions.unknown()
        assert 0 < len(lost) <= began_unseen
        assert {row.run for row in lost} == {"unknown"}
        for row in lost:
            again = await interactions.commit_action(row.subscriber, commit_token=TOKEN, side_effect="again")
            assert again.reason == "already_used" and again.run == "unknown"
            assert "unknown" in again.message


@pytest.mark.scenario("S19")
async def test_twenty_commits_from_two_processes_give_one_ok(
    shared: Database, launcher: subprocess.Popen[str], tmp_path: Path
) -> None:
    async with Stage(shared, clock=FakeClock(datetime.now(UTC))) as stage:
        for round_ in range(3):
            user = f"u{round_}"
            asked = await stage.asks(user, commit_token=TOKEN)
            card = await stage.interactions.interaction(user, asked.interaction_id)
            stage.user = user
            assert (await stage.presses("confirm", card)).ok
            notes = [tmp_path / f"{round_}-{process}" for process in range(2)]
            commit = {"do": "commit", "url": shared.url, "user": user}
            assert launch(launcher, *(commit | {"notes": f"{path}"} for path in notes)) == [0, 0]
            told = [reason for path in notes for reason in notes_in(path)]
            assert sorted(told) == ["already_used"] * 19 + ["ok"]


def test_two_processes_that_start_at_once_make_the_tables_once(
    shared: Database, launcher: subprocess.Popen[str], tmp_path: Path
) -> None:
    opens = {"do": "open", "url": shared.url, "notes": f"{tmp_path}/notes"}
    assert launch(launcher, *[opens] * 4) == [0] * 4


async def test_killed_while_the_tables_are_made_the_next_process_makes_them(
    launcher: subprocess.Popen[str], tmp_path: Path
) -> None:
    killed = 0
    for step in range(1, 100, 5):
        url = f"sqlite:///{tmp_path}/{step}.db"
        opens = {"do": "open", "url": url, "notes": f"{tmp_path}/notes", "kill_at": step}
        (ended,) = launch(launcher, opens)
        async with Interactions(url) as interactions:
            assert await interactions.pending("ada") == []
        if ended == 0:
            break
        killed += 1
    assert killed > 3


async def test_what_another_process_does_is_told_here(
    shared: Database, launcher: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert shared.url is not None
    async with Interactions(shared.url) as interactions, interactions.watch("ada") as watching:
        life = {"do": "live", "url": shared.url, "user": "ada", "notes": f"{tmp_path}/notes"}
        living = asyncio.ensure_future(asyncio.to_thread(launch, launcher, life))
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for card in watching:
                if card.run == "done":
                    break
        assert await living == [0]
