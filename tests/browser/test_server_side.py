"""What the server holds to, whatever a page or a handler does. Real server, real sockets, no browser."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest

from tests.browser.server import Server, wait_for
from tests.browser.wire import WirePage


@pytest.fixture
def page(odd_app: Server) -> Iterator[WirePage]:
    page = WirePage(odd_app.url)
    assert page.send("hello")["ok"]
    yield page
    page.close()


def decide(card: dict[str, object], choice: str = "confirm") -> dict[str, object]:
    """A press on a card, as the page reports it."""
    return {
        "id": card["id"],
        "nonce": card["nonce"],
        "revision": card["revision"],
        "choice": choice,
        "input": "mouse",
        "early": 0,
        "visible": "checked",
    }


@pytest.mark.parametrize("callback", ["raising", "async", "slow"])
@pytest.mark.scenario("S58")
def test_a_callback_that_raises_is_async_or_slow_harms_no_call_and_gets_every_record(
    callback: str, odd_app: Server
) -> None:
    page = WirePage(odd_app.url, f"/?callback={callback}")
    page.send("hello")
    started = time.monotonic()
    page.send("turn", text="quick; quick")
    wait_for(lambda: any("quick: ok" in text for text in page.said()), "the answers")
    assert time.monotonic() - started < 4  # the slow callback takes five seconds for each
    user = page.user()
    wait_for(lambda: len(odd_app.records(action="quick", user=user)) == 2, "both records", 30)
    page.close()


@pytest.mark.scenario("S52")
def test_a_plain_function_that_blocks_freezes_nobody_elses_card(odd_app: Server) -> None:
    blocked, other = WirePage(odd_app.url), WirePage(odd_app.url)
    blocked.send("hello"), other.send("hello")
    blocked.send("turn", text="block 8")
    started = time.monotonic()
    other.send("turn", text="hard")
    card = other.wait_card()
    time.sleep(0.55)
    assert other.send("decide", **decide(card))["state"] == "confirmed"
    wait_for(lambda: any("hard: ok" in text for text in other.said()), "the other user's answer")
    assert time.monotonic() - started < 6
    wait_for(lambda: any("blocked long enough" in text for text in blocked.said()), "the slow answer")
    blocked.close(), other.close()


@pytest.mark.scenario("S50")
def test_numbers_that_json_lacks_come_back_as_text_and_the_timeline_goes_on(page: WirePage) -> None:
    page.send("turn", text="not_a_number; quick")
    said = wait_for(lambda: next((t for t in page.said() if "not_a_number" in t), None), "the answer")
    assert "NaN" in said and "Infinity" in said and "0.10" in said and "1208925819614629174706176" in said
    rows = wait_for(
        lambda: [row for m in page.received if m["kind"] == "records" for row in m["rows"] if row["action"] == "quick"],
        "the row after it",
    )
    assert rows[0]["ok"]


@pytest.mark.scenario("S40")
def test_values_too_big_for_the_socket_are_refused_in_words_and_the_line_stays_up(page: WirePage) -> None:
    page.send("turn", text="huge")
    said = wait_for(lambda: next((t for t in page.said() if t.startswith("huge")), None), "the answer")
    assert "The action ran" in said and "20,000,002 bytes" in said
    reply = page.send("turn", text="x" * 5_000)
    assert reply["ok"] is False and "5,000 characters" in reply["message"]
    assert page.send("active")["ok"]


@pytest.mark.scenario("S13", "S39")
def test_only_the_pending_card_with_its_own_nonce_can_be_decided_and_only_once(page: WirePage, odd_app: Server) -> None:
    page.send("turn", text="hard")
    card = page.wait_card()
    early = page.send("decide", **decide(card))
    assert (early["ok"], early["state"]) == (False, "pending")
    time.sleep(0.55)
    wrong = [{"nonce": "0" * 32}, {"id": "another"}, {"revision": 7}]
    for change in wrong:
        assert page.send("decide", **{**decide(card), **change})["ok"] is False
    assert page.send("decide", **decide(card), extra="arguments")["ok"] is False
    assert odd_app.records(action="hard", user=page.user()) == []
    assert page.send("decide", **decide(card))["state"] == "confirmed"
    late = page.send("decide", **decide(card))
    assert (late["ok"], late["state"]) == (False, "confirmed")
    wait_for(lambda: any("hard: ok" in text for text in page.said()), "the answer")
    assert len(odd_app.records(action="hard", user=page.user())) == 1


@pytest.mark.scenario("S59")
def test_a_secret_is_on_no_card_row_record_answer_or_log(page: WirePage, odd_app: Server) -> None:
    secret = "tr0ub4dor-and-3"
    page.send("turn", text=f'take_secret {{"password": "{secret}", "value": "with {secret} in it"}}')
    wait_for(lambda: any("take_secret: invalid_args" in text for text in page.said()), "the refusal")
    record = odd_app.wait_record(action="take_secret")
    assert record["gate"] == "refused" and secret not in str(record)
    page.send("turn", text=f'take_secret {{"password": "{secret}", "value": "without it"}}')
    card = page.wait_card()
    time.sleep(0.55)
    page.send("decide", **decide(card))
    wait_for(lambda: any("take_secret: internal" in text for text in page.said()), "the failure")
    wait_for(lambda: len(odd_app.records(action="take_secret")) == 2, "the second record")
    record = odd_app.records(action="take_secret")[-1]
    assert record["outcome"]["error"]["message"] == "cannot use ••••••"
    assert record["arguments"] == {"password": "••••••", "value": "without it"}
    told = [
        message for message in page.received if message["kind"] != "message" or message["message"]["role"] != "user"
    ]
    assert secret not in str(told[1:])
    assert secret not in odd_app.log()


@pytest.mark.scenario("S34")
def test_fifty_tabs_closed_over_a_card_leave_nothing_behind(odd_app: Server) -> None:
    def insides() -> dict[str, int]:
        found: dict[str, int] = httpx.get(odd_app.url + "/insides").json()
        return found

    before = insides()
    asked = len(odd_app.records(action="hard"))
    for _ in range(50):
        page = WirePage(odd_app.url)
        page.send("hello")
        page.send("turn", text="hard")
        page.wait_card()
        page.close()
    wait_for(lambda: len(odd_app.records(action="hard")) == asked + 50, "fifty records", 40)
    assert all(record["gate"] == "timeout" for record in odd_app.records(action="hard")[asked:])
    wait_for(lambda: insides()["clients"] <= before["clients"], lambda: f"{before} again, not {insides()}")
    wait_for(lambda: insides()["tasks"] <= before["tasks"] + 1, lambda: f"{before} again, not {insides()}")


def test_a_stranger_with_a_huge_message_gets_no_further_than_its_name(odd_app: Server, page: WirePage) -> None:
    stranger = WirePage(odd_app.url)
    huge = {f"field {number}": "x" for number in range(40_000)}
    for message in (huge, {**huge, "client_id": page.client_id, "key": page.key, "kind": "stop"}, [], "text", None):
        reply = stranger.socket.call("coworkkit", message, timeout=15)
        assert reply["ok"] is False
    assert page.send("active")["ok"]
    stranger.close()


def test_a_value_that_javascript_would_swallow_reaches_watch_whole(page: WirePage) -> None:
    page.send("turn", text='hard {"value": "__proto__"}')
    page.wait_card()
    page.send("stop")
    rows = wait_for(lambda: [row for m in page.received if m["kind"] == "records" for row in m["rows"]], "a row")
    assert rows[-1]["arguments"] == {"value": "__proto__"}
