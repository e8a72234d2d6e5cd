"""How long an agent's far end may be silent before the user is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from ..errors import AgentTroubleError

T = TypeVar("T")


async def in_time(awaited: Awaitable[T], seconds: float, who: str) -> T:
    """Await something the far end is to do.

    Args:
        awaited: what it is to do.
        seconds: how long it may be silent.
        who: what it is called in the log.

    Raises:
        AgentTroubleError: ``no_answer``, it was silent for longer.
    """
    waiting = asyncio.timeout(seconds)
    try:
        async with waiting:
            return await awaited
    except TimeoutError as error:
        if not waiting.expired():
            raise
        raise AgentTroubleError("no_answer", f"{who} was silent for {seconds:g} s") from error
