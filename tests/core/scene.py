"""A page with actions, its user and its clock: what nearly every test of the gate begins with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from coworkkit import ActionRecord, Caller, CallResult
from coworkkit.core.action import declare
from coworkkit.core.catalogue import Element
from coworkkit.testing import FakeClock, Person, open_session
from tests.records import keep_records

PATIENCE_SECONDS = 5.0

OUTSIDER = Caller(agent="remote", connector="mcp", hears_user=False)
"""An agent whose talk with the user goes past us."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so, for a bounded time."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():
            await asyncio.sleep(0.001)


class Scene:
    """One session on a page that offers these actions.

    Args:
        actions: functions to declare.
        given: any argument of `open_session`.
    """

    def __init__(self, *actions: Callable[..., Any], **given: Any) -> None:
        self.clock = FakeClock()
        self.session = open_session(*actions, **{"clock": self.clock, **given})
        self.person = Person(self.session)
        self.records: list[ActionRecord] = []
        keep_records(self.session, self.records)
        self.calls: list[asyncio.Task[CallResult]] = []

    @property
    def record(self) -> ActionRecord:
        """The one record there is."""
        assert len(self.records) == 1, self.records
        return self.records[0]

    def add(self, run: Callable[..., Any], **declared: Any) -> None:
        """Declare one more action on the page."""
        self.session.catalogue.add(declare(run, **declared))

    def add_element(self, name: str, **actions: Callable[..., Any]) -> Element:
        """Declare an element with actions on the page."""
        element = Element(name, None, tuple(declare(run, name=key, element=name) for key, run in actions.items()))
        self.session.catalogue.add_element(element)
        return element

    def remove(self, name: str) -> None:
        """Unmount an action, as leaving a part of the page does."""
        action = self.session.catalogue.find(name)
        assert action is not None
        self.session.catalogue.remove(action)

    async def call(self, name: str, arguments: Any = None, **given: Any) -> CallResult:
        """Call an action and wait for the answer, for a bounded time."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.session.call(name, arguments, **given)

    def start(self, name: str, arguments: Any = None, **given: Any) -> asyncio.Task[CallResult]:
        """Begin a call that will wait for somebody."""
        task = asyncio.ensure_future(self.session.call(name, arguments, **given))
        self.calls.append(task)
        return task

    async def end_of(self, call: Coroutine[Any, Any, CallResult] | asyncio.Task[CallResult]) -> CallResult:
        """Wait for the end of a call that was begun."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await call

    async def confirmed(self, name: str, arguments: Any = None, **given: Any) -> CallResult:
        """Call an action, and confirm its card."""
        call = self.start(name, arguments, **given)
        reply = await self.person.confirms()
        assert reply.ok, reply
        return await self.end_of(call)
