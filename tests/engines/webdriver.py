"""A tab driven by WebDriver: for WebKitGTK, whose driver Debian has, where Playwright has no build of its own.

The driver shows no closed shadow root and takes no script to run before the page's. So the demo is started by
`tests/engines/app.py`, which serves that script with every document.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.browser.server import free_port, wait_for

KEYS = {
    "Enter": "\ue007",
    "Tab": "\ue004",
    "Escape": "\ue00c",
    "Control": "\ue009",
    "Shift": "\ue008",
    "Space": " ",
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
SECONDS = 40.0


def programs() -> tuple[str, Path] | None:
    """Return WebKitGTK's driver and its small browser, or None where the system has them not."""
    driver = shutil.which("WebKitWebDriver")
    browser = next(iter(sorted(Path("/").glob(MINI_BROWSERS[1:]))), None)
    return (driver, browser) if driver and browser else None


class WebDriverTab:
    """One window of its own user."""

    def __init__(self, driver: str, browser: Path) -> None:
        self.http = httpx.Client(base_url=driver, timeout=SECONDS)
        # the size of a window is the window manager's affair, and there is none
        options = {"binary": str(browser), "args": ["--automation", "--geometry=1280x900"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        started = self.send("POST", "/session", {"capabilities": wanted})
        self.session = f"/session/{started['sessionId']}"
        self.version: str = started["capabilities"]["browserVersion"]
        self.errors: list[str] = []

    def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send one command and return its value."""
        answer = self.http.request(method, path, json=body)
        value = answer.json()["value"]
        assert answer.status_code == 200, value
        return value

    def close(self) -> None:
        """Close the window."""
        self.send("DELETE", self.session)
        self.http.close()

    def open(self, url: str) -> None:
        """Load a page."""
        self.send("POST", f"{self.session}/url", {"url": url})

    def run(self, script: str) -> Any:
        """Run the body of a function in the page, and return what it returns."""
        return self.send("POST", f"{self.session}/execute/sync", {"script": script, "args": []})

    def run_in_card(self, script: str) -> Any:
        """Run it in the frame of the card; None where there is no frame."""
        find = """
            for (const host of document.documentElement.children) {
              const frame = host.shadowRoot?.querySelector("dialog[open] iframe");
              if (frame) return frame;
            }
            return null;
        """
        frame = self.run(find)
        if frame is None:
            return None
        try:
            self.send("POST", f"{self.session}/frame", {"id": frame})
            return self.run(script)
        except AssertionError:
            return None  # the frame has gone while we looked
        finally:
            self.send("POST", f"{self.session}/frame", {"id": None})

    def click(self, x: float, y: float) -> None:
        """Press the mouse button there and let it go."""
        self._act(
            "pointer",
            [
                {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        )

    def press(self, keys: str) -> None:
        """Press a key, or several at once: `Control+Shift+K`."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        downs = [{"type": "keyDown", "value": value} for value in values]
        self._act("key", downs + [{"type": "keyUp", "value": value} for value in reversed(values)])

    def type(self, text: str) -> None:
        """Type a text, key by key."""
        pairs = ([{"type": "keyDown", "value": letter}, {"type": "keyUp", "value": letter}] for letter in text)
        self._act("key", list(itertools.chain.from_iterable(pairs)))

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        self.send("POST", f"{self.session}/actions", {"actions": [{"type": kind, "id": kind, "actions": actions}]})


@contextmanager
def running_driver(program: str) -> Iterator[str]:
    """Start the driver, on a screen of its own where there is none, and yield its address."""
    port = free_port()
    command = [program, f"--port={port}"]
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", *command]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    url = f"http://127.0.0.1:{port}"

    def is_ready() -> bool:
        try:
            return bool(httpx.get(f"{url}/status").json()["value"]["ready"])
        except (httpx.TransportError, ValueError):
            return False

    try:
        wait_for(is_ready, "the driver of WebKitGTK", SECONDS)
        yield url
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)
