"""An open call: found, bound, run once, answered, recorded once."""

from __future__ import annotations

import asyncio
import gc
import warnings
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coworkkit import CallResult
from tests.core.scene import Scene


def add_task(title: str, priority: int = 2, done: bool = False) -> dict[str, Any]:
    """Add a task to the board."""
    return {"title": title, "priority": priority, "done": done}


async def test_open_call_runs_at_once_and_answers_with_what_the_function_returned() -> None:
    scene = Scene(add_task)
    result = await scene.call("add_task", {"title": "Water the plants", "priority": 1})
    assert result.ok and result.code is None
    assert result.result == {"title": "Water the plants", "priority": 1, "done": False}
    assert result.call_id == scene.record.call_id


async def test_open_call_leaves_one_record_that_says_it_fired() -> None:
    scene = Scene(add_task)
    await scene.call("add_task", {"title": "Water the plants"})
    record = scene.record
    assert (record.action, record.control, record.gate) == ("add_task", "open", "fired")
    assert record.outcome.ok and record.outcome.entered and record.outcome.error is None
    assert record.arguments == {"title": "Water the plants", "priority": 2, "done": False}
    assert record.evidence.by is None and record.asked_at is None and record.summary is None


async def test_open_call_needs_no_person_even_when_none_is_there() -> None:
    scene = Scene(add_task)
    scene.session.detach()
    assert (await scene.call("add_task", {"title": "Water the plants"})).ok


async def test_call_of_an_action_that_was_never_declared_is_refused_in_words() -> None:
    scene = Scene(add_task)
    result = await scene.call("launch_rocket", {})
    assert not result.ok and result.code == "not_found"
    assert "launch_rocket" in result.message
    record = scene.record
    assert (record.gate, record.control, record.kind, record.arguments) == ("refused", None, None, {})
    assert not record.outcome.entered
    assert record.outcome.error is not None and record.outcome.error.code == "not_found"


async def test_call_of_an_action_that_left_the_page_is_refused() -> None:
    scene = Scene(add_task)
    assert (await scene.call("add_task", {"title": "before"})).ok
    scene.remove("add_task")
    assert (await scene.call("add_task", {"title": "after"})).code == "not_found"


async def test_call_on_a_page_that_is_gone_is_refused_and_recorded() -> None:
    scene = Scene(add_task)
    scene.session.end()
    result = await scene.call("add_task", {"title": "late"})
    assert result.code == "unavailable"
    assert scene.record.gate == "refused" and not scene.record.outcome.entered


async def test_arguments_may_come_as_json_text() -> None:
    scene = Scene(add_task)
    for text in ('{"title": "a", "priority": 3}', b'{"title": "a", "priority": 3}'):
        assert (await scene.call("add_task", text)).result == {"title": "a", "priority": 3, "done": False}


async def test_two_hundred_calls_at_once_settle_with_one_record_each() -> None:
    entered: list[int] = []

    async def count(number: int) -> int:
        """Count."""
        entered.append(number)
        await asyncio.sleep(0)
        return number

    def count_plainly(number: int) -> int:
        """Count in a thread."""
        entered.append(number)
        return number

    scene = Scene(count, count_plainly)
    names = ["count", "count_plainly"] * 100
    async with asyncio.timeout(20):
        results = await asyncio.gather(
            *(scene.session.call(name, {"number": number}) for number, name in enumerate(names))
        )
    assert [result.result for result in results] == list(range(200))
    assert sorted(entered) == list(range(200))
    assert len(scene.records) == 200
    assert {record.call_id for record in scene.records} == {result.call_id for result in results}
    assert len({record.id for record in scene.records}) == 200


async def test_a_call_that_takes_long_holds_up_no_other() -> None:
    go = asyncio.Event()

    async def wait_for_it() -> str:
        """Wait."""
        await go.wait()
        return "waited"

    scene = Scene(wait_for_it, add_task)
    slow = scene.start("wait_for_it")
    assert (await scene.call("add_task", {"title": "quick"})).ok
    assert [record.action for record in scene.records] == ["add_task"]
    go.set()
    assert (await scene.end_of(slow)).result == "waited"
    assert [record.action for record in scene.records] == ["add_task", "wait_for_it"]


@pytest.mark.scenario("S15")
@pytest.mark.parametrize("call_id", ["call_0", "", None])
async def test_call_ids_of_the_agent_identify_nothing(call_id: str | None) -> None:
    scene = Scene(add_task)
    one, two = await asyncio.gather(
        scene.call("add_task", {"title": "one"}, call_id=call_id),
        scene.call("add_task", {"title": "two"}, call_id=call_id),
    )
    assert one.result["title"] == "one" and two.result["title"] == "two"
    assert len({record.id for record in scene.records}) == 2
    assert one.call_id and two.call_id
    if not call_id:
        assert one.call_id != two.call_id


@pytest.mark.scenario("S54")
async def test_a_repeated_open_call_cannot_be_recognised_in_process_and_runs_again() -> None:
    """The docs must say so: ids of agents come again for other calls (S15), so they mean nothing."""
    scene = Scene(add_task)
    for _ in range(2):
        assert (await scene.call("add_task", {"title": "same"}, call_id="call_7")).ok
    assert len(scene.records) == 2
    assert scene.session.catalogue.snapshot().actions[-1].kind == "write"


async def test_a_caller_that_gives_up_leaves_one_settled_record() -> None:
    started = asyncio.Event()

    async def never_ends() -> None:
        """Wait for ever."""
        started.set()
        await asyncio.Event().wait()

    scene = Scene(never_ends)
    call = scene.start("never_ends")
    await asyncio.wait_for(started.wait(), 5)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    record = scene.record
    assert record.gate == "fired" and record.outcome.entered and not record.outcome.ok
    assert record.outcome.error is not None and record.outcome.error.code == "cancelled"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(), max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(["add_task", "delete", "note"]) | st.text(st.characters(), max_size=300),
    arguments=st.dictionaries(
        st.sampled_from(["title", "priority", "any"]) | st.text(max_size=5), json_values, max_size=4
    )
    | json_values
    | st.text()
    | st.binary(),
)
@example(name="\ud800", arguments={})
@example(name="note", arguments={"any": {"\ud800": "\udfff"}})
@example(name="note", arguments={"\ud800": 1})
@example(name="note", arguments='{"any": {"a": "\\ud800"}}')
async def test_whatever_an_agent_sends_is_answered_and_recorded_once(name: str, arguments: Any) -> None:
    def note(any: dict[str, Any]) -> dict[str, Any]:
        """Keep a note."""
        return any

    scene = Scene(add_task)
    scene.add(note)
    scene.add(add_task, name="delete", control="soft")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = await scene.call(name, arguments)
        gc.collect(0)
    assert isinstance(result, CallResult)
    if result.code == "needs_confirmation":
        scene.person.says("no")
    scene.record.model_dump_json()
