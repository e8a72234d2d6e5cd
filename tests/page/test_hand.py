"""The Hand switch: only a person arms it, and it shows what the server says (S42, S46)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

CARD = {"id": "c1", "nonce": "n"}


async def open_panel(client: Client, *, armed: bool = False, stopped: bool = False) -> Locator:
    """Open the panel and return the switch; `stopped` stops the page's clock."""
    await (client.open_with_stopped_clock() if stopped else client.open())
    await client.snapshot(hand={"armed": armed, "idle_ms_left": 300_000})
    if await client.page.locator(".cwk-fab").get_attribute("aria-expanded") == "false":
        await client.page.locator(".cwk-fab").click()  # after a reload it is open as before
    return client.page.get_by_role("switch", name="Hand mode")


async def wanted(client: Client) -> list[bool]:
    """What the page asked the server for, in order."""
    await client.settle()
    return [press["armed"] for press in await client.sent("hand")]


async def test_the_switch_shows_what_the_server_says(client: Client) -> None:
    switch = await open_panel(client)
    await client.tell("hold")
    await switch.click()
    await expect(switch).to_have_attribute("aria-busy", "true")
    await expect(switch).to_have_attribute("aria-checked", "false")
    await client.tell("release")
    await client.push("hand", armed=True, reason="")
    await expect(switch).to_have_attribute("aria-checked", "true")
    await expect(switch).to_have_attribute("aria-busy", "false")
    assert await wanted(client) == [True]


async def test_a_refusal_is_said_and_changes_nothing(client: Client) -> None:
    switch = await open_panel(client)
    await client.answer("hand", {"ok": False, "message": "This page is not connected any more."})
    await switch.click()
    await expect(client.page.get_by_text("Hand mode was not changed: This page is not")).to_be_visible()
    await expect(switch).to_have_attribute("aria-checked", "false")
    await expect(switch).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("key", ["Enter", "Space"])
async def test_a_key_presses_it_once_however_long_it_is_held(client: Client, key: str) -> None:
    switch = await open_panel(client)
    await client.tell("hold")
    await switch.focus()
    for _ in range(5):
        await client.page.keyboard.down(key)
    await client.page.keyboard.up(key)
    assert await wanted(client) == [True]


async def test_a_script_cannot_press_it_and_a_person_can(client: Client) -> None:
    switch = await open_panel(client)
    await switch.evaluate(
        """button => {
          button.click();
          button.dispatchEvent(new MouseEvent("click", {bubbles: true}));
          button.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
        }"""
    )
    assert await wanted(client) == []
    await switch.click()
    assert await wanted(client) == [True]


async def test_s46_quick_presses_are_numbered_and_the_last_one_wins(client: Client) -> None:
    switch = await open_panel(client)
    await client.tell("hold")
    for _ in range(4):
        await switch.click()
    presses = await client.sent("hand")
    assert [press["armed"] for press in presses] == [True, False, True, False]
    numbers = [press["n"] for press in presses]
    assert numbers == sorted(set(numbers))
    for _ in range(3):  # the answers to the earlier presses settle nothing
        await client.tell("release")
    await client.push("hand", armed=True, reason="")
    await expect(switch).to_have_attribute("aria-busy", "true")
    await client.tell("release")
    await client.push("hand", armed=False, reason="")
    await expect(switch).to_have_attribute("aria-busy", "false")
    await expect(switch).to_have_attribute("aria-checked", "false")


async def test_s46_a_press_after_a_reload_counts_higher(client: Client) -> None:
    switch = await open_panel(client)
    await switch.click()
    (before,) = await client.sent("hand")
    switch = await open_panel(client)
    await switch.click()
    (after,) = await client.sent("hand")
    assert after["n"] > before["n"]


@pytest.mark.parametrize("ended", ["by the server", "by a press on the card"])
async def test_s42_presses_meant_for_a_card_do_not_hit_the_switch(client: Client, ended: str) -> None:
    switch = await open_panel(client, stopped=True)
    await client.push("card", card=CARD, ending=None)
    if ended == "by the server":
        await client.push("card", card=None, ending={"id": "c1", "state": "confirmed", "message": ""})
    else:
        await client.page.evaluate("stage.send('decide', {id: 'c1', nonce: 'n', choice: 'confirm'})")
    # ten quick presses take longer than the pause, but each one starts it again
    for _ in range(10):
        await switch.click()
        await client.let_time_pass(120)
    assert await wanted(client) == []
    await client.let_time_pass(501)
    await switch.click()
    assert await wanted(client) == [True]


async def test_s42_the_pause_begins_again_when_a_framed_card_is_gone(client: Client) -> None:
    switch = await open_panel(client, stopped=True)
    await client.push("card", card={**CARD, "url": "/frame"}, ending=None)
    await client.push("card", card=None, ending={"id": "c1", "state": "confirmed", "message": ""})
    await client.let_time_pass(501)
    await client.page.wait_for_timeout(700)  # the frame stays a moment, in real time
    await switch.click()
    assert await wanted(client) == []
    await client.let_time_pass(501)
    await switch.click()
    assert await wanted(client) == [True]


async def test_while_it_is_on_the_page_shows_it(client: Client) -> None:
    await client.open()
    await client.snapshot()
    frame = client.page.locator(".cwk-frame")
    pill = client.page.get_by_role("button", name="Hand mode is on. Turn off")
    await expect(frame).to_have_count(0)
    await expect(pill).to_have_count(0)
    await client.push("hand", armed=True, reason="")
    await expect(frame).to_have_count(1)
    await expect(pill).to_be_visible()
    # the frame takes no click away from the app
    await client.page.locator("#app-box").click()
    await client.page.mouse.click(1, 400)


@pytest.mark.parametrize("key", [None, "Enter", "Space"])
async def test_one_press_turns_it_off_from_anywhere(client: Client, key: str | None) -> None:
    await client.open()
    await client.snapshot(hand={"armed": True})
    pill = client.page.get_by_role("button", name="Hand mode is on. Turn off")
    if key is None:
        await pill.click()
    else:
        await pill.press(key)
    assert await wanted(client) == [False]


async def test_turning_off_never_waits_for_the_pause_after_a_card(client: Client) -> None:
    await client.open()
    await client.snapshot(hand={"armed": True}, card=CARD)
    await client.push("card", card=None, ending=None)
    await client.page.get_by_role("button", name="Hand mode is on. Turn off").click()
    assert await wanted(client) == [False]


async def test_escape_twice_turns_it_off_from_anywhere(client: Client) -> None:
    await client.open_with_stopped_clock()
    await client.snapshot(hand={"armed": True})
    await client.page.locator("#app-box").focus()
    await client.page.evaluate("document.body.addEventListener('keydown', event => event.stopPropagation(), true)")
    await client.page.keyboard.press("Escape")
    await client.let_time_pass(590)
    assert await wanted(client) == []
    await client.page.keyboard.press("Escape")
    assert await wanted(client) == [False]


async def test_slow_held_or_synthetic_escapes_do_not(client: Client) -> None:
    await client.open_with_stopped_clock()
    await client.snapshot(hand={"armed": True})
    await client.page.keyboard.press("Escape")
    await client.let_time_pass(610)
    for _ in range(4):
        await client.page.keyboard.down("Escape")
    await client.page.keyboard.up("Escape")
    await client.page.evaluate(
        """() => {
          for (let n = 0; n < 4; n += 1) window.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
        }"""
    )
    assert await wanted(client) == []


async def test_escape_twice_does_nothing_while_it_is_off(client: Client) -> None:
    await client.open_with_stopped_clock()
    await client.snapshot()
    await client.page.keyboard.press("Escape")
    await client.page.keyboard.press("Escape")
    assert await wanted(client) == []


async def test_escape_twice_takes_back_an_arming_that_is_on_its_way(client: Client) -> None:
    switch = await open_panel(client, stopped=True)
    await client.tell("hold")
    await switch.click()
    await client.page.keyboard.press("Escape")
    await client.page.keyboard.press("Escape")
    assert await wanted(client) == [True, False]


async def test_turning_off_without_a_connection_is_said_again_when_it_is_back(client: Client) -> None:
    switch = await open_panel(client, armed=True)
    await client.tell("drop")
    await switch.click()
    await expect(client.page.get_by_text("Hand mode is turned off as soon as it is back.")).to_be_visible()
    assert await wanted(client) == []
    await client.tell("connect")
    await client.snapshot(hand={"armed": True})
    assert await wanted(client) == [False]


async def test_turning_on_without_a_connection_is_forgotten(client: Client) -> None:
    switch = await open_panel(client)
    await client.tell("drop")
    await switch.click()
    await client.tell("connect")
    await client.snapshot()
    assert await wanted(client) == []


async def test_why_the_server_turned_it_off_is_said(client: Client) -> None:
    reason = "Nobody was here for 5 minutes, so Hand mode is off."
    await client.open()
    await client.snapshot(hand={"armed": True})
    await client.push("hand", armed=False, reason=reason)
    await expect(client.page.locator(".cwk-pill")).to_have_text(reason)
    await expect(client.page.locator(".cwk-hidden[role=status]")).to_have_text(reason)
    await client.page.get_by_role("button", name="Open the agent").click()
    await expect(client.page.locator("#cwk-hand-line")).to_have_text(reason)


async def test_signs_of_the_user_are_sent_now_and_then(client: Client) -> None:
    await client.open_with_stopped_clock()
    await client.snapshot(hand={"armed": True})
    for _ in range(3):
        await client.let_time_pass(20_000)
        await client.page.mouse.click(600, 300)
        await client.page.keyboard.press("a")
    assert len(await client.sent("active")) == 3
    await client.let_time_pass(20_000)
    await client.page.evaluate("window.dispatchEvent(new PointerEvent('pointerdown'))")
    assert len(await client.sent("active")) == 3
    await client.push("hand", armed=False, reason="")
    await client.page.mouse.click(600, 300)
    assert len(await client.sent("active")) == 3
