"""Watch on a real server: what it is told, and what the builder may do there. One test has a browser too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.server import Server, wait_for
from tests.browser.test_server_side import decide
from tests.browser.tracker import Tracker
from tests.browser.wire import Json, WirePage


@pytest.fixture
def page(odd_app: Server) -> Iterator[WirePage]:
    page = WirePage(odd_app.url)
    assert page.send("hello")["ok"]
    yield page
    page.close()


def call(page: WirePage, action: str, arguments: Json | None = None, n: int = 1) -> Json:
    """Call an action as the builder does, and return the server's reply."""
    return page.send("builder_call", action=action, arguments=json.dumps(arguments or {}), n=n)


def answer(page: WirePage, n: int = 1) -> Json:
    """What came of a call by the builder."""
    found: Json = wait_for(
        lambda: next((m["answer"] for m in page.received if m["kind"] == "builder_result" and m["n"] == n), None),
        "the answer to the builder",
    )
    return found


def rows(page: WirePage, action: str) -> list[Json]:
    """The rows of an action in the order they came, also those that were replaced since."""
    return [row for m in page.received if m["kind"] == "records" for row in m["rows"] if row["action"] == action]


def wait_row(page: WirePage, action: str, **like: Any) -> Json:
    """Wait for a row of an action that has these values."""
    found: Json = wait_for(
        lambda: next(
            (row for row in rows(page, action) if all(row[key] == value for key, value in like.items())), None
        ),
        f"a row of {action} with {like}",
    )
    return found


def snapshot(page: WirePage) -> Json:
    """What a page was told when it said hello."""
    assert page.send("hello")["ok"]
    found: Json = wait_for(lambda: next((m for m in page.received if m["kind"] == "snapshot"), None), "a snapshot")
    return found


def test_the_builders_call_is_marked_as_the_builders_in_row_and_record(page: WirePage, odd_app: Server) -> None:
    reply = call(page, "quick")
    assert reply["ok"]
    assert answer(page) == {"ok": True, "message": "Done.", "result": "quick"}
    assert wait_row(page, "quick", pending=None)["caller"] == {"agent": "builder", "connector": "watch"}
    record = odd_app.wait_record(call_id=reply["call_id"])
    assert (record["caller"]["agent"], record["caller"]["connector"]) == ("builder", "watch")
    assert record["gate"] == "fired"


@pytest.mark.parametrize(("choice", "gate", "ok"), [("confirm", "confirmed", True), ("cancel", "cancelled", False)])
@pytest.mark.parametrize("action", ["gentle", "hard"])
def test_what_is_soft_or_hard_is_asked_by_the_card_when_the_builder_calls(
    action: str, choice: str, gate: str, ok: bool, page: WirePage
) -> None:
    call(page, action)
    card = page.wait_card()
    waiting = wait_row(page, action, pending="card")
    early = page.send("decide", **decide(card, "confirm"))
    assert early["state"] == "pending" and not rows(page, action)[-1]["entered"]
    press = decide(card, choice)
    wait_for(lambda: page.send("decide", **press)["state"] != "pending", "the press to count")
    assert answer(page)["ok"] is ok
    assert wait_row(page, action, pending=None)["gate"] == gate
    assert wait_row(page, action, pending=None)["id"] == waiting["id"]


def test_the_users_words_do_not_answer_for_the_builders_call(page: WirePage) -> None:
    call(page, "gentle", {"value": "mine"})
    page.wait_card()
    page.send("turn", text="yes")
    wait_for(lambda: any("yes: not_found" in text for text in page.said()), "the agent's answer to the turn")
    assert all(row["pending"] == "card" for row in rows(page, "gentle"))
    page.send("stop")
    assert answer(page)["code"] == "cancelled"


def test_the_builder_needs_hand_mode_as_the_agent_does(page: WirePage) -> None:
    call(page, "lamp.light")
    assert answer(page)["code"] == "needs_hand_mode"
    page.send("hand", armed=True, n=1)
    call(page, "lamp.light", n=2)
    assert answer(page, 2)["ok"]


def test_arguments_that_do_not_fit_are_told_to_the_builder(page: WirePage) -> None:
    call(page, "echo", {"value": 5})
    told = answer(page)
    assert told["code"] == "invalid_args" and told["problems"][0]["field"] == "value"
    page.send("builder_call", action="echo", arguments="{broken", n=2)
    assert "broken JSON" in answer(page, 2)["message"]
    call(page, "nowhere", n=3)
    assert answer(page, 3)["code"] == "not_found"


def test_where_watch_is_off_the_builder_can_do_and_see_nothing(odd_app: Server) -> None:
    page = WirePage(odd_app.url, "/?watch=false")
    told = snapshot(page)
    assert (told["session"], told["records"], told["catalogue"]) == (None, [], None)
    assert call(page, "quick")["ok"] is False
    assert page.send("agent_view")["ok"] is False
    assert page.send("action_schema", action="quick")["ok"] is False
    page.send("turn", text="quick")
    wait_for(lambda: any("quick: ok" in text for text in page.said()), "the agent's own call")
    assert len(odd_app.records(action="quick", user=page.user())) == 1
    assert not rows(page, "quick")
    page.close()


def test_another_user_cannot_call_or_look_through_a_page_that_is_not_theirs(page: WirePage, odd_app: Server) -> None:
    stranger = WirePage(odd_app.url)
    for kind, more in (
        ("builder_call", {"action": "quick", "arguments": "{}", "n": 1}),
        ("agent_view", {}),
        ("action_schema", {"action": "quick"}),
    ):
        message = {"client_id": page.client_id, "key": page.key, "kind": kind, **more}
        assert stranger.socket.call("coworkkit", message, timeout=15)["ok"] is False
        assert page.send(kind, **more)["ok"] is True
    stranger.close()


def test_at_most_eight_calls_of_the_builder_are_under_way(page: WirePage) -> None:
    replies = [call(page, "block", {"value": 1.5}, n) for n in range(9)]
    assert [reply["ok"] for reply in replies] == [True] * 8 + [False]
    wait_for(lambda: len([m for m in page.received if m["kind"] == "builder_result"]) == 8, "the eight answers", 30)
    assert call(page, "quick", n=20)["ok"]


def test_a_row_knows_the_message_that_led_to_the_call(page: WirePage) -> None:
    page.send("turn", text="quick")
    row = wait_row(page, "quick", pending=None)
    said = [m["message"] for m in page.received if m["kind"] == "message" and m["message"]["role"] == "user"]
    assert row["turn"] == said[0]["id"]
    call(page, "quick")
    assert wait_row(page, "quick", turn=None)["caller"]["agent"] == "builder"


def test_a_secret_is_masked_while_its_call_waits_and_after(page: WirePage) -> None:
    page.send("turn", text='take_secret {"password": "correct horse"}')
    card = page.wait_card()
    assert wait_row(page, "take_secret", pending="card")["arguments"]["password"] == "••••••"
    wait_for(lambda: page.send("decide", **decide(card))["state"] != "pending", "the press to count")
    row = wait_row(page, "take_secret", pending=None)
    assert row["code"] == "internal" and "••••••" in row["error"]
    told = [m for m in page.received if m["kind"] != "message"]  # the user has written it there
    assert told and "correct horse" not in json.dumps(told)
    view = json.loads(page.send("agent_view")["text"])
    lamp = next(element for element in view["elements"] if element["name"] == "lamp")
    assert lamp["state"]["key"] == "••••••"


def test_the_agents_view_is_what_the_agent_is_told_now(page: WirePage) -> None:
    before = json.loads(page.send("agent_view")["text"])
    assert before["surface"]["label"] == "Odd handlers"
    lamp = next(element for element in before["elements"] if element["name"] == "lamp")
    assert lamp["state"]["lit"] is False and lamp["actions"] == ["lamp.light"]
    hard = next(action for action in before["actions"] if action["name"] == "hard")
    assert hard["control"] == "hard" and hard["parameters"]["properties"]["value"]["type"] == "string"
    page.send("hand", armed=True, n=1)
    page.send("turn", text="lamp.light")
    wait_row(page, "lamp.light", pending=None)
    after = json.loads(page.send("agent_view")["text"])
    assert next(element for element in after["elements"] if element["name"] == "lamp")["state"]["lit"] is True


def test_watch_keeps_large_arguments_in_bounds_and_says_what_it_cut(page: WirePage, odd_app: Server) -> None:
    for n in range(4):
        call(page, "echo", {"value": "x" * 900_000}, n)
        assert answer(page, n) == {"ok": True, "message": "Done.", "result": 900_000}
    again = WirePage(odd_app.url, cookies=page.cookies, tab=page.tab)
    kept = [row for row in snapshot(again)["records"] if row["action"] == "echo"]
    assert len(kept) == 4 and len(json.dumps(kept)) < 20_000
    assert all(row["cut"] and row["arguments"]["value"].endswith("… (900,000 characters)") for row in kept)
    again.close()


def test_a_call_that_waits_is_still_there_after_a_reload(page: WirePage, odd_app: Server) -> None:
    page.send("turn", text="hard")
    page.wait_card()
    again = WirePage(odd_app.url, cookies=page.cookies, tab=page.tab)
    waiting = snapshot(again)["records"][-1]
    assert waiting["pending"] == "card"
    again.send("stop")
    assert wait_row(again, "hard", pending=None)["id"] == waiting["id"]
    again.close()


def test_the_builder_calls_from_the_catalogue_and_finds_the_row(user: Tracker) -> None:
    page = user.page
    page.keyboard.press("Control+Shift+K")
    page.get_by_role("tab", name="Catalogue").click()
    page.get_by_role("button", name="delete_project").click()
    form = page.get_by_role("form", name="Call delete_project")
    form.get_by_label("project_id").fill("4")
    form.get_by_role("button", name="Call delete_project").click()
    user.wait_card("Delete “")
    page.keyboard.press("Escape")
    user.wait_no_card()
    expect(form.get_by_role("status")).to_contain_text('"code": "cancelled"')
    form.get_by_role("button", name="Show the call").click()
    details = page.get_by_role("region", name="One call")
    expect(details).to_contain_text("builder · watch")
    assert user.wait_record(action="delete_project", gate="cancelled")["caller"]["agent"] == "builder"


def test_a_message_leads_to_its_calls_and_a_call_to_its_message(user: Tracker) -> None:
    user.say("Add a task “Order tulips” to Office move")
    user.wait_says("Order tulips")
    said = user.page.locator(".cwk-from-user", has_text="Order tulips")
    said.get_by_role("button", name="1 call").click()
    row = user.page.locator(".cwk-rows .cwk-row")
    expect(row).to_have_count(1)
    row.click()
    user.page.get_by_role("region", name="One call").get_by_role("button", name="Message").click()
    expect(said).to_be_focused()
