"""What every test may use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coworkkit.core.catalogue import everywhere
from scripts import chromium


@pytest.fixture(autouse=True)
def own_module_actions() -> Iterator[None]:
    """Give each test an empty module scope: `define_action` is for the life of a process, and a test is not."""
    before = dict(everywhere.actions)
    everywhere.actions.clear()
    yield
    everywhere.actions.clear()
    everywhere.actions.update(before)


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The browser that the tests drive; start it with `scripts.chromium.FLAGS`."""
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.ADVICE, pytrace=False)
    return path


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, before `-m` chooses."""
    for item in items:
        if "chromium_path" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a function in a test's id by its name: its address would differ between the two test processes."""
    return val.__qualname__.rsplit(".", 1)[-1] if callable(val) and hasattr(val, "__qualname__") else None
