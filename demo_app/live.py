"""Telling every open page that something changed, whoever changed it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nicegui import Event, app


class Broadcast:
    """A change heard by all pages of all users, however many changes come at once."""

    def __init__(self) -> None:
        self._changed: Event[[]] = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._announced = False

    async def start(self) -> None:
        """Remember the loop the pages live on."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Announce nothing any more: the loop is about to end."""
        self._loop = None

    def announce(self) -> None:
        """Have all pages redraw what they show. May be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._gather)

    def subscribe(self, redraw: Callable[[], object]) -> None:
        """Call `redraw` after every change, as long as the page lives that this is called on."""
        self._changed.subscribe(redraw)

    def _gather(self) -> None:
        if not self._announced:  # several changes in a row: redraw once
            self._announced = True
            asyncio.get_running_loop().call_soon(self._emit)

    def _emit(self) -> None:
        self._announced = False
        self._changed.emit()


broadcast = Broadcast()
"""News of the tracker's data, and of what can be undone."""

audit_news = Broadcast()
"""News of the audit trail."""

for news in (broadcast, audit_news):
    app.on_startup(news.start)
    app.on_shutdown(news.stop)
