"""How LocalAgent talks: what it asks for, what it remembers, and how a soft call is agreed to."""

from __future__ import annotations

from typing import Any

import pytest

from coworkkit.agents.local import LocalAgent
from coworkkit.errors import Problem
from tests.agents.local_agent_page import (
    DATA,
    MOBILE,
    OFFICE,
    PAGE,
    WEBSITE,
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


# What it says about itself


def test_the_greeting_is_honest_and_can_be_replaced() -> None:
    assert LocalAgent().name == "LocalAgent"
    assert "not a language model" in LocalAgent().greeting
    assert LocalAgent("Hello there").greeting == "Hello there"


async def test_help_lists_the_actions_in_groups_with_examples_and_levels() -> None:
    answer = await Talk(PAGE).say("help all")
    for group in ("Look things up:", "Change things:", "With Hand mode on:"):
        assert group in answer
    assert "- add task “something new”\n" in answer
    assert "- archive project “Website relaunch” (I ask you first)\n" in answer
    assert "- delete project “Website relaunch” (needs your click on a card)\n" in answer
    assert "- write off 3 hours" in answer
    assert "- set view mode to list" in answer


async def test_a_plain_help_is_short_and_says_how_to_get_the_rest() -> None:
    talk = Talk(PAGE)
    answer = await talk.say("What can you do?")
    assert answer.count("\n- ") <= 15
    assert answer.endswith("say “help all”.")
    assert (await talk.say("help all")).startswith(answer.split("\n\n")[0])


async def test_what_is_not_understood_is_said_plainly_with_the_nearest() -> None:
    answer = await Talk(PAGE).say("my calendar looks strange and empty")
    assert answer.startswith("I don't understand “my calendar looks strange and empty”.")
    assert "“sync calendar”" in answer


async def test_an_unknown_question_about_things_names_those_on_the_page() -> None:
    talk = Talk(page_with(action("sync_calendar", "Sync it."), data=DATA))
    assert "“Website relaunch”, “Mobile app”, “Office move”" in await talk.say("tell me about the projects")


# Asking for what is missing


async def test_a_missing_text_is_asked_for_and_the_next_turn_fills_it() -> None:
    talk = Talk(PAGE)
    assert await talk.say("add a task to Website relaunch") == (
        "For “add task”: what is the title? (What is to be done)"
    )
    await talk.say("Buy milk")
    assert talk.calls == [("add_task", {"title": "Buy milk", "project_id": WEBSITE})]


@pytest.mark.parametrize(
    "answer",
    ["Buy milk", "“Buy milk”", "call it Buy milk", "it's called “Buy milk”", "The title is Buy milk."],
)
async def test_a_text_may_be_said_in_several_ways(answer: str) -> None:
    talk = Talk(PAGE)
    await talk.say("add task")
    await talk.say(answer)
    assert talk.calls == [("add_task", {"title": "Buy milk"})]


@pytest.mark.parametrize("answer", ["Delete old projects", "Archive it", "Don't forget the milk", "Which tests?"])
async def test_a_title_that_looks_like_a_request_is_a_title(answer: str) -> None:
    talk = Talk(PAGE)
    await talk.say("add task")
    await talk.say(answer)
    assert talk.calls == [("add_task", {"title": answer})]


@pytest.mark.parametrize("answer", ["2", "the second one", "Mobile app", "mobile", "the mobile one", "p2", "number 2"])
async def test_a_missing_thing_is_asked_for_with_a_list(answer: str) -> None:
    talk = Talk(PAGE)
    asked = await talk.say("delete project")
    assert asked == "For “delete project”: which project?\n1. Website relaunch\n2. Mobile app\n3. Office move"
    await talk.say(answer)
    assert talk.calls == [("delete_project", {"project_id": MOBILE})]


async def test_an_ambiguous_thing_is_asked_for() -> None:
    talk = Talk(PAGE)
    asked = await talk.say("complete write")
    assert asked.startswith("“write” fits more than one. Which task?\n1. Write tests\n2. Write the copy")
    await talk.say("tests")
    assert talk.calls == [("complete_task", {"task_id": 11})]


async def test_things_of_one_name_are_told_apart_by_where_they_are() -> None:
    data = {
        "projects": [
            {"id": 1, "name": "Website", "tasks": [{"id": 7, "title": "Plan"}]},
            {"id": 2, "name": "Office", "tasks": [{"id": 8, "title": "Plan"}]},
        ]
    }
    talk = Talk(page_with(*PAGE.actions, data=data))
    assert "1. Plan (in Website)\n2. Plan (in Office)" in await talk.say("complete Plan")
    await talk.say("the one in Office")
    await talk.say("complete Plan in Website")
    assert talk.calls == [("complete_task", {"task_id": 8}), ("complete_task", {"task_id": 7})]


async def test_a_thing_that_is_not_on_the_page_is_said_so() -> None:
    talk = Talk(PAGE)
    asked = await talk.say("archive the Garden project")
    assert asked.startswith("I see no project called “Garden” on this page. Which project?\n1. Website relaunch")
    await talk.say("3")
    assert talk.calls == [("archive_project", {"project_id": OFFICE})]


async def test_an_optional_thing_that_was_asked_for_is_not_left_out() -> None:
    talk = Talk(PAGE)
    assert "I see no project called “Garden”" in await talk.say("add a task Weed to the Garden project")
    await talk.say("mobile")
    assert talk.calls == [("add_task", {"title": "Weed", "project_id": MOBILE})]


async def test_an_answer_that_does_not_fit_is_asked_for_again() -> None:
    talk = Talk(PAGE)
    assert "what are the hours? I need a number. (How many hours)" in await talk.say("write off hours")
    assert (await talk.say("lots")).startswith("“lots” does not fit.")
    assert (await talk.say("not 4")).startswith("“not 4” does not fit.")
    await talk.say("four")
    assert talk.calls == [("write_off_hours", {"hours": 4})]


async def test_one_question_at_a_time() -> None:
    talk = Talk(PAGE)
    assert "which task?" in await talk.say("move task")
    assert await talk.say("fix login") == "For “move task”: which status? It can be todo, doing or done."
    await talk.say("in progress")
    assert talk.calls == [("move_task", {"task_id": 13, "status": "doing"})]


async def test_a_clearly_different_request_replaces_the_open_one() -> None:
    talk = Talk(PAGE)
    await talk.say("delete project")
    answer = await talk.say("archive Mobile app")
    assert answer.startswith("OK, that instead. I leave this: delete project.")
    assert talk.calls == [("archive_project", {"project_id": MOBILE})]


async def test_the_same_request_said_again_adds_to_the_open_one() -> None:
    talk = Talk(PAGE)
    await talk.say("add a task to Website relaunch")
    await talk.say("add a task buy milk")
    assert talk.calls == [("add_task", {"title": "buy milk", "project_id": WEBSITE})]


async def test_a_question_in_between_is_answered_and_the_open_one_asked_again() -> None:
    talk = Talk(PAGE, {"list_projects": [ok(["Website relaunch", "Mobile app"])]})
    asked = await talk.say("delete project")
    assert await talk.say("what projects are there?") == f"- Website relaunch\n- Mobile app\n\n{asked}"
    await talk.say("mobile")
    assert talk.calls[-1] == ("delete_project", {"project_id": MOBILE})


@pytest.mark.parametrize("word", ["never mind", "Cancel!", "forget it", "stop", "no"])
async def test_never_mind_drops_the_open_request(word: str) -> None:
    talk = Talk(PAGE)
    await talk.say("delete project")
    assert await talk.say(word) == "OK, never mind. I did nothing."
    await talk.say("Mobile app")
    assert talk.calls == []


async def test_an_answer_that_is_taken_back_runs_nothing() -> None:
    talk = Talk(PAGE)
    await talk.say("add task")
    assert await talk.say("Buy milk… no wait") == "OK, never mind. I did nothing."
    assert talk.calls == []


async def test_help_and_silence_do_not_lose_the_open_request() -> None:
    talk = Talk(PAGE)
    asked = await talk.say("add task")
    assert (await talk.say("help")).endswith(asked)
    assert (await talk.say("…")).endswith(asked)
    await talk.say("Buy milk")
    assert talk.calls == [("add_task", {"title": "Buy milk"})]


async def test_invalid_arguments_are_explained_and_asked_for_again() -> None:
    wrong = refused("invalid_args", "Not valid.", problems=(Problem("hours", "must be less than 100"),))
    talk = Talk(PAGE, {"write_off_hours": [wrong, ok("Written off.")]})
    answer = await talk.say("write off 500 hours")
    assert answer.startswith("That does not fit: hours must be less than 100.\n\nFor “write off hours”: what are the")
    assert await talk.say("50") == "Written off."
    assert [arguments["hours"] for _, arguments in talk.calls] == [500, 50]


async def test_it_means_the_last_thing_spoken_of() -> None:
    talk = Talk(PAGE)
    await talk.say("archive Mobile app")
    await talk.say("delete it")
    assert talk.calls[-1] == ("delete_project", {"project_id": MOBILE})


# Soft calls: the gate reads the yes


async def test_a_soft_call_is_made_again_with_the_same_arguments_after_the_next_turn() -> None:
    talk = asking(question(), ok("“Mobile app” is in the archive."))
    assert await talk.say("archive Mobile app") == ARCHIVE
    assert await talk.say("yes") == "“Mobile app” is in the archive."
    assert talk.calls == [("archive_project", {"project_id": MOBILE})] * 2


async def test_whatever_is_said_next_it_is_the_gate_that_reads_it() -> None:
    for said in ("yes", "no", "maybe", "", "👍", "what?", "never mind", "help"):
        talk = asking(question(), refused("cancelled"))
        await talk.say("archive Mobile app")
        answer = await talk.say(said)
        assert talk.calls == [("archive_project", {"project_id": MOBILE})] * 2
        assert answer == "OK, I left it."


async def test_an_unclear_answer_gets_the_fresh_question() -> None:
    talk = asking(question(), question("Archive it, yes or no?"), ok("Archived."))
    await talk.say("archive Mobile app")
    assert await talk.say("hmm, later") == "Please answer yes or no. Archive it, yes or no?"
    assert await talk.say("yes") == "Archived."
    assert len(talk.calls) == 3


async def test_a_different_request_is_done_instead_and_told() -> None:
    talk = asking(question())
    await talk.say("archive Mobile app")
    answer = await talk.say("complete Write tests")
    assert answer.startswith("I leave that question and do what you just asked.")
    assert talk.calls == [("archive_project", {"project_id": MOBILE}), ("complete_task", {"task_id": 11})]


async def test_reading_in_between_leaves_the_question_open() -> None:
    talk = asking(question(), question(), ok("Archived."))
    await talk.say("archive Mobile app")
    assert (await talk.say("list projects")).endswith(f"The question is still open: {ARCHIVE}")
    assert await talk.say("yes") == "Archived."


async def test_another_one_beside_the_no_is_done_instead() -> None:
    talk = asking(question(), question("Archive “Office move”?"))
    await talk.say("archive Mobile app")
    answer = await talk.say("no, archive Office move")
    assert answer.endswith("Archive “Office move”?")
    assert talk.calls == [
        ("archive_project", {"project_id": MOBILE}),
        ("archive_project", {"project_id": OFFICE}),
    ]


async def test_another_one_beside_the_yes_is_done_after_it() -> None:
    talk = asking(question(), ok("Archived."))
    await talk.say("archive Mobile app")
    await talk.say("yes, and then show the list view")
    assert [name for name, _ in talk.calls] == ["archive_project", "archive_project", "view mode.set_list"]


async def test_a_yes_that_names_the_action_does_not_run_it_twice() -> None:
    talk = asking(question(), ok("Archived."))
    await talk.say("archive Mobile app")
    assert await talk.say("yes, and archive it") == "Archived."
    assert len(talk.calls) == 2


async def test_a_question_that_was_left_comes_back_when_the_gate_is_busy_with_it() -> None:
    talk = asking(question(), refused("confirmation_busy"), refused("cancelled"), question("Archive O?"))
    await talk.say("archive Mobile app")
    await talk.say("complete Write tests")
    answer = await talk.say("archive Office move")
    assert answer.startswith(f"Another question is still open, so this one first: {ARCHIVE}")
    assert (await talk.say("no")).endswith("Archive O?")
    assert [arguments for name, arguments in talk.calls if name == "archive_project"] == [
        {"project_id": MOBILE},
        {"project_id": OFFICE},
        {"project_id": MOBILE},
        {"project_id": OFFICE},
    ]
