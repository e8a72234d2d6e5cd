"""What every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import chromium


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
