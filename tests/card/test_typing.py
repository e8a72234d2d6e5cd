"""A card that arrives while the person types takes nothing from them (scenario S41)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.card.card_page import CardPage

OpenPage = Callable[..., CardPage]

NOTICE = "A confirmation is waiting. It opens when you stop typing."

BOXES = {"textarea": "#box", "input": "#input", "contenteditable": "#editable", "inside an open root": "#inner"}


def text_in(card: CardPage, box: str) -> str:
    script = "(node) => node.value ?? node.textContent"
    text: str = card.page.locator(box).evaluate(script)
    return text.replace("\u00a0", " ")  # what contenteditable makes of a space at the end


@pytest.mark.scenario("S41")
@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES.keys())
def test_every_key_stays_in_the_box_and_the_card_waits_for_a_pause(card: CardPage, box: str) -> None:
    card.page.locator(box).focus()
    card.page.keyboard.press("End")
    before = text_in(card, box)
    card.page.keyboard.type("delete the gar")
    card.show()
    text = "den now and "
    for letter in text:
        card.page.keyboard.type(letter)
        card.page.wait_for_timeout(60)
        assert not card.is_open()
    stopped = card.page.evaluate("performance.now()")

    assert text_in(card, box) == before + "delete the gar" + text
    assert NOTICE in card.texts()
    assert card.sent("painted") == []
    (painted,) = card.wait_sent("painted")
    assert painted["at"] - stopped >= 700
    card.wait_armed()
    assert NOTICE not in card.texts()
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    card.page.keyboard.type("!")
    assert text_in(card, box) == before + "delete the gar" + text + "!"


@pytest.mark.scenario("S41")
def test_enter_and_space_in_the_box_decide_nothing(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    for key in ("Space", "Enter", "y", "Enter", "Space", "Enter"):
        card.page.keyboard.press(key)
        card.page.wait_for_timeout(100)
    card.wait_armed()

    assert text_in(card, "#box") == "a \ny\n \n"
    assert card.decisions() == []


@pytest.mark.parametrize("sends", [True, False], ids=["Enter sends", "Enter breaks the line"])
def test_whoever_has_just_sent_their_text_is_not_kept_waiting(card: CardPage, sends: bool) -> None:
    if sends:
        card.page.evaluate(
            """() => document.querySelector("#box").addEventListener("keydown", (event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              event.target.value = "";
            })"""
        )
    card.page.focus("#box")
    card.page.keyboard.type("delete the garden")
    card.page.keyboard.press("Enter")
    card.show()
    assert card.is_open() is sends
    assert (NOTICE in card.texts()) is not sends


@pytest.mark.scenario("S41")
def test_server_hears_that_the_card_waits(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    for _ in range(26):
        card.page.keyboard.type("b")
        card.page.wait_for_timeout(150)

    messages = card.sent("deferred")
    assert (messages[0]["id"], messages[0]["nonce"], messages[0]["revision"]) == ("card-1", "nonce-1", 1)
    assert len(messages) >= 2
    assert all(gap >= 1990 for gap in card.gaps("deferred"))
    assert card.sent("painted") == []


@pytest.mark.scenario("S41")
def test_notice_is_announced_and_takes_no_focus(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()

    status = card.get("status")
    assert NOTICE in card.call(status, "function () { return this.textContent }")
    assert card.page.evaluate("document.activeElement.id") == "box"
    assert card.find("alertdialog") is None


@pytest.mark.scenario("S41")
def test_notice_is_announced_in_the_live_region_of_the_page_if_it_has_one(open_page: OpenPage) -> None:
    card = open_page(query="?announce")
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()

    assert card.page.evaluate("heard.announced") == [NOTICE]


@pytest.mark.scenario("S41")
def test_person_can_review_at_once(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    card.click("Review now")

    card.get("alertdialog")
    card.wait_armed()
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    assert text_in(card, "#box") == "a"


@pytest.mark.scenario("S41")
def test_script_cannot_open_it(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    card.call(card.get("button", "Review now"), "function () { this.click() }")

    assert not card.is_open()


@pytest.mark.scenario("S41")
def test_card_that_ends_while_it_waits_is_not_opened(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    card.close("timeout", "The time for this ran out. Nothing was done.")
    card.page.keyboard.type("b")

    card.wait_text("The time for this ran out. Nothing was done.")
    card.page.wait_for_timeout(1300)
    assert not card.is_open()
    assert card.sent("painted") == []


@pytest.mark.scenario("S41")
def test_latest_content_is_what_opens(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    card.show(revision=2, nonce="nonce-2", title=["Newer"])

    (painted,) = card.wait_sent("painted")
    assert (painted["nonce"], painted["revision"]) == ("nonce-2", 2)
    assert card.get("alertdialog").name == "Newer"


def test_card_opens_at_once_when_nobody_types(card: CardPage) -> None:
    card.page.focus("#box")
    began = card.page.evaluate("performance.now()")
    card.show()
    (painted,) = card.wait_sent("painted")

    assert painted["at"] - began < 600
    assert card.sent("deferred") == []


def test_key_on_a_button_of_the_page_is_no_typing(card: CardPage) -> None:
    card.page.focus("#button")
    card.page.keyboard.press("Space")
    card.show()

    card.get("alertdialog")
    assert card.sent("deferred") == []


def test_forged_keys_do_not_hold_the_card_back(card: CardPage) -> None:
    card.page.focus("#box")
    card.page.evaluate(
        "setInterval(() => document.querySelector('#box').dispatchEvent("
        "new KeyboardEvent('keydown', { key: 'a', bubbles: true })), 50)"
    )
    card.show()

    card.get("alertdialog")


def test_key_on_the_card_does_not_hold_the_next_one_back(card: CardPage) -> None:
    card.page.focus("#box")
    card.show_armed()
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    card.show(id="card-2")

    card.wait_sent("painted", 2)
    assert card.sent("deferred") == []
