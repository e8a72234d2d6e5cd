"""An action that keeps being declined, or left unanswered, stops asking until the user lets it ask again."""

from __future__ import annotations

import asyncio

from coworkkit import CallResult, Session
from coworkkit.testing import FakeClock, Person, open_session

ran: list[int] = []


def delete_project(number: int) -> str:
    """Delete a project."""
    ran.append(number)
    return "deleted"


def asking() -> tuple[Session, Person]:
    """A session whose one action is hard, and its user."""
    ran.clear()
    session = open_session(delete_project, control="hard", clock=FakeClock())
    return session, Person(session)


async def called(session: Session, number: int) -> asyncio.Task[CallResult]:
    """Call the action with arguments that were not declined yet."""
    task = asyncio.create_task(session.call("delete_project", {"number": number}))
    await asyncio.sleep(0)
    return task


async def decline(session: Session, person: Person, number: int) -> None:
    """Have it asked, and decline."""
    task = await called(session, number)
    await person.cancels()
    assert (await task).code == "cancelled"


async def test_three_cancels_block_an_action_until_the_user_lifts_it() -> None:
    session, person = asking()
    for number in range(3):
        await decline(session, person, number)
    refused = await session.call("delete_project", {"number": 9})
    assert refused.code == "unavailable"
    assert "lift this in the panel" in refused.message
    assert session.cards.on_screen is None
    session.fatigue.lift("delete_project")
    task = await called(session, 9)
    await person.confirms()
    assert (await task).ok
    assert ran == [9]


async def test_four_unanswered_cards_block_an_action_and_nobody_is_said_to_have_declined() -> None:
    session, person = asking()
    for number in range(4):
        task = await called(session, number)
        await person.sees_card()
        await person.waits(61)
        assert (await task).code == "timeout"
    refused = await session.call("delete_project", {"number": 9})
    assert refused.code == "unavailable"
    assert "left unanswered 4 times" in refused.message
    assert "declined" not in refused.message


async def test_a_confirmed_card_starts_the_count_anew() -> None:
    session, person = asking()
    for number in range(2):
        await decline(session, person, number)
    task = await called(session, 5)
    await person.confirms()
    assert (await task).ok
    for number in range(10, 12):
        await decline(session, person, number)
    task = await called(session, 6)
    await person.confirms()
    assert (await task).ok
    assert ran == [5, 6]


async def test_a_block_is_of_one_action_and_leaves_no_trace_on_another() -> None:
    session, person = asking()
    for number in range(3):
        await decline(session, person, number)
    other = open_session(delete_project, control="hard", clock=FakeClock())
    task = await called(other, 1)
    await Person(other).confirms()
    assert (await task).ok
