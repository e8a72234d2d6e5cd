"""The engine that `COWORKKIT_ENGINE` names, and the demo for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server, free_port, start
from tests.engines.browsers import Engine, chosen, running
from tests.engines.person import Person


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    # For one module only: Playwright's synchronous API keeps an event loop running, which async tests elsewhere mind.
    name = chosen()
    if name == "chromium":
        request.getfixturevalue("chromium_path")
    with running(name) as engine:
        yield engine


@pytest.fixture(scope="module")
def demo(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One demo for all: each test has projects of its own. Its cards stay for as long as a person needs."""
    yield from started(engine, tmp_path_factory.mktemp("demo"))


@pytest.fixture
def hasty_demo(engine: Engine, tmp_path: Path) -> Iterator[Server]:
    """A demo whose cards run out after five seconds."""
    yield from started(engine, tmp_path, "--card-seconds", "5")


def started(engine: Engine, data: Path, *options: str) -> Iterator[Server]:
    port = free_port()
    command = ["-m", engine.demo, "--port", str(port), "--no-show", "--data", str(data), *options]
    server = start(command, port, data)
    yield server
    server.stop()


@pytest.fixture
def visit(engine: Engine) -> Iterator[Callable[..., Person]]:
    """Opens a demo as a new user. No script of the page may have failed at the end."""
    tabs = []

    def visit_as_new_user(server: Server, *, secure: bool = True) -> Person:
        if not secure and engine.plain_name is None:
            pytest.skip("this engine knows no network name that leads to 127.0.0.1")
        tabs.append(engine.new_tab())
        url = server.url if secure else f"http://{engine.plain_name}:{server.port}"
        person = Person(tabs[-1], server, url)
        person.open()
        return person

    yield visit_as_new_user
    for tab in tabs:
        tab.close()
    assert [tab.errors for tab in tabs] == [[] for _ in tabs]


@pytest.fixture
def person(demo: Server, visit: Callable[..., Person]) -> Person:
    """A new user on the demo's first page."""
    return visit(demo)
