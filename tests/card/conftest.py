"""A browser and a page for the card alone: no server but one that hands out files on 127.0.0.1."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scripts import chromium
from tests.card.card_page import CardPage

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "coworkkit" / "ui" / "js"


class Files(SimpleHTTPRequestHandler):
    """Hands out the harness and the card's scripts."""

    def translate_path(self, path: str) -> str:
        name = path.partition("?")[0].rsplit("/", 1)[-1]
        return str((SCRIPTS if path.startswith("/js/") else HERE) / name)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def harness_url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(HERE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/harness.html"
        server.shutdown()


@pytest.fixture(scope="module")
def browser(chromium_path: Path) -> Iterator[Browser]:
    # For one module only: Playwright's synchronous API keeps an event loop running, which async tests elsewhere mind.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(chromium.FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """The browser's profiles by their options. Pages share them, and with them the loaded files."""
    contexts: dict[str, BrowserContext] = {}
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture
def open_page(
    browser: Browser, contexts: dict[str, BrowserContext], harness_url: str
) -> Iterator[Callable[..., CardPage]]:
    """Opens the harness; `before` is a script that runs before the card's, the rest goes to the browser context."""
    pages: list[Page] = []

    def open_one(*, before: str = "", query: str = "", **context: Any) -> CardPage:
        if repr(context) not in contexts:
            contexts[repr(context)] = browser.new_context(**({"viewport": {"width": 1280, "height": 800}} | context))
        page = contexts[repr(context)].new_page()
        pages.append(page)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        if before:
            page.add_init_script(before)
        page.goto(harness_url + query)
        page.wait_for_function("window.stage !== undefined")
        card_page = CardPage(page)
        card_page.errors = errors
        return card_page

    yield open_one
    for page in pages:
        page.close()


@pytest.fixture
def card(open_page: Callable[..., CardPage]) -> Iterator[CardPage]:
    """The harness on a desktop screen. No script of the page may have failed at the end."""
    card_page = open_page()
    yield card_page
    assert card_page.errors == []
