"""A server in a process of its own, and the audit file it writes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 15.0
START_SECONDS = 60.0
LOG_SHOWN = 4_000


def wait_for(found: Callable[[], T | None], what: Callable[[], str] | str, seconds: float = WAIT_SECONDS) -> T:
    """Return what `found` finds, as soon as it finds something."""
    deadline = time.monotonic() + seconds
    while True:
        result = found()
        if result:
            return result
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:g} s for {what() if callable(what) else what}")
        time.sleep(0.02)


@dataclass
class Server:
    """A running server.

    Attributes:
        url: where it is.
        data: its data folder.
        process: its process.
    """

    url: str
    data: Path
    process: subprocess.Popen[bytes]

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop it, and wait until it is gone."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)

    def log(self) -> str:
        """Everything it printed."""
        return (self.data / "server.log").read_text()

    def records(self, **like: Any) -> list[dict[str, Any]]:
        """The records in the audit file that have these values."""
        path = self.data / "audit.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        found = [json.loads(line) for line in lines if line.strip()]
        return [record for record in found if all(record[name] == value for name, value in like.items())]

    def wait_record(self, **like: Any) -> dict[str, Any]:
        """The latest record that has these values, waiting until there is one."""
        return wait_for(lambda: self.records(**like), lambda: f"a record like {like}; there are {self.records()}")[-1]


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
        except (URLError, OSError) as error:
            if isinstance(error, HTTPError) or process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                told = (data / "server.log").read_text()[-LOG_SHOWN:]
                raise AssertionError(f"the server did not start ({error}):\n{told}") from None
            time.sleep(0.05)
