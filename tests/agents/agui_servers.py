"""Two real AG-UI servers for tests, on loopback: pydantic-ai's own adapter, and LangGraph's. Nobody here wrote either.

They run in one uvicorn in a thread of its own, for as long as the tests run; each agent has a path of its own.
"""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import uvicorn
from ag_ui_langgraph import LangGraphAgent, add_langgraph_fastapi_endpoint
from fastapi import FastAPI, Request, Response
from pydantic_ai import Agent
from pydantic_ai.ui.ag_ui import AGUIAdapter

STARTS_WITHIN = 10.0

numbers = itertools.count()


class Server:
    """One uvicorn on a free port.

    Args:
        app: what it serves.
    """

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=1)
        self.uvicorn = uvicorn.Server(config)
        threading.Thread(target=self.uvicorn.run, args=([listening],), daemon=True).start()
        end = time.monotonic() + STARTS_WITHIN
        while not self.uvicorn.started:
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.01)

    def by_pydantic_ai(self, agent: Agent[Any, Any], guard: Guard | None = None) -> str:
        """Serve a pydantic-ai agent as its documentation shows it, with the page as instructions; return its URL."""
        path = f"/pydantic-ai/{next(numbers)}"

        @self.app.post(path)
        async def run(request: Request) -> Response:
            if guard is not None and (refusal := await guard(request)) is not None:
                return refusal
            adapter = await AGUIAdapter.from_request(request, agent=agent)
            told = "\n\n".join(f"{one.description}:\n{one.value}" for one in adapter.run_input.context or [])
            return adapter.streaming_response(adapter.run_stream(instructions=told))

        return f"{self.url}{path}"

    def by_langgraph(self, graph: Any, **given: Any) -> str:
        """Serve a LangGraph graph by its own endpoint; return its URL."""
        path = f"/langgraph/{next(numbers)}"
        add_langgraph_fastapi_endpoint(self.app, LangGraphAgent(name="graph", graph=graph, **given), path)
        return f"{self.url}{path}"


Guard = Callable[[Request], Awaitable[Response | None]]
"""Looks at a request first; what it returns is the answer."""


@cache
def running() -> Server:
    """The server of this process."""
    return Server(FastAPI())
