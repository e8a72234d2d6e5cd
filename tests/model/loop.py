"""Time, threads and an event loop that move only when a test says so: the same steps in the same order, every time."""

from __future__ import annotations

import asyncio
import threading
from asyncio import events
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context
from typing import Any

from coworkkit.testing import FakeClock

PATIENCE_SECONDS = 60.0


class Workers:
    """Threads that can be waited for. They take the place of the gate's own, which nobody can wait for."""

    def __init__(self, most: int = 16) -> None:
        self.pool = ThreadPoolExecutor(most, thread_name_prefix="model")
        self.changed = threading.Condition()
        self.busy = 0
        self.parked = 0

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        """Run a function in a thread, as an executor does."""
        future: Future[Any] = Future()
        with self.changed:
            self.busy += 1
        self.pool.submit(self.work, future, function, given)
        return future

    def work(self, future: Future[Any], function: Callable[..., Any], given: tuple[Any, ...]) -> None:
        """Finish a future and everything that hangs on it; only then is this thread free."""
        try:
            if future.set_running_or_notify_cancel():
                try:
                    value = function(*given)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(value)
        finally:
            with self.changed:
                self.busy -= 1
                self.changed.notify_all()

    def park(self, until: threading.Event) -> None:
        """Called in a thread: block it, and do not count it as busy, until `unpark`."""
        with self.changed:
            self.parked += 1
            self.changed.notify_all()
        if not until.wait(PATIENCE_SECONDS):
            raise AssertionError("a parked function was never released")

    def unpark(self, until: threading.Event) -> None:
        """Let a parked thread go on. From this moment it counts as busy again."""
        with self.changed:
            self.parked -= 1
        until.set()

    def wait(self) -> None:
        """Wait until every thread has finished or is parked."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.busy == self.parked, PATIENCE_SECONDS):
                raise AssertionError("a function in a worker thread does not end")


class SteppedClock(FakeClock):
    """A `FakeClock` that can be asked when the next thing is due."""

    def next_due(self) -> float | None:
        """Return when the next timer is due that was not called off."""
        return min((timer.at for timer in self._timers if not timer.cancelled), default=None)


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop that lives by a `SteppedClock` and stands still between two calls of `settle`.

    Args:
        clock: the time, for `asyncio.timeout` too.
        workers: the threads its tasks use.
    """

    def __init__(self, clock: SteppedClock, workers: Workers) -> None:
        self.clock = clock
        self.workers = workers
        self.scheduled = 0
        self.scheduled_by_threads = 0
        super().__init__()

    def time(self) -> float:
        """Return the clock's time."""
        return self.clock.monotonic()

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *given: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Count what is scheduled, so that `settle` knows when there is nothing left."""
        self.scheduled += 1
        return super().call_soon(callback, *given, context=context)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., Any], *given: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Count what a thread schedules."""
        with self.workers.changed:
            self.scheduled_by_threads += 1
        return super().call_soon_threadsafe(callback, *given, context=context)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Run the code of the block as a callback of this loop, before anything that is ready."""
        events._set_running_loop(self)
        try:
            yield
        finally:
            events._set_running_loop(None)

    def settle(self) -> None:
        """Run whatever can go on, in tasks and in threads, until nothing can."""
        while True:
            self.workers.wait()
            super().call_soon(self.stop)
            before = (self.scheduled, self.scheduled_by_threads)
            self.run_forever()
            if self.workers.busy == self.workers.parked and before == (self.scheduled, self.scheduled_by_threads):
                return

    def advance(self, seconds: float) -> None:
        """Let time pass, one thing that falls due after the other."""
        until = self.clock.monotonic() + seconds
        self.settle()
        while (due := self.clock.next_due()) is not None and due <= until:
            self.run_until_complete(self.clock.advance(due - self.clock.monotonic()))
            self.settle()
        self.run_until_complete(self.clock.advance(until - self.clock.monotonic()))
        self.settle()
