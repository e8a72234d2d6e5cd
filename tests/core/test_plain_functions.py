"""Plain functions run in worker threads: a slow one freezes nobody, and the record says what became of it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from coworkkit.core import worker
from coworkkit.core.worker import MAX_THREADS, MOST_IN_SESSION
from tests.core.scene import Scene, until

steps: list[str] = []


@pytest.fixture(autouse=True)
def fresh() -> None:
    steps.clear()


def plain(word: str) -> str:
    """Say a word."""
    steps.append(word)
    return word


async def on_the_loop(word: str) -> str:
    """Say a word."""
    await asyncio.sleep(0)
    steps.append(word)
    return word


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """What a blocking function waits for; set at the end whatever happens."""
    event = threading.Event()
    yield event
    event.set()


def blocking_on(release: threading.Event, started: threading.Event | None = None) -> Callable[[], Any]:
    def block() -> str:
        """Block."""
        if started is not None:
            started.set()
        release.wait(10)
        steps.append("unblocked")
        return "done"

    return block


@pytest.mark.scenario("S52")
async def test_a_blocking_function_stops_no_other_user(release: threading.Event) -> None:
    scene, other = Scene(blocking_on(release)), Scene(plain, control="hard")
    blocked = scene.start("block")
    result = await other.confirmed("plain", {"word": "hello"})
    assert result.ok and not blocked.done()
    ticks = 0
    for _ in range(50):
        await asyncio.sleep(0)
        ticks += 1
    assert ticks == 50 and not blocked.done()
    release.set()
    assert (await scene.end_of(blocked)).result == "done"


async def test_stop_waits_for_a_plain_function_and_the_record_says_what_happened(
    release: threading.Event,
) -> None:
    started = threading.Event()
    scene = Scene(blocking_on(release, started))
    call = scene.start("block")
    await until(started.is_set)
    await asyncio.sleep(0.03)
    call.cancel()
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.sleep(0)
    assert not call.done() and scene.records == []
    release.set()
    with pytest.raises(asyncio.CancelledError):
        await call
    outcome = scene.record.outcome
    assert outcome.ok and outcome.entered and steps == ["unblocked"]
    assert outcome.note is not None and "ran to its end" in outcome.note


async def test_a_time_limit_around_a_call_is_an_ordinary_timeout(release: threading.Event) -> None:
    scene = Scene(blocking_on(release), plain)
    scene.add(plain, name="asked", control="hard")
    asyncio.get_running_loop().call_later(0.1, release.set)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await scene.session.call("block")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await scene.session.call("asked", {"word": "hi"})
    assert len(scene.records) == 2 and scene.session.cards.on_screen is None


def failing_slowly_with(release: threading.Event, error: type[BaseException]) -> Callable[[], Any]:
    def fail() -> None:
        """Fail."""
        release.wait(10)
        raise error

    return fail


@pytest.mark.parametrize("error", [ValueError, StopIteration, SystemExit, asyncio.CancelledError, KeyError])
async def test_a_slow_plain_function_may_fail_with_anything(
    error: type[BaseException], release: threading.Event
) -> None:
    scene = Scene(failing_slowly_with(release, error))
    call = scene.start("fail")
    await asyncio.sleep(0.03)
    release.set()
    assert (await scene.end_of(call)).code == "internal"
    assert scene.record.outcome.entered and not scene.record.outcome.ok


@pytest.mark.filterwarnings("error")
async def test_work_that_had_not_begun_when_it_was_stopped_is_not_called_done(
    release: threading.Event,
) -> None:
    started = threading.Event()

    def wrap() -> Any:
        """Hand back what is to be awaited."""
        started.set()
        release.wait(10)
        return on_the_loop("never")

    scene = Scene(wrap)
    call = scene.start("wrap")
    await until(started.is_set)
    await asyncio.sleep(0.03)
    call.cancel()
    await asyncio.sleep(0)
    release.set()
    with pytest.raises(asyncio.CancelledError):
        await call
    outcome = scene.record.outcome
    assert outcome.entered and not outcome.ok and steps == []


async def test_a_plain_function_sees_the_context_of_its_caller() -> None:
    who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")

    def ask() -> str:
        """Ask who it is."""
        return who.get()

    who.set("Ada")
    assert (await Scene(ask).call("ask")).result == "Ada"


async def test_a_plain_function_cannot_start_tasks_and_is_told_how_it_could() -> None:
    async def nothing() -> None: ...

    def start() -> None:
        """Start a task."""
        steps.append(str(asyncio.ensure_future(nothing())))

    result = await Scene(start).call("start")
    assert result.code == "internal" and "async def" in result.message


async def test_the_duration_is_that_of_the_function_alone() -> None:
    def nap() -> None:
        """Nap."""
        threading.Event().wait(0.02)

    scene = Scene(nap, control="hard")
    call = scene.start("nap")
    await scene.person.waits(20)
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok
    assert 0.02 <= scene.record.outcome.duration < 2


@pytest.mark.scenario("S52")
async def test_as_many_blocking_functions_as_there_are_threads_stop_no_other_users_card(
    release: threading.Event,
) -> None:
    told: list[str] = []
    other = Scene(
        on_the_loop,
        control=lambda word: "hard",
        confirmation_summary=lambda word: f"Say {word}?",
        on_action_record=lambda record: told.append(record.action),
    )
    others = [Scene(blocking_on(release)) for _ in range(MAX_THREADS // MOST_IN_SESSION)]
    for scene in others:
        for _ in range(MOST_IN_SESSION):
            scene.start("block")
        await until(lambda scene=scene: len(scene.session.moving) == MOST_IN_SESSION)
    assert (await other.confirmed("on_the_loop", {"word": "hello"})).ok
    await until(lambda: told)
    assert not any(scene.records for scene in others)
    release.set()
    await asyncio.gather(*(call for scene in others for call in scene.calls))
    assert sum(len(scene.records) for scene in others) == MAX_THREADS


@pytest.mark.scenario("S52")
async def test_many_slow_functions_at_once_keep_the_event_loop_waiting_no_longer_than_a_few(
    release: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    stood_still: list[float] = []

    def noted(futures: Any, seconds: float) -> Any:
        stood_still.append(seconds)
        return concurrent.futures.wait(futures, 0)

    monkeypatch.setattr(worker, "wait", noted)
    scenes = [Scene(blocking_on(release)) for _ in range(10)]
    for scene in scenes:
        for _ in range(6):
            scene.start("block")
    await until(lambda: sum(len(scene.session.moving) for scene in scenes) == 60)
    assert sum(stood_still) < 0.15
    release.set()
    await asyncio.gather(*(call for scene in scenes for call in scene.calls))
    stood_still.clear()
    release.clear()
    last = scene.start("block")
    await until(lambda: stood_still)
    assert stood_still == [worker.HANDOFF_SECONDS], "a single one is waited for as ever"
    release.set()
    await last
