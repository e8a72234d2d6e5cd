"""Replay: the user's answers put in the place of what `confirm_action` returned, in a history of messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .life import Interaction

RESULT_ROLES = frozenset({"tool", "function"})
RESULT_TYPES = frozenset({"tool_result", "tool-result", "function_call_output", "tool-return"})
"""Where a message list has what a tool returned: by role as OpenAI has it, by type as Anthropic and others do."""

MOST_LEVELS = 50
"""How deep a message is looked through."""


def answer_of(interaction: Interaction) -> dict[str, Any] | None:
    """Return what the tool's earlier result now reads; None while the user has not decided."""
    if interaction.status == "pending":
        return None
    confirmed = interaction.status in ("submitted", "committed")
    return {"status": "submitted" if confirmed else interaction.status, "result": {"confirmed": confirmed}}


def asked_in(messages: Sequence[Any]) -> list[str]:
    """Return the ids of the interactions that tool results in a message list speak of, each once."""
    found: dict[str, None] = {}

    def note(asked: dict[str, Any]) -> dict[str, Any]:
        found[asked["interaction_id"]] = None
        return asked

    for message in messages:
        rewritten(message, note)
    return list(found)


def replayed(messages: Sequence[Any], answers: Mapping[str, dict[str, Any]]) -> list[Any]:
    """Return the messages with the answers in place; what is not answered, and all else, stays as it is."""
    return [rewritten(message, lambda asked: answers.get(asked["interaction_id"], asked)) for message in messages]


Rewrite = Callable[[dict[str, Any]], dict[str, Any]]


def rewritten(message: Any, rewrite: Rewrite, in_result: bool = False, level: int = 0) -> Any:
    """Return a message with what `confirm_action` returned rewritten, wherever a tool's result holds it.

    Only results count. The same JSON in what a user or a model wrote is text and stays.
    """
    if level > MOST_LEVELS:
        return message
    if isinstance(message, dict):
        if in_result and is_asked(message):
            return dict(rewrite(message))
        in_result = in_result or message.get("role") in RESULT_ROLES or message.get("type") in RESULT_TYPES
        return {key: rewritten(item, rewrite, in_result, level + 1) for key, item in message.items()}
    if isinstance(message, list):
        return [rewritten(item, rewrite, in_result, level + 1) for item in message]
    if in_result and isinstance(message, str) and '"request_confirm"' in message:
        return rewritten_text(message, rewrite, level)
    return message


def rewritten_text(text: str, rewrite: Rewrite, level: int) -> str:
    """Return JSON text with what it holds rewritten; text that is no JSON, or holds nothing to rewrite, as it was."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return text
    changed = rewritten(parsed, rewrite, True, level + 1)
    return text if changed == parsed else json.dumps(changed, ensure_ascii=False)


def is_asked(value: dict[str, Any]) -> bool:
    """Return whether an object is what `confirm_action` returns."""
    return value.get("action") == "request_confirm" and isinstance(value.get("interaction_id"), str)


def chunks(ids: list[str], size: int = 500) -> Iterator[list[str]]:
    """Yield ids in portions that every database takes in one statement."""
    for start in range(0, len(ids), size):
        yield ids[start : start + size]
