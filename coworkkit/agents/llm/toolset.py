"""The page as a pydantic-ai toolset: its actions as tools, and what it shows as instructions."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic_ai import RunContext
from pydantic_ai.messages import InstructionPart
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from pydantic_core import from_json

from ...core.agent import Turn
from ...errors import CoworkkitError
from ..briefing import RULES, page_now
from ..tools import Tool, toolbox_of

turn_now: ContextVar[Turn | None] = ContextVar("coworkkit_turn", default=None)
"""The turn that a `PydanticAIAgent` answers, for a toolset that belongs to an agent and not to one turn."""

AS_GIVEN = "coworkkit_arguments_as_given"
"""Under this key, arguments that are no JSON object reach the gate, which says what is wrong with them."""

LONGEST_READ = 1_000_000
"""Characters of arguments that are read before the gate does; longer ones are its own to read or refuse."""


class GateReads:
    """In the place of pydantic-ai's validator: it lets everything through, because the gate validates."""

    def validate_json(self, input: str | bytes | bytearray, **_: Any) -> dict[str, Any]:
        """Return the arguments; those that are no JSON object as they are."""
        if len(input) <= LONGEST_READ:
            try:
                read = from_json(input)
            except ValueError:
                read = None
            if isinstance(read, dict):
                return read
        return {AS_GIVEN: input if isinstance(input, str) else bytes(input).decode("utf-8", "replace")}

    def validate_python(self, input: Any, **_: Any) -> dict[str, Any]:
        """Return the arguments; those that are no mapping as they are."""
        return input if isinstance(input, dict) else {AS_GIVEN: input}


@dataclass(kw_only=True)
class PageTool(ToolsetTool[Any]):
    """One tool of one step.

    Attributes:
        ours: the action as a tool.
    """

    ours: Tool


class PageToolset(AbstractToolset[Any]):
    """The user's page as tools for a pydantic-ai agent. Every call goes through the gate.

    A `PydanticAIAgent` brings its own. Give it to an agent that you run yourself in `Agent.answer`:
    ``await agent.run(turn.text, toolsets=[PageToolset(turn)])``. Tools and instructions are made anew for each step,
    because the page may have changed by the step before.

    Args:
        turn: the user turn that is answered; by default the one that a `PydanticAIAgent` answers right now.
        id: names it among an agent's toolsets.
        instructions: whether it also tells the model the rules of the gate and what the page shows.
    """

    validator: ClassVar[GateReads] = GateReads()

    def __init__(self, turn: Turn | None = None, *, id: str = "coworkkit", instructions: bool = True) -> None:
        self._turn = turn
        self._id = id
        self._instructions = instructions

    @property
    def id(self) -> str:
        """Names it among an agent's toolsets."""
        return self._id

    @property
    def turn(self) -> Turn:
        """The turn that is answered.

        Raises:
            CoworkkitError: the developer's agent runs outside of a turn, so there is no page.
        """
        turn = self._turn or turn_now.get()
        if turn is None:
            raise CoworkkitError(
                "PageToolset has no page here. Give it the turn, PageToolset(turn), or let PydanticAIAgent(agent) run "
                "the agent."
            )
        return turn

    async def get_instructions(self, ctx: RunContext[Any]) -> list[InstructionPart] | None:
        """Return the rules, and what the page shows now, as data."""
        if not self._instructions:
            return None
        snapshot = self.turn.catalogue()
        return [
            InstructionPart(RULES, name="rules"),
            InstructionPart(page_now(snapshot), dynamic=True, name="page"),
        ]

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        """Return what the page offers now."""
        return {
            name: PageTool(
                toolset=self,
                tool_def=ToolDefinition(
                    name=name,
                    description=tool.description,
                    parameters_json_schema=tool.parameters,
                    metadata={"action": tool.action},
                ),
                max_retries=0,
                args_validator=self.validator,
                ours=tool,
            )
            for name, tool in toolbox_of(self.turn.catalogue()).tools.items()
        }

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> dict[str, Any]:
        """Call the action through the gate and return its answer, whatever it is."""
        ours = tool.ours if isinstance(tool, PageTool) else None
        given = tool_args.get(AS_GIVEN, tool_args)
        action, arguments = (name, given) if ours is None else (ours.action, ours.arguments(given))
        return (await self.turn.call(action, arguments, call_id=ctx.tool_call_id)).as_json()
