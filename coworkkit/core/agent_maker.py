"""How what a Provider was given as its agent becomes one: the rooms that know agents say here what they can make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import DeclarationError
from .agent import Agent

Maker = Callable[[Any], Agent | None]
"""Makes an agent of what it is given; None for what it does not know."""

makers: list[Maker] = []


def agent_from(subject: str, given: Any) -> Agent:
    """Return an agent: the given one, or what one of the makers makes of it.

    Args:
        subject: what is being declared, for error messages.
        given: an agent, or something to make one of, such as ``"openai:gpt-5"``.

    Raises:
        DeclarationError: the developer gave something that nobody makes an agent of, or a package is missing.
    """
    if not isinstance(given, type) and callable(getattr(given, "answer", None)):
        whole: Agent = given
        return whole
    try:
        for make in makers:
            made = make(given)
            if made is not None:
                return made
    except ImportError as error:
        raise DeclarationError(subject, f"has {given!r} as its agent and cannot use it", str(error)) from error
    raise DeclarationError(
        subject,
        f"has {given!r} as its agent",
        "Give an agent, such as LocalAgent() with brackets, or the name of a model, such as 'openai:gpt-5'.",
    )
