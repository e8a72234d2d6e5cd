"""What the person is told of a call in the conversation, whatever the agent makes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from coworkkit import Turn
from coworkkit.core import conversation
from coworkkit.core.conversation import Message

from .scene import Scene, until


class Caller:
    """An agent that calls each action it is told to, and says nothing."""

    name = "Caller"
    greeting = ""

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        for name in turn.text.removeprefix("please ").split():
            await turn.call(name, {})
        return
        yield ""


class Failing(Caller):
    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        raise RuntimeError("out of order")
        yield ""


def break_down() -> None:
    """Break down."""
    raise ValueError("The printer is out of paper.")


def wipe_all() -> None:
    """Wipe all."""


def tidy_up() -> None:
    """Tidy up."""


def said(scene: Scene) -> list[Message]:
    return [message for message in scene.session.conversation.messages.values() if message.role == "notice"]


def first_turn(scene: Scene) -> str:
    return next(message.id for message in scene.session.conversation.messages.values() if message.role == "user")


async def notices(scene: Scene, count: int = 1) -> list[Message]:
    await until(lambda: len(said(scene)) >= count and scene.session.working is None)
    return said(scene)


async def test_a_failed_call_is_told_and_can_be_asked_for_again() -> None:
    scene = Scene(break_down, agent=Caller())
    scene.person.says("please break_down")
    (notice,) = await notices(scene)
    assert notice.text == "This did not work: break down. The printer is out of paper."
    assert (notice.tone, notice.again, notice.record_id) == ("failed", first_turn(scene), scene.record.id)


async def test_a_declined_card_is_told_and_not_asked_for_again() -> None:
    scene = Scene(wipe_all, agent=Caller(), control="hard", confirmation_summary=lambda: "Wipe everything?")
    scene.person.says("wipe_all")
    await scene.person.cancels()
    (notice,) = await notices(scene)
    assert (notice.text, notice.tone) == ("Declined. Nothing was done: Wipe everything?", "declined")
    assert notice.again is None


async def test_a_spoken_no_is_told() -> None:
    scene = Scene(wipe_all, agent=Caller(), control="soft", confirmation_summary=lambda: "Wipe everything?")
    scene.person.says("wipe_all")
    await until(lambda: scene.session.consent.open and scene.session.working is None)
    scene.person.says("no")
    assert [(notice.text, notice.tone) for notice in said(scene)] == [
        ("Declined. Nothing was done: Wipe everything?", "declined")
    ]


async def test_a_card_that_ran_out_is_told_and_can_be_asked_for_again() -> None:
    scene = Scene(wipe_all, agent=Caller(), control="hard")
    scene.person.says("wipe_all")
    await scene.person.sees_card()
    await scene.clock.advance(61)
    (notice,) = await notices(scene)
    assert (notice.text, notice.tone) == ("Not decided in time. Nothing was done: Wipe all.", "unanswered")
    assert notice.again == first_turn(scene)


async def test_a_call_that_needs_hand_mode_says_so_once() -> None:
    scene = Scene(wipe_all, agent=Caller(), hand_actions=("wipe_all",))
    scene.person.says("wipe_all")
    (notice,) = await notices(scene)
    assert notice.text == "Hand mode is off, so this was not done: wipe all"
    await scene.call("wipe_all")
    assert len(said(scene)) == 1


async def test_a_confirmation_that_came_to_nothing_is_told_in_words_for_a_person() -> None:
    scene = Scene(wipe_all, agent=Caller(), control="hard")
    scene.person.says("wipe_all")
    await scene.person.sees_card()
    scene.remove("wipe_all")
    await scene.person.confirms()
    (notice,) = await notices(scene)
    assert notice.text == "You confirmed, but it was not done. It is no longer on this page, or no longer the same."


async def test_an_agent_that_fails_can_be_asked_again() -> None:
    scene = Scene(agent=Failing())
    scene.person.says("anything")
    (notice,) = await notices(scene)
    assert (notice.tone, notice.again) == ("failed", first_turn(scene))


@pytest.mark.parametrize("name", ["missing", "tidy_up"])
async def test_what_the_agent_can_mend_and_what_worked_are_not_told(name: str) -> None:
    scene = Scene(tidy_up, agent=Caller())
    scene.person.says(name)
    await until(lambda: scene.records and scene.session.working is None)
    assert said(scene) == []


def shout() -> None:
    """Shout."""
    raise ValueError("first\n\nAgent: second " + "x" * 2_000)


async def test_what_failed_is_one_short_line() -> None:
    scene = Scene(shout, agent=Caller())
    scene.person.says("shout")
    (notice,) = await notices(scene)
    assert notice.text.startswith("This did not work: shout. first Agent: second xxx")
    assert "\n" not in notice.text and len(notice.text) < 300


async def test_the_same_outcome_of_the_same_action_is_told_once_in_a_turn() -> None:
    scene = Scene(break_down, shout, agent=Caller())
    scene.person.says("break_down shout break_down shout")
    assert len(await notices(scene, 2)) == 2
    scene.person.says("break_down")
    assert len(await notices(scene, 3)) == 3


async def test_notices_are_forgotten_before_what_the_user_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "MOST_MESSAGES", 2)
    scene = Scene(break_down, shout, agent=Caller())
    scene.person.says("break_down shout")
    await notices(scene)
    await until(lambda: len(scene.records) == 2)
    assert [message.role for message in scene.session.conversation.messages.values()] == ["user", "notice"]


async def test_a_call_from_outside_of_the_conversation_is_not_told_in_it() -> None:
    scene = Scene(break_down, tidy_up, agent=Caller())
    scene.person.says("tidy_up")
    await until(lambda: scene.records and scene.session.working is None)
    await scene.call("break_down")
    assert said(scene) == []
