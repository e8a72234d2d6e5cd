"""What a session tells Watch of a call beside its record: when it waits, and which user turn it belongs to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from coworkkit import Turn
from coworkkit.core.call import Call
from coworkkit.core.catalogue import Surface
from coworkkit.core.ids import made_at, new_id
from coworkkit.core.screen import Screen
from tests.core.scene import Scene, until


def archive(name: str = "Alpha") -> str:
    """Archive something."""
    return name


class Watching(Screen):
    """A screen that keeps what it is told of calls."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str | None]] = []
        self.calls: list[Call] = []

    def call(self, call: Call) -> None:
        self.told.append((call.state, call.record.gate if call.record else None))
        self.calls.append(call)


def watched(scene: Scene) -> Watching:
    scene.session.screen = screen = Watching()
    return screen


class Repeating:
    """An agent that calls the same at every turn."""

    name = "Repeating"
    greeting = ""

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        yield (await turn.call("archive", {})).message


async def test_a_call_is_told_when_it_waits_when_it_runs_and_with_its_record() -> None:
    scene = Scene()
    scene.add(archive, control="hard")
    screen = watched(scene)
    call = scene.start("archive")
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok
    assert screen.told == [("asked", None), ("entered", None), ("settled", "confirmed")]
    assert screen.calls[-1].record == scene.record


def test_an_id_says_when_it_was_made() -> None:
    before = datetime.now(UTC)
    at = made_at(new_id())
    assert before - timedelta(milliseconds=1) <= at <= datetime.now(UTC)


async def test_a_refused_call_is_told_once() -> None:
    scene = Scene()
    screen = watched(scene)
    await scene.call("nowhere")
    assert screen.told == [("settled", "refused")]


async def test_a_call_belongs_to_the_turn_it_was_first_made_in() -> None:
    scene = Scene(archive, agent=Repeating(), control="soft")
    screen = watched(scene)
    for text in ("archive it", "yes"):
        scene.person.says(text)
        await until(lambda: scene.session.working is None)
    said = [message.id for message in scene.session.conversation.messages.values() if message.role == "user"]
    assert len(said) == 2
    assert {call.turn_id for call in screen.calls} == {said[0]}
    assert scene.record.gate == "confirmed"


async def test_a_call_from_code_belongs_to_no_turn() -> None:
    scene = Scene(archive)
    screen = watched(scene)
    await scene.call("archive")
    assert screen.calls[-1].turn_id is None


async def test_a_screen_that_fails_disturbs_no_call(caplog: pytest.LogCaptureFixture) -> None:
    class Failing(Screen):
        def call(self, call: Call) -> None:
            raise RuntimeError("cannot show it")

    scene = Scene(archive)
    scene.session.screen = Failing()
    assert (await scene.call("archive")).ok
    assert scene.record.gate == "fired" and "cannot show it" in caplog.text


def test_the_catalogue_says_what_makes_an_action_need_hand_mode() -> None:
    scene = Scene(archive)
    scene.add_element("view", set=archive)
    scene.session.catalogue.add_surface(Surface("Board", None, ("archive",)))
    listed = {listing.name: listing.hand_from for listing in scene.session.catalogue.listing()}
    assert (listed["archive"], listed["view.set"]) == ("surface", "element")
    scene.session.catalogue.add_surface(Surface("Elsewhere"))
    assert {listing.name: listing.hand_from for listing in scene.session.catalogue.listing()}["archive"] is None
