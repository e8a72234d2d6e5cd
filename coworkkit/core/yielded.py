"""Finishing what a function returned: awaiting what is still to come, and running generators to their end."""

from __future__ import annotations

import inspect
import io
from collections.abc import AsyncIterator, Iterator
from typing import Any

from .jsonable import MAX_ITEMS
from .worker import Room, call_plain

FINISHED = frozenset({type(None), str, int, float, bool, dict, list, tuple})
"""Types that are never something still to come; most results are one of them."""


class TooManyItemsError(Exception):
    """A generator yielded more than an agent can be given; it was closed."""

    def __init__(self) -> None:
        super().__init__(f"it yielded more than {MAX_ITEMS:,} items and was stopped there")


async def completed(value: Any, room: Room) -> Any:
    """Return the finished form of what a function returned.

    An awaitable is awaited, a generator (async or not) is run to its end and becomes the list of what it
    yielded, so that no work is reported as done that has not begun.

    Args:
        value: what it returned.
        room: where a plain generator gets its place in a thread.

    Raises:
        TooManyItemsError: a generator did not end within `MAX_ITEMS` items.
    """
    while inspect.isawaitable(value):
        value = await value
    if isinstance(value, AsyncIterator):
        items = []
        async for item in value:
            items.append(item)
            if len(items) > MAX_ITEMS:
                await close(value)
                raise TooManyItemsError
        return items
    if is_unfinished(value):
        place = await room.place()
        try:
            return await call_plain(lambda: drained(value))
        finally:
            place.leave()
    return value


def is_unfinished(value: Any) -> bool:
    """Return whether a value is something still to come: to be awaited, or to be run to its end."""
    return inspect.isawaitable(value) or (
        isinstance(value, (AsyncIterator, Iterator)) and not isinstance(value, io.IOBase)
    )


def abandon(value: Any) -> None:
    """Give up something still to come that will never be run."""
    if inspect.iscoroutine(value) or inspect.isgenerator(value):
        value.close()


def drained(iterator: Iterator[Any]) -> list[Any]:
    """Run an iterator to its end, in this thread."""
    items = []
    for item in iterator:
        items.append(item)
        if len(items) > MAX_ITEMS:
            if inspect.isgenerator(iterator):
                iterator.close()
            raise TooManyItemsError
    return items


async def close(iterator: AsyncIterator[Any]) -> None:
    """Close an async generator; other async iterators have nothing to close."""
    if inspect.isasyncgen(iterator):
        await iterator.aclose()
