"""Functions of every shape are run to their end, with a documented meaning, and their failures are told."""

from __future__ import annotations

import asyncio
import functools
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from coworkkit.core.jsonable import MAX_ITEMS
from tests.core.scene import Scene

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


def wrapping(word: str) -> Any:
    """Say a word, by handing back what is to be awaited."""
    return on_the_loop(word)


def promising(word: str) -> Any:
    """Say a word, by handing back a promise of a promise."""

    async def later() -> Any:
        return on_the_loop(word)

    return later()


async def starting(word: str) -> Any:
    """Say a word, in a task."""
    return asyncio.ensure_future(on_the_loop(word))


def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Speaker:
    """Says words."""

    def speak(self, word: str) -> str:
        """Say a word."""
        return plain(word)

    async def speak_later(self, word: str) -> str:
        """Say a word."""
        return await on_the_loop(word)

    @staticmethod
    def aloud(word: str) -> str:
        """Say a word."""
        return plain(word)

    @classmethod
    def for_all(cls, word: str) -> str:
        """Say a word."""
        return plain(word)

    def __call__(self, word: str) -> str:
        """Say a word."""
        return plain(word)


class LaterSpeaker:
    async def __call__(self, word: str) -> str:
        """Say a word."""
        return await on_the_loop(word)


SHAPES: dict[str, Callable[..., Any]] = {
    "function": plain,
    "async function": on_the_loop,
    "function that returns a coroutine": wrapping,
    "function that returns a promise of a promise": promising,
    "async function that returns a task": starting,
    "decorated function": decorated(plain),
    "decorated async function": decorated(on_the_loop),
    "twice decorated async function": decorated(decorated(on_the_loop)),
    "partial": functools.partial(plain),
    "partial of an async function": functools.partial(on_the_loop),
    "partial of a decorated async function": functools.partial(decorated(on_the_loop)),
    "decorated partial": decorated(functools.partial(on_the_loop)),
    "bound method": Speaker().speak,
    "bound async method": Speaker().speak_later,
    "static method": Speaker.aloud,
    "class method": Speaker.for_all,
    "callable object": Speaker(),
    "async callable object": LaterSpeaker(),
}


@pytest.mark.scenario("S52")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("run", SHAPES.values(), ids=SHAPES.keys())
async def test_each_shape_runs_to_its_end(run: Callable[..., Any]) -> None:
    scene = Scene(run, name="say")
    result = await scene.call("say", {"word": "hello"})
    assert result.ok and result.result == "hello"
    assert steps == ["hello"]


@pytest.mark.scenario("S52")
async def test_a_lambda_that_returns_an_awaitable_is_awaited() -> None:
    scene = Scene()
    scene.add(lambda: on_the_loop("hi"), name="say", description="Say hi.")
    assert (await scene.call("say")).result == "hi"


def counting(upto: int) -> Iterator[int]:
    """Count."""
    steps.append("began")
    yield from range(upto)
    steps.append("ended")


async def counting_later(upto: int) -> AsyncIterator[int]:
    """Count."""
    steps.append("began")
    for number in range(upto):
        await asyncio.sleep(0)
        yield number
    steps.append("ended")


def mapping(upto: int) -> Any:
    """Count."""
    steps.append("began")
    return map(int, [*range(upto)])


@pytest.mark.scenario("S52")
@pytest.mark.parametrize("run", [counting, counting_later, mapping, decorated(counting_later)])
async def test_generators_and_iterators_are_run_to_their_end_and_give_a_list(run: Callable[..., Any]) -> None:
    result = await Scene(run, name="count").call("count", {"upto": 3})
    assert result.ok and result.result == [0, 1, 2]
    assert steps[0] == "began"


@pytest.mark.parametrize("run", [counting, counting_later])
async def test_a_generator_that_does_not_end_is_closed_and_reported(run: Callable[..., Any]) -> None:
    result = await Scene(run, name="count").call("count", {"upto": MAX_ITEMS + 5})
    assert result.code == "internal" and "10,000 items" in result.message and "ran" in result.message
    assert steps == ["began"]
    assert (await Scene(run, name="count").call("count", {"upto": MAX_ITEMS})).ok


def failing_half_way(upto: int) -> Iterator[int]:
    """Count."""
    yield 0
    raise ValueError(f"cannot count to {upto}")


async def failing_half_way_later(upto: int) -> AsyncIterator[int]:
    """Count."""
    yield 0
    raise ValueError(f"cannot count to {upto}")


def failing(upto: int) -> int:
    """Count."""
    raise ValueError(f"cannot count to {upto}")


async def failing_later(upto: int) -> int:
    """Count."""
    raise ValueError(f"cannot count to {upto}")


@pytest.mark.parametrize("run", [failing, failing_later, failing_half_way, failing_half_way_later])
async def test_what_a_function_raises_is_told_to_the_agent(run: Callable[..., Any]) -> None:
    scene = Scene(run, name="count")
    result = await scene.call("count", {"upto": 9})
    assert (result.ok, result.code, result.message) == (False, "internal", "cannot count to 9")
    outcome = scene.record.outcome
    assert scene.record.gate == "fired" and outcome.entered and not outcome.ok
    assert outcome.error is not None and (outcome.error.code, outcome.error.message) == (
        "internal",
        "cannot count to 9",
    )


def exits() -> None:
    """Exit."""
    sys.exit(3)


async def exits_later() -> None:
    """Exit."""
    sys.exit(3)


def stops_iterating() -> None:
    """Take the first of nothing."""
    next(iter(()))


async def stops_iterating_later() -> None:
    """Take the first of nothing."""
    next(iter(()))


def raises_nothing_to_read() -> None:
    """Fail without a word."""
    raise KeyError


async def gives_up_inside() -> None:
    """Await something that was cancelled."""
    task = asyncio.ensure_future(asyncio.Event().wait())
    task.cancel()
    await task


def half_a_pair() -> None:
    """Fail with a word that is no Unicode."""
    raise ValueError("no file \udcff")


def talks_much() -> None:
    """Fail with a book."""
    raise ValueError("x" * 100_000)


@pytest.mark.parametrize(
    "run",
    [
        exits,
        exits_later,
        stops_iterating,
        stops_iterating_later,
        raises_nothing_to_read,
        gives_up_inside,
        half_a_pair,
        talks_much,
    ],
)
async def test_the_strangest_failure_is_a_failure_of_this_call_alone(run: Callable[..., Any]) -> None:
    scene = Scene(run, plain)
    result = await scene.call(run.__name__)
    assert result.code == "internal" and 0 < len(result.message) < 3_000
    outcome = scene.record.outcome
    assert outcome.entered and not outcome.ok and outcome.error is not None
    assert (outcome.error.code, outcome.error.message) == ("internal", result.message)
    scene.record.model_dump_json()
    assert (await scene.call("plain", {"word": "next"})).ok
