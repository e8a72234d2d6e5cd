"""Two processes of the shop on one PostgreSQL, behind a real nginx with the configuration of docs/scale-out.md."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts import chromium, nginx
from tests.browser.server import ROOT, Server, free_port, start, wait_for
from tests.postgres import new_database, postgres_server

__all__ = ["postgres_server"]

PAGE = ROOT / "docs" / "scale-out.md"


@dataclass
class House:
    """What is behind the one address.

    Attributes:
        url: nginx's address.
        database: the URL of the one PostgreSQL.
        workers: the processes, by their ports.
    """

    url: str
    database: str
    workers: dict[int, Server]

    def start(self, port: int, data: Path) -> None:
        """Start a process, also one that was there before."""
        self.workers[port] = start(["-m", "tests.scale_out.app", str(port), self.database], port, data)

    def kill(self, port: int) -> None:
        """Kill a process, with no chance to say good-bye."""
        self.workers[port].stop(signal.SIGKILL)


def documented() -> str:
    """Return the configuration as the page shows it."""
    (shown,) = re.findall(r"^```nginx\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(shown)


def configured(port: int, workers: list[int], folder: Path) -> Path:
    """Write a configuration for these ports around the documented one, and return its file."""
    site = documented()
    for shown, real in zip(("8080", "8081", "8082"), (port, *workers), strict=True):
        assert site.count(f"127.0.0.1:{shown}") == 1
        site = site.replace(f"127.0.0.1:{shown}", f"127.0.0.1:{real}")
    (folder / "site.conf").write_text(site)
    temporary = "".join(
        f"    {name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    whole = folder / "nginx.conf"
    whole.write_text(
        f"{user}daemon off;\npid {folder / 'nginx.pid'};\nevents {{}}\n"
        f"http {{\n    access_log off;\n{temporary}    include {folder / 'site.conf'};\n}}\n"
    )
    return whole


@pytest.fixture(scope="module")
def house(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The whole set-up, for the tests of a file."""
    program = nginx.find()
    if program is None:
        pytest.skip(nginx.ADVICE)
    folder = tmp_path_factory.mktemp("nginx")
    port = free_port()
    house = House(f"http://127.0.0.1:{port}", asyncio.run(new_database(postgres_server)), {})
    proxy = None
    try:
        for _ in range(2):
            house.start(free_port(), tmp_path_factory.mktemp("worker"))
        whole = configured(port, list(house.workers), folder)
        log = (folder / "nginx.log").open("wb")
        proxy = subprocess.Popen([program, "-p", folder, "-c", whole, "-e", "stderr"], stdout=log, stderr=log)
        answered = wait_for(lambda: proxy.poll() is not None or (folder / "nginx.pid").exists(), "nginx")
        assert answered and proxy.poll() is None, (folder / "nginx.log").read_text()
        yield house
    finally:
        if proxy is not None:
            proxy.terminate()
            proxy.wait(10)
        for worker in house.workers.values():
            worker.stop()


@pytest.fixture(scope="module")
def browser(chromium_path: Path, house: House) -> Iterator[Browser]:
    # after the house, whose database is made with an event loop of its own: Playwright's keeps running
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(chromium.FLAGS))
        yield browser
        browser.close()
