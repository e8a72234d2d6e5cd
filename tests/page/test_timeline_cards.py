"""Durable cards in the timeline: from pending to settled in one row, found by the filter, opened, and linked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from .watch_page import actions_shown, durable, open_watch, row

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOW = "2026-03-04T05:10:00.089Z"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}

SAID = [{"id": "t1", "role": "user", "text": "Cancel my order", "at": NOW}]
PRESS = {"by": "card", "cause": "click", "card": "framed", "input": "mouse"}

MIXED = [
    row("1", action="cancel_order", asked_cards=["c1"], turn="t1"),
    durable("c1", "committed", action="Cancel order?", run="done", turn="t1", side_effect="refund $49.00"),
    row("2", action="cancel_order", interactions=["c1"], turn="t1"),
    durable("c2", "cancelled"),
    durable("c3", "expired"),
    durable("c4", "replaced"),
    durable("c5", "committed", run="unknown"),
    durable("c6", "committed", run="failed"),
    durable("c7", "submitted", caller={"agent": None, "connector": ""}),
    durable("c8"),
]

FILTERS = {
    "interaction:*": ["1", "c1", "2", "c2", "c3", "c4", "c5", "c6", "c7", "c8"],
    "level:durable": ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"],
    "-level:durable": ["1", "2"],
    "interaction:pending,submitted": ["c7", "c8"],
    "gate:replaced": ["c4"],
    "gate:pending": ["c8"],
    "interaction:c1": ["1", "c1", "2"],
    "outcome:unknown": ["c5"],
    "outcome:failed": ["c6"],
    "outcome:ok gate:committed": ["c1"],
    "caller:LocalAgent gate:submitted": [],
    "refund": ["c1"],
}
"""What is written, and the ids of the rows it asks for."""


async def test_a_card_lives_in_one_row_from_pending_to_the_end_of_its_run(client: Client) -> None:
    shown = await open_watch(client, now=NOW, records=[row("1", asked_cards=["c1"]), durable("c1")])
    card = shown.nth(1)
    await expect(card).to_contain_text("Card c1?")
    await expect(card).to_contain_text("asked by LocalAgent")
    await expect(card).to_contain_text("durable")
    await expect(card).to_contain_text("pending")
    await expect(card).to_contain_text("26:0")
    before = await card.inner_text()
    await expect(card).not_to_have_text(before)  # the time goes on
    await expect(client.page.get_by_text("1 call and 1 durable card")).to_be_visible()

    for change, says in (
        ({"state": "submitted"}, "submitted"),
        ({"state": "committed", "run": "running", "pending": "interaction"}, "running"),
        ({"state": "committed", "run": "done"}, "ran"),
    ):
        await client.push("records", rows=[durable("c1", **change)])
        await expect(card).to_contain_text(says)
    assert await actions_shown(client) == ["action_1", "Card c1?"]


async def test_cards_are_found_by_state_and_id_and_a_name_that_is_no_field_is_said(client: Client) -> None:
    await open_watch(client, now=NOW, records=MIXED)
    names = {one["id"]: one["action"] for one in MIXED}
    box = client.page.get_by_label("Filter calls")
    note = client.page.locator(".cwk-bar-note")
    for written, found in FILTERS.items():
        await box.fill(written)
        assert await actions_shown(client) == [names[id] for id in found], written
        await expect(note).to_have_text("")
    await box.fill("")
    await client.page.get_by_role("button", name="Level durable, 8 calls").click()
    assert await box.input_value() == "level:durable"

    for written in ("gat:cancelled", "-Gat:x level:open"):
        await box.fill(written)
        await expect(note).to_contain_text("at:” is no field, so it is looked for as text. Fields: gate, level, outcome")
        await expect(note).to_contain_text("interaction")
    for written in ("10:30", "https://shop.example", '"gat:x"', "gate:"):
        await box.fill(written)
        await expect(note).to_have_text("")


@pytest.mark.parametrize("page", [CLIPBOARD], indirect=True)
async def test_a_card_opens_to_all_it_shows_and_leads_to_its_calls_and_back(client: Client) -> None:
    whole = durable(
        "c1",
        "committed",
        action="Cancel order?",
        arguments={"order": 4231, "refund": "49.00"},
        words_by="agent",
        evidence=PRESS,
        decided_at="2026-03-04T05:07:07.089Z",
        settled_at="2026-03-04T05:08:00Z",
        ended_at="2026-03-04T05:08:01Z",
        side_effect="cancel order #4231",
        run="unknown",
        turn="t1",
    )
    shown = await open_watch(client, now=NOW, messages=SAID, records=[MIXED[0], whole, MIXED[2]])
    await shown.nth(1).click()
    details = client.page.get_by_role("region", name="One durable card")
    for says in (
        "Confirmed, and used up.",
        "This cannot be undone.",
        "Cancel order · Keep order (destructive)",
        "the agent",
        "LocalAgent",
        "Cancel my order",
        "by: card, cause: click, card: framed, input: mouse",
        "60.00 s",
        "cancel order #4231",
        "end unknown",
        '"refund": "49.00"',
    ):
        await expect(details).to_contain_text(says)
    await expect(details.get_by_role("button", name="Copy Python")).to_have_count(0)
    await details.get_by_role("button", name="Copy JSON").click()
    copied: Json = json.loads(await client.page.evaluate("navigator.clipboard.readText()"))
    assert copied["interaction_id"] == "c1" and copied["status"] == "committed" and copied["run"] == "unknown"
    assert copied["display"]["binds"] == {"order": 4231, "refund": "49.00"}

    await details.get_by_role("button", name="Used in cancel_order").click()
    call = client.page.get_by_role("region", name="One call")
    await expect(call).to_be_visible()
    await call.get_by_role("button", name="Card: Cancel order?").click()
    await details.get_by_role("button", name="Asked in cancel_order").click()
    await expect(call.get_by_role("heading", name="cancel_order")).to_be_focused()

    # cards belong to the words they were asked after, and are no calls of theirs
    await client.page.get_by_role("button", name="Group by what the user said").click()
    await expect(client.page.locator(".cwk-rows .cwk-is-heading").first).to_contain_text("2 calls")


async def test_cards_that_cannot_be_read_are_said_until_they_can(client: Client) -> None:
    await open_watch(client, now=NOW, records=MIXED, cards_reachable=False)
    note = client.page.get_by_text("The durable cards cannot be read right now.")
    await expect(note).to_be_visible()
    await client.push("cards_reachable", reachable=True)
    await expect(note).to_have_count(0)
    await client.push("cards_reachable", reachable=False)
    await expect(note).to_be_visible()


async def test_nothing_of_another_session_stays_because_a_card_is_in_both(client: Client) -> None:
    await open_watch(client, now=NOW, records=[row("1"), durable("c8")])
    await client.tell("drop")
    await client.tell("connect")
    await client.snapshot(watch=True, now=NOW, records=[durable("c8"), row("2")])
    assert await actions_shown(client) == ["Card c8?", "action_2"]
