"""The in-page client by itself: a static page, a real Chromium, and a socket that the test answers."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import nicegui
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from scripts import chromium

HERE = Path(__file__).parent
UI = HERE.parent.parent / "coworkkit" / "ui"
VUE = Path(nicegui.__file__).parent / "static" / "vue.esm-browser.js"
PATIENCE_MS = 5_000

Json = dict[str, Any]

# without motion everything is at once where it will be
WINDOW: Json = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


class Files(SimpleHTTPRequestHandler):
    """Serves the harness, the client's modules and NiceGUI's own Vue, and nothing else."""

    protocol_version = "HTTP/1.1"
    extensions_map = {".js": "text/javascript", ".html": "text/html"}

    def translate_path(self, path: str) -> str:
        name = urlsplit(path).path
        if name == "/vue.js":
            return str(VUE)
        if name == "/coworkkit_page.js":
            return str(UI / "coworkkit_page.js")
        if name.startswith("/js/"):
            return str(UI / "js" / Path(name).name)
        return str(HERE / Path(name).name)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Client:
    """One open page, and the server's side of its link."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    async def open(self, **options: Any) -> Client:
        """Load the page; options: watch, dark, offline (any value), dir, primary, words."""
        await self.page.goto(f"{self.address}/harness.html?{urlencode(options)}")
        await self.page.wait_for_function("window.server?.root != null")
        if "offline" not in options:
            await self.wait_sent("hello")
        return self

    async def push(self, kind: str, **content: Any) -> None:
        """Send one message as the server does."""
        message = json.dumps({"kind": kind, **content})
        await self.page.evaluate("message => server.push(JSON.parse(message))", message)

    async def snapshot(self, **content: Any) -> None:
        """Send the snapshot that answers a hello."""
        await self.push("snapshot", **{**SNAPSHOT, **content})

    async def answer(self, kind: str, reply: Json | str) -> None:
        """Choose what a message of this kind is answered with; "silence" is no answer at all."""
        await self.page.evaluate("([kind, reply]) => { server.answers[kind] = reply }", [kind, reply])

    async def sent(self, kind: str) -> list[Json]:
        """Return what the page sent of this kind so far."""
        found: list[Json] = await self.page.evaluate(
            "kind => server.sent.filter(message => message.kind === kind)", kind
        )
        return found

    async def wait_sent(self, kind: str, times: int = 1) -> list[Json]:
        """Wait until the page has sent so many messages of this kind, and return them."""
        await self.page.wait_for_function(
            "([kind, times]) => server.sent.filter(message => message.kind === kind).length >= times",
            arg=[kind, times],
            timeout=PATIENCE_MS,
        )
        return await self.sent(kind)

    async def tell(self, method: str, *arguments: Any) -> None:
        """Have the server connect, drop, hold or release."""
        await self.page.evaluate("([name, given]) => { server[name](...given) }", [method, list(arguments)])

    async def open_with_stopped_clock(self, **options: Any) -> Client:
        """Load the page; what it measures moves only by `let_time_pass`, however slow the machine is."""
        await self.page.add_init_script("performance.now = () => window.passed ?? 0; window.passed = 0")
        return await self.open(**options)

    async def let_time_pass(self, milliseconds: int) -> None:
        """Move the page's stopped clock."""
        await self.page.evaluate("milliseconds => { window.passed += milliseconds }", milliseconds)

    async def settle(self) -> None:
        """Wait until everything that is already on its way has been drawn."""
        await self.page.evaluate(
            """() => new Promise(done => setTimeout(() => {
              requestAnimationFrame(() => requestAnimationFrame(done));
            }, 20))"""
        )


SNAPSHOT: Json = {
    "messages": [],
    "status": {"state": "idle", "text": ""},
    "hand": {"armed": False, "idle_ms_left": None},
    "question": None,
    "card": None,
    "agent": {"name": "LocalAgent"},
    "watch": False,
    "records": [],
    "catalogue": {"actions": [], "surface": None, "elements": []},
}


@pytest.fixture(scope="session")
def files() -> Iterator[str]:
    """The address of the static server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(HERE)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium_path: Path) -> AsyncIterator[Browser]:
    """One Chromium for all tests of this folder."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path, args=list(chromium.FLAGS))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def contexts(browser: Browser) -> AsyncIterator[dict[str, BrowserContext]]:
    """The browser's profiles by their options. Pages share them, and with them the loaded files."""
    contexts: dict[str, BrowserContext] = {}
    yield contexts
    for context in contexts.values():
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(
    browser: Browser, contexts: dict[str, BrowserContext], request: pytest.FixtureRequest
) -> AsyncIterator[Page]:
    """A fresh page; a test chooses its window by parametrizing `page` indirectly."""
    options: Json = {**WINDOW, **getattr(request, "param", {})}
    name = json.dumps(options)
    if name not in contexts:
        contexts[name] = await browser.new_context(**options)
    page = await contexts[name].new_page()
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def client(page: Page, files: str) -> AsyncIterator[Client]:
    """The client on that page. A test fails where the page printed an error."""
    client = Client(page, files)
    yield client
    assert client.errors == []
