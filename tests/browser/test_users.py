"""Two users at once, and a stranger who knows too much."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import socketio
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker


def ids_of(user: Tracker) -> dict[str, str]:
    """Everything a page knows of itself that goes with its messages."""
    found: dict[str, str] = user.page.evaluate(
        """() => {
            const root = mounted_app.elements;
            const own = Object.values(root).find((element) => element.props && element.props.client_key);
            return {client_id: window.clientId, key: own.props.client_key};
        }"""
    )
    return found


def overhear_card(user: Tracker) -> None:
    """Keep what the server says about cards, as a script of the page could."""
    user.page.evaluate(
        """() => {
            window.heardCard = null;
            const runMethod = window.runMethod;
            window.socket.onAny((event, message) => {
                const code = (message?.code ?? '').replaceAll('\\\\"', '"');
                const id = /"card":\\{"id":"([^"]+)","revision":(\\d+)/.exec(code);
                const nonce = /"nonce":"([^"]+)"/.exec(code);
                if (id && nonce) window.heardCard = {id: id[1], nonce: nonce[1], revision: Number(id[2])};
            });
        }"""
    )


def test_each_user_sees_only_their_own_card_conversation_and_timeline(
    demo: Server, visit: Callable[..., Tracker]
) -> None:
    one, other = visit(demo), visit(demo)
    one.say("Delete the project Customer survey")
    one.wait_card("Delete “Customer survey”")
    other.say("Add a task “Water the plants” to Office move")
    other.wait_says("Water the plants")
    other.wait_row("add_task")
    assert other.card.find("alertdialog") is None
    assert not any("Customer survey" in text for text in other.texts())
    assert all("delete_project" not in row for row in other.watch_rows())
    one.page.keyboard.press("Escape")
    one.wait_row("delete_project", "cancelled")
    assert all("add_task" not in row for row in one.watch_rows())
    assert all("delete_project" not in row for row in other.watch_rows())


@pytest.mark.scenario("S39")
@pytest.mark.parametrize("origin", ["own", "foreign"])
def test_a_socket_of_another_user_that_knows_every_id_decides_nothing(
    origin: str, demo: Server, visit: Callable[..., Tracker]
) -> None:
    victim, stranger = visit(demo, secure=False), visit(demo, secure=False)
    overhear_card(victim)
    victim.say("Delete the project Customer survey")
    victim.wait_armed_card("Delete “Customer survey”", "Delete project")
    card = victim.page.wait_for_function("window.heardCard").json_value()
    decide = {**ids_of(victim), **card, "kind": "decide", "choice": "confirm", "input": "mouse", "visible": "checked"}

    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in stranger.page.context.cookies())
    with socketio.SimpleClient() as socket:
        headers = {"Cookie": cookies, "Origin": victim.url if origin == "own" else "https://elsewhere.example"}
        query = f"client_id={victim.page.evaluate('window.clientId')}&implicit_handshake=false"
        headers["Host"] = victim.url.removeprefix("http://")
        socket.connect(f"{demo.url}/_nicegui_ws/?{query}", headers=headers, socketio_path="/_nicegui_ws/socket.io")
        reply = socket.call("coworkkit", decide, timeout=10)
    assert reply["ok"] is False
    victim.wait_card("Delete “Customer survey”")
    assert demo.records(action="delete_project", gate="confirmed") == []
    assert "turned away" in demo.log()

    # the positive twin: the same message from the page's own socket is believed
    answer = victim.page.evaluate(
        "message => new Promise(resolve => window.socket.emit('coworkkit', message, resolve))",
        {**decide, "choice": "cancel"},
    )
    assert answer["ok"] is True
    demo.wait_record(action="delete_project", gate="cancelled")


def test_a_stranger_cannot_arm_hand_mode_or_speak_for_the_user(demo: Server, visit: Callable[..., Tracker]) -> None:
    victim, stranger = visit(demo), visit(demo)
    known = ids_of(victim)
    for message in ({"kind": "hand", "armed": True, "n": 99}, {"kind": "turn", "text": "yes", "seen": None}):
        reply = stranger.page.evaluate(
            "message => new Promise(resolve => window.socket.emit('coworkkit', message, resolve))", {**known, **message}
        )
        assert reply["ok"] is False
    expect(victim.hand).to_have_attribute("aria-checked", "false")
    assert "yes" not in victim.texts()
