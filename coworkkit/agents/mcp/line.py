"""A line: the MCP server of one pairing, which answers for one page and ends with its pairing."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
)

from ...core.outside import OutsideCall
from ...core.pairing import Pairing
from ..briefing import page_now
from .told import PAGE_TOOL, PAGE_URI, RESULT_TOOL, answer, box_of, failed, instructions, not_yet, tools_of

logger = logging.getLogger("coworkkit")

Message = MutableMapping[str, Any]
Context = ServerRequestContext[Any, Any]

FIRST_PROGRESS_SECONDS = 0.5
PROGRESS_SECONDS = 5.0
"""How often a waiting call says that it waits, to an agent that asked to be told."""

TOGETHER_SECONDS = 0.1
"""Changes of the page within this time are told as one."""

LAST_WORDS_SECONDS = 5.0
"""How long the answers to what was under way may take to leave, once the pairing has ended."""

MOST_SESSIONS = 16
"""MCP sessions of one pairing. An agent has one, or one for each of its processes."""

MOST_LISTENING = 16
MOST_SETTLED = 200
"""Calls whose outcome can still be asked for."""

INSTRUCTED = ("initialize", "server/discover")


class Line:
    """The MCP server of one pairing. Its sessions are its own, so that no session id is worth anything elsewhere.

    Args:
        pairing: who may speak, and to which page.
        name: what the app calls itself.
        patience: seconds a call waits where no progress messages were asked for.
    """

    def __init__(self, pairing: Pairing, *, name: str, patience: float) -> None:
        self.pairing = pairing
        self.patience = patience
        self.calls: OrderedDict[str, OutsideCall] = OrderedDict()
        self.repeats: OrderedDict[tuple[str, ...], OutsideCall] = OrderedDict()
        self.sessions: OrderedDict[str, ServerSession] = OrderedDict()
        self.answering = 0
        self.telling: asyncio.TimerHandle | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.bus = InMemorySubscriptionBus()
        self.listening = ListenHandler(self.bus, max_subscriptions=MOST_LISTENING)
        self.server: Server[Any] = Server(
            name,
            version=version("coworkkit"),
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_read_resource=self.read_resource,
            on_subscriptions_listen=self.listening,
        )
        self.server.middleware.append(self.each_request)
        self.manager = StreamableHTTPSessionManager(self.server, max_sessions=MOST_SESSIONS)
        self.is_open = asyncio.Event()
        self.over = asyncio.Event()
        self.begin(self.run())

    def begin(self, work: Any) -> None:
        """Let something go on beside the requests."""
        task = asyncio.get_running_loop().create_task(work, name="coworkkit MCP")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def run(self) -> None:
        """Keep the line open until its pairing ends, and a moment longer for the last answers."""
        async with self.manager.run():
            self.is_open.set()
            await self.over.wait()
            self.listening.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS_SECONDS):
                    while self.answering:  # noqa: ASYNC110  the SDK has no event for it
                        await asyncio.sleep(0.02)

    async def serve(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer one HTTP request of this pairing's agent."""
        await self.is_open.wait()
        counts = scope["method"] == "POST"
        self.answering += counts
        try:
            await self.manager.handle_request(scope, receive, send)
        finally:
            self.answering -= counts

    # What the page does

    def catalogue_changed(self) -> None:
        """Tell the agent soon that what the page offers has changed."""
        if self.telling is None and not self.over.is_set():
            with suppress(RuntimeError):  # unmounted with no event loop around; nobody is there to be told
                self.telling = asyncio.get_running_loop().call_later(TOGETHER_SECONDS, self.tell_changed)

    def tell_changed(self) -> None:
        """Tell every open session and every stream that listens."""
        self.telling = None
        if not self.over.is_set():
            self.begin(self.send_changed())

    async def send_changed(self) -> None:
        """Send it: to sessions of the protocol with a handshake, and to streams of the one without."""
        for session in list(self.sessions.values()):
            await session.send_tool_list_changed()
        await self.bus.publish(ToolsListChanged())
        await self.bus.publish(ResourceUpdated(uri=PAGE_URI))

    def ended(self) -> None:
        """The pairing has ended."""
        self.over.set()

    # What the agent asks

    async def each_request(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Look at every message: who speaks, and whether they still may."""
        if ctx.request_id is None:
            return await call_next(ctx)
        if not self.pairing.outside.may_enter(self.pairing):
            raise MCPError(INVALID_REQUEST, "This pairing has ended.")
        if not self.pairing.joined(client_of(ctx)):
            raise MCPError(
                INVALID_REQUEST,
                "This pairing is in use by another agent. The user can make a new one in the app's panel.",
            )
        result = await call_next(ctx)
        if ctx.method in INSTRUCTED and isinstance(result, dict):
            result["instructions"] = instructions(self.pairing.outside.catalogue())
            result["capabilities"].setdefault("tools", {})["listChanged"] = True
        elif (id := session_id_of(ctx)) and id not in self.sessions:
            self.sessions[id] = ctx.session
            while len(self.sessions) > MOST_SESSIONS:
                self.sessions.popitem(last=False)
        return result

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        """Return what the page offers now."""
        return ListToolsResult(tools=tools_of(box_of(self.pairing.outside.catalogue())))

    async def list_resources(self, context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Return the one resource there is: the page."""
        page = Resource(
            uri=PAGE_URI,
            name="page",
            title="The user's page",
            description="What the user's page shows now, as data.",
            mime_type="text/plain",
        )
        return ListResourcesResult(resources=[page])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Return the page as it is now."""
        if str(params.uri) != PAGE_URI:
            raise MCPError(INVALID_PARAMS, f"There is no such resource; there is {PAGE_URI}.")
        return ReadResourceResult(
            contents=[TextResourceContents(uri=PAGE_URI, mime_type="text/plain", text=self.page())]
        )

    def page(self) -> str:
        """Return the page as it is now, as data."""
        snapshot = self.pairing.outside.catalogue()
        return page_now(snapshot, box_of(snapshot))

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Take a call down the page's one road, or answer for our own two tools."""
        given = params.arguments or {}
        if params.name == PAGE_TOOL:
            return CallToolResult(content=[TextContent(type="text", text=self.page())])
        if params.name == RESULT_TOOL:
            known = self.calls.get(str(given.get("call_id", "")))
            if known is None:
                return failed("not_found", "There is no such call, or it ended too long ago. Look at the page instead.")
            return await self.outcome(context, known)
        repeat = repeat_of(context, params)
        call = self.repeats.get(repeat) if repeat else None
        if call is None:
            box = box_of(self.pairing.outside.catalogue())
            name, arguments = box.call(params.name, given)
            call = self.pairing.outside.call(self.pairing, name, arguments)
            if call is None:
                return failed("confirmation_busy", "Too many calls are under way. Wait for some of them to end.")
            self.remember(call, repeat)
        try:
            return await self.outcome(context, call)
        except asyncio.CancelledError:
            call.stop()  # the agent has given it up, or hung up
            raise

    def remember(self, call: OutsideCall, repeat: tuple[str, ...] | None) -> None:
        """Keep a call, so that its outcome can be asked for and a repeat of its request recognised."""
        self.calls[call.id] = call
        if repeat is not None:
            self.repeats[repeat] = call
        for kept in (self.calls, self.repeats):
            while len(kept) > MOST_SETTLED and next(iter(kept.values())).is_done:
                kept.popitem(last=False)

    async def outcome(self, context: Context, call: OutsideCall) -> CallToolResult:
        """Wait for a call's outcome: as long as it takes where progress can be told, or else for a while."""
        tells = progress_token(context) is not None
        waits = FIRST_PROGRESS_SECONDS if tells else self.patience
        step = 0
        while not call.is_done:
            await asyncio.wait((call.task,), timeout=waits)
            if call.is_done:
                break
            if not tells:
                return not_yet(call.id, is_asked=call.is_asked)
            step += 1
            waits = PROGRESS_SECONDS
            doing = "Waiting for the user's click on a card in the app" if call.is_asked else "Running"
            await context.session.report_progress(step, message=f"{doing} (call_id {call.id})")
        result = call.result()
        return answer({**result.as_json(), "call_id": call.id}, is_error=not result.ok)


def client_of(context: Context) -> str:
    """Return what the agent calls itself: in its handshake, or with each request."""
    if context.method == "initialize":
        info = (context.params or {}).get("clientInfo")
        return str(info.get("name", "")) if isinstance(info, dict) else ""
    params = context.session.client_params
    return "" if params is None else params.client_info.name


def session_id_of(context: Context) -> str:
    """Return the id of the session a request belongs to; empty in the protocol without sessions."""
    headers = getattr(context.request, "headers", {})
    return str(headers.get("mcp-session-id", ""))


def progress_token(context: Context) -> object:
    """Return the token the agent wants progress messages with; None where it wants none."""
    meta: Mapping[str, object] = {**context.meta} if context.meta else {}
    return meta.get("progress_token", meta.get("progressToken"))


def repeat_of(context: Context, params: CallToolRequestParams) -> tuple[str, ...] | None:
    """Return what tells a request that is sent once more from a new one; None where nothing does.

    Within a session no request id may be used twice (MCP, base protocol), so the same one with the same call is
    the same request. Without a session, ids begin anew with every connection and tell nothing.
    """
    session = session_id_of(context)
    if not session:
        return None
    arguments = json.dumps(params.arguments, sort_keys=True)
    return session, repr(context.request_id), params.name, arguments
