"""Watch: the timeline and the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

NARROW = {"viewport": {"width": 360, "height": 740}}


def row(id: str, **more: Any) -> Json:
    """A record as the server sends it: an open call that ran."""
    plain = {
        "id": id,
        "at": "2026-03-04T05:06:07.089Z",
        "action": f"action_{id}",
        "control": "open",
        "gate": "fired",
        "ok": True,
        "entered": True,
        "code": None,
        "error": None,
        "duration_ms": 12.5,
        "summary": None,
        "arguments": {},
        "caller": "LocalAgent · in-process",
        "user": "ana",
        "evidence": {},
    }
    return {**plain, **more}


def rows(start: int, end: int) -> list[Json]:
    return [row(str(n)) for n in range(start, end)]


async def open_watch(client: Client, **content: object) -> Locator:
    """Open Watch and return its rows."""
    await client.open(watch=1)
    await client.snapshot(watch=True, **content)
    await client.page.keyboard.press("Control+Shift+K")
    await expect(client.page.get_by_role("region", name="Watch")).to_be_visible()
    await client.settle()
    return client.page.locator(".cwk-rows .cwk-row")


async def test_without_the_prop_there_is_no_watch(client: Client) -> None:
    await client.open()
    await client.snapshot(watch=False, records=rows(0, 3))
    await client.page.keyboard.press("Control+Shift+K")
    await client.page.get_by_role("button", name="Open the agent").click()
    await client.settle()
    assert await client.page.get_by_text("Watch").count() == 0


async def test_the_keys_open_and_close_it_and_the_app_does_not_get_them(client: Client) -> None:
    await client.open(watch=1)
    await client.page.evaluate("window.addEventListener('keydown', event => { window.kept = event.defaultPrevented })")
    watch = client.page.get_by_role("region", name="Watch")
    await client.page.keyboard.press("Control+Shift+K")
    await expect(watch).to_be_visible()
    assert await client.page.evaluate("kept") is True
    await client.page.keyboard.press("Control+Shift+K")
    await expect(watch).to_have_count(0)
    await client.page.keyboard.press("Control+K")
    await expect(watch).to_have_count(0)


async def test_buttons_open_it_too(client: Client) -> None:
    await client.open(watch=1)
    await client.snapshot(watch=True)
    watch = client.page.get_by_role("region", name="Watch")
    await client.page.get_by_role("button", name="Open Watch").click()
    await expect(watch).to_be_visible()
    await client.page.get_by_role("button", name="Close Watch").click()
    await expect(watch).to_have_count(0)
    await client.page.get_by_role("button", name="Open the agent").click()
    await client.page.get_by_role("dialog").get_by_role("button", name="Watch").click()
    await expect(watch).to_be_visible()


async def test_its_height_is_changed_by_mouse_and_keyboard_and_kept(client: Client) -> None:
    await open_watch(client)
    dock = client.page.get_by_role("region", name="Watch")
    edge = dock.get_by_role("separator")
    usual = (await dock.bounding_box())["height"]  # type: ignore[index]

    async def height() -> float:
        await client.settle()
        box = await dock.bounding_box()
        assert box is not None and box["y"] + box["height"] == 800
        await expect(edge).to_have_attribute("aria-valuenow", str(round(box["height"])))
        return box["height"]

    await edge.focus()
    await client.page.keyboard.press("ArrowUp")
    assert await height() == usual + 24
    await client.page.keyboard.press("Home")
    assert await height() == 180
    await client.page.keyboard.press("End")
    assert await height() == 704
    await client.page.mouse.move(300, 96)
    await client.page.mouse.down()
    await client.page.mouse.move(300, 400)
    await client.page.mouse.up()
    assert await height() == 400
    await client.page.reload()
    await client.snapshot(watch=True)
    assert await height() == 400
    await edge.dblclick(position={"x": 300, "y": 5})
    assert await height() == usual
    await client.page.evaluate("localStorage.clear()")


async def test_a_reload_finds_it_as_it_was(client: Client) -> None:
    await open_watch(client)
    await client.page.get_by_role("tab", name="Catalogue").click()
    await client.page.reload()
    await expect(client.page.get_by_role("tab", name="Catalogue")).to_have_attribute("aria-selected", "true")


async def test_an_empty_timeline_says_what_to_do(client: Client) -> None:
    await open_watch(client)
    await expect(client.page.get_by_text("Ask the agent for something.")).to_be_visible()


async def test_a_row_says_what_happened(client: Client) -> None:
    shown = await open_watch(client, records=rows(0, 1))
    local = await client.page.evaluate("new Date('2026-03-04T05:06:07.089Z').toTimeString().slice(0, 8) + '.089'")
    cells = await shown.first.get_by_role("gridcell").all_inner_texts()
    assert cells == [local, "action_0", "open", "fired\nran at once", "ok", "13 ms"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"gate": "confirmed", "control": "soft"}, ["soft", "confirmed", "ok"]),
        (
            {"gate": "cancelled", "control": "hard", "ok": False, "entered": False},
            ["hard", "cancelled", "not entered"],
        ),
        (
            {"gate": "timeout", "ok": False, "entered": False, "code": "timeout"},
            ["open", "timeout", "not entered"],
        ),
        ({"gate": "needs_hand_mode", "ok": False, "entered": False}, ["open", "needs_hand_mode", "not entered"]),
        (
            {"gate": "refused", "control": None, "ok": False, "entered": False, "code": "not_found"},
            ["no level", "refused", "not_found"],
        ),
        ({"ok": False, "code": "internal", "error": "It broke."}, ["open", "fired", "internal"]),
        ({"control": "somehow", "gate": "toString", "ok": False}, ["somehow", "toString", "failed"]),
    ],
)
async def test_each_way_to_end_has_its_words(client: Client, given: Json, shown: list[str]) -> None:
    found = await open_watch(client, records=[row("1", **given)])
    cells = await found.first.get_by_role("gridcell").all_inner_texts()
    assert [cell.split("\n")[0] for cell in cells[2:5]] == shown


async def test_gates_differ_in_shape_as_well_as_in_colour(client: Client) -> None:
    gates = ["fired", "confirmed", "cancelled", "timeout", "needs_hand_mode", "refused"]
    shown = await open_watch(client, records=[row(gate, gate=gate) for gate in gates])
    icons = shown.locator(".cwk-cell-gate svg")
    outlines = await icons.evaluate_all("icons => icons.map(icon => icon.innerHTML)")
    colours = await icons.evaluate_all("icons => icons.map(icon => getComputedStyle(icon).color)")
    assert len(set(outlines)) == len(set(colours)) == len(gates)


async def test_the_newest_row_stays_in_view(client: Client) -> None:
    await open_watch(client, records=rows(0, 50))
    await client.push("records", rows=rows(50, 60))
    await expect(client.page.get_by_text("action_59", exact=True)).to_be_in_viewport()


async def test_a_reader_further_up_is_left_there_and_told(client: Client) -> None:
    await open_watch(client, records=rows(0, 50))
    grid = client.page.get_by_role("grid")
    await grid.evaluate("grid => { grid.scrollTop = 0 }")
    await client.settle()
    await client.push("records", rows=rows(50, 53))
    await expect(client.page.get_by_text("3 new", exact=True)).to_be_visible()
    assert await grid.evaluate("grid => grid.scrollTop") == 0
    await client.page.get_by_role("button", name="3 new calls").click()
    await expect(client.page.get_by_text("action_52", exact=True)).to_be_in_viewport()
    await expect(client.page.get_by_text("3 new", exact=True)).to_have_count(0)


async def test_a_row_that_comes_again_is_not_shown_twice(client: Client) -> None:
    shown = await open_watch(client, records=rows(0, 3))
    await client.tell("drop")
    await client.tell("connect")
    await client.snapshot(watch=True, records=[*rows(1, 4), row("2", gate="confirmed")])
    await expect(shown).to_have_count(4)
    await expect(shown.nth(2)).to_contain_text("confirmed")


async def test_rows_of_another_session_are_gone(client: Client) -> None:
    shown = await open_watch(client, records=rows(0, 3))
    await client.snapshot(watch=True, records=[])
    await expect(shown).to_have_count(0)
    await client.snapshot(watch=True, records=rows(7, 8))
    await expect(shown).to_have_count(1)


async def test_thousands_of_rows_are_few_on_the_page(client: Client) -> None:
    shown = await open_watch(client)
    for start in range(0, 11_000, 1_000):
        await client.push("records", rows=rows(start, start + 1_000))
    await expect(client.page.get_by_text("10,000 calls, the 1,000 oldest are no longer kept")).to_be_visible()
    assert await shown.count() < 60
    await expect(client.page.get_by_text("action_10999", exact=True)).to_be_in_viewport()
    await client.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
    await expect(client.page.get_by_text("action_1000", exact=True)).to_be_in_viewport()


async def test_old_rows_leave_without_moving_what_is_read(client: Client) -> None:
    await open_watch(client, records=rows(0, 1_000))
    for start in range(1_000, 10_000, 1_000):
        await client.push("records", rows=rows(start, start + 1_000))
    grid = client.page.get_by_role("grid")
    await client.settle()
    await grid.evaluate("grid => { grid.scrollTop = 36 * 2000 }")
    await client.settle()
    before = await client.page.get_by_text("action_2003", exact=True).bounding_box()
    await client.push("records", rows=rows(10_000, 10_100))
    await expect(client.page.get_by_text("100 new", exact=True)).to_be_visible()
    await client.settle()
    assert await client.page.get_by_text("action_2003", exact=True).bounding_box() == before


async def test_a_row_opens_in_full(client: Client) -> None:
    record = row(
        "1",
        control="hard",
        gate="confirmed",
        summary="Delete “Alpha”?",
        arguments={"project": "p1", "list": [1, "NaN"]},
        evidence={"by": "card", "input": "mouse", "early_presses": 0},
        ok=False,
        code="internal",
        error="The disk is full.",
    )
    shown = await open_watch(client, records=[record])
    await shown.first.click()
    details = client.page.get_by_role("region", name="One call")
    for text in ("Delete “Alpha”?", '"project": "p1"', "by: card, input: mouse", "The disk is full.", "ana"):
        await expect(details).to_contain_text(text)
    await details.get_by_role("button", name="Close the details").click()
    await expect(details).to_have_count(0)


async def test_the_timeline_works_by_keyboard(client: Client) -> None:
    await open_watch(client, records=rows(0, 100))
    grid = client.page.get_by_role("grid")
    await grid.focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "ArrowUp"):
        await client.page.keyboard.press(key)
    active = client.page.locator(f"#{await grid.get_attribute('aria-activedescendant')}")
    await expect(active).to_contain_text("action_1")
    await expect(active).to_be_in_viewport()
    await client.page.keyboard.press("Enter")
    details = client.page.get_by_role("region", name="One call")
    await expect(details.get_by_role("heading", name="action_1")).to_be_focused()
    await client.page.keyboard.press("Escape")
    await expect(details).to_have_count(0)
    await expect(grid).to_be_focused()
    await client.page.keyboard.press("End")
    await expect(client.page.get_by_text("action_99", exact=True)).to_be_in_viewport()


async def test_tabs_work_by_arrow_keys(client: Client) -> None:
    await open_watch(client)
    timeline = client.page.get_by_role("tab", name="Timeline")
    catalogue = client.page.get_by_role("tab", name="Catalogue")
    await expect(timeline).to_be_focused()
    await client.page.keyboard.press("ArrowRight")
    await expect(catalogue).to_be_focused()
    await expect(catalogue).to_have_attribute("aria-selected", "true")
    await expect(timeline).to_have_attribute("tabindex", "-1")
    await client.page.keyboard.press("End")
    await expect(client.page.get_by_role("tab", name="Agent’s view")).to_be_focused()
    await client.page.keyboard.press("ArrowRight")
    await expect(timeline).to_be_focused()


async def test_the_catalogue_says_where_levels_come_from(client: Client) -> None:
    action = {
        "name": "view mode.set_list",
        "description": "Show a list.",
        "control": "soft",
        "origin": "safety net",
        "kind": "write",
        "element": "view mode",
        "needs_hand": True,
    }
    elements = [{"name": "view mode", "actions": ["set_list"]}]
    await open_watch(client, catalogue={"actions": [action], "surface": "Tasks board", "elements": elements})
    await client.page.get_by_role("tab", name="Catalogue").click()
    view = client.page.get_by_role("tabpanel")
    await expect(view).to_contain_text("Tasks board")
    cells = await view.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    assert cells == ["soft", "safety net", "write", "view mode", "needed"]
    await client.snapshot(watch=True)
    await expect(view).to_contain_text("Nothing is declared here")


@pytest.mark.parametrize("page", [{}, NARROW], indirect=True)
async def test_s08_s40_s50_strange_records_are_shown_in_bounds(client: Client) -> None:
    deep: Any = "end"
    for _ in range(200):
        deep = [deep]
    strange = [
        row("1", action="x\u202ey\u200b" + "long" * 50_000, at="yesterday\x00", duration_ms="NaN"),
        row("2", action=None, gate=None, control=5, duration_ms=None, arguments={"big": "z" * 1_000_000}),
        row("3", arguments={"deep": deep}, error={"code": "internal", "message": "m\u2066"}, evidence="words"),
        {"id": "4"},
        row("5", arguments="already text: 12345678901234567890"),
    ]
    shown = await open_watch(client, records=strange)
    await expect(shown).to_have_count(5)
    await expect(shown.first).to_contain_text("x⟨U+202E⟩y⟨U+200B⟩long")
    for n in range(5):
        await client.page.get_by_role("grid").focus()
        await client.page.keyboard.press("Home")
        for _ in range(n):
            await client.page.keyboard.press("ArrowDown")
        await client.page.keyboard.press("Enter")
        await expect(client.page.get_by_role("region", name="One call")).to_be_visible()
        assert len(await client.page.locator(".cwk-record").inner_text()) < 60_000
        await client.page.keyboard.press("Escape")
    await client.push("records", rows=rows(10, 11))
    await expect(client.page.get_by_text("action_10", exact=True)).to_be_attached()


@pytest.mark.parametrize("page", [NARROW], indirect=True)
async def test_on_a_narrow_window_the_columns_fold(client: Client) -> None:
    shown = await open_watch(client, records=[row("1", action="a_name_that_is_rather_long_for_a_phone" * 3)])
    box = await shown.first.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (360, 60)
    assert await client.page.evaluate("document.documentElement.scrollWidth") == 360
    await shown.first.click()
    await client.page.get_by_role("button", name="Back to the timeline").click()
    await expect(client.page.get_by_role("grid")).to_be_focused()
