"""The catalogue in Watch: what came and went, one action in full, and the builder's own call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Locator, expect

from .watch_page import open_watch, row

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

TAKES: Json = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "description": "What to do."},
        "hours": {"type": "integer", "default": 1},
        "urgent": {"type": "boolean"},
        "size": {"$ref": "#/$defs/Size"},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        "tags": {"type": "array", "items": {"type": "string"}},
        "api_key": {"type": "string"},
    },
    "required": ["title"],
    "$defs": {"Size": {"enum": ["small", "large"], "type": "string"}},
}


def action(name: str, **more: Any) -> Json:
    """An action as the server lists it."""
    plain = {
        "name": name,
        "description": f"Does {name}.",
        "control": "open",
        "origin": "default",
        "kind": "write",
        "element": None,
        "needs_hand": False,
        "hand_from": None,
    }
    return {**plain, **more}


def catalogue(*actions: Json) -> Json:
    return {"actions": list(actions), "surface": "Board", "elements": []}


async def open_action(client: Client, name: str = "add_task", takes: Json = TAKES, **more: Any) -> Locator:
    """Open one action of the catalogue and return what is shown of it."""
    await open_watch(client, "Catalogue", catalogue=catalogue(action(name, **more)))
    text = json.dumps({"parameters": takes, "secret": ["api_key"]})
    await client.answer("action_schema", {"ok": True, "text": text})
    await client.answer("builder_call", {"ok": True, "call_id": "call_7"})
    await client.page.get_by_role("button", name=name).click()
    return client.page.get_by_role("region", name="One action")


async def send(client: Client, times: int = 1) -> Json:
    """Press the button that calls, and return what was sent."""
    await client.page.get_by_role("button", name="Call add_task").click()
    return (await client.wait_sent("builder_call", times))[-1]


async def test_what_comes_goes_and_changes_is_marked_as_it_happens(client: Client) -> None:
    await open_watch(client, "Catalogue", catalogue=catalogue(action("stays"), action("leaves"), action("turns")))
    view = client.page.get_by_role("tabpanel")
    await expect(view.get_by_text("new", exact=True)).to_have_count(0)
    await client.push("catalogue", **catalogue(action("stays"), action("turns", control="hard"), action("comes")))
    for name, mark in (("comes", "new"), ("leaves", "gone"), ("turns", "changed")):
        await expect(view.get_by_role("row").filter(has_text=name)).to_contain_text(mark)
    await expect(view).to_contain_text("new: comes · changed: turns · gone: leaves")
    await expect(view.get_by_role("button", name="leaves")).to_have_count(0)
    await client.push("catalogue", **catalogue(action("stays"), action("leaves"), action("turns", control="hard")))
    await expect(view.get_by_role("row").filter(has_text="leaves")).to_contain_text("new")


async def test_an_action_says_why_it_has_its_level_and_needs_hand_mode(client: Client) -> None:
    more = {"control": "soft", "origin": "safety net", "needs_hand": True, "hand_from": "surface"}
    details = await open_action(client, **more)
    await expect(details).to_contain_text("the name sounds destructive")
    await expect(details).to_contain_text("The surface lists it in hand_actions")
    await expect(details).to_contain_text("Board")
    await details.get_by_text("What it takes").click()
    await expect(details).to_contain_text('"description": "What to do."')


async def test_the_form_sends_typed_arguments_and_leaves_out_what_is_empty(client: Client) -> None:
    await open_action(client)
    page = client.page
    await page.get_by_label("title").fill('Order "tulips"')
    await page.get_by_label("hours").fill("12345678901234567890")
    await page.get_by_label("urgent").select_option("false")
    await page.get_by_label("size").select_option('"large"')
    await page.get_by_label("tags").fill('["a", "b"]')
    await expect(page.get_by_label("api_key")).to_have_attribute("type", "password")
    sent = await send(client)
    assert sent["action"] == "add_task"
    assert '"hours": 12345678901234567890' in sent["arguments"]
    assert json.loads(sent["arguments"]) == {
        "title": 'Order "tulips"',
        "hours": 12345678901234567890,
        "urgent": False,
        "size": "large",
        "tags": ["a", "b"],
    }


async def test_what_is_no_number_is_for_the_gate_to_judge(client: Client) -> None:
    await open_action(client)
    await client.page.get_by_label("hours").fill("many")
    assert json.loads((await send(client))["arguments"]) == {"title": "", "hours": "many"}


async def test_broken_json_is_told_and_not_sent(client: Client) -> None:
    details = await open_action(client)
    await client.page.get_by_label("tags").fill('["a"')
    await client.page.get_by_role("button", name="Call add_task").click()
    await expect(details.get_by_role("status")).to_contain_text("tags is not JSON")
    assert await client.sent("builder_call") == []


async def test_arguments_can_be_given_as_json(client: Client) -> None:
    await open_action(client)
    await client.page.get_by_label("title").fill("Tulips")
    await client.page.get_by_role("button", name="JSON", exact=True).click()
    box = client.page.get_by_label("Arguments as a JSON object")
    assert json.loads(await box.input_value()) == {"title": "Tulips"}
    await box.fill('{"title": "Roses", "hours": 2}')
    assert json.loads((await send(client))["arguments"]) == {"title": "Roses", "hours": 2}


async def test_the_answer_is_shown_and_leads_to_the_row(client: Client) -> None:
    details = await open_action(client)
    sent = await send(client)
    await expect(details).to_contain_text("Under way.")
    await client.push("builder_result", n=sent["n"] + 5, answer={"ok": False, "message": "another call's"})
    answer = {"ok": True, "message": "Done.", "result": "A task"}
    await client.push("builder_result", n=sent["n"], call_id="call_7", answer=answer)
    await expect(details).to_contain_text('"result": "A task"')
    await expect(details.get_by_text("What an agent would be told")).to_be_in_viewport()
    await client.push("records", rows=[row("1"), row("9", call_id="call_7", action="add_task")])
    await details.get_by_role("button", name="Show the call").click()
    await expect(client.page.get_by_role("tab", name="Timeline")).to_have_attribute("aria-selected", "true")
    await expect(client.page.get_by_role("region", name="One call")).to_contain_text("add_task")


async def test_a_call_the_server_does_not_take_is_told(client: Client) -> None:
    details = await open_action(client)
    await client.answer("builder_call", {"ok": False, "message": "8 calls from Watch are under way."})
    await send(client)
    await expect(details.get_by_role("status")).to_contain_text("8 calls from Watch")


async def test_a_press_by_a_script_calls_nothing(client: Client) -> None:
    await open_action(client)
    button = client.page.get_by_role("button", name="Call add_task")
    await button.evaluate("button => { button.click(); button.form.requestSubmit(button); }")
    await client.settle()
    assert await client.sent("builder_call") == []
    await client.page.get_by_label("title").press("Enter")  # and one by a person does
    await client.wait_sent("builder_call")


async def test_an_action_that_goes_closes_with_it(client: Client) -> None:
    details = await open_action(client)
    await client.push("catalogue", **catalogue(action("other")))
    await expect(details).to_have_count(0)


async def test_escape_closes_the_action_and_gives_the_focus_back(client: Client) -> None:
    details = await open_action(client)
    await expect(details.get_by_role("heading", name="add_task")).to_be_focused()
    await client.page.keyboard.press("Escape")
    await expect(details).to_have_count(0)
    await expect(client.page.get_by_role("button", name="add_task")).to_be_focused()
