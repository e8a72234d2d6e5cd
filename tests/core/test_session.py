"""The session: turns one after the other, what the panel is told, and an end for everything that is open."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from coworkkit import CoworkkitError, Turn
from coworkkit.core.screen import Screen
from tests.core.scene import Scene, until

Answering = Callable[[Turn], AsyncIterator[str]]


class Scripted:
    """An agent that does what a test says."""

    name, greeting = "Scripted", ""

    def __init__(self, answer: Any, greeting: str = "") -> None:
        self.answer = answer
        self.greeting = greeting


ran: list[str] = []


def act(text: str = "t") -> str:
    """Act."""
    ran.append(text)
    return text


@pytest.fixture(autouse=True)
def fresh() -> None:
    ran.clear()


def said(scene: Scene) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in scene.session.conversation.messages.values()]


async def idle(scene: Scene) -> None:
    await until(lambda: scene.session.working is None)


def calling(name: str, arguments: Any = None) -> Answering:
    async def answer(turn: Turn) -> AsyncIterator[str]:
        yield f"heard {turn.text}. "
        result = await turn.call(name, arguments or {})
        yield result.question or result.code or "done"

    return answer


async def test_the_agent_answers_what_the_user_says_and_calls_in_between() -> None:
    scene = Scene(act, agent=Scripted(calling("act"), greeting="Hello."))
    scene.person.says("do it")
    await idle(scene)
    assert said(scene) == [
        ("agent", "Hello."),
        ("user", "do it"),
        ("agent", "heard do it. "),
        ("agent", "done"),
    ]
    assert scene.record.caller.agent == "Scripted" and ran == ["t"]
    assert not any(message.pending or message.queued for message in scene.session.conversation.messages.values())


async def test_turns_are_answered_one_after_the_other_in_order() -> None:
    order: list[str] = []
    go = asyncio.Event()

    async def answer(turn: Turn) -> AsyncIterator[str]:
        order.append(f"began {turn.text}")
        await go.wait()
        order.append(f"ended {turn.text}")
        yield turn.text

    scene = Scene(agent=Scripted(answer))
    for text in ("one", "two", "three"):
        scene.person.says(text)
    await until(lambda: order)
    assert [message.queued for message in scene.session.conversation.messages.values()] == [False, True, True]
    go.set()
    await idle(scene)
    assert order == [f"{what} {text}" for text in ("one", "two", "three") for what in ("began", "ended")]


async def test_a_soft_question_is_asked_answered_and_run_over_two_turns() -> None:
    scene = Scene(act, agent=Scripted(calling("act")), control="soft")
    scene.person.says("do it")
    await idle(scene)
    assert said(scene)[-1] == ("agent", "Act. Shall I go ahead?") and scene.session.status.state == "asking"
    scene.person.says("yes")
    await idle(scene)
    assert said(scene)[-1] == ("agent", "done") and ran == ["t"] and scene.session.status.state == "idle"


@pytest.mark.scenario("S05")
async def test_a_queued_message_answers_no_question_that_came_after_it() -> None:
    asked = asyncio.Event()

    async def answer(turn: Turn) -> AsyncIterator[str]:
        await asked.wait()
        result = await turn.call("act", {})
        yield result.code or "done"

    scene = Scene(act, agent=Scripted(answer), control="soft")
    scene.person.says("do it")
    scene.person.says("yes")
    asked.set()
    await idle(scene)
    assert [text for role, text in said(scene) if role == "agent"] == ["needs_confirmation"] * 2 and ran == []


@pytest.mark.scenario("S27")
async def test_what_the_user_types_while_a_card_is_open_is_delivered_and_answered_after_it() -> None:
    scene = Scene(act, agent=Scripted(calling("act")), control="hard")
    scene.person.says("do it")
    await scene.person.sees_card()
    assert scene.session.status.state == "card"
    scene.person.says("yes")
    scene.person.says("what is the weather?")
    assert ran == [] and scene.session.cards.on_screen is not None
    await scene.person.confirms()
    await until(lambda: scene.session.cards.on_screen)
    await scene.person.cancels()
    await idle(scene)
    assert ran == ["t"]
    assert [text for role, text in said(scene) if text.startswith("heard")] == [
        "heard do it. ",
        "heard yes. ",
        "heard what is the weather?. ",
    ]


async def test_stop_ends_the_turn_forgets_the_queue_and_takes_back_the_card() -> None:
    scene = Scene(act, agent=Scripted(calling("act")), control="hard")
    scene.person.says("do it")
    scene.person.says("and this")
    await scene.person.sees_card()
    scene.person.stops()
    await idle(scene)
    assert ran == [] and scene.session.cards.on_screen is None and scene.session.status.state == "idle"
    record = scene.record
    assert (record.gate, record.evidence.by, record.evidence.cause) == ("cancelled", "stop", "stopped")
    assert record.asked_at is not None
    assert said(scene)[-1] == ("notice", "Stopped.")
    assert not any(message.queued for message in scene.session.conversation.messages.values())
    scene.person.says("again")
    await scene.person.confirms()
    await idle(scene)
    assert ran == ["t"]


async def test_what_is_said_while_a_stopped_turn_still_ends_is_answered() -> None:
    started, release = threading.Event(), threading.Event()

    def slow() -> None:
        """Work."""
        started.set()
        release.wait(10)

    async def answer(turn: Turn) -> AsyncIterator[str]:
        if turn.text == "work":
            await turn.call("slow", {})
        yield f"answered {turn.text}"

    scene = Scene(slow, agent=Scripted(answer))
    scene.person.says("work")
    try:
        await until(started.is_set)
        await asyncio.sleep(0.03)
        scene.person.stops()
        scene.person.says("hello?")
        await asyncio.sleep(0)
    finally:
        release.set()
    await until(lambda: ("agent", "answered hello?") in said(scene))
    assert ("notice", "Stopped.") in said(scene)
    assert scene.record.outcome.note is not None


@pytest.mark.scenario("S34", "S25")
@pytest.mark.parametrize("cause", ["tab_gone", "session_ended", "user_changed"])
async def test_the_end_of_the_session_settles_the_agents_card_as_a_timeout(cause: Any) -> None:
    told: list[str | None] = []

    async def answer(turn: Turn) -> AsyncIterator[str]:
        told.append((await turn.call("act", {})).code)
        yield ""

    scene = Scene(act, agent=Scripted(answer), control="hard")
    scene.person.says("do it")
    await scene.person.sees_card()
    scene.session.detach()
    scene.session.end(cause)
    await idle(scene)
    record = scene.record
    assert (record.gate, record.evidence.by, record.evidence.cause) == ("timeout", "gate", cause)
    assert record.asked_at is not None and not record.outcome.entered and ran == []


@pytest.mark.scenario("S34")
async def test_fifty_tabs_closed_at_a_card_leave_no_task_behind() -> None:
    before = len(asyncio.all_tasks())
    for _ in range(50):
        scene = Scene(act, agent=Scripted(calling("act")), control="hard")
        scene.person.says("do it")
        await scene.person.sees_card()
        scene.session.detach()
        scene.session.end("tab_gone")
        await scene.session.close()
        assert scene.record.gate == "timeout"
    assert len(asyncio.all_tasks()) == before


async def test_closing_waits_for_what_runs_and_hands_on_every_record() -> None:
    told: list[str] = []
    started, release = threading.Event(), threading.Event()

    def slow() -> str:
        """Work."""
        started.set()
        release.wait(10)
        return "done"

    async def tell(record: Any) -> None:
        await asyncio.sleep(0)
        told.append(record.gate)

    scene = Scene(slow, agent=Scripted(calling("slow")), on_action_record=tell)
    scene.person.says("work")
    await until(started.is_set)
    await asyncio.sleep(0.03)
    scene.session.end()
    closing = asyncio.ensure_future(scene.session.close())
    await asyncio.sleep(0)
    assert not closing.done()
    release.set()
    await closing
    assert told == ["fired"] and scene.record.outcome.ok


async def test_an_ended_session_takes_nothing_more() -> None:
    scene = Scene(act, agent=Scripted(calling("act")))
    scene.session.end()
    scene.session.end("tab_gone")
    with pytest.raises(CoworkkitError, match="gone"):
        scene.person.says("hello")
    assert (await scene.call("act")).code == "unavailable" and ran == []


async def broken(turn: Turn) -> AsyncIterator[str]:
    yield "I will"
    raise RuntimeError("no model")


async def broken_at_once(turn: Turn) -> AsyncIterator[str]:
    raise RuntimeError("no model")
    yield ""


async def no_text(turn: Turn) -> AsyncIterator[Any]:
    yield 5


@pytest.mark.parametrize("answer", [broken, broken_at_once, no_text, lambda turn: None, lambda turn: ["a"]])
async def test_an_agent_that_fails_is_one_plain_sentence_and_the_next_turn_works(
    answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    agent = Scripted(answer)
    scene = Scene(act, agent=agent)
    scene.person.says("hello")
    await idle(scene)
    assert said(scene)[-1] == ("notice", "Scripted ran into a problem and could not finish its answer.")
    assert "Scripted" in caplog.text
    agent.answer = calling("act")
    scene.person.says("hello")
    await idle(scene)
    assert said(scene)[-1] == ("agent", "done")


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "nothing to send"), ("  \n", "nothing to send"), ("x" * 4_001, "4,001 characters")],
)
async def test_what_cannot_be_a_turn_is_told_to_the_user(text: str, words: str) -> None:
    scene = Scene(agent=Scripted(calling("act")))
    with pytest.raises(CoworkkitError, match=words):
        scene.session.hear(text)
    assert said(scene) == []
    scene.session.hear("x" * 4_000)
    await idle(scene)


async def test_twenty_turns_may_wait_and_no_more() -> None:
    async def answer(turn: Turn) -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    scene = Scene(agent=Scripted(answer))
    scene.person.says("first")
    await until(lambda: not scene.session.turns)
    for _ in range(20):
        scene.person.says("more")
    with pytest.raises(CoworkkitError, match="A lot is waiting"):
        scene.person.says("too much")
    scene.person.stops()
    await idle(scene)


async def test_memory_and_conversation_outlive_a_page_and_the_status_is_told() -> None:
    async def answer(turn: Turn) -> AsyncIterator[str]:
        turn.memory["turns"] = turn.memory.get("turns", 0) + 1
        yield str(turn.memory["turns"])

    states: list[str] = []
    screen = Screen()
    screen.status = lambda status: states.append(status.state)  # type: ignore[method-assign]
    scene = Scene(agent=Scripted(answer))
    scene.person.says("a")
    await idle(scene)
    scene.session.detach()
    scene.session.attach(scene.session.catalogue, scene.session.settings, screen)
    scene.person.says("b")
    await idle(scene)
    assert [text for role, text in said(scene) if role == "agent"] == ["1", "2"]
    assert states == ["working", "idle"]


async def test_the_conversation_keeps_the_last_five_hundred_messages() -> None:
    scene = Scene()
    for number in range(510):
        scene.session.conversation.add("notice", str(number))
    texts = [text for _, text in said(scene)]
    assert len(texts) == 500 and texts[-1] == "509"


@pytest.mark.scenario("S38")
async def test_a_call_from_outside_any_page_runs_and_is_recorded() -> None:
    scene = Scene(act)
    scene.session.detach()

    def from_a_thread() -> Awaitable[Any]:
        return scene.session.call("act", {"text": "from a task"})

    assert (await asyncio.ensure_future(from_a_thread())).ok  # type: ignore[arg-type]
    assert ran == ["from a task"] and scene.record.gate == "fired"


async def test_stop_in_the_moment_of_the_click_runs_nothing_and_is_the_users_stop() -> None:
    scene = Scene(act, agent=Scripted(calling("act")), control="hard")
    scene.person.says("do it")
    assert (await scene.person.confirms()).ok
    scene.person.stops()
    await idle(scene)
    record = scene.record
    assert (record.gate, record.evidence.by, record.evidence.cause) == ("cancelled", "stop", "stopped")
    assert ran == [] and not record.outcome.entered


async def test_stop_while_the_question_is_still_being_worked_out_is_the_users_stop() -> None:
    reading = asyncio.Event()

    async def summary() -> str:
        reading.set()
        await asyncio.Event().wait()
        return "Act?"

    scene = Scene(act, agent=Scripted(calling("act")), control="soft", confirmation_summary=summary)
    scene.person.says("do it")
    await asyncio.wait_for(reading.wait(), 5)
    scene.person.stops()
    await idle(scene)
    record = scene.record
    assert (record.gate, record.evidence.by, record.asked_at) == ("cancelled", "stop", None)
