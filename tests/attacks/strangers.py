"""Pages and sockets without a browser, that anybody may open who can reach the server."""

from __future__ import annotations

import re
import uuid
from typing import Any

import httpx
import socketio  # type: ignore[import-untyped]

from tests.attacks.victim import CARD_PATH
from tests.browser.wire import Json, WirePage

AS_FRAME = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"}
"""What a browser says when it loads a frame for the page of the same origin."""


class FramedWire(WirePage):
    """A page whose browser says how it fetches, as where the context is secure, so that its cards are framed."""

    def __init__(self, url: str) -> None:
        self.url = url
        response = httpx.get(url, headers={"Sec-Fetch-Mode": "navigate"}, timeout=30)
        found = re.search(r"'client_id': '([0-9a-f-]+)'", response.text)
        key = re.search(r'"client_key":"([^"]+)"', response.text)
        assert found is not None and key is not None
        self.client_id, self.key, self.cookies = found[1], key[1], response.cookies
        self.tab = str(uuid.uuid4())
        self.received: list[Json] = []
        self.socket = self.connect()

    def load_frame(self, url: str, *, cookies: httpx.Cookies | None = None, **headers: str) -> httpx.Response:
        """Load the frame of a card as this page's browser does, or as told otherwise."""
        sent = {**AS_FRAME, **headers}
        return httpx.post(self.url + url, headers=sent, cookies=self.cookies if cookies is None else cookies)

    def post_decision(self, message: Json, *, origin: str | None = "null") -> httpx.Response:
        """Post what a card's frame posts."""
        headers = {} if origin is None else {"Origin": origin}
        return httpx.post(self.url + CARD_PATH, json=message, headers=headers)


def latest_card(page: WirePage) -> Json | None:
    """The card a page was told about last, if it is on screen."""
    told: list[Json] = [message for message in page.received if message["kind"] in ("card", "snapshot")]
    card: Json | None = told[-1]["card"] if told else None
    return card


def decision(card: Json, choice: str = "confirm") -> Json:
    """A press on a card, as whatever draws it reports it."""
    about = {name: card[name] for name in ("id", "nonce", "revision")}
    return {**about, "choice": choice, "input": "mouse", "early": 0, "visible": "checked"}


def call_over(socket: socketio.Client, page: WirePage, kind: str, **payload: Any) -> Any:
    """Send a page's message over some socket, and return the answer."""
    message = {"client_id": page.client_id, "key": page.key, "kind": kind, **payload}
    return socket.call("coworkkit", message, timeout=10)


def bare(url: str, **headers: str) -> socketio.Client:
    """A socket that belongs to no page."""
    socket = socketio.Client(reconnection=False)
    socket.connect(url, headers=headers, socketio_path="/_nicegui_ws/socket.io", transports=["websocket"])
    return socket
