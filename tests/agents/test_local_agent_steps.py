"""What LocalAgent does with several things at once, and how it tells what came of a call."""

from __future__ import annotations

from typing import Any

import pytest

from coworkkit.agents.local import LocalAgent
from tests.agents.local_agent_page import (
    DATA,
    MOBILE,
    PAGE,
    TEXT,
    Talk,
    action,
    ok,
    page_with,
    refused,
)

ARCHIVE = "Archive “Mobile app”? You can restore it later."


def asking(*answers: Any, name: str = "archive_project") -> Talk:
    """Return a talk in which an action answers one thing after another."""
    return Talk(PAGE, {name: list(answers)})


def question(text: str = ARCHIVE) -> Any:
    """Return the gate's answer to a soft call that nobody has agreed to yet."""
    return refused("needs_confirmation", question=text, question_id="q")


# Several things at once

THREE = "add a task Buy milk, then archive Mobile app and then show the list view"


async def test_after_a_yes_the_rest_goes_on() -> None:
    talk = asking(question(), ok("Archived."))
    answer = await talk.say(THREE)
    assert answer.endswith(f"{ARCHIVE}\n\nAfter that I go on with: “show the list view”.")
    await talk.say("yes")
    assert [name for name, _ in talk.calls] == [
        "add_task",
        "archive_project",
        "archive_project",
        "view mode.set_list",
    ]


@pytest.mark.parametrize("code", ["cancelled", "timeout"])
async def test_after_a_no_or_silence_the_rest_is_dropped(code: str) -> None:
    talk = asking(question(), refused(code))
    await talk.say(THREE)
    answer = await talk.say("no")
    assert answer.endswith("I also dropped the rest: “show the list view”.")
    assert [name for name, _ in talk.calls] == ["add_task", "archive_project", "archive_project"]
    assert await talk.say("go on")
    assert len(talk.calls) == 3


async def test_a_missing_value_holds_the_rest_back() -> None:
    talk = Talk(PAGE)
    answer = await talk.say("delete project, then show the list view")
    assert answer.endswith("After that I go on with: “show the list view”.")
    await talk.say("mobile")
    assert [name for name, _ in talk.calls] == ["delete_project", "view mode.set_list"]


async def test_never_mind_drops_the_rest_too() -> None:
    talk = Talk(PAGE)
    await talk.say("delete project, then show the list view")
    assert (await talk.say("never mind")).endswith("I also dropped the rest: “show the list view”.")
    assert talk.calls == []


@pytest.mark.parametrize("word", ["go on", "continue", "yes"])
async def test_after_a_failure_the_user_decides_about_the_rest(word: str) -> None:
    talk = Talk(PAGE, {"sync_calendar": [refused("internal", "The calendar isn't connected.")]})
    answer = await talk.say("sync the calendar, then complete Write tests")
    assert answer.startswith("That did not work. The calendar isn't connected.")
    assert answer.endswith("Still to do: “complete Write tests”. Say “go on” to continue with that, or “never mind”.")
    await talk.say(word)
    assert [name for name, _ in talk.calls] == ["sync_calendar", "complete_task"]


async def test_a_step_that_is_not_understood_stops_the_rest() -> None:
    talk = Talk(PAGE)
    answer = await talk.say("complete Write tests, then frobnicate, then open the archive")
    assert "I don't understand “frobnicate”" in answer
    assert [name for name, _ in talk.calls] == ["complete_task"]
    await talk.say("never mind")
    assert [name for name, _ in talk.calls] == ["complete_task"]


async def test_a_later_step_sees_what_an_earlier_one_made() -> None:
    talk = Talk(PAGE)

    def add(name: str, arguments: Any) -> Any:
        tasks = [*DATA["tasks"], {"id": 99, "title": arguments["title"]}]
        talk.page = page_with(*PAGE.actions, data={**DATA, "tasks": tasks})
        return ok({"id": 99, "title": arguments["title"]})

    talk.answers["add_task"] = [add]
    await talk.say("add a task “Buy milk”, then complete it")
    await talk.say("add a task “Buy eggs”, then move Buy eggs to doing")
    assert talk.calls[1] == ("complete_task", {"task_id": 99})
    assert talk.calls[3] == ("move_task", {"task_id": 99, "status": "doing"})


async def test_at_most_ten_things_at_a_time() -> None:
    talk = Talk(PAGE)
    answer = await talk.say("sync the calendar; " * 12)
    assert answer.startswith("I take 10 things at a time and leave out the last 2.")
    assert len(talk.calls) == 10


# What came of a call


async def test_hand_mode_off_is_told_and_go_on_tries_again() -> None:
    talk = asking(refused("needs_hand_mode"), ok("The tasks are shown as a list."), name="view mode.set_list")
    answer = await talk.say("show the list view")
    assert answer.startswith("Only you can turn Hand mode on: use the switch at the top of this panel.")
    assert await talk.say("go on") == "The tasks are shown as a list."


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("cancelled", "OK, I left it."),
        (
            "timeout",
            "There was no answer in time, so I did nothing. Say it again if you still want it.",
        ),
        ("internal", "That did not work. Because."),
        ("not_found", "“delete project” is no longer on this page, so nothing was done."),
        ("unavailable", "That is not possible right now. Because."),
        ("confirmation_busy", "Something else is waiting for your answer, so I did not delete project"),
    ],
)
async def test_every_code_is_a_plain_sentence(code: str, told: str) -> None:
    talk = asking(refused(code, "Because."), name="delete_project")
    assert (await talk.say("delete Mobile app")).startswith(told)
    assert len(talk.calls) == 1


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("Three tasks.", "Three tasks."),
        (None, "Done: list projects."),
        ("", "Done."),
        ([], "Nothing found."),
        (["a", "b"], "- a\n- b"),
        ([{"id": 1, "name": "A", "open": 2, "due": None}], "- A (open: 2)"),
        ({"name": "A", "open": 2, "tasks": ["x"]}, "name: A\nopen: 2\ntasks:\n- x"),
        (True, "Yes."),
        (3.0, "3"),
        (list(range(13)), "\n".join(f"- {n}" for n in range(10)) + "\n… and 3 more."),
    ],
)
async def test_results_are_told_readably(result: Any, told: str) -> None:
    talk = asking(ok(result), name="list_projects")
    assert await talk.say("list projects") == told


async def test_a_huge_result_is_cut() -> None:
    for result in ("x" * 100_000, [{"name": "n" * 10_000}] * 1000, {str(n): "v" * 1000 for n in range(1000)}):
        talk = asking(ok(result), name="list_projects")
        assert len(await talk.say("list projects")) < 4000


async def test_a_silent_action_is_not_talked_about() -> None:
    page = page_with(action("mute_sound", "Mute the sound.", silent=True), action("beep", "Make a beep."), data=None)
    talk = Talk(page, {"mute_sound": [ok("The sound is off now.")]})
    assert await talk.say("mute the sound") == "Done."
    assert await talk.say("mute the sound, then beep") == "Done: beep."


async def test_words_that_a_read_made_no_use_of_are_named() -> None:
    talk = Talk(PAGE)
    assert (await talk.say("show purple projects")).startswith("I made no use of “purple”.")


async def test_a_parameter_that_does_not_fit_in_a_sentence_is_said_so() -> None:
    page = page_with(action("draw_chart", "Draw a chart.", {"options": {"type": "object"}}, ("options",)))
    talk = Talk(page)
    assert "“options”, which does not fit in a sentence" in await talk.say("draw chart")
    assert talk.calls == []


async def test_an_action_named_like_a_word_of_the_agent_can_be_called() -> None:
    page = page_with(action("stop", "Stop the music."), action("cancel_order", "Cancel an order.", {"note": TEXT}))
    talk = Talk(page)
    await talk.say("stop")
    assert talk.calls == [("stop", {})]


async def test_two_sessions_know_nothing_of_each_other() -> None:
    agent = LocalAgent()
    one, two = Talk(PAGE, agent=agent), Talk(PAGE, agent=agent)
    await one.say("delete project")
    await two.say("Mobile app")
    assert two.calls == []
    await one.say("Mobile app")
    assert one.calls == [("delete_project", {"project_id": MOBILE})]
