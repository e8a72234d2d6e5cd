"""pydantic-ai as a connector for tests: its own function model follows the script."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from coworkkit.agents import PydanticAIAgent
from tests.agents.connectors.script import Script


class ByPydanticAI:
    """A model that pydantic-ai calls, answering by a script."""

    name = "pydantic-ai"
    hears_user = True
    carries_text = True

    def agent(self, script: Script, **given: Any) -> PydanticAIAgent:
        """Return an agent whose model follows the script."""
        return PydanticAIAgent(FunctionModel(stream_function=self.follows(script)), name="Nova", **given)

    def follows(self, script: Script) -> Any:
        """Return a stream function for a `FunctionModel`."""

        async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
            offered = {tool.name: tool.description or "" for tool in info.function_tools}
            step = script.next(offered, info.instructions or "", results_in(messages))
            if step.say:
                yield step.say
            for index, one in enumerate(step.calls):
                given = one.arguments if isinstance(one.arguments, str) else json.dumps(one.arguments)
                yield {index: DeltaToolCall(name=script.tool(one.action), json_args=given, tool_call_id=one.id)}
            if not step.say and not step.calls:
                yield " "

        return stream


def results_in(messages: list[ModelMessage]) -> dict[str, Any]:
    """What the model's calls were answered."""
    return {
        part.tool_call_id: part.content
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    }
