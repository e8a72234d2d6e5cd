"""A page without a browser that lets an agent in, and an HTTP server for the agent to come to."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx2
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from coworkkit.agents import MCPEndpoint
from coworkkit.core.outside import Connection
from coworkkit.core.screen import Screen
from tests.core.scene import Scene, until


class Panel(Screen):
    """What the user sees of the agent from outside."""

    def __init__(self) -> None:
        self.bearers: list[tuple[str, str]] = []
        self.connections: list[Connection] = []

    def bearer(self, path: str, bearer: str) -> None:
        """Keep what is shown once."""
        self.bearers.append((path, bearer))

    def connection(self, connection: Connection) -> None:
        """Keep how it stands."""
        self.connections.append(connection)


def lets_in(scene: Scene, endpoint: MCPEndpoint | None, host: str) -> Panel:
    """Make a page one whose user may connect an agent; return what that user sees."""
    panel = Panel()
    session = scene.session
    session.attach(session.catalogue, replace(session.settings, endpoint=endpoint, host=host), panel)
    return panel


async def pair(scene: Scene, panel: Panel) -> str:
    """The user connects an agent; return the bearer they are shown."""
    shown = len(panel.bearers)
    scene.session.outside.ask()
    await scene.person.confirms()
    await until(lambda: len(panel.bearers) > shown)
    return panel.bearers[-1][1]


@asynccontextmanager
async def served(endpoint: Any) -> AsyncIterator[str]:
    """Serve an endpoint alone on a free port; gives host and port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await endpoint(scope, receive, send)

    config = uvicorn.Config(app, port=port, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    serving = asyncio.ensure_future(server.serve())
    try:
        await until(lambda: server.started)
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await serving


@asynccontextmanager
async def agent_at(host: str, bearer: str, *, mode: str = "auto", name: str = "Nova", **given: Any) -> AsyncIterator[Client]:
    """Come in as an agent by the official client; `mode` is which of MCP's two protocols it speaks."""
    info = Implementation(name=name, version="1")
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {bearer}"}, timeout=30) as http,
        Client(
            streamable_http_client(f"http://{host}/mcp", http_client=http), mode=mode, client_info=info, **given
        ) as client,
    ):
        yield client


def told(result: Any) -> dict[str, Any]:
    """What a call was answered, as data; the text of the answer says the same."""
    assert json.loads(result.content[0].text) == result.structured_content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def hears(_progress: float, _total: float | None, _message: str | None) -> None:
    """Wants progress messages, so that a call may wait as long as it takes."""
