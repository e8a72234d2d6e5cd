"""The private parts of NiceGUI we depend on, in one place, so that an upgrade breaks here and nowhere else.

`tests/ui/test_adapter.py` is the contract: it checks each of these against the installed NiceGUI.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, Protocol
from urllib.parse import parse_qs

from fastapi import Request, Response
from nicegui import Client, context, core
from nicegui.json import dumps
from nicegui.slot import Slot
from nicegui.storage import Storage, request_contextvar
from starlette.datastructures import MutableHeaders
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..core.origins import is_of_host

SocketHandler = Callable[..., Any]

NO_COOKIE = "it does not carry a session cookie"
OTHER_COOKIE = "it does not carry the page's session cookie"
OTHER_ORIGIN = "it comes from another origin"

LOAD_AGAIN = "Implicit handshake failed"
"""What NiceGUI's page answers by loading itself again, when it is refused with these words."""


class Layer(Protocol):
    """An ASGI app around another."""

    def __init__(self, app: ASGIApp) -> None: ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


def current_slot() -> Slot | None:
    """Return the slot that encloses the running code; None outside a page.

    Reading NiceGUI's own ``context.slot_stack`` outside a page would create a page, so it is not read.
    """
    stack = Slot.get_stack()
    return stack[-1] if stack else None


def script_slot() -> Slot | None:
    """Return the slot of a script that builds its one page at module scope; None once the server runs.

    NiceGUI makes that page as soon as it is asked for its slot.
    """
    if current_slot() is None and not core.app.is_started:
        context.slot_stack  # noqa: B018  asking makes it
    return current_slot()


def is_preflight(client: Client) -> bool:
    """Return whether this is the trial run of a script, whose page no browser will ever see."""
    return client._request is None


def has_storage_secret() -> bool:
    """Return whether the app signs its session cookies."""
    return Storage.secret is not None


def browser_of(client: Client) -> str | None:
    """Return the id in the signed session cookie of the request that loaded the page."""
    session = client.request.scope.get("session")
    return session.get("id") if isinstance(session, dict) else None


def language_of(client: Client) -> str:
    """Return the language a page is in, as its HTML names it; English where that is no name of a language."""
    language = client.page.resolve_language()
    return (
        language if isinstance(language, str) and re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", language) else "en"
    )


def grace_of(client: Client) -> float:
    """Return the seconds NiceGUI waits for a page's socket to come back before it deletes the page."""
    return float(client.page.resolve_reconnect_timeout())


def is_developing() -> bool:
    """Return whether the app runs with reload, as one does while building it."""
    return bool(core.app.config.has_run_config and core.app.config.reload)


def is_connected(client: Client) -> bool:
    """Return whether any socket of the page is open."""
    return client.has_socket_connection


@contextmanager
def on_page(client: Client, slot: Slot | None) -> Iterator[None]:
    """Enter a page the way its own event handlers do: its slot, and the storage of the user who loaded it.

    Without the second half, an action called while another request is served would read that request's
    storage (NiceGUI keeps the request in a context variable, not in the slot).
    """
    token = request_contextvar.set(client.request)
    try:
        with slot if slot is not None else client:
            yield
    finally:
        request_contextvar.reset(token)


def push(client: Client, element_id: int, message: dict[str, Any]) -> None:
    """Call a component's ``receive`` with a message. In order, and again after a short loss of connection.

    The message travels as the text of JSON and not as source: as source, a key ``__proto__`` would vanish.
    """
    if client.is_deleted:
        return
    try:
        told = dumps(message)
    except TypeError:  # half a surrogate pair, which only this writer of JSON has a form for
        told = json.dumps(message)
    code = f"runMethod({element_id}, 'receive', [JSON.parse({json.dumps(told)})])"
    client.outbox.enqueue_message("run_javascript", {"code": code}, client.id)


def listen(event: str, handler: Callable[[str, Any], Awaitable[Any]]) -> None:
    """Answer a Socket.IO event of our own; harmless when it is answered already."""
    if event not in core.sio.handlers.get("/", {}):
        core.sio.on(event, handler=handler)


def serve(method: str, path: str, endpoint: Callable[..., Any]) -> None:
    """Serve a path of our own; harmless when it is served already."""
    if not any(getattr(route, "path", None) == path for route in core.app.routes):
        core.app.add_api_route(path, endpoint, methods=[method], include_in_schema=False)


def serve_app(path: str, app: ASGIApp) -> bool:
    """Serve an ASGI app at one path, by all methods; return False where something else is served there."""
    for route in core.app.routes:
        if getattr(route, "path", None) == path:
            return getattr(route, "endpoint", None) is app
    core.app.router.routes.insert(0, Route(path, endpoint=app, include_in_schema=False))
    return True


def host_of(client: Client) -> str:
    """Return the host the page was loaded from, as its browser named it."""
    return client.request.headers.get("host", "")


def root_path_of(client: Client) -> str:
    """Return what stands before the app's own paths, where it is served below another."""
    return str(client.request.scope.get("root_path", ""))


def sends_fetch_metadata(client: Client) -> bool:
    """Return whether the page's browser says how it fetches things, as it does where the context is secure.

    Read from the request that loaded the page, which no script of the page can have written. A script can fetch a
    page of its own too, in another mode than a browser that shows it; what it gets must be no less protected.
    """
    return "sec-fetch-mode" in client.request.headers


def at_shutdown(handler: Callable[[], Awaitable[None]]) -> None:
    """Run a handler when the server stops; harmless when that is arranged already."""
    if handler not in core.app._shutdown_handlers:
        core.app.on_shutdown(handler)


def stranger(sid: str, client: Client) -> str | None:
    """Return why a socket does not speak for a page; None when it does (gate-security §2.2).

    It does when it is one of the page's own sockets, carries the session cookie the page was loaded with,
    and comes from the page's own origin.
    """
    return outsider(sid, client) or foreign(sid, client, needs_origin=True)


def outsider(sid: str, client: Client) -> str | None:
    """Return why a socket is none of a page's own; None when it is one, since it shook hands for the page."""
    return None if sid in client._socket_to_document_id else "it is not a socket of this page"


def foreign(sid: str, client: Client, *, needs_origin: bool = False) -> str | None:
    """Return why a socket is not of the browser and the origin that loaded a page; None when it is.

    Args:
        sid: the socket.
        client: the page.
        needs_origin: whether one without an `Origin` is foreign too. Browsers leave it out when they ask
            their own server by HTTP polling; to another server, and with a WebSocket, they always send it.
    """
    scope = (core.sio.get_environ(sid) or {}).get("asgi.scope", {})
    session = (scope.get("session") or {}).get("id")
    if session is None:
        return NO_COOKIE
    if session != browser_of(client):
        return OTHER_COOKIE
    origin = host = None
    for name, value in scope.get("headers", ()):
        if name == b"origin":
            origin = value.decode("latin-1")
        elif name == b"host":
            host = value.decode("latin-1")
    if origin is None:
        return OTHER_ORIGIN if needs_origin else None
    return None if is_of_host(origin, host or "") else OTHER_ORIGIN


def socket_handlers() -> dict[str, SocketHandler]:
    """Return what answers each Socket.IO event; a change to it counts from the next message on."""
    handlers: dict[str, SocketHandler] = core.sio.handlers["/"]
    return handlers


def is_niceguis(handler: SocketHandler) -> bool:
    """Return whether a handler is one of NiceGUI's own."""
    return handler.__module__ == "nicegui.nicegui"


def named_client(message: Any) -> Client | None:
    """Return the page that a message of NiceGUI's names; None when there is no such page."""
    client_id = message.get("client_id") if isinstance(message, dict) else None
    return Client.instances.get(client_id) if isinstance(client_id, str) else None


def handshake_in(environ: dict[str, Any]) -> dict[str, str]:
    """Return the handshake that a socket brings with it when it connects; empty when it brings none."""
    query = {name: values[0] for name, values in parse_qs(environ.get("QUERY_STRING", "")).items()}
    return query if query.get("implicit_handshake") == "true" else {}


def scope_of(client: Client) -> MutableMapping[str, Any]:
    """Return the ASGI scope of the request that loads the page."""
    return client.request.scope


def is_sent(client: Client) -> bool:
    """Return whether the page's HTML has been made, so that its headers cannot be changed any more."""
    return client._response_built


def before_sending(client: Client, change: Callable[[MutableHeaders], None]) -> None:
    """Change the headers of the page's response when NiceGUI has made it; its middlewares come after that."""
    build = client.build_response

    def build_and_change(request: Request, status_code: int = 200) -> Response:
        response = build(request, status_code)
        change(response.headers)
        return response

    client.build_response = build_and_change  # type: ignore[method-assign]


def surround(layer: type[Layer]) -> None:
    """Put a layer around the whole app, outside of all its middleware; it sees requests from the next one on.

    Harmless when it is there already, or before there is anything to surround.
    """
    stack = core.app.middleware_stack
    if stack is not None and not isinstance(stack, layer):
        core.app.middleware_stack = layer(stack)


def at_startup(handler: Callable[[], None]) -> None:
    """Run a handler when the server starts; not at all when it has started."""
    if not core.app.is_started:
        core.app.on_startup(handler)
