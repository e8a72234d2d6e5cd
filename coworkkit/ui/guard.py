"""The guard before NiceGUI's own events: a message counts only from a socket of the page it names.

NiceGUI looks at the ids in a message and not at who sends it, so any socket that knows two ids could run any
handler of the app (gate-security §1). And a socket that knows a page's id and tab could shake hands as that
page: for pages with a Provider it must come from the browser and the origin the page was loaded by.
"""

from __future__ import annotations

import inspect
from typing import Any

from nicegui import Client
from socketio.exceptions import ConnectionRefusedError as Refused  # type: ignore[import-untyped]

from . import adapter
from .adapter import SocketHandler
from .mount import mounts
from .rarely import rarely

SHAKING_HANDS = {"connect", "handshake"}
NAMING_A_PAGE = {"event", "javascript_response", "log", "ack"}
LEAVING = {"disconnect"}  # goes by the rooms of the socket itself

ADVICE = "If it is a user of yours, check that a proxy passes on cookies and the Host header (docs/security.md)"
DROPPED = f"coworkkit: NiceGUI's %s was dropped, because the sender does not speak for the page it names: %s. {ADVICE}"
NOT_LET_IN = f"coworkkit: a socket was not let into a page, because %s. {ADVICE}"

guards: set[SocketHandler] = set()
"""What stands before a handler of NiceGUI's."""


def stand_guard() -> None:
    """Put the guard before NiceGUI's handlers; harmless when it stands there already."""
    handlers = adapter.socket_handlers()
    for event in sorted((SHAKING_HANDS | NAMING_A_PAGE) - handlers.keys()):
        rarely.warn(
            "coworkkit: this NiceGUI has no handler for %s, so there is none to guard. "
            "Use a version of NiceGUI that coworkkit is tested with",
            repr(event),
        )
    for event, handler in list(handlers.items()):
        known = event in SHAKING_HANDS | NAMING_A_PAGE
        if handler in guards or event in LEAVING or not (known or adapter.is_niceguis(handler)):
            continue
        if event == "connect":
            guard = before_connect(handler)
        elif event == "handshake":
            guard = before_handshake(handler)
        else:
            guard = before_message(event, handler)
        guards.add(guard)
        handlers[event] = guard


def before_message(event: str, handler: SocketHandler) -> SocketHandler:
    """Return the handler behind a guard that lets only a page's own sockets speak for it."""

    async def guarded(sid: str, message: Any = None, *rest: Any) -> Any:
        client = adapter.named_client(message)
        if client is None:
            return None  # a page of before a restart; there is nobody to hand it to
        why = adapter.outsider(sid, client)
        if why is None and client.id in mounts:
            # asked again, because it may have shaken hands before the page got its Provider
            why = adapter.foreign(sid, client)
        if why is not None:
            rarely.warn(DROPPED, repr(event), why)
            return None
        return await outcome(handler(sid, message, *rest))

    return guarded


def before_handshake(handler: SocketHandler) -> SocketHandler:
    """Return the handshake behind a guard; a page whose handshake is refused loads itself again."""

    async def guarded(sid: str, message: Any = None, *rest: Any) -> Any:
        client = adapter.named_client(message)
        if client is not None and client.id in mounts:
            why = adapter.foreign(sid, client)
            if why is not None:
                rarely.warn(NOT_LET_IN, why)
                return False
        return await outcome(handler(sid, message, *rest))

    return guarded


def before_connect(handler: SocketHandler) -> SocketHandler:
    """Return the connection, which can bring a handshake with it, behind a guard."""

    async def guarded(sid: str, environ: dict[str, Any], *rest: Any) -> Any:
        client = adapter.named_client(adapter.handshake_in(environ))
        if client is not None and client.id in mounts:
            why = adapter.foreign(sid, client)
            if why is not None:
                rarely.warn(NOT_LET_IN, why)
                raise Refused(adapter.LOAD_AGAIN if loading_again_helps(why, client) else f"coworkkit: {why}")
        return await outcome(handler(sid, environ, *rest))

    return guarded


def loading_again_helps(why: str, client: Client) -> bool:
    """Return whether the page, loaded again, may find itself in the right browser.

    It does when the browser's cookie was changed since, by another tab or a sign-out. It does not when the
    browser keeps no cookies at all, or a proxy hides the host: then it would load itself again for ever.
    """
    return why == adapter.OTHER_COOKIE or (why == adapter.NO_COOKIE and bool(client.request.cookies))


async def outcome(result: Any) -> Any:
    """Return what a handler returned; NiceGUI has plain and async ones."""
    return await result if inspect.isawaitable(result) else result
