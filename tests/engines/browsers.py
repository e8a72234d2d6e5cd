"""The engines a test may run in, behind the few things that a person does with a tab.

``COWORKKIT_ENGINE`` names one: ``chromium`` (the default), ``firefox`` or ``webkit``. Playwright's own build is taken
where it is installed; else Firefox as the system has it, and WebKitGTK through its WebDriver.
"""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserType, Error, Page, Playwright, sync_playwright

from scripts import chromium
from tests.browser.tracker import PLAIN_NAME
from tests.engines import webdriver

HERE = Path(__file__).parent
OPEN_ROOTS = (HERE / "open_roots.js").read_text(encoding="utf-8")
CARD_PATH = "/_nicegui/coworkkit/card/"

SIZE = {"width": 1280, "height": 800}
NO_EMULATION = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}
# every name that the tests use is this machine, and none is tried over HTTPS first
FIREFOX_PREFERENCES = {
    "network.dns.localDomains": PLAIN_NAME,
    "dom.security.https_first": False,
    "dom.security.https_only_mode": False,
}

ENGINES = ("chromium", "firefox", "webkit")
CHOICE = "COWORKKIT_ENGINE"


class Tab(Protocol):
    """One tab of a new user."""

    errors: list[str]

    def open(self, url: str) -> None:
        """Load a page."""

    def run(self, script: str) -> Any:
        """Run the body of a function in the page, and return what it returns."""

    def run_in_card(self, script: str) -> Any:
        """Run it in the frame of the card; None where there is no frame."""

    def click(self, x: float, y: float) -> None:
        """Press the mouse button there and let it go."""

    def press(self, keys: str) -> None:
        """Press a key, or several at once: `Control+Shift+K`."""

    def type(self, text: str) -> None:
        """Type a text, key by key."""

    def close(self) -> None:
        """Close it."""


@dataclass(frozen=True)
class Engine:
    """A browser that runs.

    Attributes:
        name: "chromium", "firefox" or "webkit".
        new_tab: opens a tab with a profile of its own.
        plain_name: a network name of this machine; over plain HTTP it is not a secure context. None if there is none.
        demo: the module that starts the demo for it.
    """

    name: str
    new_tab: Callable[[], Tab]
    plain_name: str | None = PLAIN_NAME
    demo: str = "demo_app"


class PlaywrightTab:
    """A tab that Playwright drives."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(viewport=SIZE, **options)  # type: ignore[arg-type]
        self.context.add_init_script(OPEN_ROOTS)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, script: str) -> Any:
        return self.page.evaluate(f"() => {{ {script}\n }}")

    def run_in_card(self, script: str) -> Any:
        frame = next((frame for frame in self.page.frames if CARD_PATH in frame.url), None)
        try:
            return frame.evaluate(f"() => {{ {script}\n }}") if frame else None
        except Error:
            return None  # the frame has gone while we looked

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def close(self) -> None:
        self.context.close()


@contextmanager
def running(name: str) -> Iterator[Engine]:
    """Start the engine of this name, and stop it at the end."""
    with sync_playwright() as playwright:
        if name == "webkit" and not own_build(playwright.webkit):
            with webkit_of_system() as engine:
                yield engine
            return
        browser, options = started(playwright, name)
        plain_name = own_name() if name == "webkit" else PLAIN_NAME
        yield Engine(name, lambda: PlaywrightTab(browser, **options), plain_name)
        browser.close()


def started(playwright: Playwright, name: str) -> tuple[Browser, dict[str, Any]]:
    """Start a browser that Playwright drives. Returns it and the options for its contexts."""
    if name == "chromium":
        flags = [*chromium.FLAGS, f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1"]
        path = chromium.find()
        assert path is not None, chromium.ADVICE
        return playwright.chromium.launch(executable_path=path, args=flags), {"reduced_motion": "reduce"}
    if name == "webkit":
        return playwright.webkit.launch(), {"reduced_motion": "reduce"}
    if own_build(playwright.firefox):
        return playwright.firefox.launch(firefox_user_prefs=FIREFOX_PREFERENCES), {"reduced_motion": "reduce"}
    path = next((Path(found) for name in ("firefox-esr", "firefox") if (found := shutil.which(name))), None)
    assert path is not None, "No Firefox was found: `make test-engines` installs one where it can."
    # WebDriver BiDi, which every Firefox speaks; it has nothing to emulate media features with
    browser = playwright.firefox.launch(
        executable_path=path, channel="moz-firefox", firefox_user_prefs=FIREFOX_PREFERENCES
    )
    return browser, NO_EMULATION


@contextmanager
def webkit_of_system() -> Iterator[Engine]:
    """WebKitGTK as the system has it."""
    found = webdriver.programs()
    assert found is not None, "No WebKit was found: `make test-engines` installs one where it can."
    program, browser = found
    with webdriver.running_driver(program) as url:
        yield Engine("webkit", lambda: webdriver.WebDriverTab(url, browser), own_name(), "tests.engines.app")


def own_name() -> str | None:
    """The machine's own name, for an engine that cannot be told of another, where it leads to 127.0.0.1."""
    name = socket.gethostname()
    try:
        return name if socket.gethostbyname(name) == "127.0.0.1" else None
    except OSError:
        return None


def own_build(kind: BrowserType) -> bool:
    """Whether Playwright has downloaded its own build of this engine."""
    return Path(kind.executable_path).exists()


def chosen() -> str:
    """Return the engine that the tests are to run in."""
    name = os.environ.get(CHOICE) or "chromium"
    assert name in ENGINES, f"{CHOICE}={name}: choose one of {', '.join(ENGINES)}"
    return name
