"""What makes a card new to the eye makes Confirm wait again (gate-security §3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.card.card_page import CardPage

POPOVER = """
  const sign = document.body.appendChild(document.createElement("div"));
  sign.popover = "manual";
  sign.style.cssText = "inset: 0 auto auto 0; margin: 0; pointer-events: none";
  sign.showPopover();
  sign.remove();
  null;
"""

CAUSES: dict[str, Callable[[CardPage], object]] = {
    "resize": lambda card: card.page.evaluate("window.dispatchEvent(new Event('resize'))"),
    "window focus": lambda card: card.page.evaluate("window.dispatchEvent(new Event('focus'))"),
    "visibility": lambda card: card.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"),
    "fullscreen": lambda card: card.page.evaluate("document.dispatchEvent(new Event('fullscreenchange'))"),
    "pointer lock": lambda card: card.page.evaluate("document.dispatchEvent(new Event('pointerlockchange'))"),
    "a popover opens and goes": lambda card: card.page.evaluate(POPOVER),
    "changed content": lambda card: card.show(revision=2, changed=True, title=["Delete it and its 13 tasks?"]),
    "shown anew by the server": lambda card: card.show(nonce="nonce-2"),
    "the card is moved": lambda card: card.page.evaluate("document.documentElement.style.zoom = 1.2"),
}


@pytest.mark.parametrize("cause", CAUSES.values(), ids=CAUSES.keys())
def test_cause_makes_confirm_wait_again(card: CardPage, cause: Callable[[CardPage], object]) -> None:
    card.show_armed()
    began = card.page.evaluate("performance.now()")
    cause(card)
    card.wait(lambda: (node := card.find("button", "Delete project")) and node.disabled, "Confirm to go off")
    card.wait_armed()

    assert card.page.evaluate("performance.now()") - began >= 500
    card.click("Delete project")
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


@pytest.mark.parametrize("cause", CAUSES.values(), ids=CAUSES.keys())
def test_press_across_the_cause_does_not_count(card: CardPage, cause: Callable[[CardPage], object]) -> None:
    card.show_armed()
    card.page.mouse.move(*card.place("Delete project"))
    card.page.mouse.down()
    cause(card)
    card.wait(lambda: (node := card.find("button", "Delete project")) and node.disabled, "Confirm to go off")
    card.wait_armed()
    card.page.mouse.up()
    card.page.wait_for_timeout(200)

    assert card.decisions() == []


def test_resized_window_makes_confirm_wait_again(card: CardPage) -> None:
    card.show_armed()
    card.page.set_viewport_size({"width": 1100, "height": 700})
    began = card.page.evaluate("performance.now()")
    card.page.wait_for_function("innerWidth === 1100")
    card.wait_armed()

    assert card.page.evaluate("performance.now()") - began >= 400


def test_leaving_the_tab_and_coming_back_makes_confirm_wait_again(card: CardPage) -> None:
    card.show_armed()
    other = card.page.context.new_page()
    other.bring_to_front()
    card.page.bring_to_front()
    card.wait_armed()

    assert card.decisions() == []


def test_update_that_changes_nothing_to_see_leaves_confirm_alone(card: CardPage) -> None:
    card.show_armed()
    card.show(left_ms=58_000, waiting=3, extensions_left=9)

    assert not card.get("button", "Delete project").disabled
    card.wait_text("3 more waiting")
    assert len(card.sent("painted")) == 1


def test_changed_content_is_announced_and_read_from_the_title(card: CardPage) -> None:
    card.show_armed()
    card.tab_to("Delete project")
    card.show(revision=2, changed=True, title=["Delete “Garden redesign” and its 13 tasks?"])

    alert = card.get("alert")
    assert "This changed while you were reading. Check it again." in card.texts()
    assert alert is not None
    focused = card.focused()
    assert focused is not None
    assert focused.name == "Delete “Garden redesign” and its 13 tasks?"
    card.page.keyboard.press("Enter")
    card.wait_armed()
    assert card.decisions() == []
    card.click("Delete project")
    (decision,) = card.wait_sent("decide")
    assert decision["revision"] == 2


def test_older_revision_that_arrives_late_is_not_shown(card: CardPage) -> None:
    card.show_armed(revision=2, title=["New"])
    card.show(revision=1, title=["Old"])

    assert card.get("alertdialog").name == "New"


def test_nonce_of_the_latest_showing_is_the_one_that_decides(card: CardPage) -> None:
    card.show_armed()
    card.show(nonce="nonce-2")
    card.wait_sent("painted", 2)
    card.wait_sent("unfolded", 2)
    card.wait_armed()
    card.click("Delete project")

    (decision,) = card.wait_sent("decide")
    assert decision["nonce"] == "nonce-2"
    assert [message["nonce"] for message in card.sent("unfolded")] == ["nonce-1", "nonce-2"]


def test_longer_arming_time_of_the_server_is_kept(card: CardPage) -> None:
    card.show_armed(arm_ms=1500)

    assert card.ms_since_shown() >= 1500


def test_shorter_arming_time_than_half_a_second_is_not(card: CardPage) -> None:
    card.show_armed(arm_ms=0)

    assert card.ms_since_shown() >= 500
