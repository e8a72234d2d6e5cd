"""Reading the events of one run: what is said, what is called, what the conversation and the state become."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ag_ui.core import (
    BaseEvent,
    CustomEvent,
    EventType,
    Interrupt,
    MessagesSnapshotEvent,
    ReasoningEncryptedValueEvent,
    ReasoningMessageChunkEvent,
    ReasoningMessageContentEvent,
    ReasoningMessageStartEvent,
    RunErrorEvent,
    RunFinishedEvent,
    StateDeltaEvent,
    StateSnapshotEvent,
    TextMessageChunkEvent,
    TextMessageContentEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallChunkEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)
from pydantic import ValidationError

from ...core.ids import new_id
from ...errors import AgentTroubleError
from .failing import BrokenStreamError, run_failed
from .history import Message, Thread, calls_of, open_calls
from .interrupts import legacy_interrupt
from .state import kept, patched

logger = logging.getLogger("coworkkit")

OUTCOMES = ("success", "interrupt", "cancelled")

MOST_CALLS = MOST_MESSAGES = 1_000
"""How many calls, a server's own ones with them, and how many messages one run may have."""

MOST_KEPT = 32_000_000
"""Characters of words and arguments in one run."""

LARGEST_SNAPSHOT = 2_000_000
"""Characters of messages that a server may have us keep."""


@dataclass
class StreamedCall:
    """A call as it comes in.

    Attributes:
        id: the server's id for it.
        name: the tool it names.
        parent: the id of the message that makes it.
        arguments: pieces of JSON text.
        ended: whether it is whole.
        in_chunks: whether it has no end of its own.
        encrypted: what its provider wants to have back.
    """

    id: str
    name: str
    parent: str
    arguments: list[str] = field(default_factory=list)
    ended: bool = False
    in_chunks: bool = False
    encrypted: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as a message has it."""
        function = {"name": self.name, "arguments": "".join(self.arguments)}
        made: dict[str, Any] = {"id": self.id, "type": "function", "function": function}
        if self.encrypted is not None:
            made["encryptedValue"] = self.encrypted
        return made


class Reading:
    """What comes of one run.

    Args:
        thread: the conversation, which changes as the run goes on.

    Attributes:
        finished: whether the run has come to its end.
        cancelled: whether the server says that it was stopped.
        interrupts: what the server waits for.
        state_changed: whether the shared state is another one since this was last looked at.
    """

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.finished = False
        self.cancelled = False
        self.interrupts: list[Interrupt] = []
        self.state_changed = False
        self.calls: dict[str, StreamedCall] = {}
        self.answered: set[str] = set()
        self.waits_for: frozenset[str] | None = None
        self.pieces: dict[str, list[str]] = {}
        self.hidden: set[str] = set()
        self.text_chunk = self.call_chunk = self.reasoning_chunk = ""
        self.said_in = ""
        self.room = MOST_KEPT
        self.known = {str(message.get("id")) for message in thread.messages}
        self.shown: set[str] = set()

    def hear(self, event: Mapping[str, Any]) -> str:
        """Take one event; return what the user is to read of it.

        Raises:
            AgentTroubleError: the run has failed.
            BrokenStreamError: the event breaks the protocol.
        """
        known = READ.get(str(event["type"]))
        if known is None:  # of a newer protocol, of an older one, or nothing that matters here
            return ""
        kind, read = known
        outcome = event.get("outcome")
        if isinstance(outcome, dict) and outcome.get("type") not in OUTCOMES:  # of a newer protocol
            event = {name: value for name, value in event.items() if name != "outcome"}
        try:
            valid = kind.model_validate(event)
        except ValidationError as error:
            if kind is MessagesSnapshotEvent:  # it may hold what a newer protocol has
                logger.warning("coworkkit: an AG-UI server's list of messages could not be read, so it is passed over")
                return ""
            wrong = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['type']}" for one in error.errors()[:3])
            raise BrokenStreamError(f"{event['type']} that is none came ({wrong})") from None
        return read(self, valid) or ""

    # What is said

    def text_start(self, event: TextMessageStartEvent) -> None:
        if event.role not in (None, "assistant"):
            self.hidden.add(event.message_id)
            return
        if event.subagent_run_id is not None:  # what an agent's own helper murmurs is not its answer
            self.hidden.add(event.message_id)
        self.begin(event.message_id, "assistant", event.subagent_run_id)

    def text_content(self, event: TextMessageContentEvent) -> str:
        return self.say(event.message_id, event.delta)

    def text_part(self, event: TextMessageChunkEvent) -> str:
        if event.message_id and event.message_id != self.text_chunk:
            self.text_chunk = event.message_id
            self.text_start(
                TextMessageStartEvent(
                    message_id=event.message_id, role=event.role, subagent_run_id=event.subagent_run_id
                )
            )
        return self.say(self.text_chunk, event.delta or "") if self.text_chunk else ""

    def say(self, message_id: str, words: str) -> str:
        """Add words to a message; return those that are shown, set apart from an earlier message."""
        if not words:
            return ""
        if message_id not in self.pieces:
            if message_id in self.hidden:
                return ""
            self.begin(message_id, "assistant")
        self.keep(self.pieces[message_id], words)
        if message_id in self.hidden:
            return ""
        apart = "\n\n" if self.said_in and self.said_in != message_id else ""
        self.said_in = message_id
        return apart + words

    def keep(self, pieces: list[str], piece: str) -> None:
        """Keep a piece of text, for as long as there is room."""
        self.room -= len(piece)
        if self.room < 0:
            raise BrokenStreamError(f"more than {MOST_KEPT:,} characters of words and arguments came in one run")
        pieces.append(piece)

    def unsaid(self) -> str:
        """Return the agent's words that stand in the server's list of messages only: some models stream none."""
        self.settle()
        words = [
            message["content"]
            for message in self.since_said()
            if message.get("role") == "assistant"
            and message.get("subagentRunId") is None
            and message["id"] not in self.known
            and message["id"] not in self.pieces
            and isinstance(message.get("content"), str)
            and message["content"] not in self.shown
        ]
        text = "\n\n".join(one for one in words if one.strip())
        return f"\n\n{text}" if text and self.said_in else text

    def reasoning_start(self, event: ReasoningMessageStartEvent) -> None:
        self.begin(event.message_id, "reasoning", event.subagent_run_id)

    def reasoning_content(self, event: ReasoningMessageContentEvent) -> None:
        self.begin(event.message_id, "reasoning")
        self.keep(self.pieces[event.message_id], event.delta)

    def reasoning_part(self, event: ReasoningMessageChunkEvent) -> None:
        self.reasoning_chunk = event.message_id or self.reasoning_chunk
        if self.reasoning_chunk:
            self.begin(self.reasoning_chunk, "reasoning")
            self.keep(self.pieces[self.reasoning_chunk], event.delta or "")

    def encrypted(self, event: ReasoningEncryptedValueEvent) -> None:
        if event.subtype == "tool-call":
            if event.entity_id in self.calls:
                self.calls[event.entity_id].encrypted = event.encrypted_value
            return
        message = self.message(event.entity_id) or self.begin(event.entity_id, "reasoning")
        message["encryptedValue"] = event.encrypted_value

    # What is called

    def call_start(self, event: ToolCallStartEvent) -> None:
        if event.tool_call_id in self.calls:
            raise BrokenStreamError(f"two calls of one run have the id {event.tool_call_id[:100]!r}")
        if len(self.calls) >= MOST_CALLS:
            raise AgentTroubleError("too_many_steps", f"more than {MOST_CALLS:,} calls came in one run")
        parent = event.parent_message_id or new_id()
        self.calls[event.tool_call_id] = StreamedCall(event.tool_call_id, event.tool_call_name, parent)
        self.begin(parent, "assistant", event.subagent_run_id)

    def call_arguments(self, event: ToolCallArgsEvent) -> None:
        self.keep(self.open_call(event.tool_call_id).arguments, event.delta)

    def call_end(self, event: ToolCallEndEvent) -> None:
        call = self.calls.get(event.tool_call_id)
        if call is None:
            raise BrokenStreamError("the end of a call that never began came")
        call.ended = True

    def call_part(self, event: ToolCallChunkEvent) -> None:
        if event.tool_call_id and event.tool_call_id != self.call_chunk:
            if not event.tool_call_name:
                raise BrokenStreamError("the first piece of a call names no tool")
            self.call_start(
                ToolCallStartEvent(
                    tool_call_id=event.tool_call_id,
                    tool_call_name=event.tool_call_name,
                    parent_message_id=event.parent_message_id,
                    subagent_run_id=event.subagent_run_id,
                )
            )
            self.call_chunk = event.tool_call_id
            self.calls[self.call_chunk].in_chunks = True
        if event.delta:
            self.keep(self.open_call(self.call_chunk).arguments, event.delta)

    def open_call(self, call_id: str) -> StreamedCall:
        """Return a call that is still coming in."""
        call = self.calls.get(call_id)
        if call is None or call.ended:
            raise BrokenStreamError("arguments of a call that is not open came")
        return call

    def call_result(self, event: ToolCallResultEvent) -> None:
        self.answered.add(event.tool_call_id)
        if event.tool_call_id in self.calls:
            self.place(self.calls[event.tool_call_id])
        made = event.model_dump(by_alias=True, include={"content", "tool_call_id"})
        self.thread.messages.append({"id": event.message_id, "role": "tool", **made})

    # What it all becomes

    def snapshot(self, event: MessagesSnapshotEvent) -> None:
        told = [message.model_dump(by_alias=True) for message in event.messages]
        if sum(len(str(message)) for message in told) > LARGEST_SNAPSHOT:
            logger.warning("coworkkit: an AG-UI server's list of messages is too long, so it is passed over")
            return
        self.join()
        self.thread.messages = [message for message in told if message["role"] != "activity"]

    def state_snapshot(self, event: StateSnapshotEvent) -> None:
        self.thread.state = kept(event.snapshot)
        self.state_changed = True

    def state_delta(self, event: StateDeltaEvent) -> None:
        delta = [operation.model_dump(by_alias=True) for operation in event.delta]
        self.thread.state = patched(self.thread.state, delta)
        self.state_changed = True

    def custom(self, event: CustomEvent) -> None:
        if event.name == "on_interrupt":  # LangGraph's own word, from before the protocol had one
            self.interrupts.append(legacy_interrupt(event.value))

    def run_error(self, event: RunErrorEvent) -> None:
        raise run_failed(event.message, event.code)

    def run_finished(self, event: RunFinishedEvent) -> None:
        self.finished = True
        outcome = event.outcome
        if outcome is None:
            return
        if outcome.type == "interrupt":
            self.interrupts = list(outcome.interrupts)
        elif outcome.type == "cancelled":
            self.cancelled = True
        elif outcome.pending_tool_call_ids is not None:
            self.waits_for = frozenset(outcome.pending_tool_call_ids)

    def end(self, done: set[tuple[str, str]]) -> list[dict[str, Any]]:
        """Note that the stream has ended; return the calls that the server leaves to us.

        Args:
            done: calls that were answered before, by the message that makes them and their id.

        Raises:
            BrokenStreamError: it ended before the run did, or in the middle of a call.
        """
        if not self.finished:
            raise BrokenStreamError("the stream ended before the run did")
        for call in self.calls.values():
            call.ended = call.ended or call.in_chunks
            if not call.ended:
                raise BrokenStreamError("the run ended in the middle of a call")
        self.settle()
        asked_about = {interrupt.tool_call_id for interrupt in self.interrupts}
        return [
            {**self.as_meant(call), "by": message_id}
            for message_id, call in open_calls(self.since_said())
            if (message_id, call["id"]) not in done
            and call["id"] not in self.answered
            and call["id"] not in asked_about
            and (self.waits_for is None or call["id"] in self.waits_for)
        ]

    def as_meant(self, call: dict[str, Any]) -> dict[str, Any]:
        """Return a call of the server's list of messages with its arguments as they were streamed.

        A server may have mended arguments that were cut off, for its list. Some stream none, or not the beginning.
        """
        streamed = self.calls.get(call["id"])
        made = call if streamed is None else streamed.as_json()
        begins = made["function"]["arguments"].lstrip()[:1]
        return call if begins != "{" else made

    def settle(self) -> None:
        """Put what came in pieces into the conversation; a call that is not whole is left out."""
        self.place_calls()
        self.join()
        self.thread.messages[:] = [
            message
            for message in self.thread.messages
            if message.get("role") != "assistant" or message.get("content") or message.get("toolCalls")
        ]

    def place_calls(self) -> None:
        """Have every call that is whole stand in the conversation, whatever the server's list of messages says."""
        for call in self.calls.values():
            if call.ended or call.in_chunks:
                self.place(call)

    def place(self, call: StreamedCall) -> None:
        """Have one call stand in the conversation."""
        latest = [message for message in self.since_said() if message.get("role") == "assistant"]
        if any(made["id"] == call.id for message in latest[-1:] for made in calls_of(message)):
            return
        own = next((message for message in latest if message["id"] == call.parent), None)
        if own is not None and any(made["id"] == call.id for made in calls_of(own)):
            return
        parent = own or self.begin(call.parent, "assistant")
        parent["toolCalls"] = [*(parent.get("toolCalls") or []), call.as_json()]

    def join(self) -> None:
        """Put the pieces of what was said into their messages."""
        for message_id, pieces in self.pieces.items():
            message = self.message(message_id)
            if message is not None and pieces:
                message["content"] = (message.get("content") or "") + "".join(pieces)
                self.shown.add(message["content"])
            pieces.clear()

    def begin(self, message_id: str, role: str, subagent: str | None = None) -> Message:
        """Return the message of that id, begun at the end of the conversation if need be."""
        self.pieces.setdefault(message_id, [])
        message = self.message(message_id)
        if message is None:
            if len(self.pieces) > MOST_MESSAGES:
                raise BrokenStreamError(f"more than {MOST_MESSAGES:,} messages came in one run")
            message = {"id": message_id, "role": role, "content": ""}
            if subagent is not None:
                message["subagentRunId"] = subagent
            self.thread.messages.append(message)
        return message

    def message(self, message_id: str) -> Message | None:
        """Return the message of that id."""
        return next((one for one in reversed(self.thread.messages) if one.get("id") == message_id), None)

    def since_said(self) -> list[Message]:
        """Return the messages since the user last said something."""
        messages = self.thread.messages
        last = max((index for index, message in enumerate(messages) if message.get("role") == "user"), default=-1)
        return messages[last + 1 :]


Read = Callable[[Reading, Any], str | None]

READ: Mapping[str, tuple[type[BaseEvent], Read]] = MappingProxyType(
    {
        EventType.TEXT_MESSAGE_START.value: (TextMessageStartEvent, Reading.text_start),
        EventType.TEXT_MESSAGE_CONTENT.value: (TextMessageContentEvent, Reading.text_content),
        EventType.TEXT_MESSAGE_CHUNK.value: (TextMessageChunkEvent, Reading.text_part),
        EventType.TOOL_CALL_START.value: (ToolCallStartEvent, Reading.call_start),
        EventType.TOOL_CALL_ARGS.value: (ToolCallArgsEvent, Reading.call_arguments),
        EventType.TOOL_CALL_END.value: (ToolCallEndEvent, Reading.call_end),
        EventType.TOOL_CALL_CHUNK.value: (ToolCallChunkEvent, Reading.call_part),
        EventType.TOOL_CALL_RESULT.value: (ToolCallResultEvent, Reading.call_result),
        EventType.REASONING_MESSAGE_START.value: (ReasoningMessageStartEvent, Reading.reasoning_start),
        EventType.REASONING_MESSAGE_CONTENT.value: (ReasoningMessageContentEvent, Reading.reasoning_content),
        EventType.REASONING_MESSAGE_CHUNK.value: (ReasoningMessageChunkEvent, Reading.reasoning_part),
        EventType.REASONING_ENCRYPTED_VALUE.value: (ReasoningEncryptedValueEvent, Reading.encrypted),
        EventType.MESSAGES_SNAPSHOT.value: (MessagesSnapshotEvent, Reading.snapshot),
        EventType.STATE_SNAPSHOT.value: (StateSnapshotEvent, Reading.state_snapshot),
        EventType.STATE_DELTA.value: (StateDeltaEvent, Reading.state_delta),
        EventType.CUSTOM.value: (CustomEvent, Reading.custom),
        EventType.RUN_ERROR.value: (RunErrorEvent, Reading.run_error),
        EventType.RUN_FINISHED.value: (RunFinishedEvent, Reading.run_finished),
    }
)
"""The events that matter here, with how each is read. All others are passed over."""
