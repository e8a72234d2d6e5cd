"""A card that outlives the page, on the running demo: shown, reviewed, decided, and dead everywhere afterwards."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker

SENTENCE = "Pay all open invoices"
TITLE = "Pay 4 open invoices?"
PAY, KEEP = "Pay 1,894.00 €", "Don't pay"
DEAD_WITHIN_MS = 1_000
AXE: dict[str, Any] = {"resultTypes": ["violations"]}


def entries(user: Tracker, state: str) -> Locator:
    return user.page.locator(f'.cwk-entry[data-cwk-state="{state}"]')


def review(user: Tracker) -> Locator:
    return user.page.get_by_role("button", name=f"Review: {TITLE}")


def ask(user: Tracker) -> None:
    user.open_panel()
    user.say(SENTENCE)
    user.wait_says("I have asked you")
    expect(entries(user, "pending")).to_have_count(1)
    expect(entries(user, "pending").get_by_role("timer")).to_have_text(re.compile(r"^(30:00|29:\d\d) left$"))


def no_violations(user: Tracker) -> None:
    found = Axe().run(user.page, options=AXE)
    assert found.violations_count == 0, found.generate_report()


def test_it_is_there_after_reload_in_another_tab_and_after_a_restart_and_then_it_runs(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo()
    user = visit(server, "/invoices")
    ask(user)
    no_violations(user)
    user.page.reload()
    user.wait_ready()
    expect(entries(user, "pending")).to_have_count(1)
    other = Tracker(user.page.context.new_page(), server)
    other.open("/")
    expect(entries(other, "pending")).to_have_count(1)
    user.page.goto("about:blank")  # else the page loads itself again as soon as the server is back
    server.stop()
    server = start_demo(data=server.data, port=server.port)
    user.page.bring_to_front()
    user.open("/invoices")
    expect(entries(user, "pending")).to_have_count(1, timeout=15_000)
    user.open_panel()
    review(user).click()
    user.wait_armed_card(TITLE, PAY)
    no_violations(user)
    user.card.click(PAY)
    user.wait_no_card()
    expect(entries(user, "submitted")).to_have_count(1)
    no_violations(user)
    user.say(SENTENCE)
    user.wait_says("You have confirmed it, so I have paid 4 invoices")
    expect(entries(user, "done")).to_have_count(1)
    assert user.errors == []


PRESS_EVERYTHING = """() => {
  for (const button of document.querySelectorAll(".cwk-entry button")) {
    button.click();
    for (const kind of ["pointerdown", "pointerup", "click", "keydown"])
      button.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
  }
}"""

SAY = """([message]) => new Promise((resolve) => {
  const key = document.documentElement.innerHTML.match(/"client_key":"([^"]+)"/)?.[1] ?? window.seenKey;
  window.socket.timeout(5000).emit("coworkkit", { ...message, client_id: window.clientId, key }, (e, r) => resolve(r));
})"""

LISTEN = """() => {
  const emit = window.socket.emit;
  window.sent = [];
  const note = (args) => { if (args[0] === "coworkkit") { window.sent.push(args[1]); window.seenKey = args[1].key; } };
  const timeout = window.socket.timeout;
  window.socket.timeout = function (ms) {
    const through = timeout.call(this, ms);
    return { emit: (...args) => { note(args); return emit.apply(through, args); } };
  };
}"""


def stored(server: Server) -> tuple[str, str, str]:
    """The id, nonce and state of the one card in the demo's file."""
    with sqlite3.connect(server.data / "approvals.sqlite") as file:
        found: tuple[str, str, str] = file.execute("SELECT id, nonce, status FROM coworkkit_interactions").fetchone()
        return found


def test_only_a_persons_press_on_the_card_decides_and_it_is_dead_in_every_tab_at_once(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo()
    user = visit(server, "/invoices")
    received: list[str] = []
    user.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: received.append(str(data))))
    user.reload()
    ask(user)
    user.page.evaluate(LISTEN)
    user.page.evaluate(PRESS_EVERYTHING)
    id, nonce, status = stored(server)
    assert status == "pending" and user.page.evaluate("window.sent") == []
    stranger = visit(server, "/invoices")
    expect(entries(stranger, "pending")).to_have_count(0)
    stranger.page.evaluate(LISTEN)
    stranger.page.keyboard.press("Shift")
    stranger.say("hello")

    # keyboard only: to the button, put away, again, and decline
    user.page.bring_to_front()
    review(user).focus()
    user.page.keyboard.press("Enter")
    user.wait_armed_card(TITLE, PAY)
    forged = {"kind": "decide", "id": id, "nonce": nonce, "revision": 1, "choice": "confirm", "input": "mouse"}
    assert not user.page.evaluate(SAY, [forged])["ok"], "the stored nonce is not the card's"
    asked = stranger.page.evaluate(SAY, [{"kind": "review", "id": id}])
    assert not asked["ok"] and "does not wait for you" in asked["message"]
    user.page.keyboard.press("Escape")
    user.wait_no_card()
    assert stored(server)[2] == "pending"
    expect(review(user)).to_be_focused()
    user.page.wait_for_timeout(1_200)  # the pause after a card, during which no press counts
    user.page.keyboard.press("Enter")
    user.wait_armed_card(TITLE, PAY)

    other = Tracker(user.page.context.new_page(), server)
    other.open("/")
    review(other).click()
    other.wait_armed_card(TITLE, PAY)
    other.page.keyboard.press("Shift+Tab")
    other.page.keyboard.press("Enter")  # the last button of the card: Confirm
    other.wait_no_card()
    expect(entries(user, "submitted")).to_have_count(1, timeout=DEAD_WITHIN_MS)
    user.wait_no_card()
    assert stored(server)[2] == "submitted"
    expect(review(user)).to_have_count(0)
    assert any(id in message for message in received) and nonce not in "".join(received)
    assert user.errors == [] and other.errors == []


def test_a_tab_in_the_background_and_a_closed_panel_call_for_a_card_that_waits(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo()
    user = visit(server, "/invoices")
    other = Tracker(user.page.context.new_page(), server)
    other.open("/")
    other.page.locator(".cwk-panel").get_by_role("button", name="Close", exact=True).click()
    user.page.bring_to_front()
    ask(user)
    expect(other.page.locator(".cwk-fab")).to_have_attribute("aria-label", "Open the agent: 1 new")
    other.page.bring_to_front()
    other.open_panel()
    expect(other.page.locator(".cwk-unread")).to_have_count(0)
    expect(other.page.get_by_text("1 waiting for your decision")).to_be_visible()
    other.page.get_by_role("button", name="Show", exact=True).click()
    expect(entries(other, "pending")).to_be_focused()


def test_over_plain_http_the_basic_card_is_put_away_and_declined_as_well(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo()
    user = visit(server, "/invoices", secure=False)
    ask(user)
    review(user).click()
    user.wait_armed_card(TITLE, PAY)
    user.card.click("Decide later")
    user.wait_no_card()
    assert stored(server)[2] == "pending"
    user.page.wait_for_timeout(1_200)  # the pause after a card, during which no press counts
    review(user).click()
    user.wait_armed_card(TITLE, PAY)
    user.card.click(KEEP)
    user.wait_no_card()
    expect(entries(user, "cancelled")).to_have_count(1)
    assert stored(server)[2] == "cancelled" and user.errors == []
