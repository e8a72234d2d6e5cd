"""One card after another, and what extra presses hit (scenario S42)."""

from __future__ import annotations

import pytest

from tests.card.card_page import CardPage


def decide_then_next(card: CardPage, delay_ms: int = 0) -> None:
    """Let the server answer after `delay_ms` and send the next card together with the outcome."""
    card.page.evaluate(
        """(delay) => {
          answerDelayMs = delay;
          const first = answers.decide;
          answers.decide = (payload) => {
            const next = { ...window.lastCard, id: 'card-2', nonce: 'n2' };
            if (payload.id === 'card-1') setTimeout(() => stage.show(next), 0);
            return first(payload);
          };
        }""",
        delay_ms,
    )


def show_first(card: CardPage) -> tuple[float, float]:
    shown = card.show_armed()
    card.page.evaluate("card => { window.lastCard = card }", shown)
    return card.place("Delete project")


def press_quickly(card: CardPage, place: tuple[float, float], times: int) -> None:
    """Real presses as a storm of clicks makes them: each is one more click of the same row."""
    x, y = place
    for count in range(1, times + 1):
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": count}
            card.cdp.send("Input.dispatchMouseEvent", event)
        card.page.wait_for_timeout(60)


@pytest.mark.scenario("S42")
def test_double_click_on_confirm_decides_once_and_spares_the_next_card(card: CardPage) -> None:
    decide_then_next(card)
    place = show_first(card)
    press_quickly(card, place, 2)
    card.wait(lambda: len(card.sent("painted")) == 2, "the next card")
    card.page.wait_for_timeout(300)

    assert card.decisions() == [("confirm", "mouse")]
    assert card.is_open()


@pytest.mark.scenario("S42")
def test_ten_quick_presses_with_a_slow_server_decide_once(card: CardPage) -> None:
    decide_then_next(card, delay_ms=300)
    place = show_first(card)
    press_quickly(card, place, 10)
    card.page.wait_for_timeout(300)

    assert card.decisions() == [("confirm", "mouse")]
    assert [message["id"] for message in card.sent("decide")] == ["card-1"]
    assert card.is_open()
    card.wait_armed()
    card.click("Delete project")
    card.wait_sent("decide", 2)


@pytest.mark.scenario("S42")
def test_buttons_are_dead_from_the_first_accepted_press(card: CardPage) -> None:
    card.page.evaluate("answerDelayMs = 800")
    place = show_first(card)
    card.page.mouse.click(*place)
    card.wait_text("Working…")
    for name in ("Working…", "Keep it"):
        assert card.get("button", name).disabled
    card.page.mouse.click(*place)
    card.click("Keep it")
    card.page.keyboard.press("Escape")
    card.page.keyboard.press("Enter")

    card.gone("alertdialog")
    assert card.decisions() == [("confirm", "mouse")]


@pytest.mark.scenario("S42")
def test_double_click_on_cancel_spares_the_next_card(card: CardPage) -> None:
    decide_then_next(card)
    show_first(card)
    press_quickly(card, card.place("Keep it"), 2)
    card.wait(lambda: len(card.sent("painted")) == 2, "the next card")
    card.page.wait_for_timeout(300)

    assert card.decisions() == [("cancel", "mouse")]
    card.click("Keep it")
    card.wait_sent("decide", 2)


@pytest.mark.scenario("S42")
def test_held_enter_on_confirm_spares_the_next_card_and_the_page(card: CardPage) -> None:
    decide_then_next(card)
    card.page.focus("#box")
    show_first(card)
    card.tab_to("Delete project")
    for _ in range(12):
        card.page.keyboard.down("Enter")
        card.page.wait_for_timeout(30)
    card.page.keyboard.up("Enter")

    assert card.decisions() == [("confirm", "keyboard")]
    assert card.is_open()
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    assert card.page.evaluate("document.querySelector('#box').value") == ""


@pytest.mark.scenario("S42")
def test_extra_presses_do_not_hit_what_lies_under_the_card(card: CardPage) -> None:
    card.page.evaluate("document.querySelector('#everywhere').classList.add('on')")
    place = show_first(card)
    press_quickly(card, place, 8)
    card.gone("alertdialog")

    assert card.decisions() == [("confirm", "mouse")]
    assert card.page.evaluate("heard.clicks.filter((id) => id === 'everywhere')") == []
    card.page.wait_for_timeout(700)
    card.page.mouse.click(*place)
    assert card.page.evaluate("heard.clicks.filter((id) => id === 'everywhere')") == ["everywhere"]


def test_press_elsewhere_on_the_page_counts_right_after_the_card(card: CardPage) -> None:
    show_first(card)
    card.click("Delete project")
    card.gone("alertdialog")
    card.page.click("#button")

    assert card.page.evaluate("heard.clicks") == ["button"]


@pytest.mark.scenario("S42")
def test_extra_enters_do_not_reach_the_page(card: CardPage) -> None:
    card.page.focus("#button")
    show_first(card)
    card.tab_to("Delete project")
    for _ in range(5):
        card.page.keyboard.press("Enter")
        card.page.wait_for_timeout(40)
    card.gone("alertdialog")

    assert card.decisions() == [("confirm", "keyboard")]
    assert card.page.evaluate("heard.clicks") == []
    assert card.page.evaluate("document.activeElement.id") == "button"
    card.page.wait_for_timeout(700)
    card.page.keyboard.press("Enter")
    assert card.page.evaluate("heard.clicks") == ["button"]


def test_released_escape_does_not_reach_the_page_after_the_card(card: CardPage) -> None:
    show_first(card)
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    card.page.keyboard.press("Escape")

    assert card.page.evaluate("heard.keys") == ["keydown Escape", "keyup Escape"]


def test_next_card_is_armed_anew(card: CardPage) -> None:
    decide_then_next(card)
    show_first(card)
    card.click("Delete project")
    card.wait_sent("painted", 2)

    assert card.get("button", "Delete project").disabled
    card.wait_armed()
    painted = card.sent("painted")[1]["at"]
    assert card.page.evaluate("performance.now()") - painted >= 500


def test_card_that_replaces_another_is_not_hit_by_the_press_on_the_first(card: CardPage) -> None:
    place = show_first(card)
    card.page.mouse.move(*place)
    card.page.mouse.down()
    card.show(id="card-2", nonce="n2")
    card.page.mouse.up()
    card.wait_armed()

    assert card.decisions() == []


def test_focus_returns_to_the_page_after_the_last_of_several_cards(card: CardPage) -> None:
    card.page.focus("#input")
    decide_then_next(card)
    show_first(card)
    card.click("Keep it")
    card.wait_sent("painted", 2)
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")

    assert card.page.evaluate("document.activeElement.id") == "input"
