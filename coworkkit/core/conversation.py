"""What was said in a session, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from ..errors import CoworkkitError
from .clock import Clock
from .ids import new_id
from .jsonable import well_formed
from .notices import Notice, Tone
from .wording import Say, in_english

Role = Literal["user", "agent", "notice"]

LONGEST_TURN = 4_000
"""Characters a user may send in one turn."""

MOST_QUEUED_TURNS = 20
"""How many things a user may say before the agent has answered the first."""

LONGEST_ANSWER = 100_000
"""Characters an agent may say in one message; what comes after them is left out."""

MOST_NOTICES = 5
"""How many lines about calls follow one thing the user says; an agent may try much in a row."""

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
        tone: for a notice about a call, what came of it.
        again: the user's message that may be sent again because of it.
        record_id: the record of the call it is about.
        brief: the same in a few words, for a notice that the agent's own words follow; None shows the whole text.
    """

    id: str
    role: Role
    text: str
    at: datetime
    pending: bool = False
    queued: bool = False
    question_id: str | None = None
    tone: Tone | None = None
    again: str | None = None
    record_id: str | None = None
    brief: str | None = None


def check_turn(text: str, *, waiting: int, say: Say) -> None:
    """Check that a user's turn can be taken.

    Raises:
        CoworkkitError: the text is empty or too long, or too much is waiting.
    """
    if not text.strip():
        raise CoworkkitError(say("said.nothing"))
    if len(text) > LONGEST_TURN:
        raise CoworkkitError(say("said.tooLong", n=f"{len(text):,}", max=f"{LONGEST_TURN:,}"))
    if waiting >= MOST_QUEUED_TURNS:
        raise CoworkkitError(say("said.tooMany"))


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
        self.told: set[tuple[str, Tone]] = set()
        self.briefly: list[str] = []

    def add(self, role: Role, text: str, *, pending: bool = False, queued: bool = False, **about: Any) -> str:
        """Add a message and return its id; `about` is what else a `Message` has."""
        message = Message(new_id(), role, whole(text), self.clock.now(), pending, queued, **about)
        self.messages[message.id] = message
        while len(self.messages) > MOST_MESSAGES:
            del self.messages[self.least_needed()]
        if role == "user":
            self.told.clear()
        self.on_message(message)
        return message.id

    def tell(self, notice: Notice, *, again: str | None, record_id: str, briefly: bool = False) -> None:
        """Add a line about a call, once for each action and outcome until the user says something, and only a few.

        Args:
            notice: the line.
            again: the user's message that may be sent again.
            record_id: the record of the call.
            briefly: the agent is about to speak, so a few words do unless it stays silent; see `tell_in_full`.
        """
        about = (notice.action, notice.tone)
        if about not in self.told and len(self.told) < MOST_NOTICES:
            self.told.add(about)
            brief = notice.brief if briefly else None
            told = self.add("notice", notice.text, tone=notice.tone, again=again, record_id=record_id, brief=brief)
            if briefly:
                self.briefly.append(told)

    def tell_in_full(self) -> None:
        """Show the whole of every notice that no words of the agent came after: it has nothing more to say."""
        silent, self.briefly = self.briefly, []
        for message_id in silent:
            message = self.messages.get(message_id)
            if message is not None:
                self.messages[message_id] = replace(message, brief=None)
                self.on_message(self.messages[message_id])

    def least_needed(self) -> str:
        """Return the id of the message to forget: the oldest notice, or else the oldest of all."""
        notices = (message.id for message in self.messages.values() if message.role == "notice")
        return next(notices, next(iter(self.messages)))

    def extend(self, message_id: str, text: str) -> None:
        """Add text to a message that is being said."""
        message = self.messages.get(message_id)
        text = whole(text)
        if message is not None and text:
            self.messages[message_id] = replace(message, text=message.text + text)
            if text.strip() and next(reversed(self.messages)) == message_id:
                self.briefly.clear()
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

    def __init__(self, conversation: Conversation, say: Say = in_english) -> None:
        self.conversation = conversation
        self.say = say
        self.message_id: str | None = None
        self.room = LONGEST_ANSWER
        self.cut = False
        self.half = ""

    def hear(self, text: str) -> None:
        """Add a piece of text. A message does not begin with empty lines, whatever separated it from the last.

        Half a character at its end, as some models send an emoji in two pieces, waits for the other half.
        """
        if not isinstance(text, str):
            raise TypeError(f"an agent yields text, not {type(text).__name__}")
        text, self.half = self.half + text, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self.half = text[:-1], text[-1]
        self.add(text)

    def add(self, text: str) -> None:
        """Add text to the message, begun if need be, as far as there is room for it."""
        text = whole(text)
        if self.message_id is None:
            text = text.lstrip("\n")
        if not text or self.cut:
            return
        if self.message_id is None:
            self.message_id = self.conversation.add("agent", "", pending=True)
        self.conversation.extend(self.message_id, text[: self.room])
        if len(text) > self.room:
            self.cut = True
            self.conversation.mark(self.message_id, pending=False)
            self.conversation.add("notice", self.say("said.answerCut", n=f"{LONGEST_ANSWER:,}"))
        self.room -= len(text)

    def finish(self) -> None:
        """End the message."""
        half, self.half = self.half, ""
        self.add(half)
        if self.message_id is not None and not self.cut:
            self.conversation.mark(self.message_id, pending=False)
        self.message_id = None
        self.room, self.cut = LONGEST_ANSWER, False


def whole(text: str) -> str:
    """Return text that JSON can carry: two halves of a character are put together, a lone one becomes its escape."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return well_formed(text)
