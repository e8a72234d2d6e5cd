"""`on_action_record`: told every record once and in order, and whatever it does touches no call."""

from __future__ import annotations

import asyncio

import pytest

from coworkkit import ActionRecord
from coworkkit.core.session import SessionSettings
from tests.core.scene import Scene


def act(text: str = "t") -> str:
    """Act."""
    return text


async def test_the_callback_gets_every_record_in_order_whatever_it_does_with_the_first() -> None:
    told: list[str] = []

    def tell(record: ActionRecord) -> None:
        told.append(record.arguments["text"])
        if len(told) == 1:
            raise SystemExit(1)
        if len(told) == 2:
            raise ValueError("again")

    scene = Scene(act, on_action_record=tell)
    for number in range(20):
        await scene.call("act", {"text": str(number)})
    await scene.session.journal.flush()
    assert told == [str(number) for number in range(20)]


@pytest.mark.parametrize("error", [ValueError, SystemExit, asyncio.CancelledError])
async def test_an_async_callback_that_fails_is_logged_and_the_next_record_still_comes(
    error: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []

    async def tell(record: ActionRecord) -> None:
        told.append(record.arguments["text"])
        await asyncio.sleep(0)
        if len(told) == 1:
            raise error

    scene = Scene(act, on_action_record=tell)
    await asyncio.gather(*(scene.call("act", {"text": str(number)}) for number in range(3)))
    await scene.session.journal.flush()
    assert told == ["0", "1", "2"]
    assert "on_action_record failed" in caplog.text and "act" in caplog.text


async def test_a_plain_callback_that_hands_back_an_awaitable_has_it_awaited() -> None:
    told: list[str] = []

    async def later(record: ActionRecord) -> None:
        told.append(record.action)

    scene = Scene(act, on_action_record=lambda record: later(record))
    await scene.call("act")
    await scene.session.journal.flush()
    assert told == ["act"]


async def test_a_slow_callback_delays_no_call() -> None:
    free = asyncio.Event()
    told: list[str] = []

    async def tell(record: ActionRecord) -> None:
        await free.wait()
        told.append(record.action)

    scene = Scene(act, on_action_record=tell)
    for _ in range(5):
        assert (await scene.call("act")).ok
    assert told == []
    free.set()
    await scene.session.journal.flush()
    assert told == ["act"] * 5


async def test_the_next_pages_own_callback_gets_the_records_from_then_on() -> None:
    told: list[str] = []
    scene = Scene(act, on_action_record=lambda record: told.append("first"))
    await scene.call("act")
    await scene.session.journal.flush()
    settings = SessionSettings(on_action_record=lambda record: told.append("second"))
    scene.session.attach(scene.session.catalogue, settings, scene.session.screen)
    await scene.call("act")
    await scene.session.journal.flush()
    assert told == ["first", "second"]
