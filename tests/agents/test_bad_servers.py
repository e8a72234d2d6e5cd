"""Servers that misbehave, behind the real OpenAI client: nothing hangs, and the user reads one plain sentence."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from coworkkit.agents import PydanticAIAgent
from tests.core.scene import Scene

ENDS_WITHIN = 20.0
HALF_OPEN = object()
"""The server takes the request and never answers."""


def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
    """One event of an answer as OpenAI streams it."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    told = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(told)}\n\n".encode()


HELLO = chunk({"role": "assistant", "content": "Hello"})
END = chunk({}, "stop") + b"data: [DONE]\n\n"


def call_of(name: str, arguments: str, id: str = "c1", index: int = 0) -> bytes:
    """A call of a tool in one event."""
    made = {"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
    return chunk({"role": "assistant", "tool_calls": [made]})


CALL_END = chunk({}, "tool_calls") + b"data: [DONE]\n\n"


def refused(status: int, body: Any, **headers: str) -> bytes:
    """A whole answer that is no stream."""
    text = json.dumps(body).encode() if not isinstance(body, bytes) else body
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {status} No\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\n{lines}\r\n"
    return head.encode() + text


STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


@asynccontextmanager
async def server(*answers: Any) -> AsyncIterator[str]:
    """A server that gives these answers in turn, the last one again and again; each a piece or a list of pieces."""
    left = list(answers)
    closing = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        given = left.pop(0) if len(left) > 1 else left[0]
        for piece in given if isinstance(given, list) else [given]:
            if piece is HALF_OPEN:
                await closing.wait()
                break
            writer.write(piece)
            await writer.drain()
        writer.close()

    started = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{started.sockets[0].getsockname()[1]}/v1"
    finally:
        closing.set()
        started.close()


def add_note(text: str = "") -> str:
    """Add a note."""
    return f"noted {text}"


async def said_with(*answers: Any, **given: Any) -> tuple[list[str], Scene]:
    """What the conversation shows after the user has said something to a model on such a server."""
    async with server(*answers) as url:
        agent = PydanticAIAgent(
            "m", base_url=url, name="Nova", **{"patience": 5.0, "api_key": "sk-secret-12345", **given}
        )
        scene = Scene(add_note, agent=agent)
        scene.person.says("hello")
        async with asyncio.timeout(ENDS_WITHIN):
            while scene.session.working is not None:
                await asyncio.sleep(0.005)
        return [message.text for message in scene.session.conversation.messages.values()][1:], scene


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            refused(401, {"error": {"message": "Incorrect API key: sk-secret-12345", "code": "invalid_api_key"}}),
            "set up",
        ),
        (refused(404, {"error": {"message": "no such model", "code": "model_not_found"}}), "not set up"),
        (refused(402, {"error": {"message": "pay"}}), "credit"),
        (refused(429, {"error": {"message": "quota", "code": "insufficient_quota"}}), "credit"),
        (refused(429, {"error": {"message": "slow down"}}, retry_after_ms="1"), "busy"),
        (refused(503, {"error": {"message": "overloaded"}}, retry_after_ms="1"), "busy"),
        (refused(500, b"<html>broken</html>", retry_after_ms="1"), "cannot be reached"),
        (refused(400, {"error": {"message": "odd"}}), "ran into a problem"),
        (b"not HTTP at all\r\n\r\n", "cannot be reached"),
        (b"", "cannot be reached"),
    ],
    ids=["401", "404", "402", "quota", "429", "503", "500", "400", "no HTTP", "hangs up"],
)
async def test_what_a_server_refuses_is_one_plain_sentence_and_its_cause_is_in_the_log(
    answer: bytes, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "coworkkit"):
        said, _ = await said_with(answer)

    assert len(said) == 1 and sentence in said[0]
    assert "Nova" in caplog.text
    assert "sk-secret-12345" not in caplog.text


async def test_a_server_that_asks_to_wait_for_long_is_not_waited_for_longer_than_the_user_would() -> None:
    said, _ = await said_with(refused(429, {"error": {"message": "later"}}, retry_after="50"), patience=1.0)
    assert said == ["Nova did not answer in time. Try again."]


@pytest.mark.parametrize(
    "before", [[], [STREAM], [STREAM, HELLO], [STREAM, b"data: {"]], ids=["", "head", "word", "half"]
)
async def test_a_server_that_falls_silent_is_left(before: list[bytes]) -> None:
    said, _ = await said_with([*before, HALF_OPEN], patience=0.5)
    assert said[-1] == "Nova did not answer in time. Try again."


@pytest.mark.parametrize(
    "pieces",
    [
        [STREAM],
        [STREAM, HELLO],
        [STREAM, b"data: {broken\n\n"],
        [STREAM, HELLO, b"data: {broken\n\n"],
        [STREAM, b"data: []\n\n", END],
        [STREAM, b"data: 17\n\n", END],
        [STREAM, b"<html>"],
        [STREAM, HELLO, b'data: {"error": {"message": "lost", "code": 500}}\n\n'],
        [STREAM, call_of("add_note", '{"text": "a"')],
    ],
    ids=["empty", "cut", "broken", "broken later", "list", "number", "html", "error", "cut call"],
)
async def test_a_stream_that_is_broken_ends_the_turn_and_nothing_is_half_run(pieces: list[bytes]) -> None:
    said, scene = await said_with(pieces)

    assert scene.session.working is None
    assert not any(record.outcome.entered for record in scene.records)
    assert not any(message.pending for message in scene.session.conversation.messages.values())
    assert said and len(said) <= 2


async def test_events_that_nobody_knows_are_passed_over() -> None:
    odd = b': comment\n\nevent: surprise\ndata: {"id": "1", "choices": [], "surprise": true}\n\n'
    said, _ = await said_with([STREAM, odd, HELLO, odd, END])
    assert said == ["Hello"]


async def both_said(*answers: Any) -> tuple[list[str], Scene]:
    """What the conversation shows after the user has said something twice."""
    async with server(*answers) as url:
        scene = Scene(add_note, agent=PydanticAIAgent("m", base_url=url, patience=5.0))
        for _ in range(2):
            scene.person.says("hello")
            async with asyncio.timeout(ENDS_WITHIN):
                while scene.session.working is not None:
                    await asyncio.sleep(0.005)
    return [message.text for message in scene.session.conversation.messages.values()], scene


async def test_a_server_that_comes_back_is_talked_to_as_if_nothing_had_been() -> None:
    said, _ = await both_said(refused(400, {"error": {"message": "odd"}}), [STREAM, HELLO, END])
    assert said[-1] == "Hello"


async def test_two_calls_in_one_answer_with_the_same_id_are_not_run_and_the_conversation_goes_on() -> None:
    both = [
        STREAM,
        call_of("add_note", '{"text": "a"}', "same", 0),
        call_of("add_note", '{"text": "b"}', "same", 1),
        CALL_END,
    ]
    said, scene = await both_said(both, [STREAM, HELLO, END])
    assert not any(record.outcome.entered for record in scene.records)
    assert "problem" in said[1]
    assert said[-1] == "Hello"


async def test_a_history_that_the_provider_no_longer_takes_is_forgotten_and_trying_again_works() -> None:
    """A real model refuses what is too long for it; here everything after the first turn is."""
    too_long = refused(400, {"error": {"message": "too long", "code": "context_length_exceeded"}})
    answer = [STREAM, HELLO, END]
    said: list[str] = []
    kept: list[int] = []
    async with server(answer, answer, too_long, answer) as url:
        scene = Scene(agent=PydanticAIAgent("m", base_url=url, patience=5.0))
        for _ in range(4):
            scene.person.says("hello")
            async with asyncio.timeout(ENDS_WITHIN):
                while scene.session.working is not None:
                    await asyncio.sleep(0.005)
            said.append(list(scene.session.conversation.messages.values())[-1].text)
            kept.append(len(scene.session.memory["pydantic_ai"]))

    assert said[:2] == ["Hello", "Hello"] and "problem" in said[2] and said[3] == "Hello"
    assert kept[2] < kept[1]
