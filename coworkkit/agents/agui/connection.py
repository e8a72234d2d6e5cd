"""One AG-UI server for the length of one user turn: a run goes in by POST, its events come back as they happen."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
from ag_ui.core import RunAgentInput
from httpx_sse import EventSource, SSEError
from pydantic_core import from_json

from ...core.agent import Turn
from ...errors import AgentTroubleError
from ..http_trouble import cause_of, trouble_of_status
from ..patience import in_time
from .failing import BrokenStreamError, refused

LONGEST_EVENT = 64_000_000
MOST_BYTES = 1_000_000_000
"""How many bytes a server may send in one event, and in one run. LangGraph's tells everything many times over."""

LONGEST_REFUSAL = 65_536

SHORTEST_SECRET = 6
"""A header's value of fewer characters is a word, and no secret."""

RAW = '{"type":"RAW",'
"""How an event begins that tells again what the others tell, in the words of the server's own framework."""


class Connection:
    """Sends runs to one server. Closing the generator of events closes the HTTP stream at once.

    Args:
        turn: the user turn, which has the token.
        client: the HTTP client of the turn.
        url: where the server takes runs.
        headers: what every request carries besides.
        patience: seconds that the server may be silent.
    """

    def __init__(
        self, turn: Turn, client: httpx.AsyncClient, url: str, headers: Mapping[str, str], patience: float
    ) -> None:
        self.turn = turn
        self.client = client
        self.url = url
        self.headers = headers
        self.patience = patience
        self.where = shown(url)
        self.secrets = {value for value in headers.values() if len(value) >= SHORTEST_SECRET}

    async def events(self, given: RunAgentInput) -> AsyncGenerator[dict[str, Any]]:
        """Yield what happens in a run, as JSON objects.

        Raises:
            AgentTroubleError: the server refused, cannot be reached or was silent for too long.
            BrokenStreamError: it sent what is no stream of events.
        """
        response = await self.answered(given.model_dump_json(by_alias=True).encode())
        try:
            response.stream = stream = Bounded(cast(httpx.AsyncByteStream, response.stream))
            async with aclosing(EventSource(response).aiter_sse()) as lines:
                while True:
                    try:
                        line = await in_time(anext(lines), self.patience, self.where)
                    except StopAsyncIteration:
                        return
                    stream.begin_event()
                    if line.data and not line.data.startswith(RAW):
                        yield event_in(line.data)
        except SSEError as error:
            kind = response.headers.get("content-type", "")
            raise AgentTroubleError(
                "setup_needed",
                cause_of(f"{self.where} answered {kind!r} and no event stream; is this an AG-UI server?"),
            ) from error
        except httpx.HTTPError as error:
            raise self.not_reached(error) from error
        finally:
            await response.aclose()

    async def answered(self, body: bytes) -> httpx.Response:
        """Return the server's answer, begun; a token that it refuses is replaced once."""
        token = await self.token()
        response = await self.sent(body, token)
        if response.status_code == 401 and token is not None:
            await response.aclose()
            token = await self.token(token)
            response = await self.sent(body, token)
        if response.status_code == 200:
            return response
        try:
            told = await in_time(beginning_of(response), self.patience, self.where)
        except httpx.HTTPError:
            told = b""
        finally:
            await response.aclose()
        if response.has_redirect_location:
            raise AgentTroubleError(
                "setup_needed",
                f"{self.where} redirects to {shown(response.headers['location'])}; give AGUIAgent that address",
            )
        raise refused(response.status_code, self.hidden(told.decode("utf-8", "replace")), self.where)

    def hidden(self, text: str) -> str:
        """Return what a server has said without what it may have echoed of our headers."""
        for secret in self.secrets:
            text = text.replace(secret, "…")
        return text

    async def sent(self, body: bytes, token: str | None) -> httpx.Response:
        """Send one request and return its answer as soon as its head is there."""
        headers = {
            **self.headers,
            "Content-Type": "application/json",
            "Accept": "text/event-stream",
            "Accept-Encoding": "identity",
            "Cache-Control": "no-store",
        }
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = self.client.build_request("POST", self.url, content=body, headers=headers)
        try:
            return await in_time(self.client.send(request, stream=True), self.patience, self.where)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self.not_reached(error) from error

    async def token(self, refused: str | None = None) -> str | None:
        """Return the app's token; what the app's own function raises becomes what the user can be told."""
        try:
            token = await self.turn.token(refused)
            self.secrets |= {token} if token else set()
            return token
        except AgentTroubleError:
            raise
        except httpx.HTTPStatusError as error:
            status = error.response.status_code
            told = trouble_of_status(status) or "setup_needed"
            raise AgentTroubleError(told, f"no token: {shown(str(error.request.url))} answered {status}") from None
        except httpx.TransportError as error:
            cause = f"no token: {shown(str(error.request.url))} cannot be reached ({type(error).__name__})"
            raise AgentTroubleError("cannot_connect", cause) from None
        except Exception as error:  # its text, and what led to it, may hold what it fetched
            raise AgentTroubleError("setup_needed", f"get_token failed with {type(error).__name__}; mend it") from None

    def not_reached(self, error: Exception) -> AgentTroubleError:
        """Return what a failure of the connection means for the user."""
        return AgentTroubleError(
            "no_answer" if isinstance(error, httpx.TimeoutException) else "cannot_connect",
            cause_of(f"{self.where}: {type(error).__name__}: {error}"),
        )


class Bounded(httpx.AsyncByteStream):
    """A stream that ends in an error where it, or an event in it, has no end."""

    def __init__(self, stream: httpx.AsyncByteStream) -> None:
        self.stream = stream
        self.in_run = self.in_event = 0

    def begin_event(self) -> None:
        """Note that an event was whole."""
        self.in_event = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self.stream:
            self.in_run += len(piece)
            self.in_event += len(piece)
            if self.in_event > LONGEST_EVENT or self.in_run > MOST_BYTES:
                raise BrokenStreamError(
                    f"{self.in_run:,} bytes came in one run, {self.in_event:,} of them in one event"
                )
            yield piece

    async def aclose(self) -> None:
        """Close the connection."""
        await self.stream.aclose()


async def beginning_of(response: httpx.Response) -> bytes:
    """Return the beginning of an answer's body."""
    told = b""
    async for piece in response.aiter_raw():
        told += piece
        if len(told) > LONGEST_REFUSAL:
            break
    return told[:LONGEST_REFUSAL]


def event_in(data: str) -> dict[str, Any]:
    """Return an event as a JSON object.

    Raises:
        BrokenStreamError: it is none.
    """
    try:
        event = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise BrokenStreamError(f"an event that is no JSON came: {error}") from None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise BrokenStreamError("an event that is no object with a type came")
    return event


def shown(url: str) -> str:
    """Return an address as the log may have it: without what is often secret in it."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return f"{parts.scheme}://{host}:{parts.port}{parts.path}" if parts.port else f"{parts.scheme}://{host}{parts.path}"
