"""The headers that keep a page with a Provider out of other sites' frames (gate-security §2.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nicegui import Client
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.origins import is_origin
from ..errors import DeclarationError
from . import adapter
from .rarely import rarely

Sites = tuple[str, ...]

WISH = "coworkkit.embedded_by"
"""Where the scope of a request holds its `Wish`."""

NOBODY: Sites = ("'none'",)

CSP = "Content-Security-Policy"
ANCESTORS = re.compile(r"(?:^|[;,])\s*frame-ancestors(?=[\s;,]|$)", re.IGNORECASE)


def read_embedded_by(given: Sequence[str]) -> Sites:
    """Return the sites that may embed a page, as a CSP lists them.

    Raises:
        DeclarationError: one is not the origin of a site.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise DeclarationError(
            "CoworkkitProvider",
            "has an embedded_by that is not a list",
            "Give a list of sites, such as ['https://portal.example'].",
        )
    sites = []
    for site in given:
        if site in ("self", "'self'"):
            sites.append("'self'")
        elif isinstance(site, str) and is_origin(site):
            sites.append(site.lower())
        else:
            raise DeclarationError(
                "CoworkkitProvider",
                f"has an embedded_by with {site!r}, which is not a site",
                "Give origins such as 'https://portal.example' or 'http://localhost:3000', "
                "without path or wildcard, or 'self'.",
            )
    return tuple(sites)


def forbid_framing(headers: MutableHeaders, sites: Sites) -> None:
    """Let only these sites embed a response; one that says itself who may is left alone.

    The app's own policy stays as it is: a second one can only forbid more.
    """
    if any(ANCESTORS.search(policy) for policy in headers.getlist(CSP)):
        return
    headers.append(CSP, f"frame-ancestors {' '.join(sites or NOBODY)}")
    if not sites:
        headers["X-Frame-Options"] = "DENY"


@dataclass(slots=True)
class Wish:
    """What a page says while it is built about the headers of its response.

    Attributes:
        sites: who may embed it; None when it says nothing.
    """

    sites: Sites | None = None


class HeadersLayer:
    """Around the whole app: sees each response as it leaves, after all middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope[WISH] = wish = Wish()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start" and wish.sites is not None:
                message.setdefault("headers", [])
                forbid_framing(MutableHeaders(scope=message), wish.sites)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def keep_from_frames(client: Client, sites: Sites) -> None:
    """Give the response of a page being built the headers that say who may embed it."""
    surround_app()
    if adapter.is_sent(client):
        rarely.warn(
            "coworkkit: the CoworkkitProvider of page %s was made after the page had been sent, so the page "
            "has no headers against being framed. Make it before the page awaits its connection.",
            repr(client.page.path),
        )
        return
    wish: Any = adapter.scope_of(client).get(WISH)
    if isinstance(wish, Wish):
        wish.sites = sites
    else:
        # This request was under way when the layer was put around the app.
        adapter.before_sending(client, lambda headers: forbid_framing(headers, sites))


def surround_app() -> None:
    """Put the layer around the app; harmless when it is there already."""
    adapter.surround(HeadersLayer)


# A running app can take no middleware, and the first page is to have its headers too.
adapter.at_startup(surround_app)
