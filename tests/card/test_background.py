"""A tab that nobody looks at, and a browser that knows less."""

from __future__ import annotations

from collections.abc import Callable

from tests.card.card_page import CardPage

OpenPage = Callable[..., CardPage]

# A headless browser keeps every tab in front: the card's two sources about that are stood in for.
BACKGROUND = """
  let hidden = true;
  const frames = [];
  const draw = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => (hidden ? frames.push(run) : draw(run));
  const get = () => (hidden ? "hidden" : "visible");
  Object.defineProperty(Document.prototype, "visibilityState", { get, configurable: true });
  window.comeToFront = () => {
    hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    frames.splice(0).forEach((run) => draw(run));
  };
"""


def test_card_in_the_background_is_held_and_its_time_has_not_begun(open_page: OpenPage) -> None:
    card = open_page(before=BACKGROUND)
    card.show(left_ms=3000)
    card.wait_sent("deferred", 3)

    assert card.sent("painted") == []
    card.wait_text("3 seconds left")
    assert card.get("button", "Delete project").disabled
    assert all(gap >= 1990 for gap in card.gaps("deferred"))

    card.page.evaluate("comeToFront()")
    card.wait_sent("painted")
    card.wait_armed()
    card.click("Delete project")
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


def test_browser_without_visibility_observer_says_so_and_works(open_page: OpenPage) -> None:
    """Firefox and Safari: no IntersectionObserver v2. What lies on top of Confirm is still noticed."""
    card = open_page(before="delete IntersectionObserverEntry.prototype.isVisible")
    card.show_armed()
    card.page.evaluate(
        "const cover = document.createElement('div'); cover.popover = 'manual';"
        "cover.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh'; document.body.append(cover);"
        "cover.showPopover(); window.cover = cover; null"
    )
    card.wait_text("Something on this page covers the card.")
    card.page.evaluate("cover.remove()")
    card.wait_armed()
    card.click("Delete project")

    (decision,) = card.wait_sent("decide")
    assert decision["visible"] == "unsupported"


def test_browser_without_popovers_shows_the_notice_all_the_same(open_page: OpenPage) -> None:
    card = open_page(before="delete HTMLElement.prototype.showPopover")
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show()
    card.click("Review now")

    card.get("alertdialog")


def test_page_that_was_busy_does_not_take_a_press_from_before_the_card_could_be_seen(card: CardPage) -> None:
    """The press waits in the queue while the page computes: what counts is when the finger came down."""
    card.show(id="probe")
    x, y = card.place("Delete project")
    card.page.keyboard.press("Escape")
    card.gone("alertdialog")
    card.page.evaluate("sent.length = 0")
    card.show()
    card.wait_sent("painted")
    card.page.evaluate("setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 0); null")
    for kind in ("mousePressed", "mouseReleased"):
        event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        card.cdp.send("Input.dispatchMouseEvent", event)
    card.wait_armed()

    assert card.decisions() == []
    card.click("Delete project")
    card.wait_sent("decide")
