"""A turn is open or over: what is over runs nothing more, whatever its agent left behind or swallowed."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator

from coworkkit import CallResult, Turn
from coworkkit.core import session as session_module
from coworkkit.core.session import SessionSettings
from coworkkit.core.worker import MOST_IN_SESSION
from tests.core.scene import Scene, until

ran: list[str] = []


def act(text: str = "t") -> str:
    """Act."""
    ran.append(text)
    return text


@pytest.fixture(autouse=True)
def fresh() -> None:
    ran.clear()


class Scripted:
    """An agent that does what a test says."""

    greeting = ""

    def __init__(self, answer: Any, name: str = "Scripted") -> None:
        self.answer = answer
        self.name = name


def said(scene: Scene) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in scene.session.conversation.messages.values()]


async def idle(scene: Scene) -> None:
    await until(lambda: scene.session.working is None)


# Over is over


async def test_after_stop_a_child_task_of_the_agent_runs_nothing_more() -> None:
    results: list[CallResult] = []
    children: list[asyncio.Task[None]] = []
    go = asyncio.Event()

    async def answer(turn: Turn) -> AsyncIterator[str]:
        async def child() -> None:
            await go.wait()
            results.append(await turn.call("act", {}))

        children.append(asyncio.ensure_future(child()))
        await asyncio.Event().wait()
        yield ""

    scene = Scene(act, agent=Scripted(answer))
    scene.person.says("do it")
    await until(lambda: children)
    scene.person.stops()
    await idle(scene)
    go.set()
    await children[0]
    assert ran == [] and results[0].code == "cancelled"
    record = scene.record
    assert (record.gate, record.evidence.by, record.outcome.entered) == ("cancelled", "stop", False)


async def test_an_action_that_swallows_the_stop_does_not_let_its_agent_go_on() -> None:
    started = asyncio.Event()

    async def stubborn() -> str:
        """Hold out."""
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "still here"
        return ""

    async def answer(turn: Turn) -> AsyncIterator[str]:
        if turn.text == "work":
            await turn.call("stubborn", {})
            await turn.call("act", {})
        yield f"answered {turn.text}"

    scene = Scene(act, stubborn, agent=Scripted(answer))
    scene.person.says("work")
    await started.wait()
    scene.person.stops()
    scene.person.says("hello?")
    await until(lambda: ("agent", "answered hello?") in said(scene))
    await idle(scene)
    assert ran == [] and ("agent", "answered work") not in said(scene) and ("notice", "Stopped.") in said(scene)


async def test_an_agent_that_swallows_the_stop_says_and_calls_nothing_more() -> None:
    waiting = asyncio.Event()

    async def answer(turn: Turn) -> AsyncIterator[str]:
        try:
            waiting.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            pass
        yield "and another thing"
        await turn.call("act", {})

    scene = Scene(act, agent=Scripted(answer))
    scene.person.says("work")
    await waiting.wait()
    scene.person.stops()
    await idle(scene)
    assert ran == [] and said(scene)[-1] == ("notice", "Stopped.")
    assert ("agent", "and another thing") not in said(scene)


@pytest.mark.parametrize("control", ["hard", "soft"])
async def test_a_returned_agent_leaves_no_card_behind_but_its_question_stays(control: Any) -> None:
    results: list[CallResult] = []
    children: list[asyncio.Task[None]] = []

    async def answer(turn: Turn) -> AsyncIterator[str]:
        async def child() -> None:
            results.append(await turn.call("act", {}))

        if turn.text == "do it":
            children.append(asyncio.ensure_future(child()))
            await until(lambda: scene.session.cards.on_screen or scene.session.consent.open)
            yield "done"
        else:
            results.append(await turn.call("act", {}))

    scene = Scene(act, agent=Scripted(answer), control=control)
    scene.person.says("do it")
    await idle(scene)
    await children[0]
    assert scene.session.cards.on_screen is None and ran == []
    if control == "hard":
        assert results[0].code == "cancelled" and "declined" not in results[0].message
        assert (scene.record.gate, scene.record.evidence.by) == ("cancelled", "gate")
        return
    assert results[0].code == "needs_confirmation" and scene.session.consent.open is not None
    scene.person.says("yes")
    await idle(scene)
    assert results[1].ok and ran == ["t"] and scene.record.gate == "confirmed"


async def test_a_call_after_the_agent_returned_runs_nothing() -> None:
    turns: list[Turn] = []

    async def answer(turn: Turn) -> AsyncIterator[str]:
        turns.append(turn)
        yield "done"

    scene = Scene(act, agent=Scripted(answer))
    scene.person.says("do it")
    await idle(scene)
    result = await turns[0].call("act", {})
    assert result.code == "cancelled" and ran == [] and scene.record.evidence.by == "gate"


async def test_a_turn_and_stop_in_one_tick_leave_the_session_working_also_twice() -> None:
    async def answer(turn: Turn) -> AsyncIterator[str]:
        yield f"heard {turn.text}"

    scene = Scene(agent=Scripted(answer))
    for _ in range(2):
        scene.person.says("one")
        scene.person.stops()
    scene.person.says("two")
    await idle(scene)
    assert said(scene)[-1] == ("agent", "heard two") and scene.session.status.state == "idle"


# Who is signed in


async def test_when_another_user_signs_in_the_agent_stops_in_the_middle_of_its_turn() -> None:
    signed_in = ["ann"]
    codes: list[str | None] = []

    async def answer(turn: Turn) -> AsyncIterator[str]:
        for _ in range(3):
            codes.append((await turn.call("act", {})).code)
            signed_in[0] = "bob"
            await asyncio.sleep(0)
        yield ""

    scene = Scene(act, agent=Scripted(answer))
    scene.session.user = "ann"
    scene.session.settings = SessionSettings(agent=Scripted(answer), user_now=lambda: signed_in[0])
    scene.person.arms_hand()
    scene.person.says("do it")
    await idle(scene)
    assert ran == ["t"] and codes[0] is None and scene.session.ended and not scene.session.hand.armed
    refused = scene.records[-1]
    assert refused.outcome.error is not None and refused.outcome.error.code == "unavailable"


async def test_a_card_confirmed_after_the_user_changed_runs_nothing() -> None:
    signed_in = ["ann"]
    scene = Scene(act, control="hard")
    scene.session.user = "ann"
    scene.session.settings = SessionSettings(user_now=lambda: signed_in[0])
    call, other = scene.start("act"), scene.start("act", {"text": "2"})
    await scene.person.sees_card()
    signed_in[0] = "bob"
    await scene.person.confirms()
    assert (await scene.end_of(call)).code == "unavailable" and (await scene.end_of(other)).code == "timeout"
    assert ran == [] and scene.session.ended
    assert "user_changed" in [record.evidence.cause for record in scene.records]


async def test_a_user_function_that_raises_refuses_the_call_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def who() -> str:
        raise RuntimeError("no database")

    scene = Scene(act)
    scene.session.settings = SessionSettings(user_now=who)
    assert (await scene.call("act")).code == "unavailable" and ran == []
    assert "no database" in caplog.text and not scene.session.ended


# What JSON cannot carry


async def test_half_a_character_waits_for_its_other_half_and_alone_becomes_its_escape() -> None:
    async def answer(turn: Turn) -> AsyncIterator[str]:
        for piece in ("well \ud83d", "\udc4d", " and \udc4d", " then \ud83d"):
            yield piece

    scene = Scene(agent=Scripted(answer, name="A\ud83d"))
    scene.person.says("hi")
    await idle(scene)
    assert said(scene)[-1] == ("agent", "well \U0001f44d and \\udc4d then \\ud83d")
    for _, text in said(scene):
        json.dumps(text, ensure_ascii=False).encode()
    scene.session.caller.agent.encode()
    scene.session.conversation.messages[scene.session.conversation.add("notice", "\ud83d")].text.encode()


async def test_a_call_id_is_well_formed_and_bounded() -> None:
    scene = Scene(act)
    result = await scene.call("act", call_id="\ud83d" + "x" * 10_000)
    assert len(result.call_id) <= 200 and result.call_id == scene.record.call_id
    result.call_id.encode()


async def test_an_endless_answer_is_cut_and_says_so() -> None:
    async def answer(turn: Turn) -> AsyncIterator[str]:
        for _ in range(30):
            yield "é" * 10_000

    scene = Scene(agent=Scripted(answer))
    scene.person.says("hi")
    await idle(scene)
    assert [(role, len(text)) for role, text in said(scene)][1] == ("agent", 100_000)
    assert said(scene)[2][0] == "notice" and "cut" in said(scene)[2][1] and len(said(scene)) == 3


# However it is called or given up, one record


@pytest.mark.parametrize("name", [None, 5, b"act"])
async def test_a_name_that_is_no_text_is_not_found(name: Any) -> None:
    scene = Scene(act)
    assert (await scene.call(name)).code == "not_found" and scene.record.gate == "refused"


async def test_a_validator_that_exits_refuses_the_call() -> None:
    def leave(value: str) -> str:
        raise SystemExit(3)

    def exiting(text: Annotated[str, AfterValidator(leave)]) -> None:
        """Exit."""
        ran.append(text)

    exiting.__annotations__["text"] = Annotated[str, AfterValidator(leave)]
    scene = Scene(exiting)
    result = await scene.call("exiting", {"text": "x"})
    assert not result.ok and scene.record.gate == "refused" and ran == []


async def test_a_call_closed_at_its_card_settles_once() -> None:
    scene = Scene(act, control="hard")
    calling = scene.session.call("act")
    assert calling.send(None) is not None
    assert scene.session.cards.on_screen is not None
    calling.close()
    assert scene.record.gate == "cancelled" and scene.session.cards.on_screen is None and ran == []


async def test_what_still_runs_when_the_server_stops_is_recorded_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session_module, "CLOSING_SECONDS", 0.05)
    release = threading.Event()
    told: list[Any] = []

    def slow() -> None:
        """Work."""
        release.wait(10)
        raise RuntimeError("too late")

    scene = Scene(slow, on_action_record=told.append)
    call = scene.start("slow")
    await until(lambda: scene.session.moving)
    try:
        scene.session.end()
        await scene.session.close()
        outcome = scene.record.outcome
        assert (outcome.ok, outcome.entered) == (False, True) and outcome.error is not None
        assert outcome.error.code == "internal" and "how it ended is not known" in outcome.error.message
        assert len(told) == 1
    finally:
        release.set()
    await scene.end_of(call)
    assert len(scene.records) == 1 and "too late" not in caplog.text and "Traceback" not in caplog.text


# Threads


async def test_one_session_takes_eight_threads_and_no_more_and_what_waited_is_checked_again() -> None:
    release = threading.Event()
    now: list[int] = []
    most: list[int] = []

    def block() -> None:
        """Block."""
        now.append(1)
        most.append(len(now))
        release.wait(10)
        now.pop()

    scene, other = Scene(block, act), Scene(act)
    calls = [scene.start("block") for _ in range(MOST_IN_SESSION)]
    late = scene.start("act")
    try:
        await until(lambda: len(now) == MOST_IN_SESSION)
        await asyncio.sleep(0.02)
        assert ran == [] and (await other.call("act")).ok and ran == ["t"]
        scene.remove("act")
    finally:
        release.set()
    for call in calls:
        assert (await scene.end_of(call)).ok
    assert (await scene.end_of(late)).code == "not_found" and max(most) == MOST_IN_SESSION and ran == ["t"]


async def test_stop_while_it_waits_for_a_thread_enters_nothing() -> None:
    release = threading.Event()

    def block() -> None:
        """Block."""
        release.wait(10)

    scene = Scene(block, act)
    calls = [scene.start("block") for _ in range(MOST_IN_SESSION)]
    late = scene.start("act")
    try:
        await asyncio.sleep(0.2)
        late.cancel()
        with pytest.raises(asyncio.CancelledError):
            await late
    finally:
        release.set()
    for call in calls:
        await call
    assert not scene.records[0].outcome.entered and ran == []


@pytest.mark.parametrize("which", ["control", "confirmation_summary"])
async def test_a_question_that_still_hangs_is_not_begun_again(which: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coworkkit.core.judgement.SECONDS", 0.05)
    release = threading.Event()
    begun: list[int] = []

    def hang() -> str:
        begun.append(1)
        release.wait(10)
        return "hard"

    scene = Scene(act, **{"control": "hard", which: hang})
    try:
        assert (await scene.call("act")).code == "unavailable"
        assert (await scene.call("act")).code == "unavailable"
        assert begun == [1] and ran == []
    finally:
        release.set()
    await asyncio.sleep(0.05)
    call = scene.start("act")
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok
