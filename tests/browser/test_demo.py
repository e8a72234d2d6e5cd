"""The demo as a newcomer meets it: sentences that work when clicked, pages that are accessible, undo, the audit trail."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker


def close_panel(user: Tracker) -> None:
    """Close the conversation, which covers the page on a phone."""
    user.page.locator(".cwk-panel").get_by_role("button", name="Close").click()


def test_a_click_on_a_sentence_says_it_and_keeps_the_rules(user: Tracker) -> None:
    say = user.page.locator(".tk-hints").get_by_role("button")
    say.filter(has_text="Sync the calendar").click()
    user.wait_says("isn't connected")
    say.filter(has_text="Show the list view").click()
    user.wait_record(action="view mode.set_list", gate="needs_hand_mode")
    say.filter(has_text="Archive Summer party").click()
    user.wait_asked("Archive “Summer party”?")
    say.filter(has_text="Add a task").focus()  # by keyboard, and while a question is open
    user.page.keyboard.press("Enter")
    user.wait_record(action="add_task", gate="fired")
    assert user.records(action="archive_project", gate="confirmed") == []


def test_what_a_person_did_by_hand_is_undone_from_its_toast(user: Tracker) -> None:
    close_panel(user)
    box = user.page.get_by_role("checkbox", name="Done: Design the pricing page")
    box.click()
    toast = user.page.get_by_role("alert").filter(has_text="“Design the pricing page” is done.")
    expect(box).to_have_attribute("aria-checked", "true")
    toast.get_by_role("button", name="Undo").click()
    expect(box).to_have_attribute("aria-checked", "false")


def test_each_user_undoes_only_what_was_theirs(demo: Server, visit: Callable[..., Tracker]) -> None:
    one, other = visit(demo), visit(demo)
    one.say("Create a project “Garden”")
    expect(one.page.get_by_role("button", name="Undo: Created the project “Garden”.")).to_be_enabled()
    expect(other.page.get_by_role("link", name="Garden")).to_be_visible()  # the change has reached the other's page
    expect(other.page.get_by_role("button", name="Nothing to undo")).to_be_disabled()
    other.say("undo")
    other.wait_says("There is nothing to undo.")


def test_the_audit_page_shows_a_call_as_it_happens(user: Tracker) -> None:
    user.open("/audit")
    user.say("Which invoices are overdue?")
    line = user.page.locator(".tk-trail summary").filter(has_text="list_invoices")
    expect(line).to_contain_text("fired · ran at once")
    line.click()
    expect(user.page.get_by_label("Record")).to_contain_text('"status": "overdue"')
    user.page.get_by_label("Gate").select_option("cancelled · declined or stopped")
    expect(line).to_have_count(0)


def test_tour_and_look_are_remembered_in_this_browser(user: Tracker) -> None:
    close_panel(user)
    expect(user.page.get_by_role("region", name="Tour")).to_be_visible()
    user.page.get_by_role("button", name="Skip the tour").click()
    expect(user.page.get_by_role("region", name="Tour")).to_have_count(0)
    user.page.get_by_role("link", name="Settings").click()
    user.page.get_by_role("button", name="Dark").click()
    expect(user.page.locator("body.body--dark")).to_be_visible()
    user.open("/")
    expect(user.page.locator("body.body--dark")).to_be_visible()
    expect(user.page.get_by_role("region", name="Tour")).to_have_count(0)


def test_each_step_of_the_tour_marks_what_it_speaks_of(user: Tracker) -> None:
    close_panel(user)
    marked = {
        "Say something": (".tk-hints", "outlineStyle"),
        "The assistant": (".tk-ring", "outlineStyle"),
        "Undo": (".tk-undo", "boxShadow"),
        "What happened": (".tk-header a[href='/audit']", "outlineStyle"),
    }
    tour = user.page.get_by_role("region", name="Tour")
    for title in marked:
        expect(tour).to_contain_text(title)
        looks = {
            name: user.page.locator(where).evaluate(f"element => getComputedStyle(element).{what}")
            for name, (where, what) in marked.items()
        }
        assert [name for name, look in looks.items() if look not in ("none", "")] == [title]
        assert user.page.locator(marked[title][0]).is_visible()
        tour.get_by_role("button").last.click()
    expect(tour).to_have_count(0)
