"""Far ends that misbehave: nothing hangs, nothing half-runs, the user reads one plain sentence."""

from __future__ import annotations

import json

import pytest

from tests.agents.connectors.script import Connector, Script, Step, call, steps
from tests.agents.connectors.test_same_call import says, scene_for
from tests.core.scene import Scene


@pytest.fixture(autouse=True)
def in_a_turn(connector: Connector) -> None:
    """Leave out agents that come from outside: `tests/agents/outside/test_bad_peers.py` has their peers."""
    if not connector.hears_user:
        pytest.skip("an agent from outside has no turn of ours that could be cut off")


def last_said(scene: Scene) -> str:
    """The last line of the conversation."""
    return list(scene.session.conversation.messages.values())[-1].text


@pytest.mark.parametrize("arguments", ["", "null", "[]", '"text"', "{", '{"text": "a", "text"', "\x00", "{}{}", "17"])
async def test_arguments_that_are_no_object_are_refused_and_the_agent_goes_on(
    connector: Connector, arguments: str
) -> None:
    if not connector.passes_unreadable:
        pytest.skip("this far end ends such a turn itself")
    script = Script([*steps(call("add_note", arguments, "c1"), "I see.")])
    scene = scene_for(connector, script)
    await says(scene, "go")

    assert [(record.gate, record.outcome.entered) for record in scene.records] == [("refused", False)]
    assert script.results["c1"]["code"] == "invalid_args"
    assert last_said(scene) == "I see."


async def test_the_same_call_id_twice_is_two_calls_and_each_has_its_answer(connector: Connector) -> None:
    script = Script(
        [
            *steps(call("add_note", {"text": "a"}, "c1"), call("add_note", {"text": "b"}, "c1"), "Both."),
            Step(say="Still."),
        ]
    )
    scene = scene_for(connector, script)
    await says(scene, "go")
    assert [record.arguments["text"] for record in scene.records] == ["a", "b"]
    assert len({record.id for record in scene.records}) == 2
    assert last_said(scene) == "Both."

    await says(scene, "again")
    assert last_said(scene) == "Still."


async def test_ten_megabytes_of_arguments_are_refused_or_taken_and_nothing_hangs(connector: Connector) -> None:
    script = Script(
        [
            *steps(
                call("erase", {"thread_id": "9" * 10_000_000}, "c1"),
                call("add_note", json.dumps({"text": "x", "junk": "y" * 10_000_000}), "c2"),
                "Done.",
            )
        ]
    )
    scene = scene_for(connector, script)
    await says(scene, "go")

    assert [record.outcome.entered for record in scene.records] == [False, False]
    assert last_said(scene) == "Done."


@pytest.mark.parametrize("action", ["note", "no_such_action"])
async def test_a_thousand_calls_in_one_turn_are_stopped_and_the_user_is_told(connector: Connector, action: str) -> None:
    done = []

    def note(number: int) -> None:
        """Note a number."""
        done.append(number)

    script = Script([Step(calls=tuple(call(action, {"number": n}, f"c{n}") for n in range(1_000)))])
    scene = scene_for(connector, script)
    scene.add(note)
    await says(scene, "go")

    assert len(done) <= 100
    assert len(scene.records) <= 100
    assert "too many steps" in last_said(scene)


async def test_an_agent_that_never_stops_is_stopped_and_the_user_is_told(connector: Connector) -> None:
    endless = Script([Step(calls=(call("add_note", {"text": str(n)}, f"c{n}"),)) for n in range(1_000)])
    scene = scene_for(connector, endless)
    await says(scene, "go")

    assert 10 <= len(scene.records) <= 100
    assert all(record.outcome.ok for record in scene.records)
    assert "too many steps" in last_said(scene)

    endless.steps[:] = [Step(say="Better now.")]
    await says(scene, "and now?")
    assert last_said(scene) == "Better now."


async def test_calls_of_tools_that_do_not_exist_over_and_over_end_too(connector: Connector) -> None:
    script = Script([Step(calls=(call("no_such_action", {}, f"c{n}"),)) for n in range(1_000)])
    scene = scene_for(connector, script)
    await says(scene, "go")

    assert scene.records and {record.gate for record in scene.records} == {"refused"}
    assert len(scene.records) <= 100
    assert "too many steps" in last_said(scene)
