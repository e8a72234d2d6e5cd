"""Handing each record on, once, to the app's callback, without letting it touch a call."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from .action import gives_awaitable
from .record import ActionRecord
from .worker import result_of, submit, was_stopped

logger = logging.getLogger("coworkkit")

RecordCallback = Callable[[ActionRecord], Any]


class Journal:
    """Where settled calls go.

    An async callback runs on the event loop, a plain one in a worker thread; in both cases one record after
    the other, in order, and beside the calls. A callback that raises is logged, and the next record comes.

    Args:
        callback: the app's `on_action_record`.
    """

    def __init__(self, callback: RecordCallback | None = None) -> None:
        self.callback: RecordCallback | None = None
        self.is_async = False
        self.callback_is(callback)
        self.waiting: deque[ActionRecord] = deque()
        self.delivering: asyncio.Task[None] | None = None

    def callback_is(self, callback: RecordCallback | None) -> None:
        """Give the records to this callback from now on: the page was loaded again and brought its own."""
        self.callback = callback
        self.is_async = callback is not None and gives_awaitable(callback)

    def write(self, record: ActionRecord) -> None:
        """Hand on one record. Never raises, never waits."""
        if self.callback is not None:
            self.waiting.append(record)
            if self.delivering is None:
                self.delivering = asyncio.get_running_loop().create_task(self.deliver(), name="coworkkit records")

    async def deliver(self) -> None:
        """Give the waiting records to the app's callback until none is left."""
        try:
            while self.waiting:
                if self.is_async:
                    record = self.waiting.popleft()
                    try:
                        await self.callback(record)  # type: ignore[misc]
                    except (Exception, SystemExit, asyncio.CancelledError) as error:
                        if was_stopped(error):
                            raise
                        log_failed_callback(record)
                else:
                    for record, given in await result_of(submit("record", self.give_plainly)):
                        await finish(record, given)
        finally:
            self.delivering = None

    def give_plainly(self) -> list[tuple[ActionRecord, Awaitable[Any]]]:
        """Call a plain callback for the records waiting now, in this worker thread.

        Returns:
            What is still to be awaited, for a plain callback that wraps an async one.
        """
        unfinished: list[tuple[ActionRecord, Awaitable[Any]]] = []
        for _ in range(len(self.waiting)):
            record = self.waiting.popleft()
            try:
                given = self.callback(record) if self.callback is not None else None
            except BaseException:
                log_failed_callback(record)
                continue
            if inspect.isawaitable(given):
                unfinished.append((record, given))
        return unfinished

    async def flush(self, seconds: float = 10.0) -> None:
        """Wait until every record has been given to the callback, at most this long."""
        if self.delivering is not None:
            await asyncio.sleep(0)  # by then an async callback that waits for nothing has had them all
        if self.delivering is not None:
            await asyncio.wait((self.delivering,), timeout=seconds)


async def finish(record: ActionRecord, given: Awaitable[Any]) -> None:
    """Await what a plain callback returned for one record."""
    try:
        await given
    except (Exception, SystemExit, asyncio.CancelledError) as error:
        if was_stopped(error):
            raise
        log_failed_callback(record)


def log_failed_callback(record: ActionRecord) -> None:
    """Log that the app's callback failed. The call it is about is settled and unharmed."""
    logger.exception(
        "coworkkit: on_action_record failed for call %s of %r; the call is settled and the next record will come. "
        "Mend the callback",
        record.call_id,
        record.action,
    )
