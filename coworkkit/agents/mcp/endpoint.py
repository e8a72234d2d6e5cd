"""The door: who is let through to which page's line, judged before a byte of the request is read."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

from ...core.origins import is_of_host, is_origin
from ...core.pairing import Pairing, PairingEnd, pairings
from ...errors import DeclarationError

try:
    from .line import Line
except ImportError as error:
    raise ImportError("MCPEndpoint needs the mcp package. Install it with: pip install coworkkit[mcp]") from error

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

DEFAULT_PATIENCE = 8.0
LONGEST_PATIENCE = 600.0

PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")
HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?")

NO_PAIRING = "No valid pairing. In the app's panel, the user presses “Connect an agent” and gives you the new secret."
HOW_ENDED: dict[PairingEnd, str] = {
    "revoked": "The user has disconnected this agent. They can connect it again in the app's panel.",
    "replaced": "The user has connected another agent to the page, which ended this pairing.",
    "expired": "This pairing has run out. The user can make a new one in the app's panel.",
    "unused": "This pairing was not used in time. The user can make a new one in the app's panel.",
    "page_gone": "The page is gone: the user has closed it, left it, or signed out. They can open it and pair anew.",
}
OTHER_ORIGIN = "This comes from another site, and is not answered."
OTHER_HOST = "This host is not the one the page was loaded from. Use the address shown with the secret."


class MCPEndpoint:
    """Lets the agents of an app's users in by MCP (streamable HTTP). Make one, and name it in each Provider.

    A page whose `CoworkkitProvider` has it as its `mcp` offers “Connect an agent”. Without that, and without a
    pairing that a user has confirmed, nothing is answered.

    Args:
        path: where it is served.
        name: what the app calls itself towards the agent.
        patience: seconds a call waits for the user where the agent asked for no progress messages; after that it is
            told how to ask again. 1 to 600. Some MCP clients give up after 10 seconds.
        allowed_hosts: names the app has besides the one in the user's browser, as a `Host` header has them, such as
            ``"host.docker.internal:8080"``.
        allowed_origins: sites whose scripts may speak MCP with this app from a browser, as origins.

    Raises:
        DeclarationError: an argument cannot be used.
        ImportError: the mcp package is not installed.
    """

    connector = "mcp"

    def __init__(
        self,
        path: str = "/mcp",
        *,
        name: str = "coworkkit",
        patience: float = DEFAULT_PATIENCE,
        allowed_hosts: Sequence[str] = (),
        allowed_origins: Sequence[str] = (),
    ) -> None:
        if not isinstance(path, str) or not PATH.fullmatch(path) or path.startswith("/_nicegui"):
            raise DeclarationError("MCPEndpoint", f"has the path {path!r}", "Give a plain path, such as '/mcp'.")
        if not 1 <= patience <= LONGEST_PATIENCE:
            raise DeclarationError("MCPEndpoint", f"has a patience of {patience!r}", "Give 1 to 600 seconds.")
        for kind, given in (("allowed_hosts", allowed_hosts), ("allowed_origins", allowed_origins)):
            if isinstance(given, str):
                raise DeclarationError("MCPEndpoint", f"has {kind} that are one text", "Give a list.")
        for host in allowed_hosts:
            if not HOST.fullmatch(host.lower()):
                raise DeclarationError("MCPEndpoint", f"allows the host {host!r}", "Give names such as 'app.lan:8080'.")
        for origin in allowed_origins:
            if not is_origin(origin):
                raise DeclarationError(
                    "MCPEndpoint", f"allows the origin {origin!r}", "Give origins such as 'https://inspector.example'."
                )
        self.path = path
        self.name = name
        self.patience = float(patience)
        self.allowed_hosts = frozenset(host.lower() for host in allowed_hosts)
        self.allowed_origins = frozenset(origin.lower() for origin in allowed_origins)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, if it may be made."""
        if scope["type"] != "http":
            return
        headers = {name: value.decode("latin-1") for name, value in reversed(scope["headers"])}
        host, origin = headers.get(b"host", "").lower(), headers.get(b"origin")
        if origin is not None and not is_of_host(origin, host) and origin.lower() not in self.allowed_origins:
            await turn_away(send, 403, OTHER_ORIGIN)
            return
        pairing = pairing_of(headers.get(b"authorization", ""))
        if pairing is None or (pairing.outside.endpoint is not self and pairing.end is None):
            await turn_away(send, 401, NO_PAIRING, b"Bearer")
            return
        if not pairing.outside.may_enter(pairing):
            await turn_away(send, 401, HOW_ENDED[pairing.end or "page_gone"], b'Bearer error="invalid_token"')
            return
        if host != pairing.outside.session.settings.host.lower() and host not in self.allowed_hosts:
            await turn_away(send, 421, OTHER_HOST)
            return
        await self.line_of(pairing).serve(scope, receive, send)

    def line_of(self, pairing: Pairing) -> Line:
        """Return the line to a pairing's page; the first request opens it."""
        if not isinstance(pairing.follower, Line):
            pairing.follower = Line(pairing, name=self.name, patience=self.patience)
        return pairing.follower


def pairing_of(authorization: str) -> Pairing | None:
    """Return the pairing that an `Authorization` header has the bearer of."""
    scheme, _, bearer = authorization.partition(" ")
    return pairings.find(bearer.strip()) if scheme.lower() == "bearer" else None


async def turn_away(send: Send, status: int, why: str, challenge: bytes | None = None) -> None:
    """Answer a request that may not be made, in the shape MCP clients read."""
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": why}}
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if challenge is not None:
        headers.append((b"www-authenticate", challenge))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(error).encode()})
