"""A person's press decides: by mouse, finger, key, and through a screen reader's eyes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.card.card_page import CardPage

OpenPage = Callable[..., CardPage]


def test_click_with_the_mouse_confirms(card: CardPage) -> None:
    card.show_armed()
    card.click("Delete project")

    (decision,) = card.wait_sent("decide")
    del decision["at"]
    assert decision == {
        "kind": "decide",
        "id": "card-1",
        "nonce": "nonce-1",
        "revision": 1,
        "choice": "confirm",
        "input": "mouse",
        "early": 0,
        "visible": "checked",
    }
    card.gone("alertdialog")


def test_tap_with_a_finger_confirms(open_page: OpenPage) -> None:
    card = open_page(has_touch=True, viewport={"width": 390, "height": 844})
    card.show_armed()
    card.tap("Delete project")

    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "touch")]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_key_on_confirm_confirms(card: CardPage, key: str) -> None:
    card.show_armed()
    card.tab_to("Delete project")
    card.page.keyboard.press(key)

    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "keyboard")]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_key_on_cancel_cancels(card: CardPage, key: str) -> None:
    card.show()
    card.tab_to("Keep it")
    card.page.keyboard.press(key)

    card.wait_sent("decide")
    assert card.decisions() == [("cancel", "keyboard")]


def test_cancel_needs_no_arming(card: CardPage) -> None:
    card.show(arm_ms=60_000)
    card.click("Keep it")

    card.wait_sent("decide")
    assert card.decisions() == [("cancel", "mouse")]
    card.gone("alertdialog")


def test_escape_cancels_at_once_and_only_once(card: CardPage) -> None:
    card.show(arm_ms=60_000)
    card.page.keyboard.press("Escape")

    card.wait_sent("decide")
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    assert card.decisions() == [("cancel", "escape")]


def test_escape_cancels_when_a_script_took_the_focus_away(card: CardPage) -> None:
    card.show()
    card.page.evaluate("document.activeElement.blur()")
    card.page.keyboard.press("Escape")

    card.wait_sent("decide")
    assert card.decisions() == [("cancel", "escape")]


def test_card_says_what_it_is_to_a_screen_reader(card: CardPage) -> None:
    card.show_armed(waiting=2)

    dialog = card.get("alertdialog")
    assert dialog.name == "Delete “Garden redesign” and its 12 tasks?"
    assert card.attribute(dialog, "aria-describedby") is None
    assert card.attribute(dialog, "aria-labelledby") == "title"
    focused = card.focused()
    assert focused is not None
    assert (focused.role, focused.name) == ("heading", "Delete “Garden redesign” and its 12 tasks?")
    assert [node.name for node in card.nodes() if node.role == "term"] == ["project", "notify", "reason"]
    assert "2 more waiting" in card.texts()
    assert card.attribute(card.get("timer"), "aria-live") is None


def test_card_without_values_is_described_by_saying_so(card: CardPage) -> None:
    card.show(rows=[])

    assert card.get("alertdialog").description == "It needs no further details."


def test_page_is_told_that_the_card_was_painted_and_that_nothing_is_folded(card: CardPage) -> None:
    card.show()

    (painted,) = card.wait_sent("painted")
    (unfolded,) = card.wait_sent("unfolded")
    for message in (painted, unfolded):
        assert (message["id"], message["nonce"], message["revision"]) == ("card-1", "nonce-1", 1)


def test_confirm_is_marked_off_while_arming_but_stays_in_reach(card: CardPage) -> None:
    card.show()
    button = card.get("button", "Delete project")

    assert button.disabled
    assert card.attribute(button, "disabled") is None
    assert card.attribute(button, "aria-disabled") == "true"
    card.tab_to("Delete project")
    card.wait_armed()


def test_focus_starts_on_the_title_and_tab_goes_round_inside(card: CardPage) -> None:
    card.show_armed(left_ms=20_000)
    stops = []
    for _ in range(4):
        card.page.keyboard.press("Tab")
        node = card.focused()
        assert node is not None
        stops.append(node.name)

    assert stops == ["More time", "Keep it", "Delete project", "More time"]
    card.page.keyboard.press("Shift+Tab")
    node = card.focused()
    assert node is not None
    assert node.name == "Delete project"


def test_focus_and_scroll_return_to_where_the_person_was(card: CardPage) -> None:
    card.page.focus("#input")
    card.page.evaluate("scrollTo(0, 900)")
    card.show_armed()
    card.click("Keep it")
    card.gone("alertdialog")

    assert card.page.evaluate("document.activeElement.id") == "input"
    assert card.page.evaluate("scrollY") == 900
    card.page.mouse.wheel(0, 200)
    card.wait(lambda: card.page.evaluate("scrollY") > 900, "the page to scroll")


def test_page_does_not_scroll_behind_the_card(card: CardPage) -> None:
    card.show_armed()
    for place in ((20, 20), (640, 400)):
        card.page.mouse.move(*place)
        card.page.mouse.wheel(0, 300)
    card.page.keyboard.press("PageDown")
    card.page.wait_for_timeout(200)

    assert card.page.evaluate("scrollY") == 0


def test_keys_stay_inside_the_card(card: CardPage) -> None:
    card.show_armed()
    for key in ("Tab", "a", "ArrowDown", "Escape"):
        card.page.keyboard.press(key)
    card.wait_sent("decide")

    assert card.page.evaluate("heard.keys") == []


def test_press_beside_the_card_decides_nothing(card: CardPage) -> None:
    card.show_armed()
    card.page.mouse.click(30, 400)
    card.page.mouse.click(640, 20)
    card.page.mouse.dblclick(1200, 700)

    assert card.is_open()
    assert card.decisions() == []
    assert card.page.evaluate("heard.clicks").count("everywhere") == 0
    card.click("Delete project")
    card.wait_sent("decide")


def test_browser_back_does_not_confirm(card: CardPage) -> None:
    card.page.evaluate("history.pushState({}, '', '#here')")
    card.show_armed()
    card.page.go_back()

    assert card.decisions() == []
    assert card.is_open()


def test_words_can_be_replaced(open_page: OpenPage) -> None:
    card = open_page(query='?words={"eyebrow":"Bitte selbst klicken","timeLeft":"Noch {n} Sekunden"}')
    card.show()

    card.wait_text("Bitte selbst klicken")
    card.wait_text("Noch 60 Sekunden")
