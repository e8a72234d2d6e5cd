"""MCP as a connector for tests: when the user speaks, an agent from outside does what the script says.

There is no turn of ours in it: the agent comes in by HTTP, with the official client, and is told only what MCP tells.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from coworkkit import Turn
from coworkkit.agents import MCPEndpoint
from tests.agents.connectors.script import Script, ToolCall
from tests.agents.outside.line_to import agent_at, hears, lets_in, pair, served
from tests.core.scene import Scene


class FarEnd:
    """Stands in the agent's place on the page, and lets the agent from outside work while the user waits.

    Args:
        script: what the agent does.
    """

    name = "Nova"
    greeting = ""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.endpoint = MCPEndpoint()
        self.scene: Scene | None = None
        self.bearer = ""

    async def arrives(self, scene: Scene) -> None:
        """The user of the page connects the agent, before they say anything."""
        self.scene = scene
        self.bearer = await pair(scene, lets_in(scene, self.endpoint, ""))

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Let the agent come in, do its steps, and go."""
        assert self.scene is not None
        async with served(self.endpoint) as host:
            lets_in(self.scene, self.endpoint, host)
            async with agent_at(host, self.bearer, name=self.name) as agent:
                while True:
                    offered = {tool.name: tool.description or "" for tool in (await agent.list_tools()).tools}
                    page = (await agent.read_resource("page://now")).contents[0]
                    told = f"{agent.instructions}\n{page.text}"  # type: ignore[union-attr]
                    step = self.script.next(offered, told, {})
                    if step.say:
                        yield step.say
                    await asyncio.gather(*(self.call(agent, call) for call in step.calls))
                    if not step.calls:
                        return

    async def call(self, agent: Any, call: ToolCall) -> None:
        """Make one call, and note what it was answered."""
        result = await agent.call_tool(self.script.tool(call.action), call.arguments, progress_callback=hears)
        self.script.results[call.id] = result.structured_content


class ByMCP:
    """An agent that comes in from outside."""

    name = "mcp"
    hears_user = False
    passes_unreadable = False

    def agent(self, script: Script, **given: Any) -> FarEnd:
        """Return what lets the agent in."""
        return FarEnd(script)
