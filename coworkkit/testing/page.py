"""Finding the session of a page in a NiceGUI test."""

from __future__ import annotations

from nicegui import Client

from ..core.session import Session
from ..errors import PageError
from ..ui.mount import mounts


def session_on(client: Client) -> Session:
    """Return the session a page shows, such as ``session_on(await user.open("/"))``.

    Raises:
        PageError: the page has no Provider, or no browser has connected to it.
    """
    mount = mounts.get(client.id)
    session = None if mount is None else mount.session
    if session is None:
        raise PageError("This page shows no session: it has no CoworkkitProvider, or no browser is connected to it.")
    return session
