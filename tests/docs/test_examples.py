"""Every Python example of README and docs runs, and does what the text says."""

from __future__ import annotations

import ast
import inspect
import logging
from collections.abc import Iterator
from types import CodeType
from typing import Any

import pytest
from nicegui import ui
from nicegui.testing import User, user_simulation

from coworkkit import ActionRecord, CoworkkitProvider
from coworkkit.core.catalogue import everywhere
from coworkkit.testing import Person, session_on
from tests.docs.blocks import PAGES, Block, blocks_of

BLOCKS = [block for page in PAGES for block in blocks_of(page)]

GIVEN = """
import asyncio
from typing import Annotated
from nicegui import app, ui
from pydantic import BaseModel, Field, SecretStr
from coworkkit import *
from coworkkit.testing import *
"""
"""What examples that are only a part of something may use without an import."""


@pytest.fixture(autouse=True)
def own_module_scope() -> Iterator[None]:
    """What an example defines for every page is gone after it."""
    known = dict(everywhere.actions)
    yield
    everywhere.actions.clear()
    everywhere.actions.update(known)


class Example:
    """One example in a NiceGUI app of its own.

    Args:
        block: the example.
        user: NiceGUI's simulated user of the app.
    """

    def __init__(self, block: Block, user: User) -> None:
        self.block = block
        self.user = user
        self.records: list[ActionRecord] = []
        self.names: dict[str, Any] = {"__name__": "example", "user": user, "records": self.records}

    async def run(self) -> None:
        """Run it, and what checks it."""
        if self.block.kind in ("code", "page"):
            exec(GIVEN, self.names)
        await self.execute(self.block.before)
        await getattr(self, self.block.kind)()
        await self.execute(self.block.then)

    async def execute(self, code: str) -> None:
        """Run a part of it, which may await."""
        result = eval(self.compiled(code), self.names)
        if inspect.isawaitable(result):
            await result

    def compiled(self, code: str) -> CodeType:
        """Compile a part, so that a traceback names the page and the line."""
        return compile(code, str(self.block.page), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)

    async def open_page(self) -> None:
        """Visit the page, as a person whose tests can speak and click."""
        client = await self.user.open("/")
        self.names["session"] = session = session_on(client)
        self.names["person"] = Person(session)

    async def code(self) -> None:
        await self.execute(self.block.code)

    async def app(self) -> None:
        await self.execute(self.block.code)
        await self.open_page()

    async def page(self) -> None:
        @ui.page("/")
        def index() -> None:
            with CoworkkitProvider(on_action_record=self.records.append):
                exec(self.compiled(self.block.code), self.names)

        await self.open_page()

    async def tests(self) -> None:
        await self.execute(self.block.code)
        found = [name for name in self.names if name.startswith("test_")]
        assert found, "there is no test in this example"
        for name in found:
            test = self.names[name]
            given = {"user": self.user} if "user" in inspect.signature(test).parameters else {}
            await test(**given)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.name for block in BLOCKS])
async def test_example_runs(block: Block, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    started_with: dict[str, Any] = {}
    async with user_simulation() as user:
        monkeypatch.setattr(ui, "run", lambda **options: started_with.update(options))
        await Example(block, user).run()
    assert block.kind != "app" or started_with["storage_secret"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_every_python_block_is_found() -> None:
    fences = sum(page.read_text(encoding="utf-8").count("```python\n") for page in PAGES)
    assert len(BLOCKS) == fences > 10
