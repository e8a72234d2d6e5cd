"""How firmly a call is confirmed: declared, by default, or by a function of the arguments; in doubt, not."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from coworkkit import Control
from coworkkit.core import judgement
from coworkkit.core.catalogue import Catalogue, everywhere
from coworkkit.core.screen import Screen
from tests.core.scene import Scene, until

ran: list[int] = []


def pay(amount: int) -> int:
    """Pay an amount."""
    ran.append(amount)
    return amount


@pytest.fixture(autouse=True)
def fresh() -> None:
    ran.clear()


async def answer_of(scene: Scene, amount: int) -> str | None:
    """Return what a call leads to: `fired`, `asked` or `card`."""
    call = scene.start("pay", {"amount": amount})
    await until(lambda: call.done() or scene.session.cards.on_screen)
    if not call.done():
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        return "card"
    result = call.result()
    return "fired" if result.ok else {"needs_confirmation": "asked"}.get(str(result.code), result.code)


@pytest.mark.parametrize(("control", "leads_to"), [("open", "fired"), ("soft", "asked"), ("hard", "card")])
@pytest.mark.parametrize("as_enum", [False, True])
async def test_a_declared_level_is_the_level(control: str, leads_to: str, as_enum: bool) -> None:
    scene = Scene(pay, control=Control(control) if as_enum else control)
    assert await answer_of(scene, 1) == leads_to


@pytest.mark.parametrize(("baseline", "leads_to"), [("open", "fired"), ("soft", "asked"), ("hard", "card")])
async def test_the_default_control_is_the_level_of_whoever_declares_none(baseline: Any, leads_to: str) -> None:
    scene = Scene(pay, default_control=baseline)
    assert await answer_of(scene, 1) == leads_to
    scene.add(pay, name="explicit", control="open")
    assert (await scene.call("explicit", {"amount": 2})).ok, "an explicit level always wins"


async def test_a_function_of_the_arguments_decides_each_call() -> None:
    def level(amount: int) -> Any:
        return "hard" if amount > 100 else Control.SOFT if amount > 10 else "open"

    scene = Scene(pay, control=level)
    assert [await answer_of(scene, amount) for amount in (1, 50, 500)] == ["fired", "asked", "card"]
    scene.person.says("no")
    assert [record.control for record in scene.records] == ["open", "hard", "soft"]
    (info,) = [info for info in scene.session.catalogue.snapshot().actions if info.name == "pay"]
    assert info.control == "depends"


async def test_an_async_function_may_decide_too_and_sees_validated_arguments() -> None:
    seen: list[Any] = []

    async def level(amount: int, **others: Any) -> str:
        seen.append((amount, others))
        await asyncio.sleep(0)
        return "open"

    scene = Scene(pay, control=level)
    assert (await scene.call("pay", {"amount": "7"})).result == 7
    assert seen == [(7, {})]


async def raising(amount: int) -> str:
    raise RuntimeError("no idea")


async def promised(amount: int) -> str:
    return "open"


def exiting(amount: int) -> str:
    sys.exit(1)


async def exiting_on_the_loop(amount: int) -> str:
    sys.exit(1)


def exhausted(amount: int) -> str:
    return next(iter(()))


WRONG = [
    None,
    0,
    1,
    True,
    "",
    "no",
    "OPEN",
    "open ",
    b"open",
    [],
    ["open"],
    {"control": "open"},
    float("nan"),
    object(),
]
FAILING: list[Any] = [raising, exiting, exiting_on_the_loop, exhausted, lambda amount: promised(amount)]
FAILING += [lambda amount, value=value: value for value in WRONG]


@pytest.mark.scenario("S44")
@pytest.mark.parametrize("control", FAILING, ids=[f"failing-{n}" for n in range(len(FAILING))])
async def test_a_level_function_that_fails_or_returns_no_level_runs_nothing(
    control: Any, caplog: pytest.LogCaptureFixture
) -> None:
    scene = Scene(pay, control=control)
    result = await scene.call("pay", {"amount": 1})
    assert result.code == "unavailable" and "nothing was run" in result.message
    assert ran == []
    record = scene.record
    assert record.gate == "refused" and not record.outcome.entered and record.outcome.error is not None
    assert "pay" in caplog.text
    scene.add(pay, name="next", control="open")
    assert (await scene.call("next", {"amount": 2})).ok and ran == [2]


@pytest.mark.scenario("S44")
@pytest.mark.parametrize(
    "summary", FAILING[:5] + [lambda amount, value=value: value for value in (None, 0, "", " ", b"x")]
)
@pytest.mark.parametrize("control", ["soft", "hard"])
async def test_a_summary_that_fails_or_is_no_text_asks_nobody_and_runs_nothing(summary: Any, control: str) -> None:
    scene = Scene(pay, control=control, confirmation_summary=summary)
    result = await scene.call("pay", {"amount": 1})
    assert result.code == "unavailable" and ran == []
    assert scene.session.cards.on_screen is None and scene.session.consent.open is None
    assert scene.record.gate == "refused" and scene.record.control == control


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Functions of the developer may take 50 ms; the event lets those that never return go in the end."""
    monkeypatch.setattr(judgement, "SECONDS", 0.05)
    release = threading.Event()
    yield release
    release.set()


@pytest.mark.scenario("S44")
@pytest.mark.parametrize("which", ["control", "confirmation_summary"])
@pytest.mark.parametrize("is_async", [False, True])
async def test_a_function_that_never_returns_is_given_up(
    which: str, is_async: bool, impatient: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    def blocks(amount: int) -> str:
        impatient.wait(10)
        return "open"

    async def hangs(amount: int) -> str:
        await asyncio.Event().wait()
        return "open"

    declared: dict[str, Any] = {"control": "hard", which: hangs if is_async else blocks}
    scene = Scene(pay, **declared)
    assert (await scene.call("pay", {"amount": 1})).code == "unavailable"
    assert ran == [] and scene.record.gate == "refused"
    assert "took longer" in caplog.text


async def test_a_level_function_is_asked_once_per_call_and_not_for_a_settled_one() -> None:
    asked: list[int] = []

    def level(amount: int) -> str:
        asked.append(amount)
        return "hard"

    scene = Scene(pay, control=level)
    assert (await scene.confirmed("pay", {"amount": 1})).ok
    assert asked == [1]


async def test_a_stricter_baseline_on_the_next_page_counts_from_then_on() -> None:
    scene = Scene(pay)
    assert await answer_of(scene, 1) == "fired"
    stricter = Catalogue(Control.HARD, everywhere, dict(scene.session.catalogue.actions))
    scene.session.attach(stricter, scene.session.settings, Screen())
    assert await answer_of(scene, 1) == "card"


async def test_an_action_that_left_while_its_level_was_worked_out_does_not_run() -> None:
    thinking, thought = asyncio.Event(), asyncio.Event()

    async def level(amount: int) -> str:
        thinking.set()
        await thought.wait()
        return "open"

    scene = Scene(pay, control=level)
    call = scene.start("pay", {"amount": 1})
    await asyncio.wait_for(thinking.wait(), 5)
    scene.remove("pay")
    thought.set()
    assert (await scene.end_of(call)).code == "not_found" and ran == []


async def test_what_failed_is_logged_for_the_developer_with_the_reason(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await Scene(pay, control=raising).call("pay", {"amount": 1})
    (line,) = [entry for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert "control function of 'pay'" in line.getMessage()
    assert line.exc_info is not None and "no idea" in str(line.exc_info[1])
