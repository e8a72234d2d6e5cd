"""A page without a browser: the HTTP request and the socket that a browser would make, and nothing else."""

from __future__ import annotations

import base64
import json
import re
import uuid
from typing import Any

import httpx
import socketio

from tests.browser.server import wait_for

Json = dict[str, Any]


class WirePage:
    """One page of a server, held open over the wire.

    Attributes:
        client_id: the page's id.
        key: the page's key.
        received: what the server told the page's component.
    """

    def __init__(
        self, url: str, path: str = "/", *, cookies: httpx.Cookies | None = None, tab: str | None = None
    ) -> None:
        self.url = url
        response = httpx.get(url + path, cookies=cookies, timeout=30)
        self.cookies = response.cookies if cookies is None else cookies
        found = re.search(r"'client_id': '([0-9a-f-]+)'", response.text)
        key = re.search(r'"client_key":"([^"]+)"', response.text)
        assert found is not None and key is not None
        self.client_id = found[1]
        self.key = key[1]
        self.tab = tab or str(uuid.uuid4())
        self.received: list[Json] = []
        self.socket = self.connect()

    def connect(self, **headers: str) -> socketio.Client:
        """Open the page's socket, with its cookie and origin unless told otherwise."""
        socket = socketio.Client(reconnection=False)
        socket.on("run_javascript", self.hear)
        query = (
            f"client_id={self.client_id}&tab_id={self.tab}&document_id={uuid.uuid4()}"
            "&next_message_id=0&implicit_handshake=true"
        )
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        socket.connect(
            f"{self.url}/?{query}",
            headers={"Cookie": cookie, "Origin": self.url} | headers,
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
        )
        return socket

    def hear(self, message: Json) -> None:
        """Keep what is meant for our component."""
        found = re.fullmatch(r"runMethod\(\d+, 'receive', \[JSON\.parse\((.*)\)\]\)", message["code"], re.DOTALL)
        if found:
            self.received.append(json.loads(json.loads(found[1])))

    def send(self, kind: str, **payload: Any) -> Json:
        """Say something as the page's component does, and return the answer."""
        message = {"client_id": self.client_id, "key": self.key, "kind": kind, **payload}
        reply: Json = self.socket.call("coworkkit", message, timeout=15)
        return reply

    def said(self) -> list[str]:
        """What the agent said, as far as it was told."""
        texts = {m["message"]["id"]: m["message"] for m in self.received if m["kind"] == "message"}
        for delta in self.received:
            if delta["kind"] == "delta" and delta["id"] in texts and not texts[delta["id"]]["text"]:
                texts[delta["id"]] = texts[delta["id"]] | {"text": delta["text"]}
        return [message["text"] for message in texts.values() if message["role"] == "agent"]

    def wait_card(self) -> Json:
        """Wait for a card, say that it is painted and unfolded, and return it."""
        card: Json = wait_for(
            lambda: next((m["card"] for m in reversed(self.received) if m["kind"] == "card" and m["card"]), None),
            "a card",
        )
        about = {"id": card["id"], "nonce": card["nonce"], "revision": card["revision"]}
        assert self.send("painted", **about)["ok"]
        assert self.send("unfolded", **about)["ok"]
        return card

    def user(self) -> str:
        """The id of this browser, as records name it."""
        data = self.cookies["session"].split(".")[0]
        user: str = json.loads(base64.b64decode(data))["id"]
        return user

    def close(self) -> None:
        """Close the page as a closed tab does."""
        self.socket.disconnect()
