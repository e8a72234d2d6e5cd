"""The sessions of all open tabs. A session outlives a page load, and ends when its tab stays away."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.record import Cause
from ..core.session import Session, SessionSettings
from .watch import WatchFeed

if TYPE_CHECKING:
    from .mount import Mount

TabKey = tuple[str, str, str | None]

GRACE_SECONDS = 10.0
"""How long a tab may be away at least: enough for a reload on a slow line."""


@dataclass(eq=False)
class Tab:
    """One user's tab.

    Attributes:
        key: browser, tab and user.
        session: its session.
        feed: its calls, for Watch; empty where Watch is off.
        page: the page that shows it now.
        leaving: ends the session when the tab stays away.
    """

    key: TabKey
    session: Session
    feed: WatchFeed
    page: Mount | None = None
    leaving: asyncio.TimerHandle | None = None


class Tabs:
    """All tabs of this process."""

    def __init__(self) -> None:
        self.by_key: dict[TabKey, Tab] = {}

    def find_or_begin(self, key: TabKey, settings: SessionSettings) -> Tab:
        """Return the tab of a page that has just connected; its session goes on if there is one."""
        tab = self.by_key.get(key)
        if tab is not None and not tab.session.ended:
            self.stay(tab)
            return tab
        tab = Tab(key, Session(settings, user=key[2]), WatchFeed())
        self.by_key[key] = tab
        return tab

    def left(self, tab: Tab, *, seconds: float) -> None:
        """A tab has no page any more: end its session unless it comes back in time."""
        self.stay(tab)
        delay = max(GRACE_SECONDS, seconds + 5.0)
        tab.leaving = asyncio.get_running_loop().call_later(delay, self.end, tab, "tab_gone")

    def stay(self, tab: Tab) -> None:
        """Call off the end of a tab."""
        if tab.leaving is not None:
            tab.leaving.cancel()
            tab.leaving = None

    def end(self, tab: Tab, cause: Cause) -> None:
        """End a tab's session and forget it."""
        self.stay(tab)
        tab.session.end(cause)
        if self.by_key.get(tab.key) is tab:
            del self.by_key[tab.key]

    async def close(self) -> None:
        """The server stops: settle everything, and hand on every record."""
        open_tabs = list(self.by_key.values())
        for tab in open_tabs:
            self.end(tab, "session_ended")
        for tab in open_tabs:
            await tab.session.close()


tabs = Tabs()
"""The tabs of this process."""
