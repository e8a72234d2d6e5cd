"""The demo's pages in NiceGUI's simulated browser, on data of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from nicegui.testing import User

from coworkkit import Session
from coworkkit.core.catalogue import everywhere
from coworkkit.testing import Person, session_on
from demo_app.agent import chosen_agent
from demo_app.approval import approvals
from demo_app.audit import AuditTrail
from demo_app.command import open_data
from demo_app.live import audit_news, broadcast
from demo_app.shell import add_pages
from demo_app.store import tracker

PATIENCE_SECONDS = 15.0


@dataclass
class Visitor:
    """Somebody on the demo, and the agent they talk to."""

    user: User
    session: Session
    audit: AuditTrail

    @property
    def person(self) -> Person:
        return Person(self.session)

    async def says(self, text: str) -> str:
        """Say something, and return what the agent says when it is done."""
        self.person.says(text)
        await self.answered()
        return list(self.session.conversation.messages.values())[-1].text

    async def answered(self) -> None:
        """Wait until the agent is done, and its calls are written down."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.session.working is not None:
                await asyncio.sleep(0.005)
        await self.session.journal.flush()


DEFINED = {name: action for name, action in everywhere.actions.items() if action.run.__module__.startswith("demo_app.")}
"""What the demo defines for every page, on import. Each test begins without any."""


@pytest.fixture
def audit(tmp_path: Path) -> Iterator[AuditTrail]:
    """The demo's data, as a first start makes it."""
    audit, _ = open_data(tmp_path / "data")
    everywhere.actions.update(DEFINED)
    yield audit
    tracker.close()


@pytest.fixture
async def visit(user: User, audit: AuditTrail, tmp_path: Path) -> AsyncIterator[Callable[..., Awaitable[Visitor]]]:
    """Opens a page of the demo."""
    for news in (broadcast, audit_news):
        await news.start()
    approved = approvals(tmp_path / "data")
    add_pages(audit, approved, agent=chosen_agent(), card_seconds=60)

    async def visit_page(path: str = "/") -> Visitor:
        client = await user.open(path)
        return Visitor(user, session_on(client), audit)

    yield visit_page
    for news in (broadcast, audit_news):
        await news.stop()
    await approved.close()
