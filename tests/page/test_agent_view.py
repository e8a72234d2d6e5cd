"""The agent's view in Watch, and the facts of the session."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from .watch_page import open_watch, row, waiting

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

TOLD: Json = {
    "surface": {"label": "Board", "data": {"open": 12}, "cue": "A move is planned.", "hand_actions": ["wipe"]},
    "elements": [
        {"name": "lamp", "state": {"lit": False}, "cue": "Mind the bulb.", "actions": ["lamp.light"]},
        {"name": "still", "state": None, "cue": None, "actions": []},
    ],
    "actions": [
        {
            "name": "wipe",
            "description": "Wipe it.",
            "parameters": {"type": "object", "properties": {"depth": {"type": "integer"}}},
            "kind": "write",
            "control": "hard",
            "element": None,
            "needs_hand": True,
            "cue": "Ask which one.",
            "silent": True,
        }
    ],
}


async def tell(client: Client, told: Json = TOLD) -> None:
    """What the server answers when it is asked for the agent's view."""
    await client.answer("agent_view", {"ok": True, "text": json.dumps(told)})


async def open_view(client: Client, **content: Any) -> None:
    """Open the agent's view and have it read."""
    await open_watch(client, **content)
    await tell(client)
    await client.page.get_by_role("tab", name="Agent’s view").click()
    await client.wait_sent("agent_view")


async def test_everything_the_agent_is_told_is_there(client: Client) -> None:
    await open_view(client)
    view = client.page.get_by_role("tabpanel")
    for text in ("Board", '"open": 12', "A move is planned.", "lamp.light", '"lit": false', "Mind the bulb.", "wipe"):
        await expect(view).to_contain_text(text)
    await view.get_by_text("Wipe it.").click()
    for text in ('"depth"', "Ask which one.", "The agent need not talk about it"):
        await expect(view.get_by_text(text)).to_be_visible()


async def test_it_is_read_again_when_something_happens(client: Client) -> None:
    await open_view(client)
    view = client.page.get_by_role("tabpanel")
    await expect(view).to_contain_text('"lit": false')
    await tell(client, {**TOLD, "elements": [{**TOLD["elements"][0], "state": {"lit": True}}]})
    await client.push("records", rows=[row("1")])
    await expect(view).to_contain_text('"lit": true')
    await tell(client, {**TOLD, "surface": None})
    await client.page.get_by_label("App").click()
    await expect(view).to_contain_text("No surface is declared")
    await tell(client, {"surface": None, "elements": [], "actions": []})
    await view.get_by_role("button", name="Read again").click()
    await expect(view).to_contain_text("the agent can do nothing")


async def test_what_could_not_be_read_is_told_and_what_was_read_stays(client: Client) -> None:
    await open_view(client)
    view = client.page.get_by_role("tabpanel")
    await client.answer("agent_view", {"ok": False, "message": "This page is not connected any more."})
    await view.get_by_role("button", name="Read again").click()
    await expect(view).to_contain_text("Could not be read: This page is not connected any more.")
    await expect(view).to_contain_text("Board")


async def test_the_sessions_facts_are_those_of_now(client: Client) -> None:
    await open_view(client, blocked=[{"name": "wipe", "label": "Wipe all"}], records=[waiting("1"), waiting("2", "asked")])
    facts = client.page.get_by_role("region", name="Session")

    async def told() -> dict[str, str]:
        names = await facts.locator("dt").all_inner_texts()
        return dict(zip(names, await facts.locator("dd").all_inner_texts(), strict=True))

    now = await told()
    assert (now["User"], now["Connection"], now["Hand mode"]) == ("ana", "connected", "Off")
    assert (now["Blocked actions"], now["Session"]) == ("wipe", "session-1")
    assert now["Questions waiting"] == "action_1, on the card"
    await client.push("hand", armed=True, reason="")
    await client.push("blocked", actions=[])
    await client.push("question", question={"id": "q1", "text": "Archive it?"})
    await client.push("records", rows=[row("1", gate="confirmed")])
    await expect(facts).to_contain_text("“Archive it?”, in the conversation")
    now = await told()
    assert (now["Hand mode"], now["Blocked actions"]) == ("On", "none")
    await client.tell("drop")
    await expect(facts).to_contain_text("not connected")


async def test_nothing_of_another_session_stays_on_screen(client: Client) -> None:
    await open_view(client)
    view = client.page.get_by_role("tabpanel")
    await expect(view).to_contain_text("A move is planned.")
    await client.tell("hold")
    await client.snapshot(watch=True, session={"id": "session-2", "user": "ben", "card": "framed"})
    await expect(view).to_contain_text("ben")
    await expect(view).not_to_contain_text("A move is planned.")


async def test_strange_text_is_made_visible(client: Client) -> None:
    await open_watch(client)
    strange = {**TOLD, "surface": {**TOLD["surface"], "label": "a\u202eb", "data": "<b>x</b>"}}
    await tell(client, strange)
    await client.page.get_by_role("tab", name="Agent’s view").click()
    view = client.page.get_by_role("tabpanel")
    await expect(view).to_contain_text("aU+202Eb")
    await expect(view).to_contain_text("<b>x</b>")
