"""Who calls: no caller answers for the user, and nobody gets an answer before the user has given one."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from coworkkit import Agent, Turn
from tests.core.scene import OUTSIDER, Scene


@pytest.mark.scenario("S30")
@pytest.mark.parametrize("confirms", [True, False])
async def test_a_hard_call_answers_nothing_before_the_click_and_the_truth_after_it(confirms: bool) -> None:
    ran: list[str] = []

    def send_invoice() -> str:
        """Send the invoice."""
        ran.append("sent")
        return "invoice 12"

    scene = Scene(send_invoice, control="hard")
    call = asyncio.create_task(scene.session.call("send_invoice"))
    await scene.person.sees_card()
    await scene.clock.advance(10)
    assert not call.done()
    assert scene.records == []
    await (scene.person.confirms() if confirms else scene.person.cancels())
    result = await call
    assert (result.ok, result.code, result.result) == (
        (True, None, "invoice 12") if confirms else (False, "cancelled", None)
    )
    assert ran == (["sent"] if confirms else [])


@pytest.mark.scenario("S47")
@pytest.mark.parametrize("control", ["soft", "hard"])
async def test_a_caller_from_outside_cannot_say_yes_to_itself(control: str) -> None:
    ran: list[str] = []

    def delete_all() -> str:
        """Delete everything."""
        ran.append("deleted")
        return "gone"

    scene = Scene(delete_all, control=control)
    claimed = await scene.session.call("delete_all", {"confirmed": True}, caller=OUTSIDER)
    assert claimed.code == "invalid_args"
    call = asyncio.create_task(scene.session.call("delete_all", caller=OUTSIDER))
    await scene.person.sees_card()
    for _ in range(3):
        again = await scene.session.call("delete_all", caller=OUTSIDER)
        assert again.code == "confirmation_busy"
    assert ran == []
    await scene.person.confirms()
    assert (await call).ok
    assert ran == ["deleted"]


@pytest.mark.scenario("S47")
def test_what_an_agent_is_given_can_neither_press_nor_speak_for_the_user() -> None:
    offered = {name for name, _ in inspect.getmembers(Turn) if not name.startswith("_")}
    assert offered == {
        "id", "text", "stopped_before", "memory", "session_id", "user", "catalogue", "replay", "call",
        "approve", "token",
    }  # fmt: skip
    assert {name for name, _ in inspect.getmembers(Agent) if not name.startswith("_")} == {"answer", "greeting", "name"}
