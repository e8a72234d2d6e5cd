"""What time may do: deadlines, jumps of the clock, disconnects, presses too early, too late and too often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from coworkkit.core.card import ARMING_SECONDS, LONGEST_DEFERRAL_SECONDS, PAINT_SECONDS
from coworkkit.core.screen import Screen
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene, until

ran: list[str] = []


def wipe(project: str = "A") -> str:
    """Wipe a project."""
    ran.append(project)
    return "wiped"


@pytest.fixture
def scene() -> Scene:
    ran.clear()
    return Scene(wipe, control="hard", confirmation_summary=lambda project: f"Wipe “{project}”?")


@pytest.mark.attack(
    "a press before the card was armed, whatever the browser says",
    defence="the server counts half a second from the paint by its own clock",
    left_over="none",
)
async def test_a_press_before_the_server_sees_half_a_second_counts_for_nothing(scene: Scene) -> None:
    call = scene.start("wipe")
    card = await scene.person.sees_card()
    line = scene.session.cards
    for _ in range(50):
        assert not line.confirm(press_on(card), pressed()).ok
    await scene.clock.advance(ARMING_SECONDS - 0.001)
    assert not line.confirm(press_on(card), pressed()).ok
    assert ran == []
    await scene.clock.advance(0.001)
    assert line.confirm(press_on(card), pressed()).ok
    assert (await scene.end_of(call)).ok and ran == ["A"]


@pytest.mark.attack(
    "a press on a card that was never painted",
    defence="arming begins with the paint; what nobody painted within 5 s ends as timeout",
    left_over="none",
)
async def test_a_card_nobody_painted_cannot_be_confirmed(scene: Scene) -> None:
    call = scene.start("wipe")
    await until(lambda: scene.session.cards.on_screen)
    card = scene.session.cards.on_screen
    assert card is not None
    await scene.clock.advance(PAINT_SECONDS - 0.1)
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    await scene.clock.advance(0.2)
    assert (await scene.end_of(call)).code == "timeout" and ran == []
    assert scene.record.evidence.cause == "not_painted"
    assert (await scene.confirmed("wipe", {"project": "B"})).ok


@pytest.mark.attack(
    "a click at the deadline",
    defence="the server's clock decides: one outcome, told to the agent, the record and the screen alike",
    left_over="none",
)
async def test_a_click_at_the_deadline_has_exactly_one_outcome(scene: Scene) -> None:
    call = scene.start("wipe")
    card = await scene.person.sees_card()
    scene.clock.skip(60)  # the timer has not run yet
    reply = scene.session.cards.confirm(press_on(card), pressed())
    assert (reply.ok, reply.state) == (False, "timeout")
    assert (await scene.end_of(call)).code == "timeout" and ran == []
    assert scene.record.gate == "timeout" and scene.record.evidence.by == "clock"

    call = scene.start("wipe", {"project": "B"})
    card = await scene.person.sees_card()
    scene.clock.skip(59.999)
    assert scene.session.cards.confirm(press_on(card), pressed()).ok
    assert (await scene.end_of(call)).ok and ran == ["B"]


@pytest.mark.attack(
    "a click storm: ten presses, confirm and cancel at once",
    defence="one decision per card, one run, one record; every further press is told the truth",
    left_over="none",
)
@pytest.mark.parametrize("first", ["confirm", "cancel"])
async def test_of_many_presses_only_the_first_decides(first: str, scene: Scene) -> None:
    call = scene.start("wipe")
    card = await scene.person.sees_card()
    await scene.person.waits(1)
    line = scene.session.cards
    presses = {"confirm": line.confirm, "cancel": line.cancel}
    second = "cancel" if first == "confirm" else "confirm"
    replies = [presses[which](press_on(card), pressed()) for which in [first, second] * 5]
    state = "confirmed" if first == "confirm" else "cancelled"
    assert [reply.ok for reply in replies] == [True] + [False] * 9
    assert {reply.state for reply in replies} == {state}
    assert (await scene.end_of(call)).ok is (first == "confirm")
    assert ran == (["A"] if first == "confirm" else [])
    assert scene.record.gate == state


@pytest.mark.attack(
    "the card swapped under the pointer: other content, or the next card in line",
    defence="a press names card, content and nonce; what is shown anew is armed anew",
    left_over="none",
)
async def test_a_press_meant_for_what_was_shown_before_does_not_count(scene: Scene) -> None:
    tasks = ["1 task", "900 tasks", "900 tasks"]
    scene.add(wipe, name="purge", control="hard", confirmation_summary=lambda project: f"Purge {tasks.pop(0)}?")
    call = scene.start("purge")
    card = await scene.person.sees_card()
    await scene.person.waits(1)
    meant = press_on(card)
    assert scene.session.cards.confirm(meant, pressed()).ok
    await until(lambda: card.revision == 2)
    assert not scene.session.cards.confirm(meant, pressed()).ok
    await scene.person.sees_card()
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    assert ran == [] and not call.done()

    behind = scene.start("wipe", {"project": "next"})
    await until(lambda: scene.session.cards.waiting)
    assert (await scene.person.confirms()).ok
    assert (await scene.end_of(call)).ok and ran == ["A"]
    following = await scene.person.sees_card()
    for press in (meant, press_on(card), press_on(following)):
        assert not scene.session.cards.confirm(press, pressed()).ok
    assert ran == ["A"] and not behind.done()
    assert (await scene.person.confirms()).ok
    assert (await scene.end_of(behind)).ok


@pytest.mark.attack(
    "a disconnect while the card is open, to win time or to replay a press",
    defence="the time runs on; a page that comes back gets a new nonce and is armed anew",
    left_over="none",
)
async def test_a_disconnect_wins_no_time_and_makes_old_presses_void(scene: Scene) -> None:
    call = scene.start("wipe")
    card = await scene.person.sees_card()
    old = press_on(card)
    await scene.clock.advance(40)
    scene.session.detach()
    await scene.clock.advance(5)
    assert not scene.session.cards.confirm(old, pressed()).ok, "nobody can press what is on no screen"
    scene.session.attach(scene.session.catalogue, scene.session.settings, Screen(), same_page=True)
    assert not scene.session.cards.confirm(old, pressed()).ok
    await scene.person.sees_card()
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    await scene.clock.advance(1)
    assert not scene.session.cards.confirm(old, pressed()).ok and ran == []
    assert scene.session.cards.confirm(press_on(card), pressed()).ok
    assert (await scene.end_of(call)).ok

    call = scene.start("wipe", {"project": "B"})
    await scene.person.sees_card()
    scene.session.detach()
    await scene.clock.advance(61)
    assert (await scene.end_of(call)).code == "timeout" and ran == ["A"]


@pytest.mark.attack(
    "the wall clock is moved, forwards or back",
    defence="deadlines and arming go by a clock that only grows",
    left_over="the times in a record are the wall clock's",
)
@pytest.mark.parametrize("jump", [timedelta(days=-3650), timedelta(days=3650), timedelta(hours=-1)])
async def test_a_jump_of_the_clock_moves_no_deadline_and_arms_nothing(jump: timedelta, scene: Scene) -> None:
    call = scene.start("wipe")
    card = await scene.person.sees_card()
    scene.clock.set_wall(datetime(2026, 1, 1, tzinfo=UTC) + jump)
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    await scene.clock.advance(59)
    assert not call.done()
    scene.clock.set_wall(datetime(2026, 1, 1, tzinfo=UTC) - jump)
    await scene.clock.advance(2)
    assert (await scene.end_of(call)).code == "timeout" and ran == []
    assert (await scene.confirmed("wipe", {"project": "B"})).ok


@pytest.mark.attack(
    "a page script that keeps the call hanging: it says hello, or “still typing”, for ever",
    defence="a card that is not painted ends as timeout after 5 minutes at the latest, whatever the page says",
    left_over="5 minutes",
)
@pytest.mark.parametrize("stalling", ["hello", "deferred", "both"])
async def test_a_page_that_stalls_cannot_keep_a_card_for_ever(stalling: str, scene: Scene) -> None:
    call = scene.start("wipe")
    await until(lambda: scene.session.cards.on_screen)
    card: Any = scene.session.cards.on_screen
    for _ in range(round(LONGEST_DEFERRAL_SECONDS / 4) + 5):
        await scene.clock.advance(4)
        if stalling != "deferred":
            scene.session.cards.page_attached()
        if stalling != "hello":
            scene.session.cards.deferred(card.id)
    assert call.done(), "the call ended while the page went on stalling"
    assert (await scene.end_of(call)).code == "timeout" and ran == []
    call = scene.start("wipe", {"project": "B"})
    await until(lambda: scene.session.cards.on_screen)
    for _ in range(10):
        await scene.clock.advance(4)
        on_screen = scene.session.cards.on_screen
        assert on_screen is not None
        scene.session.cards.deferred(on_screen.id)
    assert (await scene.person.confirms()).ok, "a person who typed for a while still has the card"
    assert (await scene.end_of(call)).ok
