"""The private parts of NiceGUI we depend on, in one place, so that an upgrade breaks here and nowhere else.

`tests/ui/test_adapter.py` is the contract: it checks each of these against the installed NiceGUI.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from nicegui import Client, context, core
from nicegui.json import dumps
from nicegui.slot import Slot
from nicegui.storage import Storage, request_contextvar


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
    """Call a component's ``receive`` with a message. In order, and again after a short loss of connection."""
    if client.is_deleted:
        return
    code = f"runMethod({element_id}, 'receive', [{dumps(message)}])"
    client.outbox.enqueue_message("run_javascript", {"code": code}, client.id)


def listen(event: str, handler: Callable[[str, Any], Awaitable[Any]]) -> None:
    """Answer a Socket.IO event of our own; harmless when it is answered already."""
    if event not in core.sio.handlers.get("/", {}):
        core.sio.on(event, handler=handler)


def at_shutdown(handler: Callable[[], Awaitable[None]]) -> None:
    """Run a handler when the server stops; harmless when that is arranged already."""
    if handler not in core.app._shutdown_handlers:
        core.app.on_shutdown(handler)


def stranger(sid: str, client: Client) -> str | None:
    """Return why a socket does not speak for a page; None when it does (gate-security §2.2).

    It does when it is one of the page's own sockets, carries the session cookie the page was loaded with,
    and comes from the page's own origin.
    """
    if sid not in client._socket_to_document_id:
        return "it is not a socket of this page"
    scope = core.sio.get_environ(sid).get("asgi.scope", {})
    session = scope.get("session") or {}
    browser = browser_of(client)
    if browser is None or session.get("id") != browser:
        return "it does not carry the page's session cookie"
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope.get("headers", ())}
    origin = headers.get("origin")
    if origin is None or urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        return "it comes from another origin"
    return None
