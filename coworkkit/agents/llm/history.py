"""What a model remembers of a session: its messages, whole turns, bounded, with the user's later answers in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from ...core.agent import Turn

KEY = "pydantic_ai"

MOST_TURNS = 50
LONGEST_HISTORY = 200_000
"""Characters of JSON; older turns are forgotten whole."""

CUT_OFF = {
    "ok": False,
    "code": "cancelled",
    "message": "The turn ended before this was answered. It may or may not have been done; look before you repeat it.",
}


async def recalled(turn: Turn) -> list[ModelMessage]:
    """Return the messages of the turns before, in which results of `confirm_action` read what the user decided."""
    messages: list[ModelMessage] = turn.memory.get(KEY, [])
    results = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
    if not results:
        return list(messages)
    told = await turn.replay([{"role": "tool", "content": part.content} for part in results])
    now = {id(part): replace(part, content=new["content"]) for part, new in zip(results, told, strict=True)}
    return [
        replace(message, parts=[now.get(id(part), part) for part in message.parts])
        if isinstance(message, ModelRequest)
        else message
        for message in messages
    ]


def remember(turn: Turn, messages: Sequence[ModelMessage]) -> None:
    """Keep a session's messages for its next turn."""
    turn.memory[KEY] = bounded(answered(messages))


def forget(turn: Turn) -> None:
    """Forget the turns before this one: the provider does not take them, and would not the next time either."""
    messages: list[ModelMessage] = turn.memory.get(KEY, [])
    begins = [index for index, message in enumerate(messages) if is_said(message)]
    turn.memory[KEY] = messages[begins[-1] :] if begins else []


def is_said(message: ModelMessage) -> bool:
    """Return whether a message is something the user said, which begins a turn."""
    return any(isinstance(part, UserPromptPart) for part in message.parts)


def answered(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return messages in which every call has a result: providers refuse a history with one that has none."""
    whole: list[ModelMessage] = []
    for message in messages:
        left = unanswered(whole, message)
        if isinstance(message, ModelRequest):
            # each step has its own instructions; the old ones are only weight
            whole.append(replace(message, instructions=None, parts=[*left, *message.parts]))
        else:
            whole += [ModelRequest(parts=left), message] if left else [message]
    left = unanswered(whole, None)
    return [*whole, ModelRequest(parts=left)] if left else whole


def unanswered(before: Sequence[ModelMessage], after: ModelMessage | None) -> list[ModelRequestPart]:
    """Return a result for each call of the last message that the message after it does not answer."""
    if not before or not isinstance(before[-1], ModelResponse):
        return []
    results = [part.tool_call_id for part in (after.parts if after else ()) if isinstance(part, ToolReturnPart)]
    return [
        ToolReturnPart(tool_name=part.tool_name, content=CUT_OFF, tool_call_id=part.tool_call_id)
        for part in before[-1].parts
        if isinstance(part, ToolCallPart) and part.tool_call_id not in results
    ]


def bounded(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return the latest turns that fit."""
    turns: list[list[ModelMessage]] = []
    for message in messages:
        if not turns or is_said(message):
            turns.append([])
        turns[-1].append(message)
    kept: list[list[ModelMessage]] = []
    room = LONGEST_HISTORY
    for one in reversed(turns[-MOST_TURNS:]):
        room -= len(ModelMessagesTypeAdapter.dump_json(one))
        if room < 0:
            break
        kept.insert(0, one)
    return [message for one in kept for message in one]
