"""AG-UI as a connector for tests: pydantic-ai's server and LangGraph's follow the script, over real HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any

import pytest

pytest.importorskip("ag_ui_langgraph", reason="the AG-UI servers are not installed: pip install -e '.[test]'")

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from pydantic_ai import Agent
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import ExternalToolset
from typing_extensions import TypedDict

from coworkkit.agents import AGUIAgent
from tests.agents.agui_servers import running
from tests.agents.connectors.by_pydantic_ai import ByPydanticAI
from tests.agents.connectors.script import Script

GONE = "no_such_action"
"""A tool that a server still knows, and the page does not have."""


class ByAGUIOfPydanticAI:
    """An agent of pydantic-ai's behind its own AG-UI adapter."""

    name = "ag-ui"
    hears_user = True
    passes_unreadable = False

    def agent(self, script: Script, **given: Any) -> AGUIAgent:
        """Return an agent whose far end follows the script."""
        gone = ToolDefinition(name=GONE, description="", parameters_json_schema={"type": "object"})
        model = FunctionModel(stream_function=ByPydanticAI().follows(Read(script)))
        served = Agent(model, toolsets=[ExternalToolset([gone])])
        return AGUIAgent(running().by_pydantic_ai(served), name="Nova", **given)


class Read:
    """A script that reads results as they come over the wire: as JSON text."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def next(self, offered: dict[str, str], told: str, results: dict[str, Any]) -> Any:
        """Return the next step."""
        offered = {name: words for name, words in offered.items() if name != GONE}
        return self.script.next(offered, told, {id: read(content) for id, content in results.items()})

    def tool(self, action: str) -> str:
        """Return the name of the tool that an action is offered as."""
        return self.script.tool(action)


def read(content: Any) -> Any:
    """Return a result as JSON."""
    if not isinstance(content, str):
        return content
    try:
        return json.loads(content)
    except ValueError:
        return content


class ScriptedChat(BaseChatModel):
    """A LangChain chat model that follows a script, streaming as real ones do."""

    script: Any
    offered: dict[str, str] = {}
    told: str = ""
    whole_calls: bool = False
    """Whether a call comes in one piece, as Gemini's do; else its name comes first, as OpenAI's and Anthropic's."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        raise NotImplementedError("only streamed")

    async def _astream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> AsyncIterator[ChatGenerationChunk]:
        results = {one.tool_call_id: read(one.content) for one in messages if isinstance(one, ToolMessage)}
        step = self.script.next(self.offered, self.told, results)
        for word in re.findall(r"\S+\s*", step.say):
            yield ChatGenerationChunk(message=AIMessageChunk(content=word))
        for index, one in enumerate(step.calls):
            given = one.arguments if isinstance(one.arguments, str) else json.dumps(one.arguments)
            name = {"name": self.script.tool(one.action), "args": "", "id": one.id, "index": index}
            rest = {"name": None, "args": given, "id": None, "index": index}
            for pieces in [[{**name, "args": given}]] if self.whole_calls else [[name], [rest]]:
                yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=pieces))


class GraphState(TypedDict, total=False):
    """What the graph keeps; the adapter puts the page's tools and context under its own names."""

    messages: Annotated[list[BaseMessage], add_messages]
    tools: list[Any]
    copilotkit: dict[str, Any]


class ByAGUIOfLangGraph:
    """A graph of LangGraph's behind ag-ui-langgraph."""

    name = "ag-ui"
    hears_user = True
    passes_unreadable = True

    def agent(self, script: Script, **given: Any) -> AGUIAgent:
        """Return an agent whose far end follows the script."""
        return AGUIAgent(running().by_langgraph(graph_of(script)), name="Nova", **given)


def graph_of(script: Script, **given: Any) -> Any:
    """Return a graph of one node, which asks the model and leaves every call to the page."""
    State = TypedDict("State", {**GraphState.__annotations__, "ag-ui": dict[str, Any]}, total=False)

    async def chat(state: Any) -> dict[str, Any]:
        about = state.get("ag-ui", {})
        offered = {tool["name"]: tool["description"] for tool in about.get("tools", [])}
        told = "\n".join(one.value if hasattr(one, "value") else one["value"] for one in about.get("context", []))
        model = ScriptedChat(script=script, offered=offered, told=told, **given)
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(State)
    graph.add_node("chat", chat)
    graph.add_edge(START, "chat")
    graph.add_edge("chat", END)
    return graph.compile(checkpointer=InMemorySaver())
