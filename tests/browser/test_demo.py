"""The demo as a newcomer meets it: sentences that work when clicked, pages that are accessible, undo, the audit trail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker

PAGES = ("Board", "Project", "Invoices", "Audit", "Settings")
LOOKS = {
    "desktop, light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True},
}


def close_panel(user: Tracker) -> None:
    """Close the conversation, which covers the page on a phone."""
    user.page.locator(".cwk-panel").get_by_role("button", name="Close").click()


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_fits_the_screen_and_axe_finds_nothing(
    look: str, demo: Server, visit: Callable[..., Tracker]
) -> None:
    user = visit(demo, **LOOKS[look])
    close_panel(user)
    for name in PAGES:
        user.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(user.page).to_have_title(f"{name} · Tracker")
        wide = user.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} sticks out by {wide} px"
        found = Axe().run(user.page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, found.generate_report()
    assert user.errors == []


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
