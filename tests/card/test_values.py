"""What the person sees of the values (scenarios S06, S07, S08, S11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coworkkit.core.visible import segments, value_segments, value_text
from tests.card.card_page import CardPage, Node

OpenPage = Callable[..., CardPage]

SCREENS = {"desktop": (1280, 720), "phone": (390, 844)}


def row(label: str, value: object) -> dict[str, Any]:
    """One row as the server makes it."""
    return {"label": segments(label), "value": value_segments(value), "length": len(value_text(value))}


def region(card: CardPage) -> Node:
    return card.get("region", "Details")


def shown_text(card: CardPage) -> str:
    """What the region shows, as one text."""
    text: str = card.call(card.get("alertdialog"), "function () { return this.textContent }")
    return text


def buttons_are_inside_the_viewport(card: CardPage) -> None:
    viewport = card.page.viewport_size
    assert viewport is not None
    for name in ("Keep it", "Delete project"):
        box = card.box(card.get("button", name))
        assert box.top >= 0
        assert box.left >= 0
        assert box.bottom <= viewport["height"]
        assert box.right <= viewport["width"]


@pytest.mark.scenario("S06")
@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS.keys())
@pytest.mark.parametrize(
    ("blank", "mark"),
    [
        ("\n" * 400, "400 line breaks"),
        ("\r" * 400, "U+000D ×400"),
        ("\x0b" * 400, "U+000B ×400"),
        ("\u2028" * 400, "U+2028 ×400"),
        (" " * 10_000, "10,000 spaces"),
    ],
    ids=["newlines", "CR", "vertical tab", "U+2028", "spaces"],
)
def test_blank_space_pushes_nothing_out_of_view(
    open_page: OpenPage, size: tuple[int, int], blank: str, mark: str
) -> None:
    card = open_page(viewport={"width": size[0], "height": size[1]})
    card.show_armed(rows=[row("text", f"harmless{blank}harmful")], waiting=2)

    assert mark in shown_text(card)
    buttons_are_inside_the_viewport(card)
    text = card.get("StaticText", "harmful")
    assert card.box(text).bottom < card.box(card.get("button", "Keep it")).top
    card.click("Keep it")
    card.gone("alertdialog")
    card.page.mouse.move(600 if size[0] > 600 else 200, 600)
    card.page.mouse.wheel(0, 200)
    card.wait(lambda: card.page.evaluate("scrollY") > 0, "the page to scroll again")


@pytest.mark.scenario("S06")
@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS.keys())
def test_many_lines_and_many_rows_leave_the_buttons_in_place(open_page: OpenPage, size: tuple[int, int]) -> None:
    card = open_page(viewport={"width": size[0], "height": size[1]})
    card.show(rows=[row(f"field {number}", f"value {number}") for number in range(60)])
    card.wait_armed()

    buttons_are_inside_the_viewport(card)
    hidden = next(text for text in shown_text(card).split("value 59")[1:])
    assert "more details below" in hidden


def test_amount_below_goes_down_as_the_person_scrolls(card: CardPage) -> None:
    card.show_armed(rows=[row(f"field {number}", f"value {number}") for number in range(40)])
    card.page.mouse.move(*card.box(region(card)).centre)
    seen = []
    for _ in range(12):
        before = shown_text(card)
        seen.append(before.split("value 39")[1].split("more")[0].strip())
        card.page.mouse.wheel(0, 200)
        card.page.wait_for_timeout(250)

    amounts = [int(amount) for amount in seen if amount.isdigit()]
    assert amounts == sorted(amounts, reverse=True)
    assert amounts[0] > 20
    assert "below" not in shown_text(card)


LONG = "transfer " * 600 + "and then everything to account 12-345"
ONE_LINE = "x" * 5_000 + "HARMFUL" + "y" * 45_000


def read_to_the_end(card: CardPage, step: Callable[[], None]) -> None:
    """Take steps until the end of the value is in sight."""
    frame = card.box(region(card))
    for _ in range(400):
        end = card.call(
            region(card),
            "function () { const b = this.querySelector('.value').getBoundingClientRect(); return b.bottom }",
        )
        if end <= frame.bottom:
            return
        step()
    raise AssertionError("the end of the value never came into sight")


@pytest.mark.scenario("S07")
def test_long_value_is_folded_with_the_exact_rest_and_keeps_confirm_off(card: CardPage) -> None:
    card.show(rows=[row("text", LONG)])
    card.wait_sent("painted")
    fold = card.get("button", "more characters")
    shown = int(fold.name.split()[1].replace(",", ""))
    visible = card.call(card.get("alertdialog"), "function () { return this.querySelector('.value').textContent }")

    assert shown + len(visible.removesuffix(" …")) == len(LONG)
    assert fold.expanded is False
    assert "Open the folded value to confirm." in card.texts()
    assert card.get("button", "Delete project").description == "Open the folded value to confirm."
    card.page.wait_for_timeout(900)
    assert card.get("button", "Delete project").disabled
    card.click("Delete project")
    assert card.sent("unfolded") == []
    assert card.decisions() == []

    card.click("more characters")
    card.wait_sent("unfolded")
    card.wait_armed()
    assert card.get("button", "Show less").expanded is True
    card.click("Delete project")
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


@pytest.mark.scenario("S07")
def test_whole_value_can_be_read_with_the_mouse(card: CardPage) -> None:
    card.show(rows=[row("text", ONE_LINE)])
    card.click("more characters")
    card.page.mouse.move(*card.box(region(card)).centre)

    def turn_wheel() -> None:
        card.page.mouse.wheel(0, 1500)
        card.page.wait_for_timeout(60)

    read_to_the_end(card, turn_wheel)
    assert ONE_LINE in shown_text(card)


@pytest.mark.scenario("S07")
def test_whole_value_can_be_read_with_the_keyboard(card: CardPage) -> None:
    card.show(rows=[row("text", LONG)])
    card.tab_to("more characters")
    card.page.keyboard.press("Enter")
    card.page.keyboard.press("Shift+Tab")
    node = card.focused()
    assert node is not None
    assert (node.role, node.name) == ("region", "Details")

    def page_down() -> None:
        card.page.keyboard.press("PageDown")
        card.page.wait_for_timeout(150)

    read_to_the_end(card, page_down)
    card.tab_to("Delete project")
    card.wait_armed()
    card.page.keyboard.press("Enter")
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "keyboard")]


@pytest.mark.scenario("S07")
def test_whole_value_can_be_read_by_touch(open_page: OpenPage) -> None:
    card = open_page(has_touch=True, viewport={"width": 390, "height": 844})
    card.show(rows=[row("text", LONG)])
    card.tap("more characters")
    x, y = card.box(region(card)).centre

    read_to_the_end(card, lambda: card.swipe_up(x, y, 200))
    card.wait_armed()
    card.tap("Delete project")
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "touch")]


def test_every_fold_has_to_be_opened_once(card: CardPage) -> None:
    card.show(rows=[row("first", LONG), row("second", LONG + "!")])
    card.wait_text("Open the 2 folded values to confirm.")
    card.click("more characters")
    card.wait_text("Open the folded value to confirm.")
    card.click("Show less")  # closed again, it still has been opened once
    card.page.wait_for_timeout(700)
    assert card.get("button", "Delete project").disabled
    assert card.sent("unfolded") == []
    buttons = [node for node in card.nodes() if node.role == "button" and "more characters" in node.name]
    card.call(buttons[1], "function () { this.scrollIntoView() }")
    card.page.mouse.click(*card.box(buttons[1]).centre)

    card.wait_sent("unfolded")
    card.wait_armed()


def test_script_cannot_open_a_fold(card: CardPage) -> None:
    card.show(rows=[row("text", LONG)])
    fold = card.get("button", "more characters")
    card.call(fold, "function () { this.click() }")

    assert card.get("button", "more characters").expanded is False
    assert card.sent("unfolded") == []


def test_value_of_many_short_lines_is_folded_too(card: CardPage) -> None:
    card.show(rows=[row("text", "a\n" * 60 + "harmful")])

    card.get("button", "more characters")


def test_short_values_are_not_folded(card: CardPage) -> None:
    card.show_armed(rows=[row("text", "x" * 300), row("lines", "one\ntwo\nthree")])

    assert card.find("button", "more characters") is None
    assert "x" * 300 in shown_text(card)


def test_long_summary_is_folded_and_shown_whole(card: CardPage) -> None:
    summary = "Delete everything. " * 60 + "And your account."
    card.show(title=segments(summary))
    heading = card.get("heading")
    assert len(heading.name) < 240
    card.page.wait_for_timeout(800)
    assert card.get("button", "Delete project").disabled
    card.click("more characters")
    card.wait_armed()

    assert summary in shown_text(card)
    buttons_are_inside_the_viewport(card)


S08 = [*"\u202e\u2066\u2069\u200b\u200f\ufeff\u00ad\u3164\U000e0100\x1b\x07\x00"]


@pytest.mark.scenario("S08")
@pytest.mark.parametrize("character", S08, ids=[f"U+{ord(character):04X}" for character in S08])
def test_unseen_character_is_named_in_title_label_value_and_buttons(card: CardPage, character: str) -> None:
    name = f"U+{ord(character):04X}"
    text = f"ab{character}cd"
    card.show_armed(
        title=segments(text), rows=[row(text, text)], confirm_label=segments("Delete project" + character + "x")
    )

    assert character not in shown_text(card)
    assert shown_text(card).count(f"ab{name}cd") == 3
    assert card.get("button", "Delete project").name.replace(" ", "") == f"Deleteproject{name}x"
    assert card.get("alertdialog").name.replace(" ", "") == f"ab{name}cd"


@pytest.mark.scenario("S08")
def test_reordering_does_not_leave_the_value(card: CardPage) -> None:
    card.show_armed(rows=[row("note", "שלום"), row("path", "C:/abc/אבג/123.txt")])

    assert "שלום" in shown_text(card)
    label, value = card.get("term", ""), card.get("StaticText", "שלום")
    assert card.box(label).right <= card.box(value).left


@pytest.mark.scenario("S11")
def test_none_and_empty_text_have_their_row(card: CardPage) -> None:
    card.show_armed(rows=[row("reason", None), row("note", ""), row("tags", []), row("empty", "none")])
    marks = card.call(
        card.get("alertdialog"), "function () { return [...this.querySelectorAll('.mark')].map((m) => m.textContent) }"
    )

    assert [node.name for node in card.nodes() if node.role == "term"] == ["reason", "note", "tags", "empty"]
    assert marks == ["none", "empty text", "empty list"]


@pytest.mark.parametrize("text", ["<b>bold</b>", "<img src=x onerror=alert(1)>", "&lt;", "{{ 1 + 1 }}", "**bold**"])
def test_markup_is_shown_as_text(card: CardPage, text: str) -> None:
    card.show_armed(title=[text], rows=[row(text, text)], cancel_label=[text])

    assert shown_text(card).count(text) == 4
    elements = card.call(card.get("alertdialog"), "function () { return this.querySelectorAll('b, img').length }")
    assert elements == 0
