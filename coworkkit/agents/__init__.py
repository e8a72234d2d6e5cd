"""Ways to reach an agent. Each has its own extra: ``coworkkit[local]`` for `LocalAgent`, and so on.

A way is imported when its name is first used, so that the extras of the others need not be installed.
"""

import importlib
import typing

from . import made as made  # tells core what it can make agents of

if typing.TYPE_CHECKING:
    from .agui import AGUIAgent
    from .briefing import briefing_of
    from .llm import PageToolset, PydanticAIAgent
    from .local import LocalAgent
    from .mcp import MCPEndpoint
    from .tools import Tool, Toolbox, toolbox_of

__all__ = [
    "AGUIAgent",
    "LocalAgent",
    "MCPEndpoint",
    "PageToolset",
    "PydanticAIAgent",
    "Tool",
    "Toolbox",
    "briefing_of",
    "toolbox_of",
]

_FOUND_IN = {
    "AGUIAgent": "agui",
    "LocalAgent": "local",
    "MCPEndpoint": "mcp",
    "PageToolset": "llm",
    "PydanticAIAgent": "llm",
    "Tool": "tools",
    "Toolbox": "tools",
    "briefing_of": "briefing",
    "toolbox_of": "tools",
}


def __getattr__(name: str) -> typing.Any:
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f".{_FOUND_IN[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
