"""The whole first story without a pointer: every part is reached by the keyboard, and answers it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker

MOST_TABS = 80


def type_and_send(user: Tracker, text: str) -> None:
    """Say something; the box has the focus or gets it by the panel's own keys, which close the panel from inside."""
    for _ in range(2):
        if not user.box.evaluate("box => box === document.activeElement"):
            user.page.keyboard.press("Control+Shift+L")
    expect(user.box).to_be_focused()
    user.page.keyboard.type(text)
    user.page.keyboard.press("Enter")


def tab_to(page: Page, role: str, name: str) -> None:
    """Press Tab until this has the focus."""
    wanted = page.get_by_role(role, name=name)  # type: ignore[arg-type]
    for _ in range(MOST_TABS):
        if wanted.count() and wanted.first.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to the {role} {name!r}")


def test_the_whole_story_is_done_by_keyboard_alone(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    user = visit(start_demo())

    # open, and soft with a no and a yes
    type_and_send(user, "Add a task “Order flowers” to Office move")
    user.wait_record(action="add_task", gate="fired")
    type_and_send(user, "Archive Summer party")
    user.wait_asked("Archive “Summer party”?")
    expect(user.page.get_by_role("button", name="No", exact=True)).to_be_enabled()
    type_and_send(user, "no")
    user.wait_record(action="archive_project", gate="cancelled")
    type_and_send(user, "Archive Summer party")
    user.wait_asked("Archive “Summer party”?")
    expect(user.page.get_by_role("button", name="Yes", exact=True)).to_be_enabled()  # so the question was on screen
    type_and_send(user, "yes")
    user.wait_record(action="archive_project", gate="confirmed")

    # hard: Escape, Cancel, Confirm by Enter, Confirm by Space
    for project, button, key, gate in (
        ("Website relaunch", "", "Escape", "cancelled"),
        ("Website relaunch", "Keep project", "Enter", "cancelled"),
        ("Website relaunch", "Delete project", "Enter", "confirmed"),
        ("Office move", "Delete project", "Space", "confirmed"),
    ):
        before = len(user.records(action="delete_project"))
        type_and_send(user, f"Delete the project {project}")
        user.wait_armed_card(f"Delete “{project}”", "Delete project")
        if button:
            user.card.tab_to(button)
        user.page.keyboard.press(key)
        user.wait_no_card()
        assert user.wait_record(action="delete_project", gate=gate)["evidence"]["cause"] == "click"
        assert len(user.records(action="delete_project")) == before + 1
        expect(user.box).to_be_focused()

    # Hand mode: off, armed, and off again by Escape twice
    type_and_send(user, "Show the list view")
    user.wait_record(action="view mode.set_list", gate="needs_hand_mode")
    tab_to(user.page, "switch", "Hand mode")
    user.page.keyboard.press("Space")
    expect(user.hand).to_have_attribute("aria-checked", "true")
    type_and_send(user, "Show the list view")
    user.wait_record(action="view mode.set_list", gate="fired")
    user.page.keyboard.press("Escape")
    user.page.keyboard.press("Escape")
    expect(user.page.get_by_text("Hand mode is on", exact=True)).to_have_count(0)
    type_and_send(user, "Show the kanban view")
    user.wait_record(action="view mode.set_kanban", gate="needs_hand_mode")

    # Watch: the latest row, its details, the catalogue, and away again
    user.page.keyboard.press("Control+Shift+K")
    watch = user.page.locator(".cwk-watch")
    expect(watch).to_be_visible()
    tab_to(user.page, "grid", "Calls")
    user.page.keyboard.press("ArrowUp")
    user.page.keyboard.press("Enter")
    expect(watch.get_by_text(re.compile("^[0-9a-f]{64}$"))).to_be_visible()
    user.page.keyboard.press("Escape")
    tab_to(user.page, "tab", "Timeline")
    user.page.keyboard.press("ArrowRight")
    expect(watch.get_by_role("tab", name="Catalogue")).to_have_attribute("aria-selected", "true")
    user.page.keyboard.press("Control+Shift+K")
    expect(watch).to_be_hidden()
    assert user.errors == []
