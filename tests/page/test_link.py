"""The road to the server: what is sent, what is not sent, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

BOX = "Message to the agent"


async def open_panel(client: Client) -> None:
    await client.snapshot()
    await client.page.get_by_role("button", name="Open the agent").click()


async def test_every_message_says_which_page_it_comes_from(client: Client) -> None:
    await client.open()
    (hello,) = await client.sent("hello")
    assert hello == {"event": "coworkkit", "client_id": "the-client", "key": "the-key", "kind": "hello"}


async def test_hello_is_said_again_after_a_reconnect(client: Client) -> None:
    await client.open()
    await client.tell("drop")
    await client.tell("connect")
    assert len(await client.wait_sent("hello", 2)) == 2


async def test_hello_is_repeated_until_the_server_knows_the_page(client: Client) -> None:
    await client.open(offline=1)
    await client.answer("hello", {"ok": False, "message": "Not yet."})
    await client.tell("connect")
    await client.wait_sent("hello", 2)
    await client.answer("hello", {"ok": True})
    said = len(await client.wait_sent("hello", 3))
    await client.page.wait_for_timeout(1_200)
    assert len(await client.sent("hello")) == said


async def test_s36_what_is_pressed_offline_is_not_sent_later(client: Client) -> None:
    await client.open()
    await open_panel(client)
    await client.tell("drop")
    box = client.page.get_by_label(BOX)
    await box.fill("Delete everything")
    for _ in range(3):
        await client.page.keyboard.press("Enter")
    await client.page.get_by_role("switch").click()
    await expect(client.page.get_by_text("Not sent: There is no connection right now.")).to_be_visible()
    await client.tell("connect")
    await client.wait_sent("hello", 2)
    await client.settle()
    assert await client.sent("turn") == []
    assert await client.sent("hand") == []
    await expect(box).to_have_value("Delete everything")

    await client.page.get_by_role("button", name="Send").click()
    assert len(await client.wait_sent("turn")) == 1


async def test_offline_is_said_and_so_is_the_return(client: Client) -> None:
    await client.open()
    await open_panel(client)
    banner = client.page.locator(".cwk-offline").filter(has_text="No connection.")
    await expect(banner).to_have_count(0)
    await client.tell("drop")
    await expect(banner).to_be_visible()
    await client.tell("connect")
    await expect(banner).to_have_count(0)


@pytest.mark.parametrize(
    "message",
    [
        None,
        42,
        "text",
        {},
        {"kind": "constructor"},
        {"kind": "brand_new"},
        {"kind": "snapshot"},
        {"kind": "snapshot", "messages": "x", "records": {"a": 1}, "catalogue": [None, 3], "hand": None},
        {"kind": "message"},
        {"kind": "message", "message": {"id": None, "role": "root", "text": {"a": 1}, "at": "not a time"}},
        {"kind": "delta", "id": "nobody", "text": "x"},
        {"kind": "status", "status": None},
        {"kind": "question", "question": "yes?"},
        {"kind": "records", "rows": [None, 1, {"id": 3}, {}]},
        {"kind": "catalogue", "actions": 5, "elements": [[]], "surface": {"label": "x"}},
    ],
)
async def test_s50_no_message_stops_the_page(client: Client, message: Any) -> None:
    await client.open(watch=1)
    await client.page.evaluate("message => server.push(message)", message)
    await client.snapshot(messages=[{"id": "1", "role": "agent", "text": "Still alive", "at": ""}])
    await client.page.get_by_role("button", name="Open the agent").click()
    await expect(client.page.get_by_text("Still alive")).to_be_visible()


async def test_cards_go_to_the_stage(client: Client) -> None:
    await client.open()
    card = {"id": "c1", "nonce": "n"}
    ending = {"id": "c1", "state": "timeout", "message": "It expired."}
    await client.push("card", card=card, ending=None)
    await client.push("card", card=None, ending=ending)
    stage = await client.page.evaluate("({shown: stage.shown, closed: stage.closed})")
    assert stage == {"shown": [card], "closed": [ending]}


async def test_the_card_speaks_through_the_same_link(client: Client) -> None:
    await client.open()
    await client.page.evaluate("stage.send('decide', {id: 'c1', nonce: 'n', choice: 'cancel', key: 'forged'})")
    (decide,) = await client.wait_sent("decide")
    assert (decide["key"], decide["id"], decide["choice"]) == ("the-key", "c1", "cancel")


async def test_a_removed_page_is_silent(client: Client) -> None:
    await client.open(watch=1)
    await client.snapshot(hand={"armed": True})
    await client.page.evaluate("server.unmount()")
    assert await client.page.evaluate("stage.disposed")
    await client.page.keyboard.press("Escape")
    await client.page.keyboard.press("Escape")
    await client.tell("connect")
    await client.settle()
    assert await client.sent("hand") == []
    assert len(await client.sent("hello")) == 1
