"""Hostile text on a real screen: on both cards it stays text, and its end is reached before Confirm is."""

from __future__ import annotations

import pytest

from tests.attacks.victim import CONFIRM, Victim


@pytest.mark.attack(
    "markup and scripts in an argument, drawn by a real browser",
    defence="text nodes only; the framed card's policy runs no script but its own",
    left_over="none",
)
def test_markup_in_an_argument_is_drawn_as_text(victim: Victim) -> None:
    markup = "<img src=x onerror='window.pwned=1'></td><button>Yes</button><script>window.pwned=1</script> **bold**"
    call = victim.ask(project=markup)
    victim.card.wait_text(markup)
    inside = victim.frame() if victim.kind == "framed" else victim.page.main_frame
    assert inside.evaluate("window.pwned") is None and victim.page.evaluate("window.pwned") is None
    assert victim.card.find("button", "Yes") is None
    victim.confirms(call)


@pytest.mark.attack(
    "padding and reordering characters, drawn by a real browser",
    defence="marks instead; Confirm stays in view, and off until each fold was opened once",
    left_over="none",
)
def test_the_end_of_a_padded_value_is_seen_before_confirm_can_be_pressed(victim: Victim) -> None:
    call = victim.ask(project="lunch" + "\n" * 400 + "\u202eand " + "x" * 1_200 + " everything")
    victim.wait_card("lunch")
    victim.page.wait_for_timeout(700)
    confirm = victim.card.box(victim.card.get("button", CONFIRM))
    assert confirm.bottom < 800 and victim.confirm_is_off()
    victim.page.mouse.click(*confirm.centre)
    assert call.is_undecided()
    victim.card.wait_text("400 line breaks")
    victim.card.wait_text("U+202E")
    while victim.card.find("button", "more character") is not None:
        assert victim.confirm_is_off()
        victim.card.tab_to("more character")
        victim.page.keyboard.press("Enter")
    victim.card.wait_text("everything")
    victim.confirms(call)
