"""One page with a Provider on it: its catalogue, its component, and the session it shows."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from nicegui import Client, ui

from ..core.action import Action
from ..core.address import Address
from ..core.catalogue import Catalogue, Element, Surface, everywhere
from ..core.control import Control
from ..core.ids import new_nonce
from ..core.session import Session, SessionSettings
from ..errors import PageError
from . import adapter
from .durable_feed import DurableFeed
from .frame import frames
from .scope import Scope
from .screen import PageScreen
from .tabs import Tab, tabs
from .words import nested

logger = logging.getLogger("coworkkit")

LONGEST_PATH = 1_000
"""Characters of a path that are kept as they are; each call under way keeps one."""

UserSource = str | Callable[[], str | None] | None


class CoworkkitPage(ui.element, component="coworkkit_page.js", esm={"coworkkit": "js"}):
    """Draws panel, card, Hand switch and Watch. One per page, outside whatever the page builds."""

    def __init__(self, key: str, *, watch: bool, words: dict[str, Any]) -> None:
        super().__init__()
        self._props["client_key"] = key
        self._props["watch"] = watch
        self._props["words"] = words


class Mount:
    """What a Provider made of a page.

    Args:
        client: NiceGUI's page.
        settings: what the Provider fixed.
        user: who this is, for the app.
        baseline: the app's `default_control`.
        watch: whether Watch is on.
        embedded_by: the sites that may show the page in a frame, as a policy lists them.
        quick_answers: whether a spoken question can be answered by one press.
    """

    def __init__(
        self,
        client: Client,
        settings: SessionSettings,
        *,
        user: UserSource,
        baseline: Control,
        watch: bool,
        embedded_by: tuple[str, ...] = (),
        quick_answers: bool = True,
    ) -> None:
        self.client = client
        self.user_source = user
        self.watch = watch
        self.embedded_by = embedded_by
        self.quick_answers = quick_answers
        url = None if adapter.is_preflight(client) else client.request.url
        self.served = "" if url is None else f"{url.path}?{url.query}".removesuffix("?")
        self.at_first = Address(self.served, self.served)
        self.framed = not adapter.is_preflight(client) and adapter.sends_fetch_metadata(client)
        user_now = self.user_now if callable(user) else None
        self.settings = replace(
            settings,
            on_page=self.on_page,
            framed=self.framed,
            address=self.address,
            user_now=user_now,
            host="" if adapter.is_preflight(client) else adapter.host_of(client),
        )
        self.words = nested(settings.messages)
        self.key = new_nonce()
        self.catalogue = Catalogue(baseline, everywhere, on_page=lambda: adapter.on_page(client, None))
        if settings.interactions is not None:
            self.catalogue.add(*settings.interactions.actions)
        self.scopes: dict[Action, Scope] = {}
        self.sentences: dict[str, str] = {}
        self.tab: Tab | None = None
        self.screen: PageScreen | None = None
        self.durable: DurableFeed | None = None
        self.builder_calls = 0
        with client.layout:
            self.page = CoworkkitPage(self.key, watch=watch, words=self.words)
        client.on_connect(self.connected)
        client.on_disconnect(self.disconnected)
        client.on_delete(self.deleted)
        if adapter.is_connected(client):
            self.connected()

    def address(self) -> Address:
        """Return where the page is. What it shows is the browser's word, and only counts where it is really shown."""
        shown = self.client.sub_pages_router.current_path
        if shown == self.served or not any(isinstance(part, ui.sub_pages) for part in self.client.elements.values()):
            return self.at_first
        path = str(shown).partition("#")[0]
        long = len(path) > LONGEST_PATH
        return Address(self.served, hashlib.sha256(path.encode("utf-8", "replace")).hexdigest() if long else path)

    # The declarations

    def scope(self, release: Callable[[], object]) -> Scope:
        """Tie something declared to the element that encloses the running code."""
        return Scope(release)

    def release(self, declared: Action | Element | Surface) -> None:
        """Unmount what was declared: the element that enclosed it is gone."""
        if isinstance(declared, Action):
            self.catalogue.remove(declared)
            self.scopes.pop(declared, None)
        elif isinstance(declared, Element):
            self.catalogue.remove_element(declared)
            for action in declared.actions:
                self.scopes.pop(action, None)
        else:
            self.catalogue.remove_surface(declared)

    def on_page(self, action: Action) -> AbstractContextManager[None]:
        """Enter this page for an action: in the slot it was declared in, if it was declared on the page."""
        scope = self.scopes.get(action)
        slot = scope.parent_slot if scope is not None and not scope.is_deleted else None
        return adapter.on_page(self.client, slot)

    # The page's life

    @property
    def session(self) -> Session | None:
        """The session this page shows; None before a browser has connected, and once another page shows it."""
        return self.tab.session if self.tab is not None and self.tab.page is self else None

    def connected(self) -> None:
        """A browser is there: show the tab's session, or begin one."""
        same_page = self.session is not None and not self.session.ended
        tab = tabs.find_or_begin(self.tab_key(), self.settings)
        self.tab = tab
        tab.page = self
        offer = (lambda card: frames.offer(self, card)) if self.framed else None
        if not same_page or self.screen is None:
            feed = tab.feed if self.watch else None
            root = adapter.root_path_of(self.client)
            self.screen = PageScreen(tab.session, self.send, feed, offer, quick_answers=self.quick_answers, root=root)
        tab.session.attach(self.catalogue, self.settings, self.screen, same_page=same_page)
        if not same_page:
            self.listen(True)
            self.check_hand_actions()
            self.follow_cards(tab.session)

    def disconnected(self) -> None:
        """The browser's socket closed; it may come back, on this page or the next."""
        if self.tab is None or self.session is None or adapter.is_connected(self.client):
            return
        self.session.detach()
        tabs.left(self.tab, seconds=adapter.grace_of(self.client))

    def deleted(self) -> None:
        """NiceGUI deleted the page. Its session goes on for the tab's next page, if there is one in time."""
        mounts.pop(self.client.id, None)
        frames.forget(self)
        self.listen(False)
        if self.durable is not None:
            self.durable.close()

    def follow_cards(self, session: Session) -> None:
        """Follow the durable cards of the session's user, for as long as this page shows that session."""
        if self.durable is not None:
            self.durable.close()
            self.durable = None
        if self.settings.interactions is not None and session.user is not None:
            self.durable = DurableFeed(self.settings.interactions, session.user, session.still_same_user)
            if self.screen is not None:
                self.durable.listen(self.screen.durable_card, self.screen.durable_reach)
            self.durable.start()

    def listen(self, on: bool) -> None:
        """Begin or stop following what is mounted."""
        for listeners in (self.catalogue.listeners, everywhere.listeners):
            if self.catalogue_changed in listeners:
                listeners.remove(self.catalogue_changed)
            if on:
                listeners.append(self.catalogue_changed)

    def hello(self) -> None:
        """The page's component is there: show it everything."""
        if self.session is not None and self.screen is not None:
            self.session.cards.page_attached()
            self.screen.hello()

    def user_now(self) -> str | None:
        """Return who this is, for the app; by default the id in the browser's signed session."""
        if callable(self.user_source):
            with adapter.on_page(self.client, None):
                told = self.user_source()
            return None if told is None else str(told)
        if self.user_source is not None:
            return str(self.user_source)
        return adapter.browser_of(self.client)

    def check_user(self) -> None:
        """End the session when somebody else is signed in on this page by now, and begin theirs."""
        if self.tab is not None and self.session is not None and self.session.user != self.user_now():
            tabs.end(self.tab, "user_changed")
            self.connected()
            self.hello()

    def tab_key(self) -> tuple[str, str, str | None]:
        """Return what makes the next page of this tab the same session: browser, tab and user."""
        return (adapter.browser_of(self.client) or "", self.client.tab_id or "", self.user_now())

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the page's component."""
        adapter.push(self.client, self.page.id, message)

    def catalogue_changed(self) -> None:
        """What is mounted has changed."""
        if self.screen is not None and self.session is not None:
            self.screen.catalogue()

    def check_hand_actions(self) -> None:
        """Warn about a surface that gates an action nobody declared."""
        surface = self.catalogue.surface()
        for name in self.catalogue.unknown_hand_actions():
            logger.warning(
                "coworkkit: surface %r names the hand_action %r, and no such action is declared here. "
                "Declare it on this page, or take its name out of hand_actions.",
                surface.label if surface else "",
                name,
            )


mounts: dict[str, Mount] = {}
"""The pages that have a Provider, by NiceGUI's client id."""


def mount_here(needed_by: str) -> Mount:
    """Return the mount of the page being built.

    Raises:
        PageError: there is no page, or it has no Provider.
    """
    slot = adapter.current_slot()
    if slot is None:
        raise PageError(
            f"{needed_by} was called outside a page. Call it while a page is built, such as in a function under "
            "@ui.page; for an action of every page use define_action."
        )
    client = slot.parent.client
    mount = mounts.get(client.id)
    if mount is None:
        raise PageError(
            f"{needed_by} was called on a page without a CoworkkitProvider. Put `with CoworkkitProvider(...):` "
            "around the page's declarations."
        )
    return mount
