"""Language models by pydantic-ai: words and calls as they come, and what the user reads when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from nicegui.testing import User
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelQuotaExceededError,
    ModelRateLimitError,
)
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.models.test import TestModel

from coworkkit.agents import PydanticAIAgent
from tests.agents.connectors.by_pydantic_ai import ByPydanticAI
from tests.agents.connectors.script import Script, call, steps
from tests.core.scene import Scene, until


def add_note(text: str) -> str:
    """Add a note."""
    return f"noted {text}"


async def says(scene: Scene, text: str) -> str:
    """The user says something; what comes last is returned."""
    scene.person.says(text)
    await until(lambda: scene.session.working is None)
    return list(scene.session.conversation.messages.values())[-1].text


def model(*words: str) -> FunctionModel:
    """A model that says these words, one piece at a time."""

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        for word in words:
            yield word

    return FunctionModel(stream_function=stream)


class Failing(FunctionModel):
    """A model that says a little and fails."""

    def __init__(self, error: Exception, said: str = "") -> None:
        async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
            if said:
                yield said
            raise error

        super().__init__(stream_function=stream)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ModelHTTPError(401, "m", {"message": "bad key sk-abcdefgh12345"}), "is not set up yet"),
        (ModelHTTPError(403, "m"), "is not set up yet"),
        (ModelHTTPError(404, "m"), "is not set up yet"),
        (ModelHTTPError(402, "m"), "credit for"),
        (ModelHTTPError(429, "m"), "is busy"),
        (ModelHTTPError(429, "m", provider_error_code="insufficient_quota"), "credit for"),
        (ModelHTTPError(503, "m"), "is busy"),
        (ModelHTTPError(529, "m"), "is busy"),
        (ModelHTTPError(500, "m"), "cannot be reached"),
        (ModelHTTPError(504, "m"), "did not answer in time"),
        (ModelHTTPError(400, "m"), "ran into a problem"),
        (ModelQuotaExceededError("m", "used up"), "credit for"),
        (ModelRateLimitError("m", "slow down"), "is busy"),
        (ModelConnectionError("m", "refused"), "cannot be reached"),
        (ModelAPIError("m", "what?"), "cannot be reached"),
        (RuntimeError("broken"), "ran into a problem"),
    ],
    ids=str,
)
async def test_a_failure_is_one_plain_sentence_and_its_cause_is_in_the_log_without_a_key(
    error: Exception, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    scene = Scene(agent=PydanticAIAgent(Failing(error), name="Nova"))
    with caplog.at_level(logging.WARNING, "coworkkit"):
        said = await says(scene, "hello")

    assert sentence in said and "Nova" in said
    assert type(error).__name__ in caplog.text
    assert "sk-abcdefgh12345" not in caplog.text


async def test_a_stream_that_dies_in_the_middle_leaves_what_was_said_and_one_sentence() -> None:
    scene = Scene(agent=PydanticAIAgent(Failing(ModelConnectionError("m", "cut"), said="I was just"), name="Nova"))
    await says(scene, "hello")
    said = [message.text for message in scene.session.conversation.messages.values()]

    assert said == ["hello", "I was just", "Nova cannot be reached right now. Try again in a while."]
    assert not any(message.pending for message in scene.session.conversation.messages.values())


@pytest.mark.parametrize("after", ["", "I was just"])
async def test_a_silent_model_is_left_after_a_while(after: str) -> None:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        if after:
            yield after
        await asyncio.Event().wait()

    agent = PydanticAIAgent(FunctionModel(stream_function=stream), name="Nova", patience=0.05)
    assert await says(Scene(agent=agent), "hello") == "Nova did not answer in time. Try again."


async def test_the_time_a_person_takes_for_a_card_is_not_the_models_silence() -> None:
    script = Script([*steps(call("add_note", {"text": "a"}, "c1"), "Done.")])
    scene = Scene(add_note, agent=ByPydanticAI().agent(script, patience=0.2), control="hard")
    scene.person.says("go")
    await scene.person.sees_card()
    await asyncio.wait({asyncio.ensure_future(asyncio.Event().wait())}, timeout=0.5)
    await scene.person.confirms()
    await until(lambda: scene.session.working is None)

    assert scene.record.gate == "confirmed"


async def test_stop_ends_a_model_that_is_in_the_middle_of_a_word() -> None:
    closed = asyncio.Event()

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        try:
            yield "I will never "
            await asyncio.Event().wait()
        finally:
            closed.set()

    scene = Scene(agent=PydanticAIAgent(FunctionModel(stream_function=stream)))
    scene.person.says("hello")
    await until(lambda: len(scene.session.conversation.messages) == 2)
    scene.person.stops()
    await until(lambda: scene.session.working is None)

    assert closed.is_set()
    assert list(scene.session.conversation.messages.values())[-1].text == "Stopped."


async def test_words_come_as_the_model_says_them() -> None:
    scene = Scene(agent=PydanticAIAgent(model("One ", "two ", "three.")))
    heard: list[str] = []
    scene.session.screen.delta = lambda id, text: heard.append(text)  # type: ignore[method-assign]
    assert await says(scene, "count") == "One two three."
    assert heard == ["One ", "two ", "three."]


async def test_a_tool_call_in_pieces_is_one_call() -> None:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        if any(isinstance(part, ToolReturnPart) for message in messages for part in message.parts):
            yield "Done."
            return
        yield {0: DeltaToolCall(name="add_note", json_args="", tool_call_id="c1")}
        for piece in ('{"te', 'xt": "', "mi", 'lk"}'):
            yield {0: DeltaToolCall(json_args=piece)}

    scene = Scene(add_note, agent=PydanticAIAgent(FunctionModel(stream_function=stream)))
    assert await says(scene, "go") == "Done."
    assert scene.record.arguments == {"text": "milk"}


async def test_one_agent_on_two_pages_at_once_calls_each_on_its_own(user: User) -> None:
    agent = PydanticAIAgent(TestModel())
    scenes = [Scene(add_note, agent=agent) for _ in range(2)]
    for scene in scenes:
        scene.person.says("go")
    for scene in scenes:
        await until(lambda scene=scene: scene.session.working is None)  # type: ignore[misc]
        assert scene.record.session_id == scene.session.id


async def test_a_server_that_cannot_stream_is_asked_for_whole_answers() -> None:
    def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if isinstance(messages[-1].parts[-1], ToolReturnPart):
            return ModelResponse(parts=[TextPart("Done.")])
        made = [TextPart("Let me see."), ToolCallPart("add_note", {"text": "a"}, "c1"), ToolCallPart("none", {}, "c2")]
        return ModelResponse(parts=made)

    scene = Scene(add_note, agent=PydanticAIAgent(FunctionModel(respond), streaming=False))
    await says(scene, "go")
    said = [message.text for message in scene.session.conversation.messages.values()]

    assert said == ["go", "Let me see.", "Done."]
    assert {record.call_id: record.gate for record in scene.records} == {"c1": "fired", "c2": "refused"}


async def test_a_server_that_cannot_stream_and_says_nothing_is_left_too() -> None:
    async def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        await asyncio.Event().wait()
        return ModelResponse(parts=[])

    scene = Scene(agent=PydanticAIAgent(FunctionModel(respond), streaming=False, patience=0.05, name="Nova"))
    assert await says(scene, "go") == "Nova did not answer in time. Try again."
