"""What the page offers, as tools for a model: names, descriptions and schemas that every provider takes."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.snapshot import ActionInfo, CatalogueSnapshot
from .safe_names import safe_name
from .schemas import told_schema

logger = logging.getLogger("coworkkit")

LONGEST_DESCRIPTION = 1_000
"""Characters; OpenAI refuses a request with more than 1,024 in one."""

MOST_TOOLS = 120
"""OpenAI refuses a request with more than 128, and an agent may have some of its own."""

HOW_CONFIRMED: Mapping[str, str] = {
    "open": "",
    "soft": "Needs the user's yes: the first call returns needs_confirmation with a question to ask.",
    "hard": "The user confirms it on a card that the app shows; calling it asks them.",
    "depends": "With some arguments it needs the user's confirmation first.",
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One action as a tool.

    Attributes:
        name: what a model calls it by: ``^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$``, the same in every step.
        action: the action's name in the catalogue.
        description: what it does, how it is confirmed, and whether it needs Hand mode.
        parameters: a JSON Schema object in the dialect that all providers take.
        info: the action as the catalogue tells it.
        renamed: by the name it has in `parameters`, the real name of each argument that was renamed.
        rest: what did not fit into the description.
    """

    name: str
    action: str
    description: str
    parameters: dict[str, Any]
    info: ActionInfo
    renamed: Mapping[str, str] = field(default_factory=dict)
    rest: str = ""

    def arguments(self, given: Mapping[str, Any] | str) -> Mapping[str, Any] | str:
        """Return a model's arguments under their real names. What is no JSON object is the gate's to refuse."""
        if not self.renamed:
            return given
        if isinstance(given, str):
            try:
                read = json.loads(given)
            except (ValueError, RecursionError):
                return given
            if not isinstance(read, dict):
                return given
            given = read
        return {self.renamed.get(name, name): value for name, value in given.items()}


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The tools of one step, by the name a model calls them by.

    Attributes:
        tools: the tools, in the order of the catalogue.
        left_out: names of actions beyond `MOST_TOOLS`, which cannot be offered.
    """

    tools: Mapping[str, Tool]
    left_out: tuple[str, ...] = ()

    def call(self, name: str, arguments: Mapping[str, Any] | str) -> tuple[str, Mapping[str, Any] | str]:
        """Return a model's call as the gate takes it: ``await turn.call(*toolbox.call(name, arguments))``.

        A name that is none of ours stays as it is: the gate says that there is no such action.
        """
        tool = self.tools.get(name)
        return (name, arguments) if tool is None else (tool.action, tool.arguments(arguments))


def toolbox_of(snapshot: CatalogueSnapshot, *, most: int = MOST_TOOLS) -> Toolbox:
    """Return everything the page offers now as tools.

    Args:
        snapshot: what the page offers, from `Turn.catalogue`.
        most: how many tools may be offered; the ones after are left out, and the briefing says so.
    """
    tools: dict[str, Tool] = {}
    left_out = []
    for info in snapshot.actions:
        tool = tool_of(info)
        if len(tools) >= most or tool.name in tools:
            left_out.append(info.name)
        else:
            tools[tool.name] = tool
    if left_out:
        logger.warning(
            "coworkkit: the page has %d actions and a model can be offered %d, so %r and %d others are left out; "
            "mount fewer at a time",
            len(snapshot.actions),
            most,
            left_out[0],
            len(left_out) - 1,
        )
    return Toolbox(tools, tuple(left_out))


def tool_of(info: ActionInfo) -> Tool:
    """Return one action as a tool."""
    parameters, renamed = told_schema(info.parameters)
    about = " ".join(part for part in (HOW_CONFIRMED[info.control], hand_note(info), kind_note(info)) if part)
    room = LONGEST_DESCRIPTION - len(about) - 2
    words, rest = info.description, ""
    if len(words) > room:
        words, rest = f"{words[: room - 1].rstrip()}…", words
    return Tool(
        name=safe_name(info.name),
        action=info.name,
        description=f"{words}\n\n{about}".strip(),
        parameters=parameters,
        info=info,
        renamed=renamed,
        rest=rest,
    )


def hand_note(info: ActionInfo) -> str:
    """Say that an action operates the page itself."""
    return "Operates the page, so the user must have switched Hand mode on." if info.needs_hand else ""


def kind_note(info: ActionInfo) -> str:
    """Say that an action changes nothing, or that its effect speaks for itself."""
    if info.kind == "read":
        return "Only reads."
    return "The user sees the effect; no need to talk about it." if info.silent else ""
