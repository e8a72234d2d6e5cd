"""What an app developer tests their own actions with: a person, a clock and a session without a browser."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from coworkkit.testing import FakeClock, Person, open_session


def delete_project(name: str) -> str:
    """Delete a project."""
    return f"deleted {name}"


async def test_a_session_offers_its_actions_and_a_person_decides() -> None:
    clock = FakeClock()
    session = open_session(delete_project, control="hard", clock=clock, user="ada")
    person = Person(session)
    call = asyncio.ensure_future(session.call("delete_project", {"name": "Alpha"}))
    card = await person.sees_card()
    assert card.content.title == ["Delete a project."]
    assert (await person.confirms()).ok
    assert (await asyncio.wait_for(call, 5)).result == "deleted Alpha"


async def test_a_person_works_on_the_real_clock_too() -> None:
    session = open_session(delete_project, control="hard")
    call = asyncio.ensure_future(session.call("delete_project", {"name": "Alpha"}))
    assert (await Person(session).confirms()).ok
    assert (await asyncio.wait_for(call, 5)).ok


async def test_a_person_who_sees_no_card_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coworkkit.testing.person.PATIENCE_SECONDS", 0.01)
    with pytest.raises(AssertionError, match="no confirmation card"):
        await Person(open_session()).confirms()


async def test_a_fake_clock_stands_still_until_it_is_moved_and_runs_what_is_due_in_order() -> None:
    clock = FakeClock(datetime(2026, 5, 1, tzinfo=UTC))
    ran: list[tuple[str, float]] = []
    clock.call_later(2, lambda: ran.append(("two", clock.monotonic())))
    clock.call_later(1, lambda: ran.append(("one", clock.monotonic())))
    clock.call_later(1, lambda: ran.append(("one more", clock.monotonic())))
    clock.call_later(1, lambda: ran.append(("never", 0.0))).cancel()
    clock.call_later(1, lambda: clock.call_later(0.5, lambda: ran.append(("later", clock.monotonic()))) and None)
    await clock.advance(0.5)
    assert ran == [] and clock.now() == datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=0.5)
    await clock.advance(1.5)
    assert ran == [("one", 1.0), ("one more", 1.0), ("later", 1.5), ("two", 2.0)]
    assert clock.monotonic() == 2.0


async def test_a_wall_clock_can_jump_without_time_passing() -> None:
    clock = FakeClock()
    await clock.advance(10)
    clock.set_wall(datetime(2030, 1, 1, tzinfo=UTC))
    assert clock.now() == datetime(2030, 1, 1, tzinfo=UTC) and clock.monotonic() == 10
    await clock.advance(5)
    assert clock.now() == datetime(2030, 1, 1, 0, 0, 5, tzinfo=UTC)


async def test_declarations_and_the_baseline_can_be_given() -> None:
    session = open_session(delete_project, default_control="hard", hand_actions=("delete_project",), name="go")
    (info,) = [info for info in session.catalogue.snapshot().actions if info.name == "go"]
    assert info.control == "hard" and not info.needs_hand
    session = open_session(delete_project, hand_actions=("delete_project",))
    assert (await session.call("delete_project", {"name": "Alpha"})).code == "needs_hand_mode"
    Person(session).arms_hand()
    assert (await session.call("delete_project", {"name": "Alpha"})).code == "needs_confirmation"
