"""The first story, in a real browser on the running demo: say it, confirm it, see it recorded."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker


def test_an_open_action_runs_at_once_and_is_on_the_record(user: Tracker) -> None:
    user.say("Add a task “Order flowers” to Office move")
    user.wait_says("Order flowers")
    record = user.wait_record(action="add_task")
    assert (record["control"], record["gate"], record["outcome"]["ok"]) == ("open", "fired", True)
    assert record["arguments"]["title"] == "Order flowers"
    user.wait_row("add_task", "open", "fired", "ok")
    user.open("/?project=2")
    expect(user.page.get_by_text("Order flowers").first).to_be_visible()


def test_a_soft_action_waits_for_a_yes_and_a_no_leaves_everything_as_it_was(user: Tracker) -> None:
    user.say("Archive Summer party")
    user.wait_asked("Archive “Summer party”?")
    user.say("no")
    record = user.wait_record(action="archive_project", gate="cancelled")
    assert record["evidence"]["words"] == "no"
    assert not record["outcome"]["entered"]
    user.wait_row("archive_project", "soft", "cancelled", "not entered")
    user.say("Archive Summer party")
    user.wait_asked("Archive “Summer party”?")
    user.say("yes")
    record = user.wait_record(action="archive_project", gate="confirmed")
    assert (record["control"], record["evidence"]["by"]) == ("soft", "words")
    user.wait_says("is in the archive")
    user.wait_row("archive_project", "soft", "confirmed", "ok")


@pytest.mark.scenario("S05")
def test_a_yes_typed_before_the_question_does_not_count(user: Tracker) -> None:
    user.box.click()
    user.page.evaluate("""() => {
        // the next question arrives while the box holds what was typed before it
        window.__typed = true;
    }""")
    user.say("Archive Office move")
    user.page.keyboard.type("yes")  # typed at once, before the question can be on screen
    user.wait_asked("Archive “Office move”?")
    user.page.keyboard.press("Enter")
    expect(user.page.locator(".cwk-question")).to_have_count(2)  # it is asked anew
    expect(user.page.get_by_role("button", name="Yes", exact=True)).to_be_enabled()  # and was on screen
    assert user.records(action="archive_project", gate="confirmed", arguments={"project_id": 2}) == []
    user.say("yes")
    user.wait_record(action="archive_project", gate="confirmed", arguments={"project_id": 2})


def delete(user: Tracker, project: str) -> None:
    user.say(f"Delete the project {project}")
    user.wait_armed_card(f"Delete “{project}”", "Delete project")


@pytest.mark.parametrize("card", ["framed", "basic"])
@pytest.mark.parametrize("how", ["mouse", "enter", "space"])
def test_a_hard_action_runs_after_a_real_press_on_confirm(
    how: str, card: str, start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    user = visit(start_demo(), secure=card == "framed")
    delete(user, "Website relaunch")
    assert "12 tasks" in user.card.texts() or "tasks" in user.card.texts()
    if how == "mouse":
        user.card.click("Delete project")
    else:
        user.card.tab_to("Delete project")
        user.page.keyboard.press("Enter" if how == "enter" else "Space")
    record = user.wait_record(action="delete_project")
    assert (record["control"], record["gate"], record["outcome"]["ok"]) == ("hard", "confirmed", True)
    assert record["evidence"]["input"] == ("mouse" if how == "mouse" else "keyboard")
    assert record["evidence"]["card"] == card
    user.wait_no_card()
    user.wait_says("Deleted “Website relaunch”")
    user.wait_row("delete_project", "hard", "confirmed", "ok")
    expect(user.page.get_by_role("link", name="Website relaunch")).to_have_count(0)


@pytest.mark.parametrize("how", ["Keep project", "Escape"])
def test_cancel_and_escape_decline_a_hard_action(how: str, user: Tracker) -> None:
    delete(user, "Website relaunch")
    if how == "Escape":
        user.page.keyboard.press("Escape")
    else:
        user.card.click(how)
    record = user.wait_record(action="delete_project", gate="cancelled")
    assert record["evidence"]["input"] == ("escape" if how == "Escape" else "mouse")
    assert (record["outcome"]["entered"], record["outcome"]["error"]) == (False, None)
    user.wait_no_card()
    user.wait_row("delete_project", "hard", "cancelled", "not entered")
