"""The contract with NiceGUI: everything of it that is not public and that we use, as we use it."""

from __future__ import annotations

import ast
import base64
import inspect
import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nicegui.nicegui as niceguis
import pytest
from nicegui import Client, app, core, ui
from nicegui.storage import request_contextvar
from nicegui.testing import User
from nicegui.testing.general import nicegui_reset_globals, prepare_simulation
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from coworkkit import CoworkkitProvider
from coworkkit.ui import adapter, guard

UI = Path(adapter.__file__).parent
PAGE_SCRIPT = (Path(niceguis.__file__).parent / "static" / "nicegui.js").read_text(encoding="utf-8")


@pytest.fixture
def handlers() -> Iterator[dict[str, adapter.SocketHandler]]:
    """What answers each Socket.IO event; as before when the test is over."""
    there = adapter.socket_handlers()
    before = dict(there)
    yield there
    there.clear()
    there.update(before)


async def shake(user: User, client: Client, **headers: str) -> str:
    """Shake hands as a page over a real Socket.IO connection by polling, and return the socket's id."""
    url = (
        f"/_nicegui_ws/socket.io/?EIO=4&transport=polling&client_id={client.id}&tab_id={user.tab_id}"
        f"&document_id={uuid.uuid4()}&next_message_id=0&implicit_handshake=true"
    )
    opened = await user.http_client.get(url, headers=headers)
    connection = f"{url}&sid={json.loads(opened.text[1:])['sid']}"
    await user.http_client.post(connection, content="40")
    answer = (await user.http_client.get(connection)).text
    assert answer.startswith("40"), answer
    sid: str = json.loads(answer[2:].split("\x1e")[0])["sid"]
    return sid


# Where private names are used


def private_names(path: Path) -> set[str]:
    """The names with an underscore that a module uses of other objects than its own."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr):
            own = ast.unparse(node.value) in ("self", "super()")
            if not own:
                found.add(node.attr)
    return found


def test_private_names_of_niceguis_are_in_the_adapter_only_and_each_is_tested_here() -> None:
    used = {path.name: names for path in UI.glob("*.py") if (names := private_names(path))}
    assert used == {"adapter.py": {"_request", "_shutdown_handlers", "_socket_to_document_id", "_response_built"}}
    imported = {
        (path.name, node.module)
        for path in UI.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("nicegui.")
    }
    assert imported == {("adapter.py", f"nicegui.{name}") for name in ("json", "slot", "storage")}


# Slots and pages


def test_there_is_no_slot_outside_a_page_and_looking_makes_none() -> None:
    with nicegui_reset_globals():
        assert adapter.current_slot() is None
        assert not Client.instances


def test_a_script_has_a_slot_before_it_runs_and_its_trial_page_has_no_request() -> None:
    with nicegui_reset_globals():
        slot = adapter.script_slot()
        assert slot is not None
        assert adapter.is_preflight(slot.parent.client)
        slot.parent.client.delete()


async def test_a_page_has_its_slot_request_and_browser(user: User) -> None:
    seen: dict[str, Any] = {}

    @ui.page("/", reconnect_timeout=7.5)
    def index() -> None:
        with ui.card() as card:
            slot = adapter.current_slot()
            seen["slot"] = slot is not None and slot.parent is card
        client = ui.context.client
        seen.update(sent=adapter.is_sent(client), connected=adapter.is_connected(client))
        seen.update(preflight=adapter.is_preflight(client), script=adapter.script_slot() is None)

    client = await user.open("/")
    assert seen == {"slot": True, "sent": False, "connected": False, "preflight": False, "script": False}
    assert adapter.is_sent(client) and adapter.is_connected(client)
    assert adapter.grace_of(client) == 7.5
    session = base64.b64decode(user.http_client.cookies["session"].split(".")[0])
    assert adapter.browser_of(client) == json.loads(session)["id"]
    assert adapter.has_storage_secret()
    assert adapter.scope_of(client)["path"] == "/"


@pytest.mark.parametrize(
    ("given", "told"), [("de", "de"), ("pt-BR", "pt-BR"), (None, "en"), ('de"><script>', "en"), ("", "en")]
)
async def test_a_page_has_a_language_that_can_stand_in_its_html(user: User, given: Any, told: str) -> None:
    @ui.page("/", language="en-US")
    def index() -> None:
        ui.label("here")

    client = await user.open("/")
    client.page.language = given
    assert adapter.language_of(client) == told


async def test_a_page_is_connected_while_it_has_a_socket(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        ui.label("here")

    client = await user.open("/")
    (sid,) = client._socket_to_document_id
    client.handle_disconnect(sid)
    assert not adapter.is_connected(client)
    assert adapter.outsider(sid, client)


async def test_developing_is_running_with_reload(user: User) -> None:
    for reload in (False, True):
        core.app.config.reload = reload
        assert adapter.is_developing() is reload


async def test_on_page_the_users_storage_is_that_of_the_page(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        ui.label("here")

    one = await user.open("/")
    user.http_client.cookies.clear()
    other = await user.open("/")
    ids = []
    token = request_contextvar.set(other.request)
    for client in (one, other):
        with adapter.on_page(client, None):
            ids.append(app.storage.browser["id"])
            assert adapter.current_slot() is not None
    assert request_contextvar.get() is other.request
    request_contextvar.reset(token)
    assert ids == [adapter.browser_of(one), adapter.browser_of(other)]
    assert ids[0] != ids[1]


async def test_push_calls_the_component_and_minds_no_deleted_page(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    @ui.page("/")
    def index() -> None:
        ui.label("here")

    emitted: list[tuple[Any, ...]] = []

    async def emit(event: str, message: Any, room: str) -> None:
        emitted.append((event, message["code"], room))

    client = await user.open("/")
    monkeypatch.setattr(core.sio, "emit", emit)
    adapter.push(client, 5, {"kind": "x"})
    await client.outbox._emit(client.outbox.messages[-1])
    code = r"""runMethod(5, 'receive', [JSON.parse("{\"kind\":\"x\"}")])"""
    assert emitted[-1] == ("run_javascript", code, client.id)
    adapter.push(client, 5, {"kind": "half a surrogate pair \ud83d"})
    assert "\\\\ud83d" in client.outbox.messages[-1][2]["code"]
    assert "function runMethod(target, method_name, args)" in PAGE_SCRIPT
    client.delete()
    adapter.push(client, 5, {"kind": "x"})


# The app


async def test_a_path_is_served_once(user: User) -> None:
    adapter.serve("GET", "/_nicegui/coworkkit/test/{name}", lambda name: {"first": name})
    adapter.serve("GET", "/_nicegui/coworkkit/test/{name}", lambda name: {"second": name})
    answer = await user.http_client.get("/_nicegui/coworkkit/test/x")
    core.app.remove_route("/_nicegui/coworkkit/test/{name}")
    assert answer.json() == {"first": "x"}


async def test_fetch_metadata_is_read_from_the_request_of_the_page(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        ui.label("here")

    assert not adapter.sends_fetch_metadata(await user.open("/"))
    user.http_client.headers["Sec-Fetch-Mode"] = "navigate"
    assert adapter.sends_fetch_metadata(await user.open("/"))


async def test_handlers_run_once_at_start_and_end() -> None:
    ran: list[str] = []

    def begin() -> None:
        ran.append("start")

    async def end() -> None:
        ran.append("end")

    with nicegui_reset_globals():
        adapter.at_startup(begin)
        adapter.at_shutdown(end)
        adapter.at_shutdown(end)
        prepare_simulation()
        async with core.app.router.lifespan_context(core.app):
            assert ran == ["start"]
            adapter.at_startup(begin)
    assert ran == ["start", "end"]


class Marked:
    """A layer that leaves a mark."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["marked"] = scope.get("marked", 0) + 1

        async def marking(message: Any) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Marked"] = str(scope["marked"])
            await send(message)

        await self.app(scope, receive, marking)


async def test_a_layer_surrounds_the_running_app_once_from_the_next_request_on(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        scope = adapter.scope_of(ui.context.client)
        adapter.surround(Marked)
        adapter.surround(Marked)
        adapter.before_sending(ui.context.client, lambda headers: headers.update({"X-Seen": str("marked" in scope)}))

    answers = [await user.http_client.get("/") for _ in range(3)]
    assert [answer.headers["x-seen"] for answer in answers] == ["False", "True", "True"]
    assert [answer.headers.get("x-marked") for answer in answers] == [None, "1", "1"]
    assert {answer.headers["x-nicegui-content"] for answer in answers} == {"page"}


# Sockets


def test_these_are_all_the_events_that_nicegui_answers() -> None:
    answered = set(re.findall(r"^@sio\.on\('(\w+)'\)$", inspect.getsource(niceguis), re.MULTILINE))
    assert answered == guard.SHAKING_HANDS | guard.NAMING_A_PAGE | guard.LEAVING
    assert answered <= adapter.socket_handlers().keys()
    for handler in (niceguis._on_connect, niceguis._on_handshake, niceguis._on_event, niceguis._on_log):
        assert adapter.is_niceguis(handler)
    assert list(inspect.signature(niceguis._on_event).parameters)[1] == "msg"


def test_the_guard_asks_its_question_of_events_that_nicegui_may_have_one_day(
    handlers: dict[str, adapter.SocketHandler],
) -> None:
    def handler(sid: str, message: Any) -> None:
        raise AssertionError("nobody was named")

    handler.__module__ = "nicegui.nicegui"
    handlers["news"] = handler
    mine = handlers["ours"] = lambda sid, message: None
    guard.stand_guard()
    assert handlers["news"] in guard.guards
    assert handlers["ours"] is mine


def test_an_event_that_is_gone_is_missed(
    handlers: dict[str, adapter.SocketHandler], caplog: pytest.LogCaptureFixture
) -> None:
    del handlers["ack"]
    guard.stand_guard()
    (said,) = caplog.messages
    assert said.startswith("coworkkit: this NiceGUI has no handler for 'ack', so there is none to guard. Use a version")


async def test_our_own_event_is_answered_once(handlers: dict[str, adapter.SocketHandler]) -> None:
    async def first(sid: str, message: Any) -> str:
        return "first"

    async def second(sid: str, message: Any) -> str:
        return "second"

    adapter.listen("test", first)
    adapter.listen("test", second)
    assert await core.sio._trigger_event("test", "/", "sid", None) == "first"


async def test_a_message_names_a_page_by_its_client_id(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        ui.label("here")

    client = await user.open("/")
    assert adapter.named_client({"client_id": client.id}) is client
    for message in ({"client_id": "other"}, {"client_id": [client.id]}, {}, client.id, None):
        assert adapter.named_client(message) is None
    assert "client_id: window.clientId" in PAGE_SCRIPT


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("client_id=a&implicit_handshake=true", {"client_id": "a", "implicit_handshake": "true"}),
        ("client_id=a&client_id=b&implicit_handshake=true", {"client_id": "a", "implicit_handshake": "true"}),
        ("client_id=a&implicit_handshake=false", {}),
        ("client_id=a", {}),
        ("", {}),
    ],
)
def test_a_handshake_is_in_the_query_of_the_connection(query: str, found: dict[str, str]) -> None:
    assert adapter.handshake_in({"QUERY_STRING": query}) == found


async def test_a_socket_of_the_pages_browser_and_origin_speaks_for_it(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        CoworkkitProvider()

    client = await user.open("/")
    own = await shake(user, client, Origin="http://test")
    assert adapter.stranger(own, client) is None

    # by polling a browser names no origin to its own server: enough for NiceGUI's events, not for the gate
    silent = await shake(user, client)
    assert adapter.foreign(silent, client) is None
    assert adapter.stranger(silent, client) == adapter.OTHER_ORIGIN

    user.http_client.cookies.clear()
    other = await user.open("/")
    assert adapter.foreign(own, other) == adapter.OTHER_COOKIE
    assert adapter.outsider(own, other) == adapter.stranger(own, other)


async def test_a_socket_that_is_gone_speaks_for_nobody(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        CoworkkitProvider()

    client = await user.open("/")
    assert adapter.foreign("gone", client) == adapter.NO_COOKIE


def test_a_page_that_is_refused_in_niceguis_words_loads_itself_again() -> None:
    told = PAGE_SCRIPT.partition(f'err.message == "{adapter.LOAD_AGAIN}"')[2]
    assert "window.location.reload()" in told[:250]
    assert f"ConnectionRefusedError('{adapter.LOAD_AGAIN}')" in inspect.getsource(niceguis)
