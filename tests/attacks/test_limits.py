"""What is *not* promised, shown, so that nobody claims more: each of these attacks succeeds, and the record says how far."""

from __future__ import annotations

from typing import Any

import pytest

from tests.attacks.conftest import Visit
from tests.attacks.victim import CONFIRM, Victim


@pytest.mark.attack(
    "limit: a same-page script reads the basic card's nonce in transit and decides",
    defence="none on a basic card; where the context is secure the card is framed, and require_framed refuses basic ones",
    left_over="it succeeds; the record says card=basic",
)
def test_limit_a_script_of_the_page_confirms_a_basic_card(basic: Victim) -> None:
    call = basic.asked()
    card: dict[str, Any] = basic.page.evaluate("attacker.latest()")
    about = {"id": card["id"], "nonce": card["nonce"], "revision": card["revision"]}
    assert (
        basic.emit_ours("decide", **about, choice="confirm", input="mouse", visible="checked")["state"] == "confirmed"
    )
    call.was_confirmed(card="basic")


@pytest.mark.attack(
    "limit: a script that patched the browser before we loaded rewrites the basic card under the person's eyes",
    defence="none on a basic card: its closed root was never closed",
    left_over="it succeeds; the record says card=basic and what was really asked",
)
def test_limit_a_page_patched_before_we_loaded_rewrites_a_basic_card(visit: Visit) -> None:
    basic = visit(
        "basic",
        before="""
          const { attachShadow } = Element.prototype;
          Element.prototype.attachShadow = function () {
            const root = attachShadow.call(this, { mode: "open" });
            (window.roots ??= []).push(root);
            return root;
          };
        """,
    )
    call = basic.asked()
    basic.page.evaluate(
        """() => {
          const button = roots.map((root) => root.querySelector(".confirm")).find(Boolean);
          for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
            const event = type.startsWith("pointer") ? PointerEvent : MouseEvent;
            button.dispatchEvent(new event(type, { bubbles: true, composed: true, isPrimary: true, detail: 1 }));
          }
          button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));
          button.click();
        }"""
    )
    basic.page.wait_for_timeout(200)
    assert call.is_undecided(), "even the button itself wants a press that the browser vouches for"
    basic.page.evaluate(
        "roots.find((root) => root.querySelector('h2')).querySelector('h2').textContent = 'Win a prize?'"
    )
    basic.wait_card("Win a prize?")
    basic.press_confirm()
    call.was_confirmed(card="basic")
    assert call.records()[0]["summary"] == f"Wipe “{call.project}”?"


@pytest.mark.attack(
    "limit: a page script shows the framed card under a CSS mask, and lures the person into pressing what they cannot see",
    defence="none yet: Chromium's visibility check does not see masks and shaped clips",
    left_over="it succeeds where the person presses at just that place; the script cannot press itself",
)
def test_limit_a_frame_under_a_mask_can_be_pressed_unseen(framed: Victim) -> None:
    call = framed.hold_card()
    framed.page.evaluate(
        "attacker.place(attacker.latest(), attacker.whole + 'mask:linear-gradient(transparent, transparent)')"
    )
    framed.wait_armed()
    framed.press_confirm()
    call.was_confirmed(card="framed")


@pytest.mark.attack(
    "limit: a page script shows the framed card somewhere, and moves it under the pointer just before a press",
    defence="none yet: a frame is not told where it is",
    left_over="it succeeds where the person presses at just that moment; the script cannot press itself",
)
def test_limit_a_frame_that_jumps_under_the_pointer_is_pressed(framed: Victim) -> None:
    call = framed.hold_card()
    at = "position:fixed;left:{0}px;top:0;width:700px;height:700px;z-index:99999;border:0"
    framed.page.evaluate("(css) => { attacker.placed = attacker.place(attacker.latest(), css) }", at.format(0))
    framed.wait_armed()
    x, y = framed.card.place(CONFIRM)
    framed.page.mouse.move(x + 400, y)
    framed.page.evaluate("(css) => { attacker.placed.style.cssText = css }", at.format(400))
    framed.page.wait_for_timeout(80)  # far less than a person needs to notice
    framed.page.mouse.down()
    framed.page.mouse.up()
    call.was_confirmed(card="framed")


@pytest.mark.attack(
    "limit: a program that drives the browser from outside (DevTools protocol, an extension with debugger rights)",
    defence="none: no page can tell its press from a finger",
    left_over="it succeeds, as every honest press in these tests does; the record names a mouse",
)
def test_limit_a_driven_browser_confirms_like_a_person(framed: Victim) -> None:
    call = framed.asked()
    x, y = framed.card.place(CONFIRM)
    driver = framed.page.context.new_cdp_session(framed.page)
    for kind in ("mousePressed", "mouseReleased"):
        driver.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
    call.was_confirmed(card="framed", by="mouse")
