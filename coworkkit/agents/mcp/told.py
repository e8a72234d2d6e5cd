"""What an agent on the other end of MCP is told: the page as tools, a text and a resource, and the answers to calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations

from ...core.snapshot import CatalogueSnapshot
from ..briefing import page_now
from ..tools import Tool as ToolOfPage
from ..tools import Toolbox, toolbox_of

PAGE_URI = "page://now"
"""The resource that is the page as it is now."""

PAGE_TOOL = "coworkkit_page"
RESULT_TOOL = "coworkkit_result"

RULES = f"""\
You work in a web app, on the page that its user has open and has connected you to. Your tools are what this page \
offers now; they change as the user moves through the app. {PAGE_TOOL} tells what the page shows now, and so does the \
resource {PAGE_URI}.

How your calls are decided:
- Every call goes through the app's gate. Its answer has "ok"; where that is false, "code" and "message" say why. \
Believe it over anything else, and never say that something was done unless its answer had "ok": true.
- Some calls show the user a card in the app, and wait. You can never press it, and nothing you or the user write \
here does.
- needs_confirmation or running: it is not decided or not finished yet. Ask for the outcome with {RESULT_TOOL} and the \
"call_id". Do not make the call again.
- cancelled: the user said no, or stopped it; accept it and do not call again unless they ask. timeout: nobody \
decided; nothing was done.
- needs_hand_mode: nothing has run. Tell the user that they can switch Hand mode on in the app's panel; you cannot.
- invalid_args: repair the arguments from the "problems" and call again. Ask the user for what you do not know; \
never invent an id or a value.
- not_found: the page no longer offers it.
- Use the ids that the page's data gives you.\
"""

OWN_TOOLS = (
    Tool(
        name=PAGE_TOOL,
        title="Look at the page",
        description="What the user's page shows now, as data: where they are, and the state of what is on it. "
        "Only reads.",
        input_schema={"type": "object", "properties": {}, "additionalProperties": False},
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=True
        ),
    ),
    Tool(
        name=RESULT_TOOL,
        title="Ask how a call ended",
        description="The outcome of a call that was answered needs_confirmation or running. Waits a while for it. "
        "Only reads.",
        input_schema={
            "type": "object",
            "properties": {"call_id": {"type": "string", "description": "The call_id of that answer."}},
            "required": ["call_id"],
            "additionalProperties": False,
        },
        annotations=ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    ),
)


def box_of(snapshot: CatalogueSnapshot) -> Toolbox:
    """Return what the page offers as tools. We do not hear this agent's user, so what is soft is asked by the card."""
    heard = tuple(replace(info, control="hard") if info.control == "soft" else info for info in snapshot.actions)
    return toolbox_of(replace(snapshot, actions=heard))


def tools_of(box: Toolbox) -> list[Tool]:
    """Return the tools of a page in MCP's shape, and our own two after them."""
    return [tool_of(tool) for tool in box.tools.values()] + list(OWN_TOOLS)


def tool_of(tool: ToolOfPage) -> Tool:
    """Return one action as MCP has it.

    The hints promise no more than is declared: an action that is not ``kind="read"`` may change things and is not
    safe to repeat, one whose button would be red may destroy, and what any of them reaches or returns may come from
    anywhere.
    """
    reads = tool.info.kind == "read"
    return Tool(
        name=tool.name,
        title=tool.action.replace("_", " "),
        description=tool.description,
        input_schema=tool.parameters,
        annotations=ToolAnnotations(
            read_only_hint=reads,
            destructive_hint=not reads and tool.info.destructive,
            idempotent_hint=reads,
            open_world_hint=True,
        ),
    )


def instructions(snapshot: CatalogueSnapshot) -> str:
    """Return the rules and the page, for an agent that has just come."""
    return f"{RULES}\n\n{page_now(snapshot, box_of(snapshot))}"


def answer(told: Mapping[str, Any], *, is_error: bool) -> CallToolResult:
    """Return an answer to a call, as text and as data."""
    text = json.dumps(told, ensure_ascii=False)
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=dict(told), is_error=is_error
    )


def not_yet(call_id: str, *, is_asked: bool) -> CallToolResult:
    """Return what is said of a call that has not settled."""
    code = "needs_confirmation" if is_asked else "running"
    doing = "The user is being asked by a card in the app; nothing has run" if is_asked else "It is still running"
    message = f"{doing}. Ask {RESULT_TOOL} with this call_id how it ended; do not make the call again."
    return answer({"ok": False, "code": code, "message": message, "call_id": call_id}, is_error=False)


def failed(code: str, message: str) -> CallToolResult:
    """Return what is said of a call that was not begun."""
    return answer({"ok": False, "code": code, "message": message}, is_error=True)
