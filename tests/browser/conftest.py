"""The running demo, and real browsers on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts import chromium
from tests.browser.server import Server, free_port, start
from tests.browser.tracker import PLAIN_NAME, Tracker


@pytest.fixture
def start_demo(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a demo with data of its own; give the same `data` and `port` to start it again."""
    servers: list[Server] = []

    def start_one(*options: str, data: Path | None = None, port: int | None = None) -> Server:
        port = port or free_port()
        folder = data or tmp_path
        command = ["-m", "demo_app", "--port", str(port), "--no-show", "--data", str(folder), *options]
        servers.append(start(command, port, folder))
        return servers[-1]

    yield start_one
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One demo for the tests of a file; each test uses projects of its own."""
    data = tmp_path_factory.mktemp("demo")
    port = free_port()
    server = start(["-m", "demo_app", "--port", str(port), "--no-show", "--data", str(data)], port, data)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(chromium_path: Path) -> Iterator[Browser]:
    # For one module only: Playwright's synchronous API keeps an event loop running, which async tests elsewhere mind.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path, args=[*chromium.FLAGS, f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1"]
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Tracker]]:
    """Opens the demo as a new user, with a browser profile of their own; what is left is closed at the end."""
    contexts = []

    def visit_as_new_user(server: Server, path: str = "/", *, secure: bool = True, **context: object) -> Tracker:
        options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | context
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        tracker = Tracker(contexts[-1].new_page(), server, secure=secure)
        tracker.open(path)
        return tracker

    yield visit_as_new_user
    for context in contexts:
        context.close()


@pytest.fixture
def user(demo: Server, visit: Callable[..., Tracker]) -> Iterator[Tracker]:
    """A user on the demo's first page. No script of the page may have failed at the end."""
    tracker = visit(demo)
    yield tracker
    assert tracker.errors == []


@pytest.fixture(scope="module")
def odd_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The small app of `tests/browser/app.py`: odd handlers, odd callbacks, and a look at the server's insides."""
    data = tmp_path_factory.mktemp("app")
    port = free_port()
    server = start(["-m", "tests.browser.app", str(port), str(data)], port, data)
    yield server
    server.stop()
