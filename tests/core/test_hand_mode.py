"""Hand mode: the switch that only the user has, and that is read again at the moment of running."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from coworkkit.core.catalogue import Surface
from coworkkit.core.screen import Screen
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene

done: list[str] = []


def show_list() -> str:
    """Show the list."""
    done.append("list")
    return "shown"


def show_board() -> str:
    """Show the board."""
    done.append("board")
    return "shown"


def navigate(to: str = "archive") -> str:
    """Go somewhere."""
    done.append(to)
    return to


@pytest.fixture
def scene() -> Scene:
    done.clear()
    scene = Scene(navigate)
    scene.add_element("view", list=show_list, board=show_board)
    return scene


async def test_an_element_action_needs_the_switch_and_says_so(scene: Scene) -> None:
    result = await scene.call("view.list")
    assert result.code == "needs_hand_mode" and "Only the user" in result.message
    assert done == []
    record = scene.record
    assert (record.gate, record.element, record.control) == ("needs_hand_mode", "view", "open")
    assert not record.outcome.entered and record.outcome.error is not None


async def test_an_element_action_runs_while_the_switch_is_on(scene: Scene) -> None:
    scene.person.arms_hand()
    assert (await scene.call("view.list")).ok and done == ["list"]
    scene.person.disarms_hand()
    assert (await scene.call("view.board")).code == "needs_hand_mode" and done == ["list"]


async def test_the_switch_is_off_in_every_new_session_and_other_actions_do_not_need_it(scene: Scene) -> None:
    assert not scene.session.hand.armed
    assert (await scene.call("navigate")).ok


async def test_hand_actions_of_the_active_surface_need_the_switch_too() -> None:
    done.clear()
    scene = Scene(navigate, hand_actions=("navigate",))
    assert (await scene.call("navigate")).code == "needs_hand_mode" and done == []
    scene.person.arms_hand()
    assert (await scene.call("navigate")).ok


async def test_only_the_surface_the_user_is_on_decides(scene: Scene) -> None:
    page = Surface("Board", None, ("navigate",))
    dialog = Surface("Dialog", None, ())
    scene.session.catalogue.add_surface(page)
    assert (await scene.call("navigate")).code == "needs_hand_mode"
    scene.session.catalogue.add_surface(dialog)
    assert (await scene.call("navigate")).ok
    scene.session.catalogue.remove_surface(dialog)
    assert (await scene.call("navigate")).code == "needs_hand_mode"


async def test_a_hard_element_action_needs_the_switch_and_the_click() -> None:
    done.clear()
    scene = Scene()
    scene.add(navigate, name="clear", element="board", control="hard")
    assert (await scene.call("board.clear")).code == "needs_hand_mode"
    assert scene.session.cards.on_screen is None
    scene.person.arms_hand()
    assert (await scene.confirmed("board.clear")).ok and done == ["archive"]
    assert scene.records[-1].gate == "confirmed" and scene.records[-1].element == "board"


async def test_a_soft_element_action_needs_the_switch_and_the_yes() -> None:
    done.clear()
    scene = Scene()
    scene.add(navigate, name="clear", element="board", control="soft")
    scene.person.arms_hand()
    assert (await scene.call("board.clear")).code == "needs_confirmation"
    scene.person.says("yes")
    scene.person.disarms_hand()
    assert (await scene.call("board.clear")).code == "needs_hand_mode" and done == []


@pytest.mark.scenario("S46")
async def test_switching_off_while_the_card_is_open_stops_the_run() -> None:
    done.clear()
    scene = Scene()
    scene.add(navigate, name="clear", element="board", control="hard")
    scene.person.arms_hand()
    call = scene.start("board.clear")
    await scene.person.sees_card()
    scene.person.disarms_hand()
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.code == "needs_hand_mode" and done == []
    assert scene.record.gate == "needs_hand_mode" and not scene.record.outcome.entered


@pytest.mark.scenario("S46")
async def test_switching_off_in_the_middle_refuses_the_rest() -> None:
    """The one that is running ends as it does; the switch decides what begins."""
    began: list[int] = []
    go = asyncio.Event()

    async def operate(number: int) -> int:
        """Operate."""
        began.append(number)
        if number == 2:
            await go.wait()
        return number

    scene = Scene()
    scene.add_element("view", operate=operate)
    scene.person.arms_hand()
    results: list[Any] = [await scene.call("view.operate", {"number": 1})]
    second = scene.start("view.operate", {"number": 2})
    await asyncio.sleep(0)
    scene.person.disarms_hand()
    go.set()
    results.append(await scene.end_of(second))
    results += [await scene.call("view.operate", {"number": number}) for number in (3, 4, 5)]
    assert [result.code for result in results] == [None, None, *["needs_hand_mode"] * 3]
    assert began == [1, 2]


@pytest.mark.scenario("S46")
def test_the_last_press_wins_even_when_an_earlier_one_arrives_late(scene: Scene) -> None:
    hand = scene.session.hand
    assert hand.press(armed=True, number=1) is True
    assert hand.press(armed=False, number=4) is False
    assert hand.press(armed=True, number=3) is False, "an older press that was slow on the line"
    assert hand.press(armed=True, number=4) is False
    assert hand.press(armed=True, number=5) is True


def test_off_counts_whatever_its_number_and_never_lowers_the_last(scene: Scene) -> None:
    hand = scene.session.hand
    assert hand.press(armed=True, number=2**62) is True
    assert hand.press(armed=False, number=1) is False
    assert hand.press(armed=True, number=2) is False, "a press from before the last one seen"
    assert hand.press(armed=True, number=2**62 + 1) is True


@pytest.mark.scenario("S46")
async def test_a_page_that_is_loaded_again_starts_off_and_counts_presses_anew(scene: Scene) -> None:
    told: list[tuple[bool, str]] = []
    scene.person.arms_hand()
    scene.person.disarms_hand()
    scene.person.arms_hand()
    screen = Screen()
    screen.hand = lambda armed, reason: told.append((armed, reason))  # type: ignore[method-assign]
    scene.session.attach(scene.session.catalogue, scene.session.settings, screen)
    assert not scene.session.hand.armed
    assert told == [(False, "The page was loaded again, so Hand mode is off.")]
    assert scene.session.hand.press(armed=True, number=1) is True


async def test_a_lost_connection_of_the_same_page_leaves_the_switch_as_it_is(scene: Scene) -> None:
    scene.person.arms_hand()
    scene.session.detach()
    scene.session.attach(scene.session.catalogue, scene.session.settings, Screen(), same_page=True)
    assert scene.session.hand.armed


async def test_five_idle_minutes_switch_it_off_with_the_reason(scene: Scene) -> None:
    told: list[tuple[bool, str]] = []
    scene.session.screen.hand = lambda armed, reason: told.append((armed, reason))  # type: ignore[method-assign]
    scene.person.arms_hand()
    await scene.clock.advance(299)
    assert scene.session.hand.armed
    await scene.clock.advance(2)
    assert not scene.session.hand.armed
    assert told[0] == (True, "") and told[1][0] is False and "5 minutes" in told[1][1]


async def test_whatever_the_user_does_keeps_it_on(scene: Scene) -> None:
    scene.person.arms_hand()
    for _ in range(4):
        await scene.clock.advance(200)
        scene.session.hand.seen()
    await scene.clock.advance(200)
    scene.person.says("hello")
    await scene.clock.advance(299)
    assert scene.session.hand.armed
    await scene.clock.advance(2)
    assert not scene.session.hand.armed


async def test_what_the_agent_does_does_not_keep_it_on(scene: Scene) -> None:
    scene.person.arms_hand()
    for _ in range(3):
        await scene.clock.advance(99)
        assert (await scene.call("view.list")).ok
    await scene.clock.advance(4)
    assert not scene.session.hand.armed


async def test_the_end_of_the_session_switches_it_off(scene: Scene) -> None:
    scene.person.arms_hand()
    scene.session.end("user_changed")
    assert not scene.session.hand.armed


async def test_nothing_an_agent_can_call_reaches_the_switch(scene: Scene) -> None:
    for name in ("hand", "hand.press", "arm_hand_mode", "coworkkit.hand"):
        assert (await scene.call(name, {"armed": True})).code == "not_found"
    assert not scene.session.hand.armed


@pytest.mark.scenario("S49")
async def test_an_element_that_is_gone_is_gone_and_one_of_the_same_name_is_the_one_on_the_page(
    scene: Scene,
) -> None:
    """Names are the identity of elements: in a list, name things by what they are, not where they stand."""
    scene.person.arms_hand()
    row = scene.add_element("row Alpha", archive=show_list)
    assert (await scene.call("row Alpha.archive")).ok
    scene.session.catalogue.remove_element(row)
    scene.add_element("row Beta", archive=show_board)
    assert (await scene.call("row Alpha.archive")).code == "not_found"
    assert done == ["list"]
    assert scene.records[0].element == "row Alpha" and scene.records[0].action == "row Alpha.archive"


@pytest.mark.scenario("S49")
async def test_a_card_about_a_row_does_not_run_on_the_row_that_took_its_place() -> None:
    done.clear()

    def bound_to(row: str) -> Any:
        def archive() -> str:
            """Archive this row."""
            done.append(row)
            return row

        return archive

    scene = Scene()
    scene.person.arms_hand()
    scene.add(bound_to("Alpha"), element="row 1", name="archive", control="hard")
    call = scene.start("row 1.archive")
    press = press_on(await scene.person.sees_card())
    scene.remove("row 1.archive")
    scene.add(bound_to("Beta"), element="row 1", name="archive", control="hard")
    await scene.clock.advance(1)
    assert scene.session.cards.confirm(press, pressed()).ok
    assert (await scene.end_of(call)).code == "not_found"
    assert done == []
