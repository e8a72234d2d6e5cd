"""The app under attack, its users' pages, and the browser they are in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts import chromium
from tests.attacks.victim import Victim
from tests.browser.server import Server, free_port, start

CONTEXT = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "has_touch": True}


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app under attack, in a process of its own."""
    data = tmp_path_factory.mktemp("target")
    port = free_port()
    server = start(["-m", "tests.attacks.app", str(port), str(data)], port, data)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(chromium_path: Path) -> Iterator[Browser]:
    """A browser to which every network name is this machine."""
    flags = [*chromium.FLAGS, "--host-resolver-rules=MAP *.test 127.0.0.1"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=flags)
        yield browser
        browser.close()


Visit = Callable[..., Victim]


@pytest.fixture
def visit(browser: Browser, target: Server) -> Iterator[Visit]:
    """Opens the app in a browser profile of its own, closed at the end.

    Takes how its cards are drawn, a path, and a script that runs in the page before any other.
    """
    contexts = []

    def visit_as_new_user(kind: str = "framed", path: str = "/", *, before: str = "") -> Victim:
        contexts.append(browser.new_context(**CONTEXT))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        if before:
            page.add_init_script(f"if (window === window.top) {{ {before} }}")
        victim = Victim(page, target, kind)
        victim.open(path)
        victim.invade()
        return victim

    yield visit_as_new_user
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def shared(browser: Browser, target: Server) -> Iterator[dict[str, Victim]]:
    """A page of either kind that tests may use one after the other."""
    victims: dict[str, Victim] = {}
    for kind in ("framed", "basic"):
        context = browser.new_context(**CONTEXT)  # type: ignore[arg-type]
        victims[kind] = Victim(context.new_page(), target, kind)
        victims[kind].open()
        victims[kind].invade()
    yield victims
    for victim in victims.values():
        victim.page.context.close()


def rested(victim: Victim) -> Iterator[Victim]:
    """Bring a shared page to the front for a test, and clean up behind it."""
    victim.page.bring_to_front()
    yield victim
    victim.rest()


@pytest.fixture
def framed(shared: dict[str, Victim]) -> Iterator[Victim]:
    """A user whose cards are framed."""
    yield from rested(shared["framed"])


@pytest.fixture
def basic(shared: dict[str, Victim]) -> Iterator[Victim]:
    """A user whose cards are basic."""
    yield from rested(shared["basic"])


@pytest.fixture(params=["framed", "basic"])
def victim(request: pytest.FixtureRequest, shared: dict[str, Victim]) -> Iterator[Victim]:
    """A user, once with framed and once with basic cards."""
    yield from rested(shared[request.param])
