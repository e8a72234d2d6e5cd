"""An action that was declined three times stops asking, says so, and the user alone lets it ask again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.tracker import Tracker


def test_after_three_cancels_the_panel_shows_the_block_and_lifts_it(user: Tracker) -> None:
    for project in ("Website relaunch", "Office move", "Customer survey"):
        user.say(f"Delete the project {project}")
        user.wait_card(f"Delete “{project}”")
        user.page.keyboard.press("Escape")
        user.wait_no_card()
        user.wait_says("left it")
    user.say("Delete the project Summer party")
    user.wait_says("may not ask any more")
    record = user.wait_record(action="delete_project", gate="refused")
    assert record["outcome"]["error"]["code"] == "unavailable"
    user.wait_row("delete_project", "refused")
    user.page.keyboard.press("Control+Shift+K")
    lift = user.page.get_by_role("button", name="Let it ask again: Delete project")
    lift.click()
    expect(lift).to_have_count(0)
    user.say("Delete the project Summer party")
    user.wait_armed_card("Delete “Summer party”", "Delete project")
    user.page.keyboard.press("Escape")
    user.wait_no_card()
