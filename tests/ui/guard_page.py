"""A page and its sockets without a browser: what a browser would send, and what a stranger might."""

from __future__ import annotations

import re
import uuid
from typing import Any

import httpx
import pytest
import socketio

from tests.browser.server import Server

FOREIGN = "https://elsewhere.example"


class Page:
    """A page that was loaded, with everything its HTML tells.

    Attributes:
        client_id: its id.
        tab: the id of its tab, which the browser makes up.
        cookies: what its browser sends back.
        click: what its browser sends when the page's button is clicked.
    """

    def __init__(self, server: Server, path: str = "/", cookies: httpx.Cookies | None = None) -> None:
        self.url = server.url
        response = httpx.get(server.url + path, cookies=cookies, timeout=30)
        self.cookies = cookies or response.cookies
        self.tab = str(uuid.uuid4())
        client = re.search(r"'client_id': '([0-9a-f-]+)'", response.text)
        button = re.search(r'"(\d+)":\{"tag":"q-btn".*?"listener_id":"([0-9a-f-]+)","type":"click"', response.text)
        assert client is not None and button is not None
        self.client_id = client[1]
        self.click = {"id": int(button[1]), "client_id": client[1], "listener_id": button[2], "args": ["{}"]}

    def did(self) -> dict[str, Any]:
        """What the server's handlers have done so far."""
        found: dict[str, Any] = httpx.get(f"{self.url}/insides?client_id={self.client_id}").json()
        return found


class Sockets:
    """Opens sockets, and closes them in the end."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.opened: list[socketio.Client] = []
        self.refusals: list[Any] = []

    def bare(self, **headers: str) -> socketio.Client:
        """One that belongs to no page."""
        return self.open("", headers, ["websocket"])

    def of(
        self,
        page: Page,
        *,
        cookies: httpx.Cookies | None = None,
        origin: str | None = "",
        tab: str | None = None,
        transport: str = "websocket",
    ) -> socketio.Client:
        """One that shakes hands as a page when it connects; the page's own browser unless told otherwise."""
        query = (
            f"client_id={page.client_id}&tab_id={tab or page.tab}&document_id={uuid.uuid4()}"
            "&next_message_id=0&implicit_handshake=true"
        )
        return self.open(query, self.headers(page.cookies if cookies is None else cookies, origin), [transport])

    def refused(self, page: Page, **how: Any) -> str:
        """Shake hands as a page, and return the words with which the server refuses."""
        with pytest.raises(socketio.exceptions.ConnectionError):
            self.of(page, **how)
        said: str = self.refusals[-1]["message"]
        return said

    def headers(self, cookies: httpx.Cookies, origin: str | None = "") -> dict[str, str]:
        """What a browser sends along."""
        given = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        return given if origin is None else given | {"Origin": origin or self.url}

    def open(self, query: str, headers: dict[str, str], transports: list[str]) -> socketio.Client:
        socket = socketio.Client(reconnection=False)
        self.opened.append(socket)
        socket.on("connect_error", self.refusals.append)
        socket.connect(
            f"{self.url}/?{query}",
            headers=headers,
            socketio_path="/_nicegui_ws/socket.io",
            transports=transports,
        )
        return socket

    def close(self) -> None:
        for socket in self.opened:
            socket.start_background_task(socket.disconnect)  # by polling it takes seconds
