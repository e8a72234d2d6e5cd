"""What looks like a press and is none: scripts, haste, held keys (scenarios S39, S41, S42)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.card.card_page import CardPage

OpenPage = Callable[..., CardPage]

OPEN_ROOTS = """
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attach.call(this, { ...options, mode: "open" });
  if (options.mode === "closed") window.cardRoot = root;
  return root;
};
"""
"""A page that was patched before the card was loaded: the limit of what the card promises (gate-security §5)."""


@pytest.fixture
def patched(open_page: OpenPage) -> CardPage:
    """A page whose scripts can reach the card's own buttons."""
    card = open_page(before=OPEN_ROOTS)
    card.show_armed()
    return card


def still_undecided(card: CardPage) -> None:
    """Nothing was decided, and the card still works: a real click confirms."""
    assert card.decisions() == []
    assert card.is_open()
    card.wait_armed()
    card.click("Delete project")
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


@pytest.mark.scenario("S39")
@pytest.mark.parametrize(
    "script",
    [
        "button.click()",
        "button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }))",
        "for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])"
        " button.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'mouse' }))",
        "button.focus();"
        "for (const type of ['keydown', 'keypress', 'keyup'])"
        " button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))",
        "const event = new MouseEvent('click');"
        "try { Object.defineProperty(event, 'isTrusted', { get: () => true }) } catch {}"
        "button.dispatchEvent(event)",
        "button.removeAttribute('aria-disabled'); button.click()",
    ],
    ids=["click()", "click event", "whole press", "whole key press", "isTrusted forged", "attribute removed"],
)
def test_script_that_holds_the_button_itself_confirms_nothing(patched: CardPage, script: str) -> None:
    patched.page.evaluate("(script) => new Function('button', script)(cardRoot.querySelector('.confirm'))", script)

    still_undecided(patched)


def test_script_that_holds_cancel_itself_cancels_nothing(patched: CardPage) -> None:
    patched.page.evaluate("cardRoot.querySelector('.cancel').click()")
    patched.page.evaluate(
        "cardRoot.querySelector('dialog').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))"
    )
    patched.page.evaluate("cardRoot.querySelector('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))")

    still_undecided(patched)


@pytest.mark.scenario("S42")
def test_early_double_click_counts_for_nothing_and_starts_the_wait_again(card: CardPage) -> None:
    place = _where_confirm_will_be(card)
    card.show()
    card.wait_sent("painted")
    card.page.mouse.click(*place, click_count=2)
    pressed_at = card.page.evaluate("performance.now()")

    card.wait_armed()
    assert card.page.evaluate("performance.now()") - pressed_at >= 480
    card.click("Delete project")
    (decision,) = card.wait_sent("decide")
    assert decision["early"] == 2


def test_press_that_began_before_the_arming_does_not_count_after_it(card: CardPage) -> None:
    place = _where_confirm_will_be(card)
    card.show()
    card.wait_sent("painted")
    card.page.mouse.move(*place)
    card.page.mouse.down()
    card.wait_armed()
    card.page.mouse.up()

    still_undecided(card)


def test_press_that_began_on_the_page_does_not_count_on_the_card(card: CardPage) -> None:
    place = _where_confirm_will_be(card)
    card.page.mouse.move(*place)
    card.page.mouse.down()
    card.show_armed()
    card.page.mouse.up()

    still_undecided(card)


def test_press_that_leaves_the_button_does_not_count(card: CardPage) -> None:
    card.show_armed()
    card.page.mouse.move(*card.place("Delete project"))
    card.page.mouse.down()
    card.page.mouse.move(*card.place("Keep it"))
    card.page.mouse.up()

    still_undecided(card)


@pytest.mark.parametrize("button", ["right", "middle"])
def test_other_mouse_buttons_do_not_count(card: CardPage, button: str) -> None:
    card.show_armed()
    card.click("Delete project", button=button)

    still_undecided(card)


def test_early_press_does_not_move_the_focus_to_confirm(card: CardPage) -> None:
    place = _where_confirm_will_be(card)
    card.show()
    card.wait_sent("painted")
    card.page.mouse.click(*place)
    node = card.focused()
    assert node is not None
    assert node.role == "heading"
    card.wait_armed()
    card.page.keyboard.press("Enter")

    still_undecided(card)


def test_wait_is_not_postponed_for_ever(card: CardPage) -> None:
    place = _where_confirm_will_be(card)
    card.show()
    card.wait_sent("painted")
    # on a busy machine a press may come late enough to count by itself; what must not be is that none ever does
    while card.ms_since_shown() < 20_000 and not card.sent("decide"):
        card.page.mouse.click(*place)
        card.page.wait_for_timeout(200)

    (decision,) = card.sent("decide")
    assert decision["early"] > 0


@pytest.mark.scenario("S41")
def test_held_enter_confirms_nothing(card: CardPage) -> None:
    card.show()
    card.tab_to("Delete project")
    card.wait_sent("painted")
    card.page.keyboard.down("Enter")  # still unarmed
    card.wait_armed()
    for _ in range(10):
        card.page.keyboard.down("Enter")  # a repeat
    card.page.keyboard.up("Enter")

    still_undecided(card)


@pytest.mark.scenario("S41")
def test_key_held_since_before_the_card_confirms_nothing(card: CardPage) -> None:
    card.page.focus("#button")
    card.page.keyboard.down("Enter")
    card.show_armed()
    card.tab_to("Delete project")
    for _ in range(6):
        card.page.keyboard.down("Enter")
    card.page.keyboard.up("Enter")

    still_undecided(card)


def test_space_that_went_down_elsewhere_confirms_nothing_where_it_comes_up(card: CardPage) -> None:
    card.show_armed()
    card.page.keyboard.down("Space")
    card.tab_to("Delete project")
    card.page.keyboard.up("Space")

    still_undecided(card)


def test_enter_on_the_title_confirms_nothing(card: CardPage) -> None:
    card.show_armed()
    for key in ("Enter", "Space", "y", "Enter"):
        card.page.keyboard.press(key)

    still_undecided(card)


def test_refused_press_is_explained(card: CardPage) -> None:
    place = _where_confirm_will_be(card)
    card.show()
    card.wait_sent("painted")
    card.page.mouse.click(*place)

    card.wait_text("Take a moment to read it, then press again.")


def test_page_patched_before_loading_is_the_asserted_limit(open_page: OpenPage) -> None:
    """A script that ran before the card can do anything to it, here: read it. Nobody should claim more."""
    card = open_page(before=OPEN_ROOTS)
    card.show_armed()

    assert card.page.evaluate("cardRoot.querySelector('.title').textContent").startswith("Delete “Garden")


def test_driven_browser_is_the_asserted_limit(card: CardPage) -> None:
    """A click that the debugger makes is trusted: no page can tell it from a finger. All tests here rely on it."""
    card.show_armed()
    x, y = card.place("Delete project")
    for kind in ("mousePressed", "mouseReleased"):
        card.cdp.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


def _where_confirm_will_be(card: CardPage) -> tuple[float, float]:
    """The place of Confirm on the standard card, found with one that is cancelled again."""
    card.show(id="probe")
    place = card.place("Delete project")
    card.click("Keep it")
    card.gone("alertdialog")
    card.wait(lambda: card.page.evaluate("performance.now() - sent.at(-1).at") > 1200, "the pause after a card")
    card.page.evaluate("sent.length = 0")
    return place
