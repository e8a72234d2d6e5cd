"""The positive twin of every attack: one honest press of a person counts, on both cards and by every input."""

from __future__ import annotations

from tests.attacks.victim import CANCEL, CONFIRM, Victim


def test_an_honest_mouse_press_confirms(victim: Victim) -> None:
    call = victim.asked()
    victim.press_confirm()
    call.was_confirmed(card=victim.kind, by="mouse")


def test_an_honest_touch_confirms(victim: Victim) -> None:
    call = victim.asked()
    victim.card.tap(CONFIRM)
    call.was_confirmed(card=victim.kind, by="touch")


def test_an_honest_enter_confirms(victim: Victim) -> None:
    call = victim.asked()
    victim.card.tab_to(CONFIRM)
    victim.page.keyboard.press("Enter")
    call.was_confirmed(card=victim.kind, by="keyboard")


def test_an_honest_space_confirms(victim: Victim) -> None:
    call = victim.asked()
    victim.card.tab_to(CONFIRM)
    victim.page.keyboard.press("Space")
    call.was_confirmed(card=victim.kind, by="keyboard")


def test_cancel_and_escape_are_never_delayed(victim: Victim) -> None:
    for key in ("", "Escape"):
        call = victim.ask()
        victim.wait_card(call.project)
        if key:
            victim.page.keyboard.press(key)
        else:
            victim.card.click(CANCEL)
        call.was_not_run("cancelled")
        victim.wait_no_card()
