"""The short-lived token that a session's agent shows to its server. It stays in this process."""

from __future__ import annotations

import asyncio
import base64
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from ..errors import AgentTroubleError
from .clock import Clock
from .worker import result_of, submit

PATIENCE_SECONDS = 15.0
"""How long getting a token may take."""

SOONER_SECONDS = 60.0
"""How long before its end a token is replaced; one that lives shortly, after four fifths of its life."""

LONGEST_TOKEN = 16_384
TOKEN = re.compile(rf"[!-~]{{1,{LONGEST_TOKEN}}}")
"""What may stand in an ``Authorization`` header."""


@dataclass(frozen=True, slots=True)
class TokenContext:
    """Whom a token is for.

    Attributes:
        user: the app's id for the person whose session it is.
        session_id: the id of the session.
    """

    user: str | None
    session_id: str


GetToken = Callable[[TokenContext], Any]
"""Returns a token as text, or a mapping with ``access_token`` or ``token``, and ``expires_in`` seconds or the epoch
seconds of its end as ``expires_at`` or ``exp``; plain or async."""


class Bearer:
    """One session's token: fetched when it is first needed, and again before it ends or once it was refused.

    Args:
        clock: the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._token: str | None = None
        self._good_until: float | None = None
        self._fetching = asyncio.Lock()

    async def good(self, get_token: GetToken, context: TokenContext, refused: str | None = None) -> str:
        """Return a token that is good now.

        Args:
            get_token: the app's function.
            context: whom it is for.
            refused: a token that the server has refused, although it should be good.

        Raises:
            AgentTroubleError: it gave no token, or none in time.
            Exception: whatever the app's function raises.
        """
        async with self._fetching:
            if self._token is None or self._token == refused or self._is_ending():
                self._token, self._good_until = None, None
                self._token, self._good_until = self._read(await self._fetched(get_token, context))
            return self._token

    def _is_ending(self) -> bool:
        return self._good_until is not None and self._clock.monotonic() >= self._good_until

    async def _fetched(self, get_token: GetToken, context: TokenContext) -> Any:
        """Call the app's function; a plain one in a worker thread, which nobody waits for any longer than this."""
        waiting = asyncio.timeout(PATIENCE_SECONDS)
        try:
            async with waiting:
                if inspect.iscoroutinefunction(get_token):
                    return await get_token(context)
                given = await result_of(submit("question", partial(get_token, context)))
                return await given if inspect.isawaitable(given) else given
        except TimeoutError as error:
            if not waiting.expired():
                raise
            raise AgentTroubleError("no_answer", f"no token came within {PATIENCE_SECONDS:g} s") from error

    def _read(self, given: Any) -> tuple[str, float | None]:
        """Return a token and the monotonic time until when it is used; None where it does not say."""
        token = given
        left: float | None = None
        if isinstance(given, Mapping):
            token = given.get("access_token", given.get("token"))
            left = seconds(given.get("expires_in"))
            if left is None:
                left = self._left_until(given.get("expires_at", given.get("exp")))
        if not isinstance(token, str) or TOKEN.fullmatch(token) is None:
            raise AgentTroubleError(
                "setup_needed",
                f"get_token gave {type(given).__name__} that holds no usable token; let it return text, or a mapping "
                "with access_token and expires_in",
            )
        if left is None:
            left = self._left_until(end_in(token))
        if left is None:
            return token, None
        return token, self._clock.monotonic() + left - min(SOONER_SECONDS, left / 5)

    def _left_until(self, end: Any) -> float | None:
        """Return the seconds until the end of a token."""
        if isinstance(end, datetime):
            end = end.timestamp()
        moment = seconds(end)
        return None if moment is None else max(0.0, moment - self._clock.now().timestamp())


def seconds(given: Any) -> float | None:
    """Return a number of seconds; None for anything else."""
    try:
        number = float(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if 0 <= number < float("inf") else None


def end_in(token: str) -> Any:
    """Return what a JSON Web Token says of its end; None for any other token. Its server is who checks it."""
    parts = token.split(".")
    if len(parts) != 3:
        return None
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return None
    return claims.get("exp") if isinstance(claims, dict) else None
