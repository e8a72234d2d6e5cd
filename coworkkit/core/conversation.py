"""What was said in a session, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from .clock import Clock
from .ids import new_id

Role = Literal["user", "agent", "notice"]

LONGEST_TURN = 4_000
"""Characters a user may send in one turn."""

MOST_MESSAGES = 500
"""How many messages a session keeps; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that was said.

    Attributes:
        id: names it.
        role: the ``user``, the ``agent``, or a ``notice`` by the SDK itself.
        text: the words.
        at: when it was begun, aware UTC.
        pending: the agent is still saying it.
        queued: the agent has not begun to answer it.
        question_id: the soft question it asks, if it does.
    """

    id: str
    role: Role
    text: str
    at: datetime
    pending: bool = False
    queued: bool = False
    question_id: str | None = None


class Conversation:
    """The messages of one session.

    Args:
        clock: dates the messages.
        on_message: told of every message that is new or was changed.
        on_delta: told of text added to a message, by its id.
    """

    def __init__(
        self, clock: Clock, on_message: Callable[[Message], None], on_delta: Callable[[str, str], None]
    ) -> None:
        self.clock = clock
        self.on_message = on_message
        self.on_delta = on_delta
        self.messages: dict[str, Message] = {}

    def add(self, role: Role, text: str, *, pending: bool = False, queued: bool = False) -> str:
        """Add a message and return its id."""
        message = Message(new_id(), role, text, self.clock.now(), pending, queued)
        self.messages[message.id] = message
        while len(self.messages) > MOST_MESSAGES:
            del self.messages[next(iter(self.messages))]
        self.on_message(message)
        return message.id

    def extend(self, message_id: str, text: str) -> None:
        """Add text to a message that is being said."""
        message = self.messages.get(message_id)
        if message is not None and text:
            self.messages[message_id] = replace(message, text=message.text + text)
            self.on_delta(message_id, text)

    def mark(self, message_id: str, *, pending: bool | None = None, queued: bool | None = None) -> None:
        """Note that a message is finished, or that it has got its turn."""
        message = self.messages.get(message_id)
        if message is None:
            return
        changed = replace(
            message,
            pending=message.pending if pending is None else pending,
            queued=message.queued if queued is None else queued,
        )
        self.messages[message_id] = changed
        self.on_message(changed)


class Saying:
    """The agent's words in the making: one message until something else is shown in between."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.message_id: str | None = None

    def say(self, text: str) -> None:
        """Add a piece of text. A message does not begin with empty lines, whatever separated it from the last."""
        if self.message_id is None:
            text = text.lstrip("\n")
        if not text:
            return
        if self.message_id is None:
            self.message_id = self.conversation.add("agent", "", pending=True)
        self.conversation.extend(self.message_id, text)

    def finish(self) -> None:
        """End the message."""
        if self.message_id is not None:
            self.conversation.mark(self.message_id, pending=False)
            self.message_id = None
