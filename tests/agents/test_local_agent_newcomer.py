"""What a newcomer said to the demo and LocalAgent got wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.agents.local_agent_page import BOARD, MOBILE, PAGE, Talk, action, ok, page_with, refused


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Delete the project Marketing", "Marketing"),
        ('Delete the project "Nope"', "Nope"),
        ("Archive the project Marketing 2027", "Marketing 2027"),
        ("Delete this project Marketing", "Marketing"),
        ("archive it Marketing", "Marketing"),
        ("delete the project called Marketing", "Marketing"),
    ],
)
async def test_the_project_with_a_name_is_never_the_one_on_screen(said: str, name: str) -> None:
    talk = Talk(BOARD)
    answer = await talk.say(said)
    assert talk.calls == []
    assert answer.startswith(f"I see no project called “{name}” on this page.")


async def test_a_name_of_words_without_meaning_is_not_the_one_on_screen_either() -> None:
    talk = Talk(BOARD)
    await talk.say("Delete the project Here")
    assert talk.calls == []


@pytest.mark.parametrize(
    "said",
    ["delete the project", "delete the current project", "please delete this project", "delete the project on screen"],
)
async def test_the_project_alone_is_the_one_on_screen(said: str) -> None:
    talk = Talk(BOARD)
    await talk.say(said)
    assert talk.calls == [("delete_project", {"project_id": 1})]


@pytest.mark.parametrize(
    "said", ["archive everything except Office move", "delete all except Office move", "all except Office move", "all"]
)
async def test_an_open_question_does_not_swallow_a_sentence_about_all(said: str) -> None:
    talk = Talk(BOARD)
    await talk.say("delete every project")
    answer = await talk.say(said)
    assert talk.calls == []
    assert "one at a time" in answer


async def test_what_is_left_out_is_not_offered() -> None:
    talk = Talk(BOARD)
    assert "I did nothing" in await talk.say("archive everything except Office move")
    await talk.say("yes")
    assert talk.calls == []


async def test_after_stop_nothing_is_pending() -> None:
    talk = Talk(PAGE)
    await talk.say("delete project")
    answer = await talk.say("Mobile app", stopped_before=True)
    assert talk.calls == []
    assert answer.startswith("I don't understand “Mobile app”.")


async def test_after_stop_a_question_of_the_gate_is_not_answered() -> None:
    talk = Talk(PAGE, {"archive_project": [refused("needs_confirmation", question="Archive it?", question_id="q")]})
    await talk.say("archive Mobile app and then list projects")
    await talk.say("yes", stopped_before=True)
    assert talk.calls == [("archive_project", {"project_id": MOBILE})]


@pytest.mark.parametrize("said", ["hm, maybe", "what would happen?"])
async def test_an_unclear_answer_is_told_what_to_say(said: str) -> None:
    talk = Talk(PAGE, {"archive_project": [refused("needs_confirmation", question="Archive it?", question_id="q")]})
    await talk.say("archive Mobile app")
    assert await talk.say(said) == "Please answer yes or no. Archive it?"


async def test_a_step_that_nothing_here_can_do_is_named() -> None:
    talk = Talk(PAGE)
    answer = await talk.say("archive Mobile app and then restore it, and after that add a task “Buy milk”")
    assert talk.calls == [("archive_project", {"project_id": MOBILE})]
    assert "I don't understand “restore it”" in answer
    await talk.say("go on")
    assert talk.calls[1:] == [("add_task", {"title": "Buy milk"})]


async def test_a_title_does_not_swallow_what_is_to_be_done_with_it() -> None:
    talk = Talk(PAGE, {"add_task": [ok({"id": 13})]})
    await talk.say("add a task to buy milk and mark it as done")
    assert talk.calls == [("add_task", {"title": "buy milk"}), ("complete_task", {"task_id": 13})]


async def test_it_is_not_an_older_thing_when_the_new_one_has_no_id() -> None:
    talk = Talk(PAGE)
    await talk.say("rename Fix login to Fix the login")
    answer = await talk.say("add a task to buy milk and mark it as done")
    assert [name for name, _ in talk.calls] == ["rename_task", "add_task"]
    assert "which task?" in answer


@pytest.mark.parametrize("made", [None, {"id": 77}])
async def test_it_is_not_the_project_on_screen_right_after_a_task_was_made(made: object) -> None:
    talk = Talk(BOARD, {"add_task": [ok(made)]})
    await talk.say("add a task to call Bob and delete it")
    assert [name for name, _ in talk.calls] == ["add_task"]


async def test_a_word_of_doing_that_a_change_has_no_use_for_is_named() -> None:
    answer = await Talk(PAGE).say("archive restore Mobile app")
    assert "“restore”" in answer


async def test_the_name_of_an_action_is_that_action() -> None:
    page = page_with(
        action("list_counts", "Show how many there are.", kind="read"),
        action("chart.show_counts", "Show the counts.", element="chart"),
        action("chart.show_counts_by_week", "Show the counts by week.", element="chart"),
        action("panel.display_number", "Display the number.", element="panel"),
    )
    talk = Talk(page)
    await talk.say("show counts")
    assert talk.calls == [("chart.show_counts", {})]


@pytest.mark.parametrize("said", ["thanks", "Thank you!"])
async def test_thanks_are_answered_kindly(said: str) -> None:
    assert await Talk(PAGE).say(said) == "You're welcome."


@pytest.mark.parametrize(
    "said", ["rename Mobile app to Mobile relocation", "is Mobile app late?", "tell Anna about Mobile app"]
)
async def test_a_sentence_with_a_name_in_it_does_not_answer_which_project(said: str) -> None:
    alone = replace(PAGE, actions=tuple(each for each in PAGE.actions if each.name == "delete_project"))
    talk = Talk(alone)
    assert "which project?" in await talk.say("delete a project")
    await talk.say(said)
    await talk.say("Mobile app")
    assert talk.calls == []


@pytest.mark.parametrize("said", ["Mobile app", "Mobile app please", "it's Mobile app", "the project Mobile app"])
async def test_a_name_with_a_word_or_two_around_it_answers_which_project(said: str) -> None:
    talk = Talk(PAGE)
    await talk.say("delete a project")
    await talk.say(said)
    assert talk.calls == [("delete_project", {"project_id": MOBILE})]


async def test_thanks_end_a_question_that_was_left_open() -> None:
    talk = Talk(PAGE)
    await talk.say("delete a project")
    assert await talk.say("thanks") == "You're welcome."
    await talk.say("Mobile app")
    assert talk.calls == []


async def test_who_are_you_is_answered_without_asking_again() -> None:
    talk = Talk(PAGE)
    await talk.say("delete a project")
    assert "which project" not in await talk.say("who are you?")
