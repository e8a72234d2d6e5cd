"""One user turn answered by a pydantic-ai agent, step by step."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from typing import Any

from pydantic_ai import Agent, AgentRun
from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolReturnPart,
)
from pydantic_ai.toolsets import AbstractToolset
from pydantic_ai.usage import UsageLimits
from pydantic_core import to_json
from pydantic_graph import End

from ...core.agent import Turn
from ...errors import AgentTroubleError
from ..patience import in_time
from .history import recalled, remember

MOST_CALLS = 100
"""How many tools a model may call in one turn. Of an answer with more, none is called."""


@dataclass
class Run:
    """One run of a pydantic-ai agent for one user turn.

    Args:
        turn: the user turn.
        agent: who answers it.
        toolsets: what is added to the agent's own tools.
        instructions: what is added to the agent's own instructions.
        deps: the dependencies of the agent's run.
        patience: seconds that the model may be silent.
        most_steps: how often the model may be asked.
        streaming: whether the model's words are asked for piece by piece.
    """

    turn: Turn
    agent: Agent[Any, Any]
    toolsets: Sequence[AbstractToolset[Any]]
    instructions: str | None
    deps: Any
    patience: float
    most_steps: int
    streaming: bool
    calls: int = 0
    said: bool = False
    node: Any = None
    refused: dict[str, dict[str, Any]] = field(default_factory=dict)

    async def pieces(self) -> AsyncGenerator[str]:
        """Yield the model's words as they come, and keep the history whatever happens."""
        async with self.agent.iter(
            self.turn.text,
            message_history=await recalled(self.turn),
            toolsets=self.toolsets,
            instructions=self.instructions,
            deps=self.deps,
            usage_limits=UsageLimits(request_limit=self.most_steps),
        ) as run:
            try:
                node = run.next_node
                while not isinstance(node, End):
                    step = self.next_streamed(run, node) if self.streaming else self.next_whole(run, node)
                    async with aclosing(step) as pieces:
                        async for words in pieces:
                            self.said = True
                            yield words
                    node = self.node
                if not self.said and (words := as_words(node.data.output)):
                    yield words
            finally:
                remember(self.turn, run.all_messages())

    async def next_streamed(self, run: AgentRun[Any, Any], node: Any) -> AsyncGenerator[str]:
        """Go from one node to the next; yield what a model says on the way, as it comes."""
        if Agent.is_model_request_node(node):
            self.begins(node.request)
            async with aclosing(self.events(node.stream(run.ctx))) as events:
                async for event in events:
                    if words := words_in(event):
                        yield words
        elif Agent.is_call_tools_node(node):
            await self.refuse_unknown(node.model_response, run)
        self.node = await run.next(node)

    async def next_whole(self, run: AgentRun[Any, Any], node: Any) -> AsyncGenerator[str]:
        """Go from one node to the next; yield what a model has said, at once."""
        if Agent.is_model_request_node(node):
            self.begins(node.request)
            self.node = await in_time(run.next(node), self.patience, "the model")
            return
        if Agent.is_call_tools_node(node):
            if node.model_response.text:
                yield node.model_response.text
            await self.refuse_unknown(node.model_response, run)
        self.node = await run.next(node)

    def begins(self, request: ModelRequest) -> None:
        """A model is asked: what it said before is not its last word."""
        self.said = False
        self.tell_refused(request)

    async def events(self, opening: Any) -> AsyncGenerator[Any]:
        """Yield a step's events; a model that is silent for too long is left.

        Raises:
            AgentTroubleError: it was silent for longer than `patience`.
        """
        async with AsyncExitStack() as stack:
            stream = aiter(await in_time(stack.enter_async_context(opening), self.patience, "the model"))
            while True:
                try:
                    event = await in_time(anext(stream), self.patience, "the model")
                except StopAsyncIteration:
                    return
                yield event

    async def refuse_unknown(self, response: ModelResponse, run: AgentRun[Any, Any]) -> None:
        """Let the gate refuse calls of tools that there are not, so that they too leave a record.

        Raises:
            AgentTroubleError: these are more calls than a turn may have.
        """
        self.calls += len(response.tool_calls)
        if self.calls > MOST_CALLS:
            raise AgentTroubleError("too_many_steps", f"{self.calls:,} calls in one turn; {MOST_CALLS} are the most")
        tools = run.ctx.deps.tool_manager.tools or {}
        for call in response.tool_calls:
            if call.tool_name not in tools:
                result = await self.turn.call(call.tool_name, call.args or {}, call_id=call.tool_call_id)
                self.refused[call.tool_call_id] = result.as_json()

    def tell_refused(self, request: ModelRequest) -> None:
        """Tell the model what the gate said of such calls, in the place of pydantic-ai's own words."""
        request.parts = [
            ToolReturnPart(tool_name=part.tool_name, content=told, tool_call_id=part.tool_call_id)
            if isinstance(part, ToolReturnPart) and (told := self.refused.pop(part.tool_call_id, None))
            else part
            for part in request.parts
        ]


def words_in(event: Any) -> str:
    """Return the text that an event of a stream brings."""
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""


def as_words(output: Any) -> str:
    """Return what an agent with an output of its own has answered."""
    return output if isinstance(output, str) else "" if output is None else to_json(output).decode()
