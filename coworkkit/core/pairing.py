"""Pairings: a user lets one agent from outside into one page, for a while, and can end that at once."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

from .clock import Clock, Timer
from .ids import new_id
from .jsonable import well_formed

if TYPE_CHECKING:
    from .outside import Outside

FIRST_USE_SECONDS = 600.0
"""How long a new pairing waits for its agent."""

LONGEST_SECONDS = 8 * 3600.0
"""How long a pairing lasts at most, whatever its agent does."""

MOST_REMEMBERED = 200
"""How many ended pairings are remembered, so that their agents are told how they ended."""

LONGEST_CLIENT = 100

PREFIX = "cwk"

PairingEnd = Literal["revoked", "replaced", "expired", "unused", "page_gone"]
"""How a pairing ended: the user took it back or made another, its time ran out, nobody came, or the page is gone."""

Message = MutableMapping[str, Any]


class AgentEndpoint(Protocol):
    """Where agents from outside come in: an ASGI app, served by whatever draws the page.

    A page whose Provider names one offers its user to pair an agent. The endpoint finds the page of a request with
    `pairings.find`, and does nothing for a request without a pairing.
    """

    @property
    def path(self) -> str:
        """The path it is served at, such as ``/mcp``."""

    @property
    def connector(self) -> str:
        """How its agents reach the page, for records."""

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer one request."""


class Follower(Protocol):
    """What an endpoint hears of a page it has a pairing with. None of it may raise or wait."""

    def catalogue_changed(self) -> None:
        """What the page offers has changed, or may have."""

    def ended(self) -> None:
        """The pairing has ended; nothing more is answered."""


class Pairing:
    """One agent's way into one page. Its secret is not kept, only what a secret can be compared with.

    Attributes:
        id: names it; no authority.
        outside: the page's side of it: calls go through there.
        client: what the agent called itself when it first came; None until then.
        end: how it ended; None while it holds.
        follower: what the endpoint wants to be told by.
    """

    def __init__(self, outside: Outside, digest: bytes, clock: Clock, on_change: Callable[[], None]) -> None:
        self.id = new_id()
        self.outside = outside
        self.client: str | None = None
        self.end: PairingEnd | None = None
        self.follower: Follower | None = None
        self._digest = digest
        self._clock = clock
        self._on_change = on_change
        self._made_at = clock.monotonic()
        self._timer: Timer | None = clock.call_later(FIRST_USE_SECONDS, self._check_time)

    def matches(self, secret: str) -> bool:
        """Return whether this is its secret, in the same time whatever the secret is."""
        return hmac.compare_digest(self._digest, digest_of(secret))

    @property
    def seconds_left(self) -> float:
        """How long it lasts from now, or waits for its agent; 0 once it has ended."""
        if self.end is not None:
            return 0.0
        whole = FIRST_USE_SECONDS if self.client is None else LONGEST_SECONDS
        return max(self._made_at + whole - self._clock.monotonic(), 0.0)

    def joined(self, client: str) -> bool:
        """Note which agent has come, and return whether it may: a pairing is for the first that comes.

        Args:
            client: what the agent calls itself. It may come back under the same name.
        """
        if self.end is not None:
            return False
        client = well_formed(client.strip())[:LONGEST_CLIENT] or "agent"
        if self.client is None:
            self.client = client
            self._wait()
            self._on_change()
        return self.client == client

    def finish(self, end: PairingEnd) -> None:
        """End it; how it ended first counts."""
        if self.end is not None:
            return
        self.end = end
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._on_change()
        if self.follower is not None:
            self.follower.ended()

    def still_holds(self) -> bool:
        """Return whether it holds now, where a busy event loop may not have come to its timer yet."""
        if self.end is None and self.seconds_left == 0:
            self._check_time()
        return self.end is None

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.call_later(self.seconds_left, self._check_time)

    def _check_time(self) -> None:
        if self.end is None and self.seconds_left == 0:
            self.outside.finish(self, "unused" if self.client is None else "expired")


class Pairings:
    """The pairings of this process, by id, the ended ones of late among them."""

    def __init__(self) -> None:
        self._by_id: OrderedDict[str, Pairing] = OrderedDict()

    def make(self, outside: Outside, clock: Clock, on_change: Callable[[], None]) -> tuple[Pairing, str]:
        """Make a pairing; return it and its bearer, which holds the secret and is to be shown once."""
        secret = secrets.token_urlsafe(32)
        pairing = Pairing(outside, digest_of(secret), clock, on_change)
        self._by_id[pairing.id] = pairing
        self._forget_old()
        return pairing, f"{PREFIX}.{pairing.id}.{secret}"

    def find(self, bearer: str) -> Pairing | None:
        """Return the pairing a bearer belongs to, ended or not; None for a bearer of none."""
        prefix, _, rest = bearer.partition(".")
        id, _, secret = rest.partition(".")
        pairing = self._by_id.get(id)
        if pairing is None or prefix != PREFIX or not pairing.matches(secret):
            return None
        return pairing

    def _forget_old(self) -> None:
        ended = [id for id, pairing in self._by_id.items() if pairing.end is not None]
        for id in ended[: max(len(ended) - MOST_REMEMBERED, 0)]:
            del self._by_id[id]


def digest_of(secret: str) -> bytes:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


pairings = Pairings()
"""The pairings of this process."""
