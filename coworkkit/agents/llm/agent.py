"""Any model that pydantic-ai reaches, or a pydantic-ai agent of the developer's own, as the agent of a page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from pydantic_ai import Agent
from pydantic_ai.models import Model

from ...core.agent import Turn
from ...errors import DeclarationError
from .failing import trouble_of, was_refused
from .history import forget
from .model import check_name, model_named
from .run import Run
from .toolset import PageToolset, turn_now

PATIENCE_SECONDS = 15.0
MOST_STEPS = 30


class PydanticAIAgent:
    """Lets a language model answer the user, by pydantic-ai. One object may serve many sessions.

    ``CoworkkitProvider(agent="openai:gpt-5")`` makes one with the defaults. Each session has a history of its own,
    which survives a reload of the page; the longest and oldest parts of it are forgotten.

    Args:
        model: ``provider:model`` as pydantic-ai has it, a pydantic-ai model, or a `pydantic_ai.Agent` with tools and
            instructions of its own. The page's tools come on top.
        base_url: where an OpenAI-compatible server is, such as ``http://localhost:8000/v1``; `model` is then the name
            the server knows.
        api_key: that server's key. A provider's own key comes from its environment variable.
        name: what the agent is called, in the panel and in records.
        greeting: what it says in an empty conversation; empty for nothing.
        instructions: what the model is told besides the rules of the gate and what the page shows.
        deps: makes the dependencies of an own agent's run from the user turn.
        patience: seconds that the model may be silent, before its first word and between two.
        most_steps: how often the model may be asked in one turn before it is stopped.
        streaming: whether its words are asked for piece by piece. Some servers cannot stream a call of a tool.

    Raises:
        DeclarationError: the developer gave something else as the model, or a number that is too small.
    """

    connector = "pydantic-ai"

    def __init__(
        self,
        model: str | Model | Agent[Any, Any],
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        name: str = "Assistant",
        greeting: str = "",
        instructions: str = "",
        deps: Callable[[Turn], Any] | None = None,
        patience: float = PATIENCE_SECONDS,
        most_steps: int = MOST_STEPS,
        streaming: bool = True,
    ) -> None:
        if isinstance(model, str):
            check_name(model, base_url, api_key)
        elif not isinstance(model, Model | Agent):
            raise DeclarationError(
                "PydanticAIAgent",
                f"has {model!r} as its model",
                "Give provider:model, a model, or a pydantic_ai.Agent.",
            )
        elif base_url is not None or api_key is not None:
            raise DeclarationError(
                "PydanticAIAgent", "has a base_url or an api_key beside a model", "Give them to the model itself."
            )
        if patience <= 0 or most_steps < 1:
            raise DeclarationError(
                "PydanticAIAgent",
                f"has a patience of {patience!r} seconds and {most_steps!r} steps",
                "Give more than nothing.",
            )
        self.name = name
        self.greeting = greeting
        self._model = model
        self._server = (base_url, api_key)
        self._instructions = instructions
        self._deps = deps
        self._patience = patience
        self._most_steps = most_steps
        self._streaming = streaming
        self._agent: Agent[Any, Any] | None = model if isinstance(model, Agent) else None

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Answer one user turn. Yields pieces of text as they come; calls go through `Turn.call`.

        Raises:
            AgentTroubleError: the model could not be reached, or did not come to an end.
        """
        token = turn_now.set(turn)
        try:
            run = Run(
                turn,
                self._ready(),
                toolsets=[] if self._has_own_toolset() else [PageToolset(turn)],
                instructions=self._instructions or None,
                deps=None if self._deps is None else self._deps(turn),
                patience=self._patience,
                most_steps=self._most_steps,
                streaming=self._streaming,
            )
            async with aclosing(run.pieces()) as pieces:
                async for piece in pieces:
                    yield piece
        except Exception as error:
            if was_refused(error):
                forget(turn)
            trouble = trouble_of(error)
            if trouble is None:
                raise
            raise trouble from error
        finally:
            turn_now.reset(token)

    def _ready(self) -> Agent[Any, Any]:
        """Return the agent that is run, made when it is first needed: until then a missing key disturbs nobody."""
        if self._agent is None:
            model = model_named(self._model, *self._server) if isinstance(self._model, str) else self._model
            assert not isinstance(model, Agent)
            self._agent = Agent(model, retries={"tools": self._most_steps, "output": 2})
        return self._agent

    def _has_own_toolset(self) -> bool:
        """Return whether the developer's agent has the page as a toolset already."""
        found: list[PageToolset] = []

        def look(toolset: Any) -> None:
            if isinstance(toolset, PageToolset):
                found.append(toolset)

        for toolset in self._agent.toolsets if self._agent else ():
            toolset.apply(look)
        return bool(found)
