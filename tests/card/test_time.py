"""The time left, and how a card ends (scenario S24)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.card.card_page import CardPage

OpenPage = Callable[..., CardPage]


def said(card: CardPage) -> list[str]:
    """What the dialog's silent regions have announced since this was first called."""
    script = """
      const dialog = this;
      window.said ??= [];
      window.saidBy ??= new MutationObserver(() => {
        const texts = [...dialog.querySelectorAll('[role=status]')].map((node) => node.textContent).filter(Boolean);
        if (texts.length && said.at(-1) !== texts.join()) said.push(texts.join());
      });
      saidBy.observe(dialog, { subtree: true, childList: true, characterData: true });
      return said;
    """
    found: list[str] = card.call(card.get("alertdialog"), f"function () {{ {script} }}")
    return found


def test_time_left_is_seen_and_counts_down(card: CardPage) -> None:
    card.show(left_ms=185_000, total_ms=185_000)
    card.wait_text("3:05 left")
    card.show(left_ms=42_000, total_ms=185_000)
    card.wait_text("42 seconds left")
    card.wait_text("41 seconds left")
    card.show(left_ms=600, total_ms=185_000)
    card.wait_text("1 second left")


def test_time_is_counted_from_the_paint(card: CardPage) -> None:
    """A card in a tab that nobody looks at has not begun: the server starts its time with the paint."""
    card.page.evaluate("Object.defineProperty(window, 'requestAnimationFrame', { value: () => 0 })")
    card.show(left_ms=60_000)
    card.wait_text("60 seconds left")


def test_time_is_spoken_at_opening_at_thirty_at_ten_and_at_the_end(card: CardPage) -> None:
    card.show(left_ms=31_500)
    said(card)
    card.wait_text("You have 32 seconds to decide.")
    card.wait(lambda: "30 seconds left" in said(card), "the announcement at 30 s")
    card.show(left_ms=11_500)
    card.wait(lambda: "10 seconds left" in said(card), "the announcement at 10 s")
    card.show(left_ms=800)
    card.wait(lambda: any("This expired. Nothing was done." in text for text in said(card)), "the end to be said")

    assert [text for text in said(card) if text[0].isdigit()] == ["30 seconds left", "10 seconds left"]


def test_more_time_is_offered_at_thirty_seconds_and_asked_for_by_a_person_only(card: CardPage) -> None:
    card.show_armed(left_ms=32_000)
    assert card.find("button", "More time") is None
    card.get("button", "More time")
    place = card.box(card.get("button", "Delete project"))
    card.call(card.get("button", "More time"), "function () { this.click() }")
    assert card.sent("more_time") == []

    card.click("More time")
    (message,) = card.wait_sent("more_time")
    assert (message["id"], message["nonce"]) == ("card-1", "nonce-1")
    card.show(left_ms=60_000, extensions_left=9)
    card.gone("button", "More time")
    card.wait_text("60 seconds left")
    assert card.box(card.get("button", "Delete project")) == place, "nothing moved under the pointer"


def test_more_time_with_the_keyboard_leaves_the_focus_in_the_card(card: CardPage) -> None:
    card.show_armed(left_ms=20_000)
    card.tab_to("More time")
    card.page.keyboard.press("Enter")
    card.wait_sent("more_time")
    card.show(left_ms=60_000, extensions_left=9)
    card.gone("button", "More time")

    card.wait(lambda: (node := card.focused()) and node.role == "heading", "the focus on the title")


def test_more_time_is_not_offered_when_there_is_none(card: CardPage) -> None:
    card.show_armed(left_ms=20_000, extensions_left=0)

    assert card.find("button", "More time") is None


def test_refused_more_time_is_said(card: CardPage) -> None:
    card.answer("more_time", {"ok": False, "state": "pending", "message": "There is no more time."})
    card.show_armed(left_ms=20_000)
    card.click("More time")

    card.wait_text("There is no more time.")


@pytest.mark.scenario("S24")
@pytest.mark.parametrize("button", ["Delete project", "Keep it"])
def test_press_after_the_deadline_sends_nothing_and_is_answered_calmly(card: CardPage, button: str) -> None:
    card.show_armed(left_ms=1500)
    card.wait_text("This expired. Nothing was done.")
    assert card.get("button", "Delete project").disabled
    assert card.get("button", "Keep it").disabled
    place = card.place(button)
    card.page.mouse.click(*place)
    card.page.mouse.click(*place)
    card.page.keyboard.press("Escape")

    card.wait_text("This expired. Nothing was done.")
    assert card.decisions() == []
    assert "onfirmed" not in card.texts()


@pytest.mark.scenario("S24")
def test_expired_card_stays_to_say_so_and_can_be_closed(card: CardPage) -> None:
    card.page.focus("#input")
    card.show_armed()
    card.close("timeout", "The time for this ran out. Nothing was done.")
    card.wait_text("The time for this ran out. Nothing was done.")
    card.wait_text("Expired")
    dialog = card.get("alertdialog")
    assert dialog.description == "The time for this ran out. Nothing was done."
    assert card.find("button", "Delete project") is None
    focused = card.focused()
    assert focused is not None
    assert focused.role == "heading"
    card.page.wait_for_timeout(600)
    card.click("Close")
    card.gone("alertdialog")

    assert card.decisions() == []
    assert card.page.evaluate("document.activeElement.id") == "input"


@pytest.mark.scenario("S24")
@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_expired_card_is_closed_with_the_keyboard(card: CardPage, key: str) -> None:
    card.show_armed()
    card.close("timeout")
    card.get("button", "Close")
    card.page.wait_for_timeout(600)
    if key == "Enter":
        card.tab_to("Close")
    card.page.keyboard.press(key)

    card.gone("alertdialog")


def test_press_meant_for_the_buttons_does_not_put_the_expired_card_away(card: CardPage) -> None:
    card.show_armed()
    place = card.place("Delete project")
    card.page.mouse.move(*place)
    card.page.mouse.down()
    card.close("timeout")
    card.page.mouse.up()
    card.click("Close")
    card.page.keyboard.press("Escape")
    card.page.wait_for_timeout(100)

    assert card.is_open()


def test_card_says_it_expired_when_the_server_is_silent(card: CardPage) -> None:
    card.show(left_ms=300)

    card.get("button", "Close")
    card.wait_text("This expired. Nothing was done.")


def test_more_time_of_the_server_revives_a_card_that_expired_here(card: CardPage) -> None:
    card.show(left_ms=300)
    card.wait_text("This expired.")
    card.show(left_ms=60_000)
    card.wait_armed()
    card.click("Delete project")

    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


@pytest.mark.parametrize(
    ("state", "words"), [("confirmed", "Confirmed."), ("cancelled", "Cancelled. Nothing was done.")]
)
def test_decision_made_elsewhere_closes_the_card_and_is_said(card: CardPage, state: str, words: str) -> None:
    card.show_armed()
    card.close(state)

    card.gone("alertdialog")
    card.wait_text(words)


def test_message_of_the_server_says_how_it_ended(card: CardPage) -> None:
    card.show_armed()
    card.close("cancelled", "This was stopped.")

    card.wait_text("This was stopped.")
    assert not card.is_open()


def test_withdrawn_card_stays_to_say_why(card: CardPage) -> None:
    card.show_armed()
    card.close("withdrawn", "You left the page it was about. Nothing was done.")

    card.wait_text("No longer asked")
    card.wait_text("You left the page it was about. Nothing was done.")


def test_ending_of_another_card_leaves_this_one_alone(card: CardPage) -> None:
    card.show_armed()
    card.close("timeout", card_id="another")

    assert card.get("button", "Delete project")


def test_server_without_a_card_takes_away_what_is_on_screen(card: CardPage) -> None:
    card.show_armed()
    card.page.evaluate("stage.close(null)")

    card.wait_text("No longer asked")


def test_outcome_goes_to_the_live_region_of_the_page_if_it_has_one(open_page: OpenPage) -> None:
    card = open_page(query="?announce")
    card.show_armed()
    card.click("Keep it")
    card.gone("alertdialog")

    assert card.page.evaluate("heard.announced") == ["Cancelled. Nothing was done."]


def test_nothing_is_left_after_the_stage_is_disposed_of(card: CardPage) -> None:
    card.show_armed()
    card.page.evaluate("stage.dispose()")

    assert not card.is_open()
    assert card.page.evaluate("document.documentElement.lastElementChild.localName") == "body"
