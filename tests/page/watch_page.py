"""Watch opened on the harness, and rows to show in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client, Json

FACTS = {"id": "session-1", "user": "ana", "card": "framed"}


def row(id: str, **more: Any) -> Json:
    """A call as the server sends it: an open one that ran."""
    plain = {
        "id": id,
        "call_id": f"call_{id}",
        "turn": None,
        "pending": None,
        "at": "2026-03-04T05:06:07.089Z",
        "called_at": "2026-03-04T05:06:07.001Z",
        "asked_at": None,
        "decided_at": None,
        "action": f"action_{id}",
        "element": None,
        "kind": "write",
        "control": "open",
        "gate": "fired",
        "ok": True,
        "entered": True,
        "code": None,
        "error": None,
        "note": None,
        "duration_ms": 12.5,
        "summary": None,
        "arguments": {},
        "caller": {"agent": "LocalAgent", "connector": "in-process"},
        "user": "ana",
        "evidence": {},
        "digest": "d1",
        "cut": False,
        "size": 700,
    }
    return {**plain, **more}


def waiting(id: str, pending: str = "card", **more: Any) -> Json:
    """A call that has not settled."""
    nothing = {"gate": None, "ok": None, "entered": pending == "running", "duration_ms": None, "digest": None}
    return row(id, pending=pending, control="hard", **{**nothing, **more})


def durable(id: str, state: str = "pending", **more: Any) -> Json:
    """A durable card as the server sends it: one that waits."""
    plain = {
        "id": id,
        "interaction": state,
        "turn": None,
        "pending": "interaction" if state in ("pending", "submitted") else None,
        "at": "2026-03-04T05:06:07.089Z",
        "called_at": "2026-03-04T05:06:07.089Z",
        "asked_at": "2026-03-04T05:06:07.089Z",
        "expires_at": "2026-03-04T05:36:07.089Z",
        "decided_at": None,
        "settled_at": None,
        "ended_at": None,
        "action": f"Card {id}?",
        "summary": "This cannot be undone.",
        "action_label": "Cancel order",
        "cancel_label": "Keep order",
        "destructive": True,
        "arguments": {},
        "words_by": "app",
        "caller": {"agent": "LocalAgent", "connector": ""},
        "evidence": {},
        "side_effect": None,
        "run": None,
        "cut": False,
        "size": 700,
    }
    return {**plain, **more}


def rows(start: int, end: int, **more: Any) -> list[Json]:
    """Calls numbered from `start` up to `end`."""
    return [row(str(n), **more) for n in range(start, end)]


async def open_watch(client: Client, tab: str = "Timeline", **content: Any) -> Locator:
    """Open Watch on one of its views and return the timeline's rows."""
    await client.open(watch=1)
    await client.snapshot(watch=True, session=FACTS, **content)
    await client.page.keyboard.press("Control+Shift+K")
    await expect(client.page.get_by_role("region", name="Watch")).to_be_visible()
    if tab != "Timeline":
        await client.page.get_by_role("tab", name=tab).click()
    await client.settle()
    return client.page.locator(".cwk-rows .cwk-row")


async def actions_shown(client: Client) -> list[str]:
    """The names of the actions in the rows, in order."""
    await client.settle()
    return await client.page.locator(".cwk-rows .cwk-cell-action > bdi").all_inner_texts()
