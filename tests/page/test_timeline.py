"""The timeline in use: calls as they happen, the filter, groups, pause, and what can be taken along."""

from __future__ import annotations

import ast
import json
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from .watch_page import actions_shown, open_watch, row, rows, waiting

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

AT = "2026-03-04T05:06:00Z"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}

MIXED = [
    row("1", action="add_task", arguments={"title": "Order flowers"}),
    row("2", action="delete_project", control="hard", gate="cancelled", ok=False, entered=False),
    row("3", action="delete_label", control="soft", gate="confirmed", ok=False, code="internal", error="Disk full."),
    row("4", action="add_task", caller={"agent": "builder", "connector": "watch"}),
    row("5", action="nowhere", control=None, gate="refused", ok=False, entered=False, code="not_found"),
    waiting("6", action="delete_project"),
]
SAID = [
    {"id": "t1", "role": "user", "text": "Tidy up", "at": AT},
    {"id": "a1", "role": "agent", "text": "Done.", "at": AT},
    {"id": "t2", "role": "user", "text": "Delete Alpha", "at": AT},
]


async def write(client: Client, text: str) -> None:
    """Write a filter."""
    await client.page.get_by_label("Filter calls").fill(text)


# As it happens


async def test_a_call_that_waits_is_shown_at_once_and_settles_in_its_place(client: Client) -> None:
    shown = await open_watch(client, records=[waiting("1", "asked")])
    await expect(shown.first).to_contain_text("asked")
    await client.push("records", rows=[waiting("1", "card"), row("2")])
    await expect(shown.first).to_contain_text("on the card")
    await client.push("records", rows=[waiting("1", "running")])
    await expect(shown.first).to_contain_text("running")
    await client.push("records", rows=[row("1", control="hard", gate="confirmed")])
    await expect(shown.first).to_contain_text("confirmed")
    assert await actions_shown(client) == ["action_1", "action_2"]


async def test_a_waiting_call_that_the_server_no_longer_knows_is_gone(client: Client) -> None:
    shown = await open_watch(client, records=[row("1"), waiting("2")])
    await client.tell("drop")
    await client.tell("connect")
    await client.snapshot(watch=True, records=[row("1"), row("3")])
    await expect(shown).to_have_count(2)
    assert await actions_shown(client) == ["action_1", "action_3"]


async def test_the_builders_calls_are_marked(client: Client) -> None:
    shown = await open_watch(client, records=MIXED)
    await expect(shown.nth(3)).to_contain_text("builder")
    await expect(shown.nth(0)).not_to_contain_text("builder")


# The filter


FILTERS = {
    "gate:cancelled": "2",
    "gate:cancelled,confirmed": "23",
    "gate:cancelled action:delete*": "2",
    "action:delete*": "236",
    "action:*PROJECT": "26",
    "-action:delete*": "145",
    "level:soft": "3",
    "level:none": "5",
    "outcome:failed": "3",
    "outcome:not_run": "25",
    "gate:pending": "6",
    "caller:builder": "4",
    "code:not_found": "5",
    "flowers": "1",
    '"order flowers"': "1",
    "disk": "3",
    "nothing:such": "",
    "gate:": "123456",
    "level:soft gate:": "3",
    "(.*": "",
    '"': "123456",
    "": "123456",
}
"""What is written, and the ids of the calls it asks for."""


async def test_a_filter_shows_the_calls_it_asks_for(client: Client) -> None:
    await open_watch(client, records=MIXED)
    names = {one["id"]: one["action"] for one in MIXED}
    for written, found in FILTERS.items():
        await write(client, written)
        assert await actions_shown(client) == [names[id] for id in found], written


async def test_chips_say_how_many_and_choose(client: Client) -> None:
    await open_watch(client, records=MIXED)
    chip = client.page.get_by_role("button", name="Gate cancelled, 1 calls")
    await chip.click()
    await expect(chip).to_have_attribute("aria-pressed", "true")
    assert await client.page.get_by_label("Filter calls").input_value() == "gate:cancelled"
    await expect(client.page.get_by_text("1 of 6 calls")).to_be_visible()
    # the other gates say what choosing them would add, the levels what is left
    await expect(client.page.get_by_role("button", name="Gate fired, 2 calls")).to_be_visible()
    await expect(client.page.get_by_role("button", name="Level open")).to_have_count(0)
    await client.page.get_by_role("button", name="Gate confirmed, 1 calls").click()
    assert await client.page.get_by_label("Filter calls").input_value() == "gate:cancelled,confirmed"
    await chip.click()
    await client.page.get_by_role("button", name="Gate confirmed, 1 calls").click()
    assert await client.page.get_by_label("Filter calls").input_value() == ""


@pytest.mark.parametrize("page", [{"viewport": {"width": width, "height": 800}} for width in (900, 1280)], indirect=True)
async def test_no_chip_is_cut(client: Client) -> None:
    await open_watch(client, records=MIXED)
    chips = client.page.get_by_role("group", name="Filter by")
    await expect(chips.get_by_role("button").first).to_be_visible()
    cut = """chips => [...chips.querySelectorAll('button')].filter(chip => {
        const [box, frame] = [chip.getBoundingClientRect(), chips.getBoundingClientRect()];
        return box.right > frame.right + 0.5 || box.left < frame.left - 0.5 || box.bottom > frame.bottom + 0.5;
    }).map(chip => chip.textContent)"""
    assert await chips.get_by_role("button").count() > 10
    assert await chips.evaluate(cut) == []
    await client.page.get_by_role("button", name="Filters").click()
    await expect(chips).to_have_count(0)


async def test_new_calls_are_counted_and_filtered_as_they_come(client: Client) -> None:
    await open_watch(client, records=MIXED)
    await write(client, "gate:fired")
    await client.push("records", rows=[row("7", action="late"), row("8", gate="timeout", ok=False, entered=False)])
    await expect(client.page.get_by_text("3 of 8 calls")).to_be_visible()
    assert await actions_shown(client) == ["add_task", "add_task", "late"]
    await expect(client.page.get_by_role("button", name="Gate fired, 3 calls")).to_be_visible()


async def test_a_filter_that_finds_nothing_says_so_and_is_cleared(client: Client) -> None:
    shown = await open_watch(client, records=MIXED)
    await write(client, "gate:timeout")
    await expect(client.page.get_by_text("No call matches")).to_be_visible()
    await client.page.get_by_role("button", name="Clear the filter").click()
    await expect(shown).to_have_count(6)
    await expect(client.page.get_by_label("Filter calls")).to_be_focused()


async def test_the_filter_works_by_keyboard(client: Client) -> None:
    await open_watch(client, records=MIXED)
    await client.page.get_by_label("Filter calls").focus()
    await client.page.keyboard.type("gate:fired")
    await client.page.keyboard.press("ArrowDown")
    grid = client.page.get_by_role("grid")
    await expect(grid).to_be_focused()
    await client.page.keyboard.press("ArrowUp")
    await client.page.keyboard.press(" ")
    details = client.page.get_by_role("region", name="One call")
    await expect(details).to_contain_text("Order flowers")
    await client.page.keyboard.press("Escape")
    await client.page.get_by_label("Filter calls").focus()
    await client.page.keyboard.press("Escape")
    assert await client.page.get_by_label("Filter calls").input_value() == ""
    await expect(client.page.get_by_role("region", name="Watch")).to_be_visible()


# Groups, and the conversation


async def test_calls_are_grouped_by_what_the_user_said(client: Client) -> None:
    calls = [row("1", turn="t1"), row("2", turn="t2"), row("3", turn="t1"), row("4"), row("5", turn="forgotten")]
    await open_watch(client, records=calls, messages=SAID)
    await client.page.get_by_role("button", name="Group by what the user said").click()
    await client.settle()
    headings = client.page.locator(".cwk-rows").get_by_role("row").locator(".cwk-cell-heading")
    assert await headings.locator("bdi").all_inner_texts() == [
        "Tidy up",
        "Delete Alpha",
        "Outside of a turn: by code or by the builder",
        "Something said earlier",
    ]
    assert await actions_shown(client) == ["action_1", "action_3", "action_2", "action_4", "action_5"]
    await headings.nth(1).get_by_role("button", name="Message").click()
    await expect(client.page.locator("[data-cwk-message=t2]")).to_be_focused()


async def test_a_group_is_folded_and_unfolded_by_mouse_and_keyboard(client: Client) -> None:
    calls = [row("1", turn="t1"), row("2", turn="t2"), row("3", turn="t1")]
    await open_watch(client, records=calls, messages=SAID)
    await client.page.get_by_role("button", name="Group by what the user said").click()
    heading = client.page.locator(".cwk-rows").get_by_role("row").filter(has_text="Tidy up")
    await client.page.locator(".cwk-is-standing").click()
    await expect(heading).to_have_attribute("aria-expanded", "false")
    assert await actions_shown(client) == ["action_2"]
    await client.push("records", rows=[row("4", turn="t1")])
    await expect(heading).to_contain_text("3 calls")
    await client.page.get_by_role("treegrid").focus()
    await client.page.keyboard.press("Home")
    await client.page.keyboard.press("ArrowRight")
    assert await actions_shown(client) == ["action_1", "action_3", "action_4", "action_2"]
    await client.page.keyboard.press("ArrowLeft")
    assert await actions_shown(client) == ["action_2"]
    await client.page.keyboard.press("Enter")
    await expect(heading).to_have_attribute("aria-expanded", "true")


async def test_a_message_leads_to_its_calls_and_a_call_to_its_message(client: Client) -> None:
    await client.open(watch=1)
    await client.snapshot(watch=True, messages=SAID, records=[row("1", turn="t1"), row("2", turn="t2"), row("3")])
    await client.page.get_by_role("button", name="Open the agent").click()
    await client.page.locator("[data-cwk-message=t2]").get_by_role("button", name="1 call").click()
    assert await actions_shown(client) == ["action_2"]
    await expect(client.page.get_by_role("button", name="Calls for “Delete Alpha”")).to_be_visible()
    await client.page.locator(".cwk-rows .cwk-row").click()
    details = client.page.get_by_role("region", name="One call")
    await expect(details).to_contain_text("Delete Alpha")
    await details.get_by_role("button", name="Message").click()
    await expect(client.page.locator("[data-cwk-message=t2]")).to_be_focused()
    await client.page.get_by_role("button", name="Calls for “Delete Alpha”").click()
    assert await actions_shown(client) == ["action_1", "action_2", "action_3"]


async def test_a_line_about_a_call_leads_to_its_row_and_back(client: Client) -> None:
    told = {"id": "n1", "role": "notice", "text": "Declined. Nothing was done: Delete Alpha?", "at": AT}
    told |= {"tone": "declined", "brief": "Declined · Delete project", "record_id": "2"}
    await client.open(watch=1)
    await client.snapshot(watch=True, messages=[*SAID, told], records=[row("1"), row("2", turn="t2", summary="Alpha?")])
    await client.page.get_by_role("button", name="Open the agent").click()
    notice = client.page.locator("[data-cwk-message=n1]")
    await expect(notice).not_to_contain_text("Nothing was done")
    await notice.get_by_role("button", name="Declined · Delete project").click()
    await expect(notice).to_contain_text("Declined. Nothing was done: Delete Alpha?")
    await notice.get_by_role("button", name="Show the call").click()
    details = client.page.get_by_role("region", name="One call")
    await expect(details).to_contain_text("Alpha?")
    await details.get_by_role("button", name="Message").click()
    await expect(notice).to_be_focused()
    await client.push("message", message={**told, "brief": None})
    await expect(notice.get_by_role("button", name="Declined")).to_have_count(0)
    await expect(notice).to_contain_text("Declined. Nothing was done: Delete Alpha?")


async def test_where_watch_is_off_messages_lead_nowhere(client: Client) -> None:
    await client.open()
    await client.snapshot(messages=SAID, records=[row("1", turn="t1")])
    await client.page.get_by_role("button", name="Open the agent").click()
    await expect(client.page.get_by_role("button", name="1 call")).to_have_count(0)


# Pause


async def test_a_paused_timeline_stands_still_and_counts_what_comes(client: Client) -> None:
    await open_watch(client, records=[*rows(0, 2), waiting("2")])
    await client.page.get_by_role("button", name="Pause").click()
    await client.push("records", rows=[row("2", gate="confirmed"), *rows(3, 6)])
    await expect(client.page.get_by_text("3 new", exact=True)).to_be_visible()
    assert await actions_shown(client) == ["action_0", "action_1", "action_2"]
    await expect(client.page.get_by_role("grid")).to_contain_text("on the card")
    await client.page.get_by_role("button", name="3 new calls").click()
    assert await actions_shown(client) == [f"action_{n}" for n in range(6)]
    await expect(client.page.get_by_text("3 new", exact=True)).to_have_count(0)
    await expect(client.page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "false")


async def test_a_paused_timeline_shows_nothing_of_another_session(client: Client) -> None:
    await open_watch(client, records=rows(0, 3))
    await client.page.get_by_role("button", name="Pause").click()
    await client.snapshot(watch=True, session={"id": "session-2", "user": "ben"}, records=rows(7, 8))
    assert await actions_shown(client) == ["action_7"]


# In full, and taken along


CONFIRMED = row(
    "1",
    action="refund",
    control="hard",
    gate="confirmed",
    asked_at="2026-03-04T05:06:01.000Z",
    decided_at="2026-03-04T05:06:03.500Z",
    duration_ms=40.0,
    summary="Refund 5.00?",
    arguments={"amount": 5, "note": 'say "hi"', "urgent": True, "tags": [None, "a"], "api_key": "••••••"},
    evidence={"by": "card", "cause": "click", "card": "framed", "input": "mouse"},
    digest="abc123",
    call_id="call_9",
)


async def test_details_tell_waiting_and_running_apart(client: Client) -> None:
    shown = await open_watch(client, records=[CONFIRMED])
    await shown.first.click()
    facts = client.page.get_by_role("region", name="One call").locator("dl")
    told = dict(
        zip(await facts.locator("dt").all_inner_texts(), await facts.locator("dd").all_inner_texts(), strict=True)
    )
    assert told["Waited for the user"] == "2.50 s" and told["Ran"] == "40 ms"
    assert told["Digest"] == "abc123" and told["Shown to the user"] == "Refund 5.00?"
    assert told["Decided by"] == "by: card, cause: click, card: framed, input: mouse"
    assert {"Called", "Asked", "Decided", "Settled", "Caller", "User", "Call", "Record"} <= set(told)


async def test_the_outcome_is_not_cut_when_a_row_is_open(client: Client) -> None:
    shown = await open_watch(client, records=MIXED)
    await shown.first.click()
    await client.settle()
    cut = await shown.locator(".cwk-cell-outcome, .cwk-cell-gate, .cwk-cell-level").evaluate_all(
        "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)"
    )
    assert cut == []


async def copied(client: Client, button: str) -> str:
    """What a press on a button puts on the clipboard."""
    await client.page.get_by_role("button", name=button).click()
    await expect(client.page.get_by_text("Copied.")).to_be_attached()
    text: str = await client.page.evaluate("navigator.clipboard.readText()")
    return text


@pytest.mark.parametrize("page", [CLIPBOARD], indirect=True)
async def test_a_call_is_copied_as_the_record_and_as_python(client: Client) -> None:
    shown = await open_watch(client, records=[CONFIRMED])
    await shown.first.click()
    record = json.loads(await copied(client, "Copy JSON"))
    assert record["outcome"] == {"ok": True, "entered": True, "error": None, "note": None, "duration": 0.04}
    assert record["arguments"] == CONFIRMED["arguments"] and record["session_id"] == "session-1"
    assert record["gate"] == "confirmed" and record["digest"] == "abc123"
    given = {"amount": 5, "note": 'say "hi"', "urgent": True, "tags": [None, "a"], "api_key": "••••••"}
    line = await copied(client, "Copy Python")
    assert line.startswith('await session.call("refund", ')
    assert ast.literal_eval(line.removeprefix('await session.call("refund", ').removesuffix(")")) == given


async def test_what_was_cut_is_said(client: Client) -> None:
    shown = await open_watch(client, records=[row("1", cut=True, arguments={"a": "xx… (900,000 characters)"})])
    await shown.first.click()
    await expect(client.page.get_by_role("region", name="One call")).to_contain_text("too long for Watch and are cut")


async def test_the_calls_that_are_shown_are_saved_as_json_lines(client: Client) -> None:
    await open_watch(client, records=MIXED)
    await write(client, "action:delete*")
    async with client.page.expect_download() as started:
        await client.page.get_by_role("button", name="Save these calls as JSONL").click()
    download = await started.value
    assert download.suggested_filename.endswith(".jsonl")
    text = (await download.path()).read_text(encoding="utf-8")
    saved: list[Json] = [json.loads(line) for line in text.splitlines()]
    assert [one["id"] for one in saved] == ["2", "3", "6"]
    assert saved[2]["pending"] == "card" and "outcome" not in saved[2]
