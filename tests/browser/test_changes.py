"""What changes while a card is open: the count it shows, the page it is about, the switch it needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker


def test_a_count_that_changed_is_shown_anew_and_wants_a_new_click(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo()
    user, colleague = visit(server), visit(server)
    user.say("Delete the project Office move")
    user.wait_armed_card("Delete “Office move” and its 8 tasks?", "Delete project")
    colleague.say("Add a task “One more thing” to Office move")
    server.wait_record(action="add_task")
    user.card.click("Delete project")
    user.wait_armed_card("Delete “Office move” and its 9 tasks?", "Delete project")
    assert "changed" in user.card.texts().lower()
    assert server.records(action="delete_project") == []
    user.card.click("Delete project")
    record = server.wait_record(action="delete_project")
    assert (record["gate"], record["outcome"]["ok"]) == ("confirmed", True)
    assert "9 tasks" in record["summary"]


@pytest.mark.scenario("S46")
def test_hand_mode_gates_the_view_and_reload_switches_it_off(user: Tracker) -> None:
    user.say("Show the list view")
    user.wait_says("Hand mode")
    record = user.wait_record(action="view mode.set_list")
    assert (record["gate"], record["outcome"]["entered"]) == ("needs_hand_mode", False)
    user.arm_hand()
    user.say("Show the list view")
    record = user.wait_record(action="view mode.set_list", gate="fired")
    assert record["outcome"]["ok"]
    user.reload()
    expect(user.hand).to_have_attribute("aria-checked", "false")
    user.say("Show the board view")
    user.wait_says("Hand mode")


@pytest.mark.parametrize("how", ["escape twice", "the sign on the page", "the switch"])
def test_hand_mode_is_switched_off_by_one_press_or_escape_twice(how: str, user: Tracker) -> None:
    user.arm_hand()
    if how == "escape twice":
        user.page.locator("h1").click()
        user.page.keyboard.press("Escape")
        user.page.keyboard.press("Escape")
    elif how == "the switch":
        user.page.wait_for_timeout(600)  # presses in the first half second after arming are taken for a double click
        user.hand.click()
    else:
        user.page.get_by_role("button", name="Turn off").click()
    user.open_panel()
    expect(user.hand).to_have_attribute("aria-checked", "false")


def test_a_hard_element_action_needs_hand_mode_and_the_card(user: Tracker) -> None:
    user.say("Clear the done column")
    user.wait_record(action="board.clear_done", gate="needs_hand_mode")
    user.arm_hand()
    user.say("Clear the done column")
    user.wait_armed_card("", "Delete tasks")
    user.card.click("Delete tasks")
    record = user.wait_record(action="board.clear_done", gate="confirmed")
    assert record["outcome"]["ok"]


def test_a_reload_with_a_card_open_disarms_hand_mode_so_the_click_runs_nothing(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    user = visit(start_demo())
    user.arm_hand()
    user.say("Clear the done column")
    user.wait_armed_card("", "Delete tasks")
    user.page.reload()
    user.wait_armed_card("", "Delete tasks")
    user.card.click("Delete tasks")
    record = user.wait_record(action="board.clear_done")
    assert (record["gate"], record["outcome"]["entered"]) == ("needs_hand_mode", False)
    assert record["evidence"]["by"] == "card"
    user.wait_says("Hand mode")


def test_a_page_that_was_left_while_its_card_was_open_runs_nothing_and_says_so(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    user = visit(start_demo())
    user.page.get_by_role("link", name="Archive").click()
    user.page.wait_for_url("**/archive")
    user.page.go_back()
    expect(user.page.get_by_role("heading", level=1)).to_be_visible()
    user.arm_hand()
    user.say("Clear the done column")
    user.wait_armed_card("", "Delete tasks")
    user.page.go_forward()
    user.page.wait_for_url("**/archive")
    expect(user.page.locator("h1")).to_contain_text("Archive")
    user.card.click("Delete tasks")
    record = user.wait_record(action="board.clear_done")
    assert (record["gate"], record["outcome"]["entered"]) == ("refused", False)
    assert record["outcome"]["error"]["code"] == "not_found"
    user.wait_says("no longer")
