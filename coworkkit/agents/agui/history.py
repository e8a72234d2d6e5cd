"""What is kept of a session's conversation with an AG-UI agent: plain messages as the protocol has them, bounded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.agent import Turn
from ...core.ids import new_id

KEY = "ag_ui"

MOST_TURNS = 50
LONGEST_HISTORY = 200_000
"""Characters of JSON; older turns are forgotten whole."""

LONGEST_ARGUMENTS = 20_000
"""Characters of one call's arguments that are sent back; of longer ones, only that they were long."""

MOST_FAILURES = 2
"""After so many turns in a row that the server refused, what was said before is given up: it may be the reason."""

CUT_OFF = {
    "ok": False,
    "code": "cancelled",
    "message": "The turn ended before this was answered. It may or may not have been done; look before you repeat it.",
}

Message = dict[str, Any]


@dataclass
class Thread:
    """One conversation with a server.

    Attributes:
        id: the server's name for it, made by us.
        messages: what was said, in the protocol's own form.
        state: the state that the agent shares.
        failures: how many turns in a row the server has refused.
    """

    id: str = field(default_factory=new_id)
    messages: list[Message] = field(default_factory=list)
    state: Any = field(default_factory=dict)
    failures: int = 0


def thread_of(turn: Turn) -> Thread:
    """Return the thread of a session, begun if need be."""
    thread: Thread = turn.memory.setdefault(KEY, Thread())
    if thread.failures >= MOST_FAILURES:
        start_anew(thread)
        thread.messages = []
    return thread


def start_anew(thread: Thread) -> None:
    """Give a thread another name and another state, so that what the server keeps under the old one is left behind."""
    thread.id = new_id()
    thread.state = {}
    thread.failures = 0


def said(text: str) -> Message:
    """Return what the user said."""
    return {"id": new_id(), "role": "user", "content": text}


def answer_to(call_id: str, told: Any) -> Message:
    """Return a call's result."""
    content = json.dumps(told, ensure_ascii=False)
    return {"id": new_id(), "role": "tool", "toolCallId": call_id, "content": content}


def calls_of(message: Message) -> list[dict[str, Any]]:
    """Return the calls that a message makes."""
    return (message.get("toolCalls") or []) if message.get("role") == "assistant" else []


def open_calls(messages: Sequence[Message]) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls that no message after them answers, with the id of the message that makes them."""
    open_now: dict[str, tuple[str, dict[str, Any]]] = {}
    for message in messages:
        for call in calls_of(message):
            open_now[call["id"]] = (message["id"], call)
        if message.get("role") == "tool":
            open_now.pop(message.get("toolCallId", ""), None)
    return list(open_now.values())


def answered(messages: Sequence[Message]) -> list[Message]:
    """Return messages in which every call has a result: models refuse a history with one that has none."""
    whole: list[Message] = []
    waiting: dict[str, None] = {}
    for message in messages:
        if message.get("role") == "user" and waiting:
            whole += [answer_to(call_id, CUT_OFF) for call_id in waiting]
            waiting = {}
        whole.append(message)
        waiting |= {call["id"]: None for call in calls_of(message)}
        if message.get("role") == "tool":
            waiting.pop(message.get("toolCallId", ""), None)
    return whole + [answer_to(call_id, CUT_OFF) for call_id in waiting]


def sendable(message: Message) -> Message:
    """Return a message whose calls a server can read and need not read again and again.

    Arguments that are no JSON object, or are very long, are only told about: a server may refuse the whole conversation
    for them.
    """
    calls = calls_of(message)
    if not calls:
        return message
    return {
        **message,
        "toolCalls": [
            {**call, "function": {**call["function"], "arguments": sendable_arguments(call["function"]["arguments"])}}
            for call in calls
        ],
    }


def sendable_arguments(arguments: str) -> str:
    """Return arguments as an object of bearable length."""
    if len(arguments) > LONGEST_ARGUMENTS:
        return json.dumps({"left_out": f"{len(arguments)} characters"})
    try:
        is_object = isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        is_object = False
    return arguments if is_object else json.dumps({"unreadable": arguments})


def bounded(messages: Sequence[Message]) -> list[Message]:
    """Return the latest turns that fit."""
    turns: list[list[Message]] = []
    for message in messages:
        if not turns or message.get("role") == "user":
            turns.append([])
        turns[-1].append(sendable(message))
    kept: list[list[Message]] = []
    room = LONGEST_HISTORY
    for one in reversed(turns[-MOST_TURNS:]):
        room -= len(json.dumps(one, ensure_ascii=False))
        if room < 0:
            break
        kept.insert(0, one)
    return [message for one in kept for message in one]
