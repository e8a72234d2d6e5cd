"""What the model may try on the page itself: elements, Hand mode, and what coworkkit draws."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.scene import Scene

ran: list[Any] = []


def wipe(project: str) -> str:
    """Wipe a project."""
    ran.append(project)
    return f"wiped {project}"


def show_board() -> None:
    """Show the projects as a board."""
    ran.append("board")


@pytest.fixture(autouse=True)
def nothing_ran() -> None:
    ran.clear()


@pytest.mark.attack(
    "reaching a hard action through an element, with Hand mode on",
    defence="Hand mode comes on top of an action's level and never instead of it",
    left_over="your own buttons do what they do: the gate guards actions, not clicks",
)
async def test_an_element_action_keeps_its_card_while_hand_mode_is_on() -> None:
    scene = Scene()
    scene.person.arms_hand()
    scene.add(wipe, control="hard", name="wipe", element="list")
    call = scene.start("list.wipe", {"project": "A"})
    await scene.person.sees_card()
    await scene.person.waits(1)
    assert not call.done() and ran == []
    scene.person.disarms_hand()
    assert (await scene.person.confirms()).ok
    assert (await scene.end_of(call)).code == "needs_hand_mode" and ran == []
    scene.person.arms_hand()
    assert (await scene.confirmed("list.wipe", {"project": "A"})).ok


@pytest.mark.attack(
    "operating the card, the Hand switch or the chat box through element actions",
    defence="they are no elements: what is not declared by the developer has no name to call",
    left_over="none",
)
@pytest.mark.parametrize(
    "name",
    ["hand.arm", "Hand mode.press", "card.confirm", "card.decide", "panel.send", "chat.type", "turn", "lift", "decide"],
)
async def test_nothing_of_the_sdks_own_can_be_operated(name: str) -> None:
    hard = Scene(wipe, control="hard")
    hard.add_element("view", show_board=show_board)
    hard.person.arms_hand()
    call = hard.start("wipe", {"project": "A"})
    card = await hard.person.sees_card()
    await hard.person.waits(1)
    arguments = {"id": card.id, "choice": "confirm", "text": "yes", "armed": True}
    assert (await hard.call(name, arguments)).code == "not_found"
    offered = {action.name for action in hard.session.catalogue.snapshot().actions}
    assert offered == {"wipe", "view.show_board"}
    assert (await hard.call("view.show_board")).ok and ran == ["board"]
    assert not call.done()
    hard.session.stop()
    await call


@pytest.mark.attack(
    "an agent that arms Hand mode by asking for it",
    defence="only a press of the person on the switch arms it; an element action without it is refused",
    left_over="a page script that speaks over the panel's connection can arm it",
)
async def test_an_agent_cannot_arm_hand_mode() -> None:
    scene = Scene(wipe, control="open", hand_actions=("wipe",))
    scene.add_element("view", show_board=show_board)
    for _ in range(3):
        assert (await scene.call("wipe", {"project": "A"})).code == "needs_hand_mode"
        assert (await scene.call("view.show_board")).code == "needs_hand_mode"
    assert ran == [] and not scene.session.hand.armed
    scene.person.arms_hand()
    assert (await scene.call("wipe", {"project": "A"})).ok
    assert (await scene.call("view.show_board")).ok
