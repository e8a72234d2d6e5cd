"""Which agent is made of what a Provider is given: a model's name, a pydantic-ai model, a pydantic-ai agent."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..core.agent import Agent
from ..core.agent_maker import makers


def model_agent(given: Any) -> Agent | None:
    """Return a `PydanticAIAgent` of a model's name, a pydantic-ai model or agent; None for anything else.

    Raises:
        ImportError: pydantic-ai is not installed.
        DeclarationError: the name names no provider.
    """
    if not isinstance(given, str) and not is_of_pydantic_ai(given):
        return None
    agent: Agent = import_module("coworkkit.agents.llm").PydanticAIAgent(given)
    return agent


def is_of_pydantic_ai(given: Any) -> bool:
    """Return whether something is an object of pydantic-ai's, without importing that."""
    return not isinstance(given, type) and any(
        kind.__module__.partition(".")[0] == "pydantic_ai" for kind in type(given).__mro__
    )


makers.append(model_agent)
