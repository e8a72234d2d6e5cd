"""The line of cards: one on screen, the rest wait, and each ends by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from coworkkit.core.card import Card, Decision
from coworkkit.core.screen import Screen
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene, until

ran: list[int] = []


def pay(amount: int) -> str:
    """Pay an amount."""
    ran.append(amount)
    return f"paid {amount}"


def look(at: str) -> str:
    """Look at something."""
    return at


@pytest.fixture
def scene() -> Scene:
    ran.clear()
    return Scene(pay, control="hard")


async def test_one_card_is_on_screen_and_the_others_wait_behind_it(scene: Scene) -> None:
    calls = [scene.start("pay", {"amount": amount}) for amount in (1, 2, 3)]
    await scene.person.sees_card()
    assert scene.session.cards.waiting == 2
    for left, call in zip((1, 0, 0), calls, strict=True):
        await scene.person.confirms()
        assert (await scene.end_of(call)).ok
        assert scene.session.cards.waiting == left
    assert ran == [1, 2, 3] and scene.session.cards.on_screen is None


async def test_eight_may_wait_and_the_next_is_refused(scene: Scene) -> None:
    calls = [scene.start("pay", {"amount": amount}) for amount in range(9)]
    await until(lambda: scene.session.cards.waiting == 8)
    refused = await scene.call("pay", {"amount": 9})
    assert refused.code == "confirmation_busy" and "8 confirmations" in refused.message
    assert scene.record.gate == "refused"
    await scene.person.confirms()
    assert (await scene.end_of(calls[0])).ok
    tenth = scene.start("pay", {"amount": 9})
    await until(lambda: scene.session.cards.waiting == 8)
    for call in (*calls[1:], tenth):
        await scene.person.confirms()
        assert (await scene.end_of(call)).ok
    assert ran == list(range(10))


async def test_the_time_of_a_card_begins_when_it_is_painted_not_while_it_waits(scene: Scene) -> None:
    first, second = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    await scene.person.sees_card()
    await scene.clock.advance(59)
    await scene.person.confirms()
    assert (await scene.end_of(first)).ok
    await scene.person.sees_card()
    await scene.clock.advance(59)
    assert not second.done()
    await scene.clock.advance(2)
    assert (await scene.end_of(second)).code == "timeout"


async def test_a_press_meant_for_the_card_in_front_never_hits_the_one_behind(scene: Scene) -> None:
    first, second = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    await scene.person.confirms()
    await scene.end_of(first)
    card = await scene.person.sees_card()
    reply = scene.session.cards.confirm(press_on(card), pressed())
    assert (reply.ok, reply.state) == (False, "pending"), "the next card arms anew"
    await scene.person.cancels()
    assert (await scene.end_of(second)).code == "cancelled" and ran == [1]


async def test_a_press_on_a_card_that_waits_is_told_that_it_is_still_pending(scene: Scene) -> None:
    calls = [scene.start("pay", {"amount": amount}) for amount in (1, 2)]
    await scene.person.sees_card()
    behind = scene.session.cards.cards[1]
    reply = scene.session.cards.confirm(press_on(behind), pressed())
    assert (reply.ok, reply.state) == (False, "pending") and "Nothing was done" in reply.message
    for call in calls:
        await scene.person.confirms()
        assert (await scene.end_of(call)).ok


@pytest.mark.scenario("S23")
async def test_a_call_that_is_given_up_takes_its_card_along_and_the_next_is_shown(scene: Scene) -> None:
    first, second = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    card = await scene.person.sees_card()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok and ran == []
    await scene.person.confirms()
    assert (await scene.end_of(second)).ok and ran == [2]
    assert [record.outcome.entered for record in scene.records] == [False, True]


async def test_a_call_that_is_given_up_while_it_waits_leaves_the_line(scene: Scene) -> None:
    first, second = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    await until(lambda: scene.session.cards.waiting == 1)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    assert scene.session.cards.waiting == 0
    await scene.person.confirms()
    assert (await scene.end_of(first)).ok


@pytest.mark.scenario("S16")
@pytest.mark.parametrize("both", [False, True])
async def test_a_batch_with_mixed_levels_and_verdicts_gives_each_call_its_own_end(both: bool) -> None:
    ran.clear()
    scene = Scene(pay, control="hard")
    scene.add(look)
    scene.add(look, name="archive", control="soft")
    opened, soft = scene.start("look", {"at": "board"}), scene.start("archive", {"at": "mail"})
    one, two = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    await scene.person.confirms()
    await scene.end_of(one)
    await (scene.person.confirms() if both else scene.person.cancels())
    results = await asyncio.gather(*(scene.end_of(call) for call in (opened, soft, one, two)))
    assert [result.code for result in results] == [
        None,
        "needs_confirmation",
        None,
        None if both else "cancelled",
    ]
    assert ran == ([1, 2] if both else [1])
    assert len({result.call_id for result in results}) == 4
    scene.person.says("yes")
    assert (await scene.call("archive", {"at": "mail"})).ok
    assert len(scene.records) == 4


@pytest.mark.parametrize("away", [0.0, 3.9])
async def test_a_card_that_no_page_ever_paints_ends_however_often_the_page_comes_back(
    scene: Scene, away: float
) -> None:
    call = scene.start("pay", {"amount": 1})
    await until(lambda: scene.session.cards.on_screen)
    lived = 0.0
    while not call.done() and lived < 400:
        if away:
            scene.session.cards.page_detached()
            await scene.clock.advance(away)
        scene.session.cards.page_attached()
        await scene.clock.advance(4 - away)
        lived += 4
    assert (await scene.end_of(call)).code == "timeout" and 296 <= lived <= 304
    assert scene.record.evidence.cause == "not_painted"


async def test_a_card_that_no_page_came_to_paint_ends(scene: Scene) -> None:
    scene.session.detach()
    call = scene.start("pay", {"amount": 1})
    await until(lambda: scene.session.cards.on_screen)
    await scene.clock.advance(299)
    assert not call.done()
    await scene.clock.advance(2)
    assert (await scene.end_of(call)).code == "timeout" and scene.record.evidence.cause == "not_painted"


@pytest.mark.parametrize("painted", [True, False])
async def test_a_card_that_is_pushed_back_keeps_the_time_it_has_left(painted: bool) -> None:
    ran.clear()
    words = {1: "Pay?", 2: "Pay the other?"}

    async def summary(amount: int) -> str:  # on the loop, so that the first asked is the first in line
        return words[amount]

    scene = Scene(pay, control="hard", confirmation_summary=summary)
    first, second = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    await until(lambda: scene.session.cards.waiting == 1)
    await scene.person.sees_card()
    cards = scene.session.cards
    ahead, behind = cards.cards
    words[1] = "Pay more?"
    await scene.clock.advance(1)
    assert cards.confirm(press_on(ahead), pressed()).ok and cards.on_screen is behind
    if painted:
        cards.painted(press_on(behind))
    await until(lambda: cards.on_screen is ahead)
    await scene.person.sees_card()
    await scene.clock.advance(59)
    await scene.person.confirms()
    assert (await scene.end_of(first)).ok
    await scene.person.sees_card()
    assert behind.deadline is not None and behind.deadline - scene.clock.monotonic() == pytest.approx(60)
    await scene.clock.advance(59)
    assert not second.done()
    await scene.clock.advance(2)
    assert (await scene.end_of(second)).code == "timeout" and ran == [1]


class Told(Screen):
    """A screen that notes what it is told of cards."""

    def __init__(self) -> None:
        self.told: list[tuple[str | None, str | None]] = []
        self.fails = 0

    def card(self, card: Card | None, ended: Card | None, decision: Decision | None) -> None:
        self.told.append((None if card is None else card.id, None if decision is None else decision.gate))
        if self.fails:
            self.fails -= 1
            raise RuntimeError("cannot draw")


async def test_the_screen_is_told_the_end_of_a_card_once_and_what_comes_next(scene: Scene) -> None:
    scene.session.screen = screen = Told()
    first, second = scene.start("pay", {"amount": 1}), scene.start("pay", {"amount": 2})
    one = await scene.person.sees_card()
    await scene.person.confirms()
    await scene.end_of(first)
    two = await scene.person.sees_card()
    await scene.person.cancels()
    await scene.end_of(second)
    assert [told for told in screen.told if told[1]] == [(two.id, "confirmed"), (None, "cancelled")]
    assert screen.told[0] == (one.id, None)


@pytest.mark.scenario("S44")
async def test_a_card_that_cannot_be_drawn_runs_nothing_and_the_next_call_works(scene: Scene) -> None:
    scene.session.screen = screen = Told()
    screen.fails = 1
    call = scene.start("pay", {"amount": 1})
    await until(lambda: screen.told)
    await scene.clock.advance(6)
    result = await scene.end_of(call)
    assert result.code == "timeout" and ran == []
    assert scene.record.evidence.cause == "not_painted"
    assert (await scene.confirmed("pay", {"amount": 2})).ok and ran == [2]


async def test_a_level_that_differs_by_argument_still_queues_one_card_at_a_time() -> None:
    ran.clear()

    def level(amount: int) -> Any:
        return "hard" if amount > 100 else "open"

    scene = Scene(pay, control=level)
    big, small = scene.start("pay", {"amount": 500}), scene.start("pay", {"amount": 5})
    assert (await scene.end_of(small)).ok
    await scene.person.confirms()
    assert (await scene.end_of(big)).ok and ran == [5, 500]
