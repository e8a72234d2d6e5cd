"""What the person is told of a call in the conversation, whatever the agent makes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from coworkkit import Turn
from coworkkit.core import conversation
from coworkkit.core.action import declare
from coworkkit.core.answer import Answer
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
    assert notice.text == "This did not work: Break down. The printer is out of paper."
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
    assert notice.text == "Hand mode is off, so this was not done: Wipe all"
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
    assert notice.text.startswith("This did not work: Shout. first Agent: second xxx")
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


class Talker(Caller):
    """An agent that says something after its calls, before them, or both ("before" and "after" in what it is told)."""

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        words = turn.text.split()
        if "before" in words:
            yield "I do it now."
        for name in words:
            if name not in ("before", "after", "no", "blank"):
                await turn.call(name, {})
        if "blank" in words:
            yield "  "
        if "after" in words:
            yield "All done!"


async def test_where_the_agent_speaks_of_it_too_a_notice_is_a_few_words_and_says_it_even_if_the_agent_lies() -> None:
    scene = Scene(wipe_all, agent=Talker(), control="hard", action_label="Wipe everything")
    scene.person.says("wipe_all after")
    await scene.person.cancels()
    (notice,) = await notices(scene)
    assert notice.brief == "Declined · Wipe everything"
    assert notice.text == "Declined. Nothing was done: Wipe all."


@pytest.mark.parametrize("said_beside", ["", "before", "blank"])
async def test_a_notice_that_no_words_of_the_agent_follow_is_shown_in_full(said_beside: str) -> None:
    scene = Scene(break_down, agent=Talker())
    scene.person.says(f"break_down {said_beside}")
    (notice,) = await notices(scene)
    assert (notice.brief, notice.text) == (None, "This did not work: Break down. The printer is out of paper.")


@pytest.mark.parametrize(("said_after", "brief"), [("no", None), ("no after", "Declined · Wipe all")])
async def test_a_spoken_no_is_told_in_full_unless_the_agent_answers_it(said_after: str, brief: str | None) -> None:
    scene = Scene(
        wipe_all,
        agent=Talker(),
        control="soft",
    )
    scene.session.settings = replace(scene.session.settings, read_answer=lambda text: Answer.NO)
    scene.person.says("wipe_all")
    await until(lambda: scene.session.consent.open and scene.session.working is None)
    scene.person.says(said_after)
    (notice,) = await notices(scene)
    assert notice.brief == brief


async def test_a_question_that_dies_of_old_age_is_told_in_full() -> None:
    scene = Scene(wipe_all, agent=Talker(), control="soft")
    scene.person.says("wipe_all after")
    await until(lambda: scene.session.consent.open and scene.session.working is None)
    await scene.clock.advance(301)
    (notice,) = await notices(scene)
    assert (notice.brief, notice.tone) == (None, "unanswered")


@pytest.mark.parametrize(
    ("name", "element", "label", "told"),
    [
        ("syncCalendar", None, "Confirm", "Sync calendar"),
        ("set_list", "view mode", "Confirm", "View mode: set list"),
        ("clear_done", "board", "Delete tasks", "Delete tasks"),
        ("refund_invoice", None, "Refund", "Refund invoice"),
        ("export_PDF", None, "Confirm", "Export PDF"),
    ],
)
def test_an_action_has_a_name_for_people(name: str, element: str | None, label: str, told: str) -> None:
    assert declare(tidy_up, name=name, element=element, action_label=label).label == told
