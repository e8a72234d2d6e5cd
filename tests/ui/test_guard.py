"""NiceGUI's own events reach a page only from its own sockets. Real server, real sockets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import socketio
from nicegui import core, ui
from nicegui.testing import User, user_simulation

from coworkkit import CoworkkitProvider
from coworkkit.ui import guard
from coworkkit.ui.rarely import Rarely
from tests.browser.server import Server, free_port, start, wait_for
from tests.ui.guard_page import FOREIGN, Page, Sockets


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("guarded")
    port = free_port()
    server = start(["-m", "tests.ui.guard_app", str(port)], port, data)
    yield server
    server.stop()


@pytest.fixture
def sockets(server: Server) -> Iterator[Sockets]:
    sockets = Sockets(server)
    yield sockets
    sockets.close()


def unguard(server: Server, event: str) -> None:
    """Have NiceGUI answer an event as it does by itself."""
    httpx.post(f"{server.url}/unguarded/{event}").raise_for_status()


# Events


def stranger(kind: str, server: Server, sockets: Sockets) -> socketio.Client:
    """A socket that is none of the page's."""
    if kind == "bare":
        return sockets.bare(Origin=FOREIGN)
    return sockets.of(Page(server))


@pytest.mark.parametrize("kind", ["bare", "another user"])
@pytest.mark.parametrize("path", ["/", "/plain"])
def test_a_stranger_who_knows_two_ids_runs_no_handler_of_the_page(
    path: str, kind: str, server: Server, sockets: Sockets
) -> None:
    Page(server)  # a page with a Provider anywhere in the app, and the guard stands
    page = Page(server, path)
    own = sockets.of(page)
    before = page.did()["did"].get(path, 0)

    stranger(kind, server, sockets).call("event", page.click)
    assert page.did()["did"].get(path, 0) == before

    # the positive twin: the same message from the page's own socket
    own.call("event", page.click)
    assert page.did()["did"][path] == before + 1

    # and the attack is real: without the guard NiceGUI believes the stranger
    other = stranger(kind, server, sockets)
    unguard(server, "event")
    other.call("event", page.click)
    assert page.did()["did"][path] == before + 2


def test_a_stranger_answers_no_question_that_the_page_was_asked(server: Server, sockets: Sockets) -> None:
    def asked() -> dict[str, Any]:
        page, heard = Page(server, "/asks"), []
        own = sockets.of(page)
        own.on("run_javascript", heard.append)
        own.call("event", page.click)
        question = wait_for(lambda: next((m for m in heard if m["code"] == "1 + 1"), None), "the question")
        return {
            "page": page,
            "own": own,
            "answer": {"request_id": question["request_id"], "client_id": page.client_id},
        }

    first = asked()
    sockets.bare().call("javascript_response", first["answer"] | {"result": "forged"})
    first["own"].call("javascript_response", first["answer"] | {"result": "the page's"})
    wait_for(lambda: first["page"].did()["answers"] == ["the page's"], "the page's own answer")

    second = asked()
    unguard(server, "javascript_response")
    sockets.bare().call("javascript_response", second["answer"] | {"result": "forged"})
    wait_for(lambda: second["page"].did()["answers"] == ["the page's", "forged"], "the stranger's answer")


def test_a_stranger_writes_nothing_into_the_log_in_the_pages_name(server: Server, sockets: Sockets) -> None:
    page = Page(server)
    own = sockets.of(page)
    said = {"client_id": page.client_id, "level": "warning"}
    sockets.bare().call("log", said | {"message": "said by a stranger"})
    own.call("log", said | {"message": "said by the page"})
    wait_for(lambda: "said by the page" in server.log(), "what the page said")
    assert "said by a stranger" not in server.log()

    unguard(server, "log")
    sockets.bare().call("log", said | {"message": "said without a guard"})
    wait_for(lambda: "said without a guard" in server.log(), "what the stranger said")


def test_a_stranger_cannot_make_the_server_forget_what_the_page_may_have_missed(
    server: Server, sockets: Sockets
) -> None:
    page = Page(server, "/asks")
    own = sockets.of(page)
    own.call("event", page.click)
    wait_for(lambda: page.did()["kept"], "a message that is kept")
    acknowledged = {"client_id": page.client_id, "next_message_id": 10_000}
    sockets.bare().call("ack", acknowledged)
    assert page.did()["kept"] > 0
    unguard(server, "ack")
    sockets.bare().call("ack", acknowledged)
    assert page.did()["kept"] == 0
    assert Page(server)  # the guard stands again
    own.call("ack", acknowledged)


@pytest.mark.parametrize(
    "message", [None, "text", [], {}, {"client_id": None}, {"client_id": ["x"]}, {"client_id": "x"}]
)
@pytest.mark.parametrize("event", sorted(guard.NAMING_A_PAGE))
def test_what_names_no_page_is_dropped_without_a_failure(
    event: str, message: Any, server: Server, sockets: Sockets
) -> None:
    Page(server)
    before = server.log()
    sockets.bare().call(event, message)
    assert "Traceback" not in server.log().removeprefix(before)


def test_the_log_tells_of_strangers_once_and_names_no_listener(server: Server, sockets: Sockets) -> None:
    page = Page(server)
    sockets.of(page)
    other = sockets.bare()
    for _ in range(20):
        other.call("event", page.click)
    lines = [line for line in server.log().splitlines() if "NiceGUI's 'event' was dropped" in line]
    assert len(lines) == 1 and "it is not a socket of this page" in lines[0]
    assert page.client_id not in server.log()
    assert page.click["listener_id"] not in server.log()


# Handshakes


@pytest.mark.parametrize("implicit", [True, False], ids=["on connecting", "later"])
@pytest.mark.parametrize(("whose", "origin"), [("own", FOREIGN), ("own", "null"), ("another user's", ""), ("none", "")])
def test_a_socket_of_another_browser_or_origin_does_not_get_into_the_page(
    whose: str, origin: str, implicit: bool, server: Server, sockets: Sockets
) -> None:
    page = Page(server)
    own = sockets.of(page)
    cookies = {"own": page.cookies, "another user's": Page(server).cookies, "none": httpx.Cookies()}[whose]
    before = page.did()["did"].get("/", 0)

    if implicit:
        assert sockets.refused(page, cookies=cookies, origin=origin)
    else:
        socket = sockets.open("", sockets.headers(cookies, origin), ["websocket"])
        known = {"client_id": page.client_id, "tab_id": page.tab, "document_id": "x", "next_message_id": 0}
        assert socket.call("handshake", known) is False
        socket.call("event", page.click)
        assert page.did()["did"].get("/", 0) == before
    own.call("event", page.click)
    assert page.did()["did"]["/"] == before + 1


def test_without_the_guard_a_foreign_socket_gets_into_the_page(server: Server, sockets: Sockets) -> None:
    page = Page(server)
    sockets.of(page)
    unguard(server, "connect")
    socket = sockets.of(page, cookies=httpx.Cookies(), origin=FOREIGN)
    assert socket.connected
    # the guard of the events asks again who it is
    before = page.did()["did"].get("/", 0)
    socket.call("event", page.click)
    assert page.did()["did"].get("/", 0) == before


def test_a_stranger_cannot_take_the_page_before_its_browser_connects(server: Server, sockets: Sockets) -> None:
    page = Page(server)
    assert sockets.refused(page, cookies=httpx.Cookies(), tab="another-tab")
    assert sockets.of(page).connected


def test_the_page_shakes_hands_later_and_comes_back_after_a_loss(server: Server, sockets: Sockets) -> None:
    page = Page(server)
    socket = sockets.open("", sockets.headers(page.cookies), ["websocket"])
    known = {"client_id": page.client_id, "tab_id": page.tab, "document_id": "x", "next_message_id": 0}
    assert socket.call("handshake", known) is True
    socket.disconnect()
    again = sockets.of(page)
    before = page.did()["did"].get("/", 0)
    again.call("event", page.click)
    assert page.did()["did"]["/"] == before + 1


def test_a_page_by_http_polling_works_although_browsers_then_send_no_origin(server: Server, sockets: Sockets) -> None:
    page = Page(server)
    socket = sockets.of(page, origin=None, transport="polling")
    before = page.did()["did"].get("/", 0)
    socket.call("event", page.click)
    assert page.did()["did"]["/"] == before + 1


def test_a_page_without_a_provider_lets_in_whom_nicegui_lets_in(server: Server, sockets: Sockets) -> None:
    Page(server)
    page = Page(server, "/plain")
    socket = sockets.of(page, cookies=httpx.Cookies(), origin=FOREIGN)
    before = page.did()["did"].get("/plain", 0)
    socket.call("event", page.click)
    assert page.did()["did"]["/plain"] == before + 1


def test_whoever_came_before_a_late_provider_counts_only_if_it_is_the_pages_browser(
    server: Server, sockets: Sockets
) -> None:
    Page(server)
    page = Page(server, "/late")
    early = sockets.of(page, cookies=httpx.Cookies(), origin=FOREIGN)
    own = sockets.of(page)
    before = page.did()["did"].get("/late", 0)
    early.call("event", page.click)
    own.call("event", page.click)
    assert page.did()["did"]["/late"] == before + 1


@pytest.mark.parametrize(
    ("whose", "said"),
    [
        ("another user's", "Implicit handshake failed"),
        ("none", "coworkkit: it does not carry a session cookie"),
    ],
)
def test_a_page_loads_itself_again_only_when_that_can_help(
    whose: str, said: str, server: Server, sockets: Sockets
) -> None:
    page, other = Page(server), Page(server)
    cookies = other.cookies if whose == "another user's" else httpx.Cookies()
    assert sockets.refused(page, cookies=cookies) == said
    # a browser that did send cookies for the page, and has lost them since
    known = Page(server, cookies=other.cookies)
    assert sockets.refused(known, cookies=httpx.Cookies()) == "Implicit handshake failed"


# Where it stands


async def test_simulated_users_click_as_before_and_each_handler_has_one_guard() -> None:
    clicked: list[int] = []

    def index() -> None:
        with CoworkkitProvider():
            ui.button("Count", on_click=lambda: clicked.append(1))

    for _ in range(2):  # NiceGUI forgets almost everything in between
        async with user_simulation() as user:
            ui.page("/")(index)
            await user.open("/")
            user.find("Count").click()
        handlers = core.sio.handlers["/"]
        standing = {event for event, handler in handlers.items() if handler in guard.guards}
        assert standing == guard.NAMING_A_PAGE | guard.SHAKING_HANDS
        known = len(guard.guards)
        guard.stand_guard()
        assert len(guard.guards) == known
    assert clicked == [1, 1]


async def test_what_comes_over_on_air_reaches_the_page(user: User) -> None:
    clicked: list[int] = []

    @ui.page("/")
    def index() -> None:
        with CoworkkitProvider():
            ui.button("Count", on_click=lambda: clicked.append(1))

    client = await user.open("/")
    (button,) = user.find("Count").elements
    (listener,) = button._event_listeners.values()
    # NiceGUI's relay has a Socket.IO client of its own and calls the page directly
    client.handle_event({"id": button.id, "client_id": client.id, "listener_id": listener.id, "args": ["{}"]})
    assert clicked == [1]


def test_a_warning_is_said_once_a_minute_with_how_often(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 100.0
    monkeypatch.setattr("coworkkit.ui.rarely.time.monotonic", lambda: now)
    rarely = Rarely()
    for _ in range(3):
        rarely.warn("%s was dropped", "it")
        rarely.warn("%s was dropped", "another")
    now += 61
    rarely.warn("%s was dropped", "it")
    assert caplog.messages == [
        "it was dropped",
        "another was dropped",
        "it was dropped (2 more since it was last said)",
    ]
