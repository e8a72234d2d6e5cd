"""Same call, same record: the same five calls through every connector."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from coworkkit import ActionRecord
from tests.agents.connectors.script import Connector, Script, Step, call, steps
from tests.core.scene import Scene, until

ENDS_WITHIN = 60.0
UNREADABLE = '{"amount": 5'
WRONG = {"amount": 5}


def add_note(text: str, times: int = 1) -> str:
    """Add a note to the page."""
    return " ".join([text] * times)


def archive(thread_id: int) -> str:
    """Archive a thread."""
    return f"archived {thread_id}"


def erase(thread_id: int) -> str:
    """Erase a thread for good."""
    return f"erased {thread_id}"


def scene_for(connector: Connector, script: Script, **given: Any) -> Scene:
    """A page with the three actions and one element, whose agent follows the script."""
    scene = Scene(agent=connector.agent(script), **given)
    scene.add(add_note)
    scene.add(archive, control="soft", confirmation_summary=lambda thread_id: f"Archive thread {thread_id}?")
    scene.add(erase, control="hard", confirmation_summary=lambda thread_id: f"Erase thread {thread_id}?")
    scene.add_element("view mode", set_list=show_list)
    return scene


def show_list() -> None:
    """Show the list."""


async def speaks(scene: Scene, text: str) -> None:
    """The user says something, once their agent is there: one from outside has to be connected first."""
    arrives = getattr(scene.session.settings.agent, "arrives", None)
    if arrives is not None:
        await arrives(scene)
    scene.person.says(text)


async def says(scene: Scene, text: str, *, confirms: bool = False) -> None:
    """The user says something, confirms the card it leads to, and waits for the end of the answer."""
    await speaks(scene, text)
    if confirms:
        await scene.person.confirms()
    async with asyncio.timeout(ENDS_WITHIN):  # what is large takes its time on a busy machine
        while scene.session.working is not None:
            await asyncio.sleep(0.001)


def in_short(record: ActionRecord) -> dict[str, Any]:
    """What must be the same in a record, whatever the connector."""
    return {
        "action": record.action,
        "call_id": record.call_id,
        "control": record.control,
        "gate": record.gate,
        "ok": record.outcome.ok,
        "entered": record.outcome.entered,
        "code": record.outcome.error.code if record.outcome.error else None,
        "arguments": dict(record.arguments),
        "summary": record.summary,
        "agent": record.caller.agent,
    }


async def test_the_same_five_calls_leave_the_same_records_and_tell_the_agent_the_same(connector: Connector) -> None:
    script = Script(
        [
            *steps(
                call("add_note", {"text": "milk", "times": 2}, "c1"),
                call("add_note", UNREADABLE if connector.passes_unreadable else WRONG, "c2"),
                call("view mode.set_list", {}, "c3"),
                call("no_such_action", {"x": 1}, "c4"),
                call("erase", {"thread_id": 7}, "c5"),
                "All done.",
            )
        ]
    )
    scene = scene_for(connector, script)
    await says(scene, "go", confirms=True)

    expected = {
        "c1": ("add_note", "open", "fired", True, True, None, {"text": "milk", "times": 2}, None),
        "c2": ("add_note", "open", "refused", False, False, "invalid_args", {}, None),
        "c3": ("view mode.set_list", "open", "needs_hand_mode", False, False, "needs_hand_mode", {}, None),
        "c4": ("no_such_action", None, "refused", False, False, "not_found", {}, None),
        "c5": ("erase", "hard", "confirmed", True, True, None, {"thread_id": 7}, "Erase thread 7?"),
    }
    keys = ("action", "control", "gate", "ok", "entered", "code", "arguments", "summary")
    # an agent that may not name its calls is told what they are called
    theirs = {answer["call_id"]: id for id, answer in script.results.items() if "call_id" in answer}
    records = [in_short(record) for record in scene.records]
    for record in records:
        record["call_id"] = theirs.get(record["call_id"], record["call_id"])
    assert {record["call_id"]: record for record in records} == {
        id: {**dict(zip(keys, row, strict=True)), "call_id": id, "agent": "Nova"} for id, row in expected.items()
    }
    assert {record.caller.connector for record in scene.records} == {connector.name}
    assert all(record.caller.hears_user is connector.hears_user for record in scene.records)

    told = script.results
    assert told["c1"]["ok"] is True and told["c1"]["result"] == "milk milk"
    assert told["c2"]["code"] == "invalid_args"
    assert not connector.passes_unreadable or "broken JSON" in told["c2"]["message"]
    assert told["c3"]["code"] == "needs_hand_mode" and told["c3"]["ok"] is False
    assert told["c4"]["code"] == "not_found" and told["c4"]["ok"] is False
    assert told["c5"]["ok"] is True and told["c5"]["result"] == "erased 7"
    assert [message.text for message in scene.session.conversation.messages.values() if message.role == "agent"] == [
        "All done."
    ]


async def test_a_soft_call_waits_for_the_users_own_yes(connector: Connector) -> None:
    script = Script(
        [
            *steps(call("archive", {"thread_id": 3}, "c1"), "Archive thread 3?"),
            *steps(call("archive", {"thread_id": 3}, "c2"), "Archived."),
        ]
    )
    scene = scene_for(connector, script)
    await says(scene, "archive thread 3", confirms=not connector.hears_user)
    if connector.hears_user:
        assert scene.records == []
        assert script.results["c1"]["code"] == "needs_confirmation"
        assert script.results["c1"]["question"] == "Archive thread 3?"
        await says(scene, "yes")

    assert [(record.gate, record.outcome.ok) for record in scene.records] == [("confirmed", True)]


async def test_what_is_offered_and_told_follows_the_page_between_two_steps_of_one_turn(connector: Connector) -> None:
    def leave() -> None:
        """Leave for the other page."""
        scene.remove("add_note")
        scene.add(show_list, name="größe zeigen")

    script = Script(list(steps(call("leave", {}, "c1"), "Done.")))
    scene = scene_for(connector, script)
    scene.add(leave)
    await says(scene, "go")
    before, after = script.offered[0], script.offered[1]

    assert "add_note" in before and "add_note" not in after
    assert len(set(after) - set(before)) == 1
    assert "needs_confirmation" in script.told[0]
    assert "view mode" in script.told[0]


async def test_calls_of_one_step_go_through_the_gate_each_by_itself(connector: Connector) -> None:
    script = Script(
        [
            Step(
                calls=(
                    call("add_note", {"text": "a"}, "c1"),
                    call("erase", {"thread_id": 1}, "c2"),
                    call("add_note", {"text": 5.5}, "c3"),
                )
            ),
            Step(say="Done."),
        ]
    )
    scene = scene_for(connector, script)
    await says(scene, "go", confirms=True)

    assert {(record.action, record.gate) for record in scene.records} == {
        ("add_note", "fired"), ("erase", "confirmed"), ("add_note", "refused"),
    }  # fmt: skip
    assert {id: told["ok"] for id, told in script.results.items()} == {"c1": True, "c2": True, "c3": False}


async def test_stop_ends_the_turn_at_once_and_takes_back_its_card(connector: Connector) -> None:
    script = Script(list(steps(call("erase", {"thread_id": 1}, "c1"), "Never said.")))
    scene = scene_for(connector, script)
    await speaks(scene, "erase it")
    await scene.person.sees_card()
    scene.person.stops()
    await until(lambda: scene.session.working is None)

    assert scene.session.cards.on_screen is None
    assert [(record.gate, record.outcome.entered) for record in scene.records] == [("cancelled", False)]
    assert (scene.record.evidence.by, scene.record.evidence.cause) == ("stop", "stopped")
    said = [message.text for message in scene.session.conversation.messages.values()]
    assert "Stopped." in said and "Never said." not in said


async def test_stop_reaches_a_call_that_runs_and_those_beside_it(connector: Connector) -> None:
    begun, told = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        """Work until told to stop."""
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            told.set()

    both = (call("work", {}, "c1"), call("erase", {"thread_id": 1}, "c2"))
    script = Script([Step(calls=both), Step(say="Never said.")])
    scene = scene_for(connector, script)
    scene.add(work)
    await speaks(scene, "go")
    await asyncio.wait_for(begun.wait(), 5)
    await scene.person.sees_card()
    scene.person.stops()
    await until(lambda: scene.session.working is None and len(scene.records) == 2)

    assert told.is_set()
    ends = {record.action: (record.gate, record.outcome.entered, record.outcome.ok) for record in scene.records}
    assert ends == {"work": ("fired", True, False), "erase": ("cancelled", False, False)}
    assert "Never said." not in [message.text for message in scene.session.conversation.messages.values()]


async def test_an_action_that_finishes_in_spite_of_stop_is_recorded_as_it_ended(connector: Connector) -> None:
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def stubborn() -> str:
        """Finish whatever happens."""
        begun.set()
        try:
            await goes_on.wait()
        except asyncio.CancelledError:
            return "finished all the same"
        return "not stopped"

    script = Script([Step(calls=(call("stubborn", {}, "c1"),)), Step(say="Never said.")])
    scene = scene_for(connector, script)
    scene.add(stubborn)
    await speaks(scene, "go")
    await asyncio.wait_for(begun.wait(), 5)
    scene.person.stops()
    await until(lambda: scene.session.working is None and len(scene.records) == 1)

    assert (scene.record.gate, scene.record.outcome.ok) == ("fired", True)
    assert "Never said." not in [message.text for message in scene.session.conversation.messages.values()]


async def test_after_a_stop_the_conversation_goes_on(connector: Connector) -> None:
    script = Script([*steps(call("erase", {"thread_id": 1}, "c1"))])
    scene = scene_for(connector, script)
    await speaks(scene, "erase it")
    await scene.person.sees_card()
    scene.person.stops()
    await until(lambda: scene.session.working is None)
    script.steps[:] = steps(call("add_note", {"text": "b"}, "c2"), "Noted.")
    await says(scene, "note b")

    assert scene.records[-1].gate == "fired"
    assert list(scene.session.conversation.messages.values())[-1].text == "Noted."


@pytest.mark.parametrize("answer", ["no", "perhaps later"])
async def test_only_a_plain_yes_lets_a_soft_call_run(connector: Connector, answer: str) -> None:
    if not connector.hears_user:
        pytest.skip("this connector does not hear the user: a soft call is asked by the card")
    script = Script(
        [
            *steps(call("archive", {"thread_id": 3}, "c1"), "Archive thread 3?"),
            *steps(call("archive", {"thread_id": 3}, "c2"), "Fine."),
        ]
    )
    scene = scene_for(connector, script)
    await says(scene, "archive thread 3")
    await says(scene, answer)

    assert not any(record.outcome.entered for record in scene.records)
    assert script.results["c2"]["ok"] is False
