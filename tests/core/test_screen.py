"""The page that shows a session: one that can show nothing harms no call, and confirms none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from coworkkit import Turn
from coworkkit.core.screen import Screen
from tests.core.scene import Scene, until

ran: list[str] = []


def act(text: str = "t") -> str:
    """Act."""
    ran.append(text)
    return text


@pytest.fixture(autouse=True)
def fresh() -> None:
    ran.clear()


class Calling:
    """An agent that calls `act` at every turn."""

    name, greeting = "Calling", ""

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        yield (await turn.call("act", {})).message


async def idle(scene: Scene) -> None:
    await until(lambda: scene.session.working is None)


class Failing(Screen):
    """A page that can show nothing."""

    def fail(self, *_: Any) -> None:
        raise RuntimeError("cannot show")

    message = delta = status = hand = question = card = blocked = record = catalogue = fail


@pytest.mark.scenario("S38", "S44")
@pytest.mark.parametrize("control", ["open", "soft", "hard"])
async def test_a_page_that_can_show_nothing_harms_no_call(control: Any) -> None:
    scene = Scene(act, agent=Calling(), control=control)
    scene.session.screen = Failing()
    scene.person.says("do it")
    await scene.clock.advance(0)
    if control == "hard":
        await until(lambda: scene.session.cards.on_screen)
        await scene.clock.advance(6)
    await idle(scene)
    if control == "soft":
        assert scene.session.consent.open is not None
        scene.session.hear("yes", seen=scene.session.consent.open.id)
        await idle(scene)
    assert ran == (["t"] if control == "open" else [])
    scene.session.screen = Screen()
    scene.add(act, name="next", control="open")
    assert (await scene.call("next")).ok


async def test_a_page_that_cannot_show_a_block_leaves_the_decline_a_decline() -> None:
    scene = Scene(act, control="hard")
    scene.session.screen = Failing()
    for number in range(3):
        call = scene.start("act", {"text": str(number)})
        await scene.person.cancels()
        assert (await scene.end_of(call)).code == "cancelled"
    assert (await scene.call("act")).code == "unavailable"
