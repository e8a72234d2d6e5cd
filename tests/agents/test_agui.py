"""Agents on real AG-UI servers: what they are told, what they keep, and what they ask the user for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import pytest

pytest.importorskip("ag_ui_langgraph", reason="the AG-UI servers are not installed: pip install -e '.[test]'")

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import interrupt
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, DeltaToolCall, FunctionModel
from typing_extensions import TypedDict

from coworkkit import DeclarationError
from coworkkit.agents import AGUIAgent
from coworkkit.interactions import Interactions, MemoryStore
from tests.agents.agui_servers import running
from tests.agents.connectors.by_agui import ScriptedChat, graph_of
from tests.agents.connectors.by_pydantic_ai import ByPydanticAI, results_in
from tests.agents.connectors.script import Script, Step, call, steps
from tests.core.scene import Scene, until
from tests.interactions.stage import PRESS, QUESTION


def add_note(text: str) -> str:
    """Add a note."""
    return f"noted {text}"


async def says(scene: Scene, text: str) -> None:
    """The user says something and waits for the end of the answer."""
    scene.person.says(text)
    await until(lambda: scene.session.working is None)


def said(scene: Scene) -> list[str]:
    """What the conversation shows, without what the user said."""
    return [one.text for one in scene.session.conversation.messages.values() if one.role != "user"]


def served(model: FunctionModel, **given: Any) -> Agent[None, Any]:
    """An agent of pydantic-ai's for its own AG-UI adapter."""
    return Agent(model, output_type=[str, DeferredToolRequests], **given)


# What is said, and what is kept


async def test_an_agent_on_another_server_acts_on_the_page_and_its_words_come_as_they_are_said() -> None:
    script = Script([Step(say="I'll note it.", calls=(call("add_note", {"text": "milk"}, "c1"),)), Step(say="Done.")])
    model = FunctionModel(stream_function=ByPydanticAI().follows(script))
    scene = Scene(add_note, agent=AGUIAgent(running().by_pydantic_ai(Agent(model)), name="Nova"))
    await says(scene, "note milk")

    assert scene.record.gate == "fired" and scene.record.caller.connector == "ag-ui"
    assert said(scene) == ["I'll note it.", "Done."]


@pytest.mark.parametrize("server", ["pydantic-ai", "langgraph"])
async def test_a_conversation_is_kept_over_turns_and_over_a_reload_of_the_page(server: str) -> None:
    heard: list[list[str]] = []

    def note(messages: list[Any]) -> None:
        heard.append([str(one) for one in messages])

    if server == "pydantic-ai":

        async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
            note(
                [
                    part.content
                    for one in messages
                    if isinstance(one, ModelRequest)
                    for part in one.parts
                    if isinstance(part, UserPromptPart)
                ]
            )
            yield "Yes."

        url = running().by_pydantic_ai(Agent(FunctionModel(stream_function=stream)))
    else:

        class State(TypedDict):
            messages: Annotated[list[BaseMessage], add_messages]

        def chat(state: State) -> dict[str, Any]:
            note([one.content for one in state["messages"] if one.type == "human"])
            return {"messages": [AIMessage("Yes.")]}

        graph = StateGraph(State)
        graph.add_node("chat", chat)
        graph.add_edge(START, "chat")
        graph.add_edge("chat", END)
        url = running().by_langgraph(graph.compile(checkpointer=InMemorySaver()))

    scene = Scene(agent=AGUIAgent(url))
    await says(scene, "one")
    scene.session.detach()
    scene.session.attach(scene.session.catalogue, scene.session.settings, scene.session.screen)
    await says(scene, "two")
    await says(scene, "three")

    assert heard == [["one"], ["one", "two"], ["one", "two", "three"]]


async def test_two_sessions_are_two_threads() -> None:
    script = Script([Step(say="Hello.") for _ in range(4)])
    agent = AGUIAgent(running().by_langgraph(graph_of(script)))
    first, second = Scene(agent=agent), Scene(agent=agent)
    for scene in (first, second, first):
        await says(scene, "hi")
    assert first.session.memory["ag_ui"].id != second.session.memory["ag_ui"].id
    assert [len(one.session.memory["ag_ui"].messages) for one in (first, second)] == [4, 2]


async def test_a_long_conversation_forgets_its_oldest_turns() -> None:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        yield "x" * 30_000

    scene = Scene(agent=AGUIAgent(running().by_pydantic_ai(Agent(FunctionModel(stream_function=stream)))))
    for number in range(9):
        await says(scene, f"turn {number}")
    kept = [one["content"] for one in scene.session.memory["ag_ui"].messages if one["role"] == "user"]
    assert kept[-1] == "turn 8" and kept[0] != "turn 0"


async def test_what_a_model_has_thought_goes_back_to_its_server_and_is_not_shown() -> None:
    thought: list[Any] = []

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        thought.append([part.content for one in messages for part in one.parts if part.part_kind == "thinking"])
        if results_in(messages):
            yield "Done."
        else:
            yield {0: DeltaThinkingPart(content="A note, then.")}
            yield {1: DeltaToolCall(name="add_note", json_args='{"text": "a"}', tool_call_id="c1")}

    scene = Scene(add_note, agent=AGUIAgent(running().by_pydantic_ai(Agent(FunctionModel(stream_function=stream)))))
    await says(scene, "go")
    assert thought == [[], ["A note, then."]]
    assert said(scene) == ["Done."]


async def test_a_tool_of_the_servers_own_runs_there_and_is_no_call_of_the_page() -> None:
    script = Script(list(steps(call("weather", {}, "c1"), call("add_note", {"text": "sun"}, "c2"), "Sunny.")))
    own = Agent(FunctionModel(stream_function=ByPydanticAI().follows(script)))

    @own.tool_plain
    def weather() -> str:
        """Tell the weather."""
        return "sun"

    scene = Scene(add_note, agent=AGUIAgent(running().by_pydantic_ai(own)))
    await says(scene, "go")
    assert [record.action for record in scene.records] == ["add_note"]
    assert said(scene) == ["Sunny."]


async def test_calls_that_come_in_one_piece_are_read_from_the_servers_list_of_messages() -> None:
    """LangGraph's adapter streams no arguments of a call that comes in one piece, as Gemini's do."""
    script = Script(list(steps(call("add_note", {"text": "milk"}, "c1"), "Done.")))
    scene = Scene(add_note, agent=AGUIAgent(running().by_langgraph(graph_of(script, whole_calls=True))))
    await says(scene, "go")
    assert scene.record.arguments == {"text": "milk"}
    assert script.results["c1"]["ok"] is True


@pytest.mark.parametrize("keeps", [False, True], ids=["pydantic-ai", "langgraph"])
async def test_what_the_user_decided_about_an_interaction_since_is_told(keeps: bool) -> None:
    interactions = Interactions(store=MemoryStore())
    script = Script([*steps(call("confirm_action", QUESTION, "c1"), "Asked."), Step(say="I see.")])
    if keeps:
        url = running().by_langgraph(graph_of(script))
    else:
        url = running().by_pydantic_ai(Agent(FunctionModel(stream_function=ByPydanticAI().follows(script))))
    scene = Scene(agent=AGUIAgent(url), interactions=interactions)
    await says(scene, "cancel my order")
    assert "submitted" not in script.told[-1].partition("<page>")[0].partition("What the user")[0]
    (card,) = await interactions.pending("tester")
    await interactions.decide("tester", card.id, nonce=card.nonce, choice="confirm", evidence=PRESS)
    await says(scene, "and?")

    answer = '{"status": "submitted", "result": {"confirmed": true}}'
    assert answer in script.told[-1].replace("\\", "")  # in words, for servers that keep their own history
    assert answer not in script.told[0].replace("\\", "")
    if not keeps:
        assert script.results["c1"]["result"] == {"status": "submitted", "result": {"confirmed": True}}


# The state


async def test_the_shared_state_is_told_to_the_app_and_goes_back() -> None:
    class State(TypedDict, total=False):
        messages: Annotated[list[BaseMessage], add_messages]
        count: int

    def chat(state: State) -> dict[str, Any]:
        return {"messages": [AIMessage(f"{state.get('count', 0)}")], "count": state.get("count", 0) + 1}

    graph = StateGraph(State)
    graph.add_node("chat", chat)
    graph.add_edge(START, "chat")
    graph.add_edge("chat", END)
    told: list[Any] = []
    url = running().by_langgraph(graph.compile(checkpointer=InMemorySaver()))
    scene = Scene(agent=AGUIAgent(url, on_state=lambda turn, state: told.append((turn.user, state.get("count")))))
    await says(scene, "one")
    await says(scene, "two")
    assert said(scene) == ["0", "1"]
    assert told[-1] == ("tester", 2)


async def test_an_app_that_fails_to_take_the_state_disturbs_no_answer(caplog: pytest.LogCaptureFixture) -> None:
    def broken(turn: Any, state: Any) -> None:
        raise RuntimeError("mine")

    script = Script([Step(say="Hello.")])
    scene = Scene(agent=AGUIAgent(running().by_langgraph(graph_of(script)), on_state=broken))
    await says(scene, "hi")
    assert said(scene) == ["Hello."]
    assert "on_state" in caplog.text


# What an agent wants approved


def dropping() -> tuple[Agent[None, Any], list[str]]:
    """An agent with a tool of its own that needs approval, and what that did."""
    done: list[str] = []

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        results = results_in(messages)
        if "d1" in results:
            yield f"It says: {results['d1']}"
        else:
            yield {0: DeltaToolCall(name="drop_table", json_args='{"table": "users"}', tool_call_id="d1")}

    agent = served(FunctionModel(stream_function=stream))

    @agent.tool_plain(requires_approval=True)
    def drop_table(table: str) -> str:
        """Drop a table on the server."""
        done.append(table)
        return f"dropped {table}"

    return agent, done


def shown_on(card: Any) -> str:
    """All text of a card."""
    rows = [f"{text(row.label)}={text(row.value)}" for row in card.content.rows]
    return "\n".join([text(card.content.title), *rows])


def text(segments: Any) -> str:
    """The text of segments."""
    return "".join(one if isinstance(one, str) else str(one) for one in segments)


async def test_a_step_of_the_servers_own_that_wants_approval_is_asked_about_on_the_card() -> None:
    agent, done = dropping()
    scene = Scene(agent=AGUIAgent(running().by_pydantic_ai(agent), name="Nova"))
    scene.person.says("drop it")
    card = await scene.person.sees_card()
    shown = shown_on(card)
    assert "Nova wants to take a step outside of this page" in shown.splitlines()[0]
    assert "drop_table" not in shown.splitlines()[0]
    assert "agent says" in shown and "drop_table" in shown and "users" in shown
    assert done == []

    await scene.person.confirms()
    await until(lambda: scene.session.working is None)
    assert done == ["users"]
    record = scene.record
    assert (record.action, record.control, record.gate) == ("approve_agent_step", "hard", "confirmed")
    assert record.arguments["agent_tool"] == "drop_table" and record.arguments["agent_arguments"] == {"table": "users"}
    assert said(scene)[-1] == "It says: dropped users"


async def test_a_secret_of_the_servers_own_step_is_masked_on_the_card() -> None:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        if results_in(messages):
            yield "Done."
        else:
            given = '{"to": "ada", "api_key": "hunter2"}'
            yield {0: DeltaToolCall(name="send", json_args=given, tool_call_id="d1")}

    agent = served(FunctionModel(stream_function=stream))

    @agent.tool_plain(requires_approval=True)
    def send(to: str, api_key: str) -> str:
        """Send something."""
        return "sent"

    scene = Scene(agent=AGUIAgent(running().by_pydantic_ai(agent)))
    scene.person.says("send it")
    card = shown_on(await scene.person.sees_card())
    assert "Approve send?" in card and "ada" in card and "hunter2" not in card
    await scene.person.confirms()
    await until(lambda: scene.session.working is None)
    assert scene.record.gate == "confirmed" and "hunter2" not in str(scene.record)


async def test_a_step_that_the_user_declines_is_not_taken() -> None:
    agent, done = dropping()
    scene = Scene(agent=AGUIAgent(running().by_pydantic_ai(agent)))
    scene.person.says("drop it")
    await scene.person.cancels()
    await until(lambda: scene.session.working is None)
    assert done == [] and scene.record.gate == "cancelled"
    assert "declined" in said(scene)[-1]


async def test_a_step_that_nobody_decides_about_is_not_taken() -> None:
    agent, done = dropping()
    scene = Scene(agent=AGUIAgent(running().by_pydantic_ai(agent)), confirmation_timeout=10)
    scene.person.says("drop it")
    await scene.person.sees_card()
    await scene.person.waits(11)
    await until(lambda: scene.session.working is None)
    assert done == [] and scene.record.gate == "timeout"


async def test_stop_while_a_step_is_asked_about_takes_it_back_and_the_conversation_goes_on() -> None:
    agent, done = dropping()
    scene = Scene(agent=AGUIAgent(running().by_pydantic_ai(agent)))
    scene.person.says("drop it")
    await scene.person.sees_card()
    scene.person.stops()
    await until(lambda: scene.session.working is None)
    assert done == [] and scene.record.gate == "cancelled"
    assert scene.session.cards.on_screen is None
    await says(scene, "and now?")
    assert "ended before this was answered" in said(scene)[-1]


async def test_no_agent_reaches_the_approval_by_its_name() -> None:
    script = Script(list(steps(call("approve_agent_step", {"agent_says": "Press it"}, "c1"), "Hm.")))
    scene = Scene(agent=AGUIAgent(running().by_langgraph(graph_of(script))))
    await says(scene, "go")
    assert scene.record.gate == "refused" and script.results["c1"]["code"] == "not_found"


async def test_a_page_call_and_a_step_of_the_servers_own_in_one_answer_are_both_settled() -> None:
    done: list[str] = []

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        results = results_in(messages)
        if {"d1", "c1"} <= set(results):
            yield "Both."
        else:
            yield {0: DeltaToolCall(name="drop", json_args="{}", tool_call_id="d1")}
            yield {1: DeltaToolCall(name="add_note", json_args='{"text": "a"}', tool_call_id="c1")}

    agent = served(FunctionModel(stream_function=stream))

    @agent.tool_plain(requires_approval=True)
    def drop() -> str:
        """Drop."""
        done.append("dropped")
        return "dropped"

    scene = Scene(add_note, agent=AGUIAgent(running().by_pydantic_ai(agent)))
    scene.person.says("go")
    await scene.person.confirms()
    await until(lambda: scene.session.working is None)
    assert done == ["dropped"]
    assert {record.action: record.gate for record in scene.records} == {
        "add_note": "fired",
        "approve_agent_step": "confirmed",
    }
    assert said(scene)[-1] == "Both."


class Asked(TypedDict, total=False):
    """State of a graph that asks."""

    messages: Annotated[list[BaseMessage], add_messages]


def asking_graph(value: Any, got: list[Any]) -> Any:
    """A graph that interrupts with a value, and notes what it is answered."""

    def ask(state: Asked) -> dict[str, Any]:
        got.append(interrupt(value))
        return {"messages": [AIMessage("Went on.")]}

    graph = StateGraph(Asked)
    graph.add_node("ask", ask)
    graph.add_edge(START, "ask")
    graph.add_edge("ask", END)
    return graph.compile(checkpointer=InMemorySaver())


APPROVED = {"type": "object", "properties": {"approved": {"type": "boolean"}}, "required": ["approved"]}
SERVERS = [{}, {"emit_interrupt_outcome": True}, {"enable_legacy_on_interrupt_event": False}]


@pytest.mark.parametrize("given", SERVERS, ids=["as it comes", "both", "protocol only"])
@pytest.mark.parametrize(
    ("schema", "yes", "no"), [(APPROVED, {"approved": True}, {"approved": False}), ({"type": "boolean"}, True, False)]
)
@pytest.mark.parametrize("confirms", [True, False])
async def test_a_graph_that_interrupts_for_a_yes_or_no_is_answered_by_the_card(
    given: dict[str, Any], schema: Any, yes: Any, no: Any, confirms: bool
) -> None:
    got: list[Any] = []
    value = {"message": "Send 3 letters?", "responseSchema": schema, "to": ["a", "b", "c"]}
    url = running().by_langgraph(asking_graph(value, got), **given)
    scene = Scene(agent=AGUIAgent(url, name="Nova"))
    scene.person.says("go")
    card = await scene.person.sees_card()
    assert "Send 3 letters?" in shown_on(card) and "agent details" in shown_on(card)
    await (scene.person.confirms() if confirms else scene.person.cancels())
    await until(lambda: scene.session.working is None)
    assert got == [yes if confirms else no]
    assert said(scene)[-1] == "Went on."


@pytest.mark.parametrize("given", SERVERS, ids=["as it comes", "both", "protocol only"])
@pytest.mark.parametrize(
    "value",
    [
        "Delete everything?",
        {"message": "Delete everything?"},
        {"message": "How many?", "responseSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}},
        {"message": "Old", "responseSchema": APPROVED, "expiresAt": "2020-01-01T00:00:00Z"},
        {"message": "m", "responseSchema": {**APPROVED, "required": ["approved", "name"]}},
    ],
    ids=["words", "no form", "a number", "expired", "a name too"],
)
async def test_what_no_yes_or_no_answers_is_said_plainly_and_nothing_is_answered(
    given: dict[str, Any], value: Any, caplog: pytest.LogCaptureFixture
) -> None:
    got: list[Any] = []
    scene = Scene(agent=AGUIAgent(running().by_langgraph(asking_graph(value, got), **given), name="Nova"))
    await says(scene, "go")
    assert got == [] and scene.records == []
    assert said(scene) == [
        "Nova asks for something that cannot be answered here, so it was stopped. Nothing was approved."
    ]
    assert "response_schema" in caplog.text
    first = scene.session.memory["ag_ui"].id
    await says(scene, "again")
    assert got == [] and scene.session.memory["ag_ui"].id != first


@pytest.mark.parametrize("given", SERVERS, ids=["as it comes", "both", "protocol only"])
@pytest.mark.parametrize("confirms", [True, False])
async def test_langchains_review_by_a_human_is_asked_about_on_the_card(given: dict[str, Any], confirms: bool) -> None:
    done: list[str] = []

    @tool
    def send_letter(to: str) -> str:
        """Send a letter."""
        done.append(to)
        return "sent"

    script = Script(list(steps(call("send_letter", {"to": "Ada"}, "c1"), "All done.")))

    class Chat(ScriptedChat):
        def bind_tools(self, tools: Any, **_: Any) -> Any:
            return self

    class Plain(Script):
        def next(self, offered: Any, told: Any, results: Any) -> Step:
            return self.steps.pop(0)

        def tool(self, action: str) -> str:
            return action

    agent = create_agent(
        Chat(script=Plain(script.steps)),
        [send_letter],
        middleware=[HumanInTheLoopMiddleware(interrupt_on={"send_letter": True})],
        checkpointer=InMemorySaver(),
    )
    scene = Scene(agent=AGUIAgent(running().by_langgraph(agent, **given)))
    scene.person.says("write to Ada")
    card = await scene.person.sees_card()
    assert "send_letter" in shown_on(card) and "Ada" in shown_on(card)
    await (scene.person.confirms() if confirms else scene.person.cancels())
    await until(lambda: scene.session.working is None)
    assert done == (["Ada"] if confirms else [])
    assert said(scene)[-1] == "All done."


# How it is made


@pytest.mark.parametrize(
    "given",
    [
        *({"url": url} for url in ("agents.example", "ftp://a/b", "", "https://u:p@a/b", "http://[::1")),
        *({"url": "http://a/", **wrong} for wrong in ({"patience": 0}, {"most_steps": 0}, {"on_state": 5})),
    ],
)
def test_what_cannot_work_is_said_where_it_is_written(given: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError) as told:
        AGUIAgent(**given)
    assert "u:p" not in str(told.value)


async def test_several_users_are_answered_at_once() -> None:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        yield "Hello"
        await asyncio.sleep(0.05)
        yield " there."

    agent = AGUIAgent(running().by_pydantic_ai(Agent(FunctionModel(stream_function=stream))))
    scenes = [Scene(agent=agent) for _ in range(10)]
    await asyncio.gather(*(says(scene, "hi") for scene in scenes))
    assert all(said(scene) == ["Hello there."] for scene in scenes)
