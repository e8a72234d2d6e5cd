"""What a script in the page may try so that a person presses a button they cannot see: cover, hide, move, shrink."""

from __future__ import annotations

import pytest

from tests.attacks.victim import CONFIRM, Victim
from tests.card.card_page import Box

COVERS = {
    "a popover that lets clicks through": """
        const cover = attacker.add("div", "position:fixed;inset:0;width:100vw;height:100vh;background:#fff;border:0;" +
          "pointer-events:none", { popover: "manual" });
        cover.textContent = "Win a prize: press here";
        cover.showPopover();
    """,
    "a popover over the title only": """
        attacker.add("div", "position:fixed;inset:0 0 auto;width:100vw;height:330px;margin:0;border:0;background:#fff;" +
          "pointer-events:none", { popover: "manual" }).showPopover();
    """,
    "a second dialog on top": """
        attacker.add("dialog", "pointer-events:none;width:90vw;height:90vh").showModal();
    """,
}


@pytest.mark.attack(
    "overlay, later popover with pointer-events: none, second dialog on top",
    defence="Confirm must be on top at its own centre, and the browser must vouch that nothing covers the card "
    "(IntersectionObserver v2: Chromium); what opens on top arms it anew",
    left_over="outside Chromium, something in a frame's page that lets clicks through may hide the card",
)
def test_a_covered_card_cannot_be_confirmed_until_it_is_uncovered(victim: Victim) -> None:
    call = victim.asked()
    place = victim.card.place(CONFIRM)
    for name, cover in COVERS.items():
        victim.page.evaluate(f"() => {{ {cover} }}")
        victim.wait_off()
        victim.page.wait_for_timeout(600)
        victim.page.mouse.click(*place)
        assert victim.confirm_is_off() and call.is_undecided(), name
        victim.page.evaluate("document.querySelectorAll('.attack').forEach((left) => left.remove())")
        victim.page.bring_to_front()
    victim.confirms(call)


SET = "const set = (css) => { host.style.cssText = css.replaceAll(';', '!important;') + '!important' };"
ON_HOST = {
    "hidden": "host.hidden = true; set('display:none;visibility:hidden;opacity:0')",
    "moved, scaled, shrunk": "set('transform:translate(-3000px) scale(.01);zoom:.1;width:1px;height:1px;overflow:clip')",
    "filtered, clipped, masked": "set('filter:opacity(0);clip-path:inset(50%);mask:linear-gradient(#0000,#0000)')",
    "inert, unseen": "host.inert = true; set('content-visibility:hidden')",
    "animated": "host.animate([{ opacity: 0, transform: 'translateX(-3000px)' }], { fill: 'both' })",
}
ON_PAGE = {
    "page transparent and masked": "opacity:0;mask:linear-gradient(transparent,transparent);clip-path:inset(50%)",
    "page blurred and scaled": "filter:blur(9px);transform:scale(.05)",
    "page unseen": "visibility:hidden;content-visibility:hidden",
}
CANNOT_STAY = {"page unseen", "style sheet"}
PAGE_SHEET = "html > div, dialog, iframe, * { opacity: 0 !important; translate: -3000px; display: none !important }"


def looks(victim: Victim) -> tuple[Box, bytes]:
    """Where Confirm is, and how the card looks between its round corners, down to the line with the time."""
    card, title = victim.card.box(victim.card.get("alertdialog")), victim.card.box(victim.card.get("heading"))
    clip = {"x": card.left + 20, "y": card.top + 20, "width": card.width - 40, "height": title.bottom + 70 - card.top}
    return victim.card.box(victim.card.get("button", CONFIRM)), victim.page.screenshot(clip=clip)  # type: ignore[arg-type]


@pytest.mark.attack(
    "the host element hidden, moved, scaled, shrunk, filtered, clipped, masked; the page made transparent",
    defence="the host's own sheet outdoes the page's; the card lies in the top layer, where no style of the page reaches it",
    left_over="none",
)
def test_a_card_that_is_hidden_or_moved_looks_as_before_or_cannot_be_confirmed(victim: Victim) -> None:
    call = victim.asked()
    before = looks(victim)
    attacks = {name: f"for (const host of attacker.hosts()) {{ {SET} {code} }}" for name, code in ON_HOST.items()}
    attacks |= {name: f"document.documentElement.style.cssText = '{css}'" for name, css in ON_PAGE.items()}
    attacks["style sheet"] = f"attacker.add('style').textContent = '{PAGE_SHEET}'"
    for name, attack in attacks.items():
        victim.page.evaluate(f"() => {{ {attack} }}")
        victim.page.wait_for_timeout(150)
        if name in CANNOT_STAY:
            victim.page.wait_for_timeout(650)
            assert victim.confirm_is_off(), name
            victim.page.mouse.click(*before[0].centre)
            assert call.is_undecided(), name
        else:
            assert looks(victim) == before, name
        victim.page.evaluate(
            """() => {
              for (const host of attacker.hosts()) {
                for (const animation of host.getAnimations()) animation.cancel();
                host.removeAttribute("style");
                host.hidden = host.inert = false;
              }
              document.documentElement.removeAttribute("style");
              document.querySelectorAll(".attack").forEach((left) => left.remove());
            }"""
        )
    victim.confirms(call)


@pytest.mark.attack(
    "the page zoomed out until nobody can read the card",
    defence="Confirm goes off once the card is too small, in CSS pixels or in pixels of the screen",
    left_over="on a screen of double density a framed card may be shrunk to a quarter",
)
def test_a_card_shrunk_by_the_page_cannot_be_confirmed(victim: Victim) -> None:
    call = victim.asked()
    zoom = 0.4
    victim.page.evaluate(f"document.documentElement.style.zoom = {zoom}")
    victim.page.wait_for_timeout(800)
    x, y = victim.card.place(CONFIRM)
    seen = (x * zoom, y * zoom) if victim.kind == "framed" else (x, y)
    victim.page.mouse.click(*seen)
    assert victim.confirm_is_off() and call.is_undecided()
    victim.page.evaluate("document.documentElement.removeAttribute('style')")
    victim.confirms(call)


@pytest.mark.attack(
    "a view transition of the page, whose picture lies over everything",
    defence="what is not itself on screen cannot be confirmed",
    left_over="none in Chromium",
)
def test_a_card_behind_a_view_transition_cannot_be_confirmed(framed: Victim) -> None:
    call = framed.asked()
    place = framed.card.place(CONFIRM)
    framed.page.evaluate(
        """async () => {
          attacker.add("style").textContent = `::view-transition { background: #fff; pointer-events: none }
            ::view-transition-group(*) { animation-duration: 60s !important; opacity: 0; pointer-events: none }`;
          window.transition = document.startViewTransition(() => {});
          await transition.ready;
        }"""
    )
    framed.page.wait_for_timeout(800)
    framed.page.mouse.click(*place)
    assert call.is_undecided()
    framed.page.evaluate("transition.skipTransition()")
    framed.confirms(call)


PLACES = {
    "nearly transparent": "opacity:.02",
    "scaled down": "transform:scale(.1)",
    "zoomed out": "zoom:.1",
    "washed out": "filter:contrast(0)",
    "clipped to its button": "clip-path:circle(90px at 750px 520px)",
    "cut": "inset:auto;left:-560px;top:0;width:1280px",
}


@pytest.mark.attack(
    "the frame loaded by the script itself, in a frame of its own: transparent, scaled, zoomed, filtered, clipped, cut",
    defence="inside the frame the browser says whether the card can be seen as it is drawn, and whether it is too small",
    left_over="a mask, a clip with a hole, or a jump under the pointer: see the limits",
)
def test_a_frame_that_the_script_shows_badly_cannot_be_confirmed(framed: Victim) -> None:
    call = framed.hold_card()
    framed.page.evaluate("attacker.placed = attacker.place(attacker.latest(), attacker.whole)")
    framed.wait_armed()
    place = framed.card.place(CONFIRM)
    for name, css in PLACES.items():
        framed.page.evaluate(f"attacker.placed.style.cssText = attacker.whole + '{css}'")
        framed.page.wait_for_timeout(750)
        framed.page.mouse.click(*place)
        assert framed.confirm_is_off() and call.is_undecided(), name
    framed.page.evaluate("attacker.placed.style.cssText = attacker.whole")
    framed.page.bring_to_front()
    framed.confirms(call)
