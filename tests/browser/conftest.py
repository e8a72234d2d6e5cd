"""The running demo, and real browsers on it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts import chromium
from tests.browser.server import Server
from tests.browser.tracker import Tracker

ROOT = Path(__file__).parents[2]
START_SECONDS = 60.0


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(command: list[str], port: int, data: Path) -> Server:
    """Start a server in its own process, and wait until it answers."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("NICEGUI_", "PYTEST_", "COV_"))
    }
    environment["NICEGUI_STORAGE_PATH"] = str(data / "storage")
    log = (data / "server.log").open("ab")
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return Server(url, data, process)
        except (URLError, OSError):
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the server did not start:\n{(data / 'server.log').read_text()}") from None
            time.sleep(0.05)


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
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(chromium.FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Tracker]]:
    """Opens the demo as a new user, with a browser profile of their own; what is left is closed at the end."""
    contexts = []

    def visit_as_new_user(server: Server, path: str = "/", **context: object) -> Tracker:
        options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | context
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        tracker = Tracker(contexts[-1].new_page(), server)
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
