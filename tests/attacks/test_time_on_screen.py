"""Presses on a real screen that come too early, too late, too often, or for another card."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from tests.attacks.victim import CANCEL, CONFIRM, Victim

EARLY = 0.45
"""Seconds after which a press on what came up at their beginning is still too early, and starts the wait again."""


def presses_until(end: float, victim: Victim, place: tuple[float, float]) -> None:
    """Double-click at one place for as long as that."""
    while time.monotonic() < end:
        victim.page.mouse.dblclick(*place)


@pytest.mark.attack(
    "double-click trap: the card opens under a pointer that is in the middle of a double click",
    defence="pointer-down and click both at least 500 ms after the card was armed",
    left_over="none",
)
def test_a_double_click_into_an_opening_card_confirms_nothing(victim: Victim) -> None:
    first = victim.asked()
    place = victim.card.place(CONFIRM)  # the next card has the same shape
    victim.confirms(first)
    victim.wait_frame_gone()
    started = time.monotonic()
    call = victim.ask()
    presses_until(started + EARLY, victim, place)
    victim.wait_card(call.project)
    assert call.is_undecided()
    assert victim.card.place(CONFIRM)[0] == place[0]
    victim.confirms(call)


@pytest.mark.attack(
    "click storm: presses without a pause, by mouse and by a held key",
    defence="an early press starts the half second again, at most 10 s in all; key repeats are dropped",
    left_over="a person who clicks for more than 10 s without a pause",
)
def test_a_storm_of_clicks_and_a_held_key_confirm_nothing(victim: Victim) -> None:
    call = victim.ask()
    victim.wait_card(call.project)
    place = victim.card.place(CONFIRM)
    presses = [time.monotonic()]
    for _ in range(10):
        victim.page.mouse.click(*place)
        victim.page.wait_for_timeout(60)
        presses.append(time.monotonic())
    if max(after - before for before, after in pairwise(presses)) > EARLY:
        pytest.skip("this machine is too busy to click without a pause")
    assert call.is_undecided()
    victim.page.keyboard.down("Enter")
    victim.card.tab_to(CONFIRM)
    victim.wait_armed()
    for _ in range(6):
        victim.page.keyboard.down("Enter")  # a key that is down already: a repeat
    victim.page.keyboard.up("Enter")
    assert call.is_undecided()
    victim.confirms(call)


@pytest.mark.attack(
    "the card swapped under the pointer: the next in line comes up where the first was confirmed",
    defence="what is shown anew is armed anew, and the rest of a double click does nothing",
    left_over="none",
)
def test_the_second_click_of_a_pair_does_not_hit_the_next_card(victim: Victim) -> None:
    first = victim.asked()
    second = victim.ask()
    victim.card.wait_text("1 more waiting")
    victim.wait_armed()
    place = victim.card.place(CONFIRM)
    started = time.monotonic()
    victim.page.mouse.dblclick(*place)
    victim.wait_card(second.project)
    presses_until(started + EARLY, victim, place)
    first.was_confirmed(card=victim.kind)
    assert second.is_undecided()
    victim.confirms(second)


@pytest.mark.attack(
    "a click at the deadline, and after it",
    defence="the server's clock decides; the screen says that it expired, and its buttons are dead",
    left_over="none",
)
def test_a_click_on_an_expired_card_is_answered_with_the_truth(victim: Victim) -> None:
    call = victim.asked()
    place, other = victim.card.place(CONFIRM), victim.card.place(CANCEL)
    victim.hurry(0.05)
    victim.page.wait_for_timeout(60)
    victim.page.mouse.click(*place)
    call.was_not_run("timeout")
    victim.card.wait_text("Nothing was done")
    victim.page.mouse.click(*other)
    assert call.times_run() == 0
    assert [record["gate"] for record in call.records()] == ["timeout"]
    victim.page.wait_for_timeout(600)
    victim.page.keyboard.press("Escape")
    victim.wait_no_card()
    victim.confirms(victim.asked())


@pytest.mark.attack(
    "layout jump and flash: a card that changes while it arms moves the button under the pointer",
    defence="nothing but the button itself changes when the card is armed",
    left_over="none",
)
def test_nothing_moves_or_flashes_when_the_card_is_armed(victim: Victim) -> None:
    call = victim.asked()
    inside = victim.frame() if victim.kind == "framed" else victim.page.main_frame
    # a window that gets the focus arms the card anew: kept unarmed until both pictures can be taken
    inside.evaluate("window.again = setInterval(() => dispatchEvent(new Event('focus')), 50)")
    victim.wait_off()
    button = victim.card.box(victim.card.get("button", CONFIRM))
    timer = victim.card.box(victim.card.get("timer"))

    card = victim.card.box(victim.card.get("alertdialog"))

    def around() -> list[bytes]:
        left, right, bottom = card.left + 20, card.right - 20, card.bottom - 8
        boxes = (
            (left, card.top + 20, right, timer.top - 28),  # all above the bar and the line with the time
            (left, timer.bottom + 4, button.left - 2, bottom),
            (button.right + 2, timer.bottom + 4, right, bottom),
            (left, button.bottom + 2, right, bottom),
        )
        return [
            victim.page.screenshot(clip={"x": x, "y": y, "width": to_x - x, "height": to_y - y})
            for x, y, to_x, to_y in boxes
            if to_x > x and to_y > y
        ]

    before = around()
    assert victim.confirm_is_off()
    inside.evaluate("clearInterval(again)")
    victim.wait_armed()
    assert around() == before
    assert victim.card.box(victim.card.get("button", CONFIRM)) == button
    victim.confirms(call)
