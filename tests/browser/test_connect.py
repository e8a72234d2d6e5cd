"""Connecting an agent from outside: the panel, the card, the secret shown once, and the end of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import httpx2
from axe_playwright_python.sync_playwright import Axe
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from playwright.sync_api import Page, expect

from coworkkit.messages import ENGLISH
from tests.browser.server import Server
from tests.browser.tracker import Tracker

PAUSE_MS = 1_200
ASKED = ENGLISH["said.pairing"]


async def visit_as_agent(address: str, secret: str, tool: str, arguments: dict[str, Any]) -> Any:
    """Come in as the user's agent would, and call one tool."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=30) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):

        async def hear(_progress: float, _total: float | None, _message: str | None) -> None:
            """Ask to be told how it goes, so that the call may wait."""

        names = [offered.name for offered in (await client.list_tools()).tools]
        name = next(name for name in names if name.startswith(tool))
        return (await client.call_tool(name, arguments, progress_callback=hear)).structured_content


def begin(pool: ThreadPoolExecutor, *given: Any) -> Future[Any]:
    """Let the agent work while the user goes on."""
    return pool.submit(lambda: asyncio.run(visit_as_agent(*given)))


def no_complaints(page: Page) -> None:
    """An accessibility check finds nothing."""
    result = Axe().run(page, context=".cwk-root")
    assert result.violations_count == 0, result.generate_report()


def test_a_user_connects_an_agent_with_the_keyboard_and_sends_it_away(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo("--mcp")
    user = visit(server)
    page = user.page
    connect = page.get_by_role("button", name="Connect an agent")
    no_complaints(page)

    # a script's press asks nothing
    page.evaluate("() => document.querySelector('.cwk-connect button').click()")
    expect(connect).to_be_visible()

    # declined: nobody can come
    connect.focus()
    page.keyboard.press("Enter")
    user.wait_card(ASKED)
    page.keyboard.press("Escape")
    user.wait_no_card()
    expect(connect).to_be_visible()
    page.wait_for_timeout(PAUSE_MS)  # the pause after a card, in which no press counts

    connect.focus()
    page.keyboard.press("Enter")
    user.wait_armed_card(ASKED, "Connect")
    user.card.click("Connect")
    dialog = page.get_by_role("dialog", name="Give this to your agent")
    expect(dialog).to_be_visible()
    expect(page.locator("#cwk-pairing-title")).to_be_focused()
    address, secret = dialog.locator("code").all_inner_texts()
    assert address == f"{server.url}/mcp"
    no_complaints(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert secret not in page.content()  # shown once
    expect(page.locator("#cwk-panel")).to_be_visible()
    expect(page.locator(".cwk-connect-line")).to_contain_text("Waiting for your agent")

    with ThreadPoolExecutor(1) as pool:
        looked = begin(pool, address, secret, "coworkkit_page", {}).result(30)
        assert looked is None  # it is text
        expect(page.locator(".cwk-connect-line")).to_contain_text("Connected:")

        # what is asked is asked here
        deleting = begin(pool, address, secret, "delete_project", {"project_id": 1})
        user.card.get("alertdialog")
        user.card.wait(user.card.focused, "the card to have the focus")
        page.keyboard.press("Escape")
        assert deleting.result(30)["code"] == "cancelled"

    user.wait_no_card()
    page.wait_for_timeout(PAUSE_MS)
    page.get_by_role("button", name="Disconnect").focus()  # not sooner: the card gives the focus back when it goes
    page.keyboard.press("Enter")
    expect(connect).to_be_visible()
    no_complaints(page)
    assert secret not in server.log() and secret.rsplit(".", 1)[1] not in (server.data / "audit.jsonl").read_text()
    assert user.errors == []
