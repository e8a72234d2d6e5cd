"""The page comes and goes while a card is open: reload, lost connection, closed tab, stopped server."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest

from tests.browser.server import Server, wait_for
from tests.browser.tracker import Tracker

ASK = "Delete the project Customer survey"
TITLE = "Delete “Customer survey”"


def seconds_left(user: Tracker) -> int:
    """The time left, as the card says it."""
    found = wait_for(lambda: re.search(r"(\d+) seconds? left", user.card.texts()), "the time left")
    return int(found[1])


def test_after_a_reload_conversation_and_card_are_there_with_the_time_that_is_left(user: Tracker) -> None:
    user.say(ASK)
    user.wait_armed_card(TITLE, "Delete project")
    before = seconds_left(user)
    user.page.reload()
    user.wait_armed_card(TITLE, "Delete project")
    assert seconds_left(user) <= before
    user.card.click("Keep project")
    user.wait_no_card()
    user.open_panel()
    assert any(ASK in text for text in user.texts())
    user.wait_record(action="delete_project", gate="cancelled")
    user.wait_says(re.compile("left it", re.IGNORECASE))


@pytest.mark.scenario("S36")
def test_presses_made_offline_count_for_nothing_and_the_user_is_told(
    demo: Server, visit: Callable[..., Tracker]
) -> None:
    user = visit(demo, secure=False)  # the basic card's road is the socket that is cut here
    user.say(ASK)
    user.wait_armed_card(TITLE, "Delete project")
    cancelled = len(user.records(action="delete_project", gate="cancelled"))
    user.page.evaluate("window.socket.io.engine.close()")
    for _ in range(3):
        user.card.click("Delete project")
    user.page.wait_for_function("window.socket.connected")
    assert user.records(action="delete_project", gate="confirmed") == []
    user.wait_armed_card(TITLE, "Delete project")
    user.card.click("Keep project")
    wait_for(lambda: len(user.records(action="delete_project", gate="cancelled")) > cancelled, "the cancelled record")


@pytest.mark.scenario("S34")
def test_a_closed_tab_settles_its_card_as_timeout(demo: Server, visit: Callable[..., Tracker]) -> None:
    user = visit(demo)
    user.say(ASK)
    user.wait_card(TITLE)
    user.page.close()
    record = demo.wait_record(action="delete_project", gate="timeout")
    assert record["evidence"]["cause"] == "tab_gone"
    assert (record["outcome"]["entered"], record["outcome"]["error"]) == (False, None)


@pytest.mark.scenario("S31")
def test_a_stopped_server_settles_its_card_and_the_page_comes_back_without_it(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    server = start_demo()
    user = visit(server)
    user.say(ASK)
    user.wait_armed_card(TITLE, "Delete project")
    server.stop(signal.SIGINT)
    record = server.records(action="delete_project")[-1]
    assert (record["gate"], record["evidence"]["cause"]) == ("timeout", "session_ended")
    again = start_demo(data=server.data, port=server.port)
    user.page.reload()
    user.wait_ready()
    assert user.card.find("alertdialog") is None
    assert len(again.records(action="delete_project")) == 1
    assert "Customer survey" in user.page.content()


@pytest.mark.scenario("S24", "S25")
def test_a_card_nobody_answers_times_out_and_a_late_press_runs_nothing(
    start_demo: Callable[..., Server], visit: Callable[..., Tracker]
) -> None:
    user = visit(start_demo("--card-seconds", "12"))
    user.say(ASK)
    user.wait_armed_card(TITLE, "Delete project")
    place = user.card.place("Delete project")
    record = user.wait_record(action="delete_project")
    user.page.mouse.click(*place)
    assert (record["gate"], record["evidence"]["by"], record["evidence"]["cause"]) == ("timeout", "clock", "deadline")
    assert "expired" in user.card.texts().lower() or "ran out" in user.card.texts().lower()
    user.wait_says(re.compile("time|decided", re.IGNORECASE))
    assert not any("declined" in text for text in user.texts())
    assert len(user.records(action="delete_project")) == 1
    user.card.wait_armed("Close")

    def is_put_away() -> bool:
        user.page.keyboard.press("Escape")  # in its first half second, the expired card takes it for a late Cancel
        return not user.card.is_open()

    user.card.wait(is_put_away, "the expired card to be put away")
    user.wait_row("delete_project", "hard", "timeout", "not entered")
