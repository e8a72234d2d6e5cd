"""Running a plain ``def`` so that it may touch the page, and so that a slow one freezes nobody."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from asyncio import events, tasks
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, Literal, TypeVar, get_args

T = TypeVar("T")

HANDOFF_SECONDS = 0.02
"""How long the event loop stands still for a plain function. Most are done by then, and nothing raced them."""

SHORTEST_HANDOFF_SECONDS = 0.001
"""The more functions take longer at the moment, the less time a further one is given, down to this."""

beyond: set[Future[Any]] = set()
"""The functions that take longer than the event loop waited."""

MAX_THREADS = 64
"""How many plain functions of one purpose may run at once in this process; further ones wait for a thread."""

MOST_IN_SESSION = 8
"""How many plain functions of one purpose may run at once for one session; further ones wait for those."""

Purpose = Literal["action", "question", "record"]

threads: dict[Purpose, ThreadPoolExecutor] = {
    purpose: ThreadPoolExecutor(MAX_THREADS, thread_name_prefix=f"coworkkit {purpose}") for purpose in get_args(Purpose)
}
"""Threads for each purpose, so that one user's slow actions hold up no other user's card and nobody's record."""

resident = threading.local()


class Place:
    """A place in a `Room`. It can be left more than once."""

    def __init__(self, free: asyncio.Semaphore | None) -> None:
        self.free = free

    def leave(self) -> None:
        """Make the place free for the next."""
        free, self.free = self.free, None
        if free is not None:
            free.release()


NO_PLACE = Place(None)


class Room:
    """Room for the plain functions of one session, so that no session can use up everybody's threads."""

    def __init__(self) -> None:
        self.free = asyncio.Semaphore(MOST_IN_SESSION)

    @property
    def is_full(self) -> bool:
        """Whether the next one has to wait."""
        return self.free.locked()

    async def place(self) -> Place:
        """Wait for a place."""
        await self.free.acquire()
        return Place(self.free)


class ThreadLoop(asyncio.BaseEventLoop):
    """Stands for the event loop in a worker thread: it knows the current task and runs nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.close()  # whoever wants something run here is told so, rather than waiting for ever

    def create_task(self, coro: Any, **_: Any) -> Any:
        """Refuse: nothing would ever run the task."""
        coro.close()
        raise RuntimeError("a plain function runs in a worker thread and cannot start tasks; make it an async def")


def as_task(task: asyncio.Task[Any] | None, function: Callable[[], T]) -> T:
    """Run `function` in this worker thread under the identity of the task that awaits it.

    Frameworks key what "the current page" is on the current task (NiceGUI's slot stack does). While the
    function runs, its task only waits, so the two cannot meet there.
    """
    if task is None:
        return function()
    loop = resident.__dict__.get("loop")
    if loop is None:
        loop = resident.loop = ThreadLoop()
    events._set_running_loop(loop)
    tasks._enter_task(loop, task)
    try:
        return function()
    finally:
        tasks._leave_task(loop, task)
        events._set_running_loop(None)


async def call_plain(function: Callable[[], T], *, on_page: bool = True) -> T:
    """Run a plain function in a worker thread and return what it returns.

    The event loop waits for it at most `HANDOFF_SECONDS`; a function that takes longer goes on beside it, and
    many that take longer make it wait less, or it would hardly move.
    A thread cannot be stopped, so a cancellation is raised only after the function has ended: whoever
    settles the call then knows what really happened.

    Args:
        function: what to run, without arguments.
        on_page: whether it runs as the current task and so may touch the page.
    """
    future = submit("action", function, on_page=on_page)
    if not future.done():
        wait((future,), max(HANDOFF_SECONDS / (1 + len(beyond)), SHORTEST_HANDOFF_SECONDS))
    if future.done():
        return future.result()
    beyond.add(future)
    future.add_done_callback(beyond.discard)
    cancelled: asyncio.CancelledError | None = None
    ended = end_of(future)
    while not ended.done():
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError as stop:
            cancelled = stop
    if cancelled is not None:
        raise StoppedWhileRunning(future) from cancelled
    return future.result()


async def result_of(future: Future[T]) -> T:
    """Wait for what was submitted, and return what it returned; a wait that is given up calls it off."""
    try:
        await end_of(future)
    except asyncio.CancelledError:
        future.cancel()
        raise
    return future.result()


def end_of(future: Future[Any]) -> asyncio.Future[None]:
    """Return a future of the event loop that is done when a worker thread's is, however that ended.

    `asyncio.wrap_future` would carry the exception over, and cannot carry a StopIteration: nothing would
    ever be done.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def tell() -> None:
        if not ended.done():
            ended.set_result(None)

    on_loop(future, tell)
    return ended


def on_loop(future: Future[Any], then: Callable[[], None]) -> None:
    """Do something on this event loop when a worker thread is done."""
    loop = asyncio.get_running_loop()

    def tell_loop(_: Future[Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed by now
            loop.call_soon_threadsafe(then)

    future.add_done_callback(tell_loop)


def submit(purpose: Purpose, function: Callable[[], T], *, on_page: bool = False) -> Future[T]:
    """Start a plain function in a worker thread, with this task's context variables."""
    task = asyncio.current_task() if on_page else None
    return threads[purpose].submit(contextvars.copy_context().run, as_task, task, function)


def was_stopped(error: BaseException) -> bool:
    """Return whether a cancellation came from outside, rather than out of a function's own waiting."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0


class StoppedWhileRunning(asyncio.CancelledError):
    """The call was cancelled while its plain function ran; `future` holds how the function ended."""

    def __init__(self, future: Future[Any]) -> None:
        super().__init__()
        self.future = future
