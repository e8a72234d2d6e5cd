"""Language models by pydantic-ai: names, own agents, and histories."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from nicegui import ui
from nicegui.testing import User
from pydantic import BaseModel
from pydantic_ai import Agent, RunContext
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from coworkkit import CoworkkitProvider, DeclarationError, Evidence, Turn
from coworkkit.agents import PageToolset, PydanticAIAgent
from coworkkit.interactions import Interactions, MemoryStore
from coworkkit.testing import session_on
from tests.agents.connectors.by_pydantic_ai import ByPydanticAI
from tests.agents.connectors.script import Script, Step, call, steps
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


# Which agent is made of what


async def test_pydantic_ais_own_test_model_calls_every_tool_through_the_gate() -> None:
    scene = Scene(add_note, agent=PydanticAIAgent(TestModel()))
    await says(scene, "do everything")

    assert [(record.action, record.gate) for record in scene.records] == [("add_note", "fired")]
    assert scene.record.caller.connector == "pydantic-ai"


@pytest.mark.parametrize("given", [TestModel(), Agent(TestModel()), "openai:gpt-5"], ids=["model", "agent", "name"])
async def test_a_page_takes_a_model_an_agent_or_a_name(user: User, given: Any) -> None:
    @ui.page("/")
    def page() -> None:
        CoworkkitProvider(agent=given)

    session = session_on(await user.open("/"))
    assert isinstance(session.settings.agent, PydanticAIAgent)


@pytest.mark.parametrize("given", ["gpt-5", ":gpt-5", "openai:", "", 17, PydanticAIAgent])
async def test_a_page_refuses_what_cannot_be_an_agent_and_says_what_can(user: User, given: Any) -> None:
    found: list[str] = []

    @ui.page("/")
    def page() -> None:
        try:
            CoworkkitProvider(agent=given)
        except DeclarationError as error:
            found.append(str(error))

    await user.open("/")
    assert found and "openai:gpt-5" in found[0]


def test_a_name_without_the_extra_is_refused_with_the_command_that_brings_it() -> None:
    code = (
        "import sys\nsys.modules['pydantic_ai'] = None\n"
        "from coworkkit import DeclarationError\n"
        "from coworkkit.core.agent_maker import agent_from\n"
        "try:\n    agent_from('CoworkkitProvider', 'openai:gpt-5')\nexcept DeclarationError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert 'pip install "coworkkit[llm]"' in done.stdout


async def test_a_missing_key_is_told_plainly_when_the_user_asks_and_not_before(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    scene = Scene(agent=PydanticAIAgent("openai:no-such-model-here", name="Nova"))
    with caplog.at_level(logging.WARNING, "coworkkit"):
        said = await says(scene, "hello")

    assert said.startswith("Nova is not set up yet")
    assert "OPENAI_API_KEY" in caplog.text


@pytest.mark.parametrize(
    "given",
    [
        {"model": "gpt"},
        {"model": 5},
        {"model": "openai:x", "api_key": "secret"},
        {"model": TestModel(), "base_url": "http://localhost"},
        {"model": TestModel(), "patience": 0},
        {"model": TestModel(), "most_steps": 0},
    ],
)
def test_a_declaration_that_cannot_work_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError) as refused:
        PydanticAIAgent(**given)
    assert "secret" not in str(refused.value)


# Own agents


async def test_a_developers_own_agent_keeps_its_tools_instructions_and_dependencies() -> None:
    script = Script([*steps(call("weather", {}, "c1"), call("add_note", {"text": "sun"}, "c2"), "Done.")])
    own = Agent(
        FunctionModel(stream_function=ByPydanticAI().follows(script)), instructions="Talk like a pirate.", deps_type=str
    )

    @own.tool
    def weather(ctx: RunContext[str]) -> str:
        """Tell the weather."""
        return f"sunny for {ctx.deps}"

    scene = Scene(add_note, agent=PydanticAIAgent(own, deps=lambda turn: turn.user, instructions="Be short."))
    assert await says(scene, "go") == "Done."

    assert script.results["c1"] == "sunny for tester"
    assert script.results["c2"]["result"] == "noted sun"
    assert [record.action for record in scene.records] == ["add_note"]
    assert all(words in script.told[0] for words in ("Talk like a pirate.", "Be short.", "needs_confirmation"))


async def test_an_agent_that_has_the_page_as_its_own_toolset_is_not_given_it_twice() -> None:
    script = Script([*steps(call("add_note", {"text": "a"}, "c1"), "Done.")])
    own = Agent(
        FunctionModel(stream_function=ByPydanticAI().follows(script)), toolsets=[PageToolset().prefixed("page")]
    )
    scene = Scene(add_note, agent=PydanticAIAgent(own))
    script.steps[0] = Step(calls=(call("page_add_note", {"text": "a"}, "c1"),))
    assert await says(scene, "go") == "Done."

    assert list(script.offered[0]) == ["page_add_note"]
    assert scene.record.action == "add_note" and scene.record.outcome.ok


async def test_a_toolset_outside_of_a_turn_says_what_it_needs() -> None:
    with pytest.raises(Exception, match="PageToolset has no page here"):
        await Agent(TestModel(), toolsets=[PageToolset()]).run("hello")


async def test_a_developer_can_run_an_agent_of_their_own_in_an_agent_of_their_own() -> None:
    class Mine:
        name = "Mine"
        greeting = ""

        async def answer(self, turn: Turn) -> AsyncIterator[str]:
            result = await Agent(TestModel()).run(turn.text, toolsets=[PageToolset(turn)])
            yield result.output

    scene = Scene(add_note, agent=Mine())
    assert "noted" in await says(scene, "go")
    assert scene.record.gate == "fired"


async def test_an_agent_with_an_output_of_its_own_is_shown_as_data() -> None:
    class City(BaseModel):
        name: str

    scene = Scene(agent=PydanticAIAgent(Agent(TestModel(), output_type=City)))
    assert await says(scene, "go") == '{"name":"a"}'


# What it remembers


def seen_by(histories: list[list[ModelMessage]], *words: str) -> FunctionModel:
    """A model that keeps what it is sent."""

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        histories.append(list(messages))
        yield words[min(len(histories), len(words)) - 1]

    return FunctionModel(stream_function=stream)


def texts(messages: list[ModelMessage]) -> list[str]:
    """What was said in a history, by either side."""
    return [
        str(part.content)
        for message in messages
        for part in message.parts
        if isinstance(part, UserPromptPart) or (isinstance(message, ModelResponse) and hasattr(part, "content"))
    ]


async def test_each_session_has_a_history_of_its_own_that_survives_a_reload() -> None:
    histories: list[list[ModelMessage]] = []
    agent = PydanticAIAgent(seen_by(histories, "one", "two", "three"))
    scene, other = Scene(agent=agent), Scene(agent=agent)
    await says(scene, "first")
    scene.session.detach()
    scene.session.attach(scene.session.catalogue, scene.session.settings, scene.session.screen)
    await says(scene, "second")
    await says(other, "hello")

    assert texts(histories[1]) == ["first", "one", "second"]
    assert texts(histories[2]) == ["hello"]


async def test_a_history_is_bounded_and_begins_with_something_the_user_said() -> None:
    histories: list[list[ModelMessage]] = []
    scene = Scene(agent=PydanticAIAgent(seen_by(histories, "x" * 3_000)))
    for number in range(56):
        await says(scene, f"turn {number}")

    last = histories[-1]
    assert len([text for text in texts(last) if text.startswith("turn")]) <= 51
    assert texts(last)[-1] == "turn 55"
    assert isinstance(last[0], ModelRequest) and isinstance(last[0].parts[0], UserPromptPart)
    assert all(message.instructions is None for message in last[:-1] if isinstance(message, ModelRequest))


async def test_what_a_stopped_turn_left_unanswered_is_closed_so_that_providers_take_the_history() -> None:
    script = Script([Step(calls=(call("wait", {}, "c1"), call("add_note", {"text": "a"}, "c2")))])
    begun = asyncio.Event()

    async def wait() -> None:
        """Wait for ever."""
        begun.set()
        await asyncio.Event().wait()

    scene = Scene(wait, add_note, agent=ByPydanticAI().agent(script))
    scene.person.says("go")
    await asyncio.wait_for(begun.wait(), 5)
    scene.person.stops()
    await until(lambda: scene.session.working is None)
    script.steps[:] = [Step(say="I am back.")]
    assert await says(scene, "are you there?") == "I am back."

    assert "c1" in script.results
    assert "may or may not have been done" in str(script.results["c1"])


async def test_what_the_user_decided_later_is_in_the_history_of_the_next_turn() -> None:
    interactions = Interactions(store=MemoryStore())
    asked = {
        "title": "Delete the project", "description": "All of it.", "commit_token": "delete-project-7",
    }  # fmt: skip
    script = Script([*steps(call("confirm_action", asked, "c1"), "I asked you."), Step(say="I see.")])
    scene = Scene(agent=ByPydanticAI().agent(script), interactions=interactions)
    await says(scene, "delete it")
    before = script.results["c1"]["result"]
    assert before["status"] == "pending"

    card = (await interactions.pending("tester"))[0]
    await interactions.decide(
        "tester", card.id, nonce=card.nonce, choice="confirm", evidence=Evidence(by="card", cause="click")
    )
    await says(scene, "done?")
    assert script.results["c1"]["result"] == {"status": "submitted", "result": {"confirmed": True}}
    await interactions.close()
