"""What a script in the page may try against the card, loaded after it (gate-security §5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.card.card_page import CardPage

OpenPage = Callable[..., CardPage]

HOST = "document.documentElement.lastElementChild"

COVERS = {
    "popover that lets clicks through": """
        const cover = document.createElement("div");
        cover.popover = "manual";
        cover.style.cssText = "position:fixed;inset:0;width:100vw;height:100vh;border:0;pointer-events:none";
        cover.textContent = "Win a prize: press the button";
        document.body.append(cover);
        cover.showPopover();
        window.uncover = () => cover.remove();
        null; // Playwright calls a function that comes back
    """,
    "popover over the title only": """
        const cover = document.createElement("div");
        cover.popover = "manual";
        cover.style.cssText = "position:fixed;inset:0;width:100vw;height:330px;margin:0;pointer-events:none";
        document.body.append(cover);
        cover.showPopover();
        window.uncover = () => cover.remove();
        null; // Playwright calls a function that comes back
    """,
    "modal dialog of the page": """
        const cover = document.createElement("dialog");
        cover.textContent = "Press here";
        document.body.append(cover);
        cover.showModal();
        window.uncover = () => cover.remove();
        null; // Playwright calls a function that comes back
    """,
    "popover of an invisible frame": """
        const cover = document.createElement("iframe");
        cover.setAttribute("popover", "manual");
        cover.style.cssText = "position:fixed;inset:0;width:100vw;height:100vh;border:0;pointer-events:none";
        document.body.append(cover);
        cover.showPopover();
        window.uncover = () => cover.remove();
        null; // Playwright calls a function that comes back
    """,
}


@pytest.mark.parametrize("cover", COVERS.values(), ids=COVERS.keys())
def test_covered_card_cannot_be_confirmed_until_it_is_uncovered(card: CardPage, cover: str) -> None:
    card.show_armed()
    place = card.place("Delete project")
    card.page.evaluate(cover)
    card.page.wait_for_timeout(1200)
    assert card.page.evaluate("document.body.lastElementChild.matches(':modal, :popover-open')")
    # Under a modal dialog of the page the card is inert: not even there for a screen reader.
    button = card.find("button", "Delete project")
    assert button is None or button.disabled
    for _ in range(4):
        card.page.mouse.click(*place)
        card.page.wait_for_timeout(250)
    assert card.decisions() == []

    card.page.evaluate("uncover()")
    card.wait_armed()
    card.page.mouse.click(*place)
    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


def test_person_is_told_that_something_covers_the_card(card: CardPage) -> None:
    card.show_armed()
    card.page.evaluate(COVERS["popover that lets clicks through"])

    card.wait_text("Something on this page covers the card.")
    card.page.keyboard.press("Escape")
    card.wait_sent("decide")
    assert card.decisions() == [("cancel", "escape")]


def test_cover_that_flickers_gives_no_moment_to_confirm(card: CardPage) -> None:
    card.show_armed()
    place = card.place("Delete project")
    card.page.evaluate(COVERS["popover that lets clicks through"])
    card.page.evaluate(
        "window.flicker = setInterval(() => { const c = document.querySelector('[popover]');"
        " c.matches(':popover-open') ? c.hidePopover() : c.showPopover() }, 300)"
    )
    for _ in range(8):
        card.page.mouse.click(*place)
        card.page.wait_for_timeout(150)

    assert card.decisions() == []
    card.page.evaluate("clearInterval(flicker); uncover()")
    card.wait_armed()


MOVES = {
    "hidden": f"{HOST}.hidden = true",
    "display none, important": f"{HOST}.style.setProperty('display', 'none', 'important')",
    "opacity, important": f"{HOST}.style.setProperty('opacity', '0', 'important')",
    "transform": f"{HOST}.style.setProperty('transform', 'translate(-3000px) scale(0.01)', 'important')",
    "filter and clip": f"{HOST}.style.cssText = 'filter:opacity(0)!important;clip-path:inset(50%)!important'",
    "content visibility": f"{HOST}.style.setProperty('content-visibility', 'hidden', 'important')",
    "inert": f"{HOST}.inert = true",
    "style sheet of the page": "const sheet = new CSSStyleSheet();"
    "sheet.replaceSync('html > div { display: none !important; visibility: hidden !important }');"
    "document.adoptedStyleSheets = [sheet]",
    "transition": f"{HOST}.style.cssText = 'transition: opacity 9s 9s !important; opacity: 0 !important'",
    "animation": f"{HOST}.animate([{{ opacity: 0, transform: 'translateX(-3000px)' }}], {{ fill: 'both' }})",
    "page transparent": "document.documentElement.style.cssText = 'opacity: 0; filter: blur(9px); transform: scale(2)'",
    "page unseen": "document.documentElement.style.visibility = 'hidden'",
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES.keys())
def test_host_styled_by_the_page_changes_nothing_or_turns_confirm_off(card: CardPage, move: str) -> None:
    card.show_armed()
    before = card.box(card.get("button", "Delete project"))
    card.page.evaluate(move)
    card.page.wait_for_timeout(400)
    button = card.find("button", "Delete project")

    if button is None or button.disabled:
        card.page.mouse.click(*before.centre)
        assert card.decisions() == []
    else:
        assert card.box(button) == before
        assert _pixels_differ_from_backdrop(card)
        card.click("Delete project")
        card.wait_sent("decide")


def _pixels_differ_from_backdrop(card: CardPage) -> bool:
    """Whether the card can be seen: its shot has more in it than one colour."""
    box = card.box(card.get("alertdialog"))
    clip = {"x": box.left, "y": box.top, "width": box.width, "height": box.height}
    return len(card.page.screenshot(clip=clip)) > 6000


@pytest.mark.parametrize("zoom", [0.05, 0.4])
def test_card_shrunk_by_the_page_cannot_be_confirmed(card: CardPage, zoom: float) -> None:
    card.show_armed()
    card.page.evaluate(f"document.documentElement.style.zoom = {zoom}")
    card.wait(lambda: card.get("button", "Delete project").disabled, "Confirm to go off")
    card.page.wait_for_timeout(1200)

    assert card.get("button", "Delete project").disabled
    card.page.evaluate("document.documentElement.style.zoom = 1")
    card.wait_armed()


def test_removed_card_comes_back_once_and_has_to_be_armed_again(card: CardPage) -> None:
    card.show_armed()
    card.page.evaluate(f"{HOST}.remove()")
    card.wait_sent("painted", 2)
    assert card.get("button", "Delete project").disabled
    card.wait_armed()
    card.click("Delete project")

    card.wait_sent("decide")
    assert card.decisions() == [("confirm", "mouse")]


def test_card_removed_again_and_again_is_left_to_its_deadline(card: CardPage) -> None:
    card.show_armed()
    card.page.evaluate(f"{HOST}.remove()")
    card.wait_sent("painted", 2)
    card.page.evaluate(f"{HOST}.remove()")
    card.page.wait_for_timeout(600)

    assert not card.is_open()
    assert card.decisions() == []
    card.show(id="card-2")
    card.get("alertdialog")


def test_card_taken_through_another_document_keeps_its_looks(card: CardPage) -> None:
    card.show_armed()
    before = card.box(card.get("alertdialog"))
    card.page.evaluate(
        f"const host = {HOST}; const other = document.implementation.createHTMLDocument();"
        "other.adoptNode(host); document.documentElement.append(host)"
    )
    card.wait_sent("painted", 2)
    card.wait_armed()

    assert card.box(card.get("alertdialog")) == before


def test_stolen_focus_comes_back_and_never_to_confirm(card: CardPage) -> None:
    card.page.focus("#input")
    card.show_armed()
    card.page.evaluate("document.activeElement.blur(); document.querySelector('#box').focus(); document.body.focus()")
    card.page.keyboard.press("Enter")
    card.page.keyboard.type("text for the page")

    assert card.page.evaluate("document.querySelector('#box').value") == ""
    card.wait(lambda: (node := card.focused()) and node.role == "heading", "the focus on the title")
    assert card.decisions() == []


def test_found_text_does_not_bring_the_focus_to_confirm(card: CardPage) -> None:
    card.show_armed()
    card.page.evaluate("window.find('Delete project'); window.find('Delete project')")
    card.page.keyboard.press("Enter")
    card.page.keyboard.press("Space")
    card.page.wait_for_timeout(200)

    assert card.decisions() == []


SPIES = (Path(__file__).parent / "spies.js").read_text(encoding="utf-8")


def test_script_that_patches_everything_afterwards_gets_no_node_of_the_card(card: CardPage) -> None:
    card.page.evaluate(SPIES)
    long = ["harmful " * 200]
    card.show(rows=[{"label": ["text"], "value": long, "length": 1600}])
    card.page.evaluate(f"{HOST}.remove()")
    card.wait_sent("painted", 2)
    card.click("Show")
    card.wait_armed()
    assert card.page.evaluate("stolen().count") == 0
    card.page.keyboard.press("Tab")
    card.page.keyboard.press("ArrowDown")
    card.show(rows=[], revision=2, changed=True, waiting=3)
    card.wait_armed()
    assert "Delete" not in card.page.evaluate(f"{HOST}.getHTML({{ serializableShadowRoots: true }})")
    assert card.page.evaluate(f"{HOST}.cloneNode(true).shadowRoot") is None
    card.click("Delete project")
    card.wait_sent("decide")
    card.page.focus("#box")
    card.page.keyboard.type("abc")
    card.show(id="card-2")
    card.wait_armed()
    card.page.keyboard.press("Escape")
    card.wait_sent("decide", 2)
    card.show(id="card-3")
    card.wait_sent("painted", 5)
    card.close("timeout", card_id="card-3")
    card.wait_text("Expired")

    assert card.decisions() == [("confirm", "mouse"), ("cancel", "escape")]
    assert card.page.evaluate("stolen().first") == ""


def test_the_spies_of_the_test_above_do_see_what_is_not_captured(card: CardPage) -> None:
    """The positive twin: a closed root used without care is found by the same spies."""
    card.page.evaluate(SPIES)
    card.page.evaluate(
        """
        const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" });
        const found = [];
        found[0] = document.createElement("p");
        root.append(found[0]);
        null;
        """
    )

    assert card.page.evaluate("stolen().count") > 0


def test_no_query_of_the_page_finds_a_node_of_the_card(card: CardPage) -> None:
    card.show_armed()
    x, y = card.place("Delete project")
    seen = card.page.evaluate(
        f"""([x, y]) => {{
          const host = {HOST};
          const range = document.caretRangeFromPoint?.(x, y);
          const found = [host.shadowRoot, ...document.elementsFromPoint(x, y), document.activeElement,
            range?.startContainer, getSelection().anchorNode];
          return found.filter((node) => node && node !== host && !document.contains(node)).length;
        }}""",
        [x, y],
    )

    assert seen == 0
    assert card.page.evaluate(f"{HOST}.localName") == "div"
    assert card.page.evaluate(f"{HOST}.getHTML({{ serializableShadowRoots: true }})") == ""


def test_generic_fonts_cannot_be_redefined_by_the_page(card: CardPage) -> None:
    card.show_armed()
    before = [card.box(node) for node in card.nodes() if node.role in ("term", "heading")]
    card.page.evaluate(
        """async () => {
          const mono = "local('DejaVu Sans Mono'), local('Liberation Mono')";
          for (const family of ["system-ui", "sans-serif", "ui-monospace", "monospace"]) {
            for (const weight of ["400", "650", "700"]) {
              const face = new FontFace(family, mono, { weight });
              document.fonts.add(face);
              await face.load().catch(() => {});
            }
          }
        }"""
    )
    card.page.wait_for_timeout(300)

    assert [card.box(node) for node in card.nodes() if node.role in ("term", "heading")] == before


def test_font_size_of_the_page_does_not_shrink_the_card(card: CardPage) -> None:
    card.page.evaluate("document.documentElement.style.cssText = 'font: 1px/1 fantasy; letter-spacing: 2em'")
    card.show_armed()

    assert card.box(card.get("button", "Delete project")).height >= 44
