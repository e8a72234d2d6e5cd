"""Readable and reachable: small screens, zoom, dark, right to left, forced colours, axe (WCAG 2.2 AA)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.card.card_page import CardPage
from tests.card.test_uncounted_presses import OPEN_ROOTS
from tests.card.test_values import LONG, buttons_are_inside_the_viewport, row

OpenPage = Callable[..., CardPage]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# What a page as a whole should have; the notice lies outside of its landmarks on purpose.
PAGE_RULES = {"region": {"enabled": False}}

LOOKS: dict[str, dict[str, Any]] = {
    "plain": {},
    "destructive": {"destructive": True, "waiting": 2},
    "more time, changed": {"left_ms": 20_000, "changed": True},
    "folded": {"rows": [row("text", LONG), row("mark", "a\u202eb"), row("reason", None)]},
    "scrolling": {"rows": [row(f"field {number}", number) for number in range(40)]},
    "without values": {"rows": []},
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_axe_finds_nothing(open_page: OpenPage, look: dict[str, Any], theme: str) -> None:
    """axe cannot see a closed root: this page is patched before the card loads, so that its root is open."""
    card = open_page(before=OPEN_ROOTS)
    card.page.evaluate("theme => { document.body.className = `body--${theme}` }", theme)
    card.show(**look)
    card.page.wait_for_timeout(700)
    results = Axe().run(card.page, options={**RULES, "rules": PAGE_RULES})

    assert results.violations_count == 0, results.generate_report()
    assert "alertdialog" in str(results.response["passes"]), "axe has seen the card"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_ending_and_on_the_notice(open_page: OpenPage, theme: str) -> None:
    card = open_page(before=OPEN_ROOTS)
    card.page.evaluate("theme => { document.body.className = `body--${theme}` }", theme)
    card.show_armed()
    card.close("timeout")
    card.get("button", "Close")
    ending = Axe().run(card.page, options={**RULES, "rules": PAGE_RULES})
    card.page.wait_for_timeout(600)
    card.click("Close")
    card.page.focus("#box")
    card.page.keyboard.type("a")
    card.show(id="card-2")
    notice = Axe().run(card.page, options={**RULES, "rules": PAGE_RULES})

    for results in (ending, notice):
        assert results.violations_count == 0, results.generate_report()


CONTRAST = """
function (foreground) {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b]
    .map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentNode instanceof ShadowRoot ? null : at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
  };
  const one = luminance(parse(getComputedStyle(this)[foreground]));
  const other = luminance(ground(foreground === "color" ? this : this.parentElement));
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("destructive", [False, True])
def test_buttons_have_contrast_also_while_they_are_off(card: CardPage, theme: str, destructive: bool) -> None:
    """axe leaves out what is aria-disabled; the text is to be read all the same."""
    card.page.evaluate("theme => { document.body.className = `body--${theme}` }", theme)
    card.show(destructive=destructive, arm_ms=2000)
    assert card.get("button", "Delete project").disabled
    assert card.call(card.get("button", "Delete project"), CONTRAST, "color") >= 4.5
    card.wait_armed()

    for name in ("Delete project", "Keep it"):
        assert card.call(card.get("button", name), CONTRAST, "color") >= 4.5
        assert card.call(card.get("button", name), CONTRAST, "borderTopColor") >= 3


@pytest.mark.parametrize(
    ("system", "body", "dark"),
    [
        ("dark", "", True),
        ("light", "", False),
        ("light", "body--dark", True),
        ("dark", "body--light", False),
    ],
)
def test_card_is_dark_where_the_app_or_else_the_system_is(
    open_page: OpenPage, system: str, body: str, dark: bool
) -> None:
    card = open_page(color_scheme=system)
    card.page.evaluate("body => { document.body.className = body }", body)
    card.show()
    colour = card.call(card.get("alertdialog"), "function () { return getComputedStyle(this).backgroundColor }")

    assert (colour != "rgb(255, 255, 255)") is dark


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (844, 390), (320, 256)], ids=str)
def test_card_fits_small_and_zoomed_screens(open_page: OpenPage, size: tuple[int, int]) -> None:
    """320 × 256 is a 1280 × 1024 screen at 400 %."""
    card = open_page(viewport={"width": size[0], "height": size[1]})
    card.show_armed(waiting=2)

    buttons_are_inside_the_viewport(card)
    dialog = card.box(card.get("alertdialog"))
    assert dialog.left >= 0
    assert dialog.right <= size[0]
    fits = "function () { return this.scrollWidth <= this.clientWidth && this.scrollHeight <= this.clientHeight }"
    assert card.call(card.get("alertdialog"), fits)
    card.click("Delete project")
    card.wait_sent("decide")


def test_card_too_tall_for_the_screen_scrolls_to_its_buttons(open_page: OpenPage) -> None:
    card = open_page(viewport={"width": 320, "height": 256})
    card.show(title=["Delete the whole of “Garden redesign” with everything that was ever put into it?"], waiting=2)
    card.wait_sent("painted")
    card.tab_to("Delete project")
    card.wait_armed()
    card.page.keyboard.press("Enter")

    card.wait_sent("decide")


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_targets_are_large_enough_for_a_finger(open_page: OpenPage, look: dict[str, Any]) -> None:
    card = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    card.show(**look)
    card.wait_sent("painted")

    for node in card.nodes():
        if node.role == "button":
            box = card.box(node)
            assert min(box.width, box.height) >= 44, node.name


def test_right_to_left_page_has_a_right_to_left_card(open_page: OpenPage) -> None:
    card = open_page()
    card.page.evaluate("document.documentElement.dir = 'rtl'")
    card.show_armed(title=["למחוק את הפרויקט?"], rows=[row("פרויקט", "גינה")], confirm_label=["Delete project"])

    assert card.box(card.get("button", "Delete project")).right < card.box(card.get("button", "Keep it")).left
    assert card.box(card.get("term")).left > card.box(card.get("StaticText", "גינה")).right
    card.click("Delete project")
    card.wait_sent("decide")


def test_nothing_in_the_card_moves_or_fades(card: CardPage) -> None:
    card.show_armed()
    count = card.call(card.get("alertdialog"), "function () { return this.getAnimations({ subtree: true }).length }")
    styles = card.call(
        card.get("alertdialog"),
        """function () {
          const all = [this, ...this.querySelectorAll('*')].map((node) => getComputedStyle(node));
          return [all.every((s) => s.opacity === '1'), all.every((s) => s.transform === 'none'),
            all.every((s) => s.transitionDuration === '0s'), all.every((s) => s.animationName === 'none')];
        }""",
    )

    assert count == 0
    assert styles == [True, True, True, True]


def test_buttons_keep_an_edge_in_forced_colours(open_page: OpenPage) -> None:
    card = open_page(forced_colors="active")
    card.show_armed()

    for name in ("Delete project", "Keep it"):
        width = card.call(card.get("button", name), "function () { return getComputedStyle(this).borderTopWidth }")
        assert float(width.removesuffix("px")) >= 1


def test_focus_can_be_seen_on_every_stop(card: CardPage) -> None:
    card.show_armed(left_ms=20_000, rows=[row(f"field {number}", number) for number in range(40)])
    for _ in range(4):
        card.page.keyboard.press("Tab")
        node = card.focused()
        assert node is not None
        outline = card.call(node, "function () { return getComputedStyle(this).outline }")
        assert outline.endswith("solid 3px"), node.name
