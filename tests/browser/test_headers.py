"""What the headers do in a real browser: a policy that the demo lives with, and no frame on another's page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from demo_app.policy import POLICY
from tests.browser.server import Server, free_port, start, wait_for
from tests.browser.tracker import Tracker

COLLECT = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
"""


class Embedding(BaseHTTPRequestHandler):
    """A page of another origin, on the same site, that embeds what its query names."""

    def do_GET(self) -> None:
        (inner,) = parse_qs(urlsplit(self.path).query).get("of", ["about:blank"])
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<!doctype html><title>other</title><iframe src="{inner}"></iframe>'.encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Embedding) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def small_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app of `tests/ui/guard_app.py`."""
    data = tmp_path_factory.mktemp("embedded")
    port = free_port()
    server = start(["-m", "tests.ui.guard_app", str(port)], port, data)
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.violations")
    return found


def test_the_demo_lives_with_its_policy(demo: Server, page: Page) -> None:
    page.add_init_script(COLLECT)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    user = Tracker(page, demo)
    answer = page.goto(demo.url)
    assert answer is not None
    headers = [(header["name"].lower(), header["value"]) for header in answer.headers_array()]
    policies = [value for name, value in headers if name == "content-security-policy"]
    assert policies == [POLICY, "frame-ancestors 'none'"]
    assert answer.header_value("x-frame-options") == "DENY"
    user.wait_ready()

    user.say("Add a task “Order flowers” to Office move")
    user.wait_row("add_task", "open", "fired", "ok")
    user.say("Archive Summer party")
    user.wait_asked("Archive “Summer party”?")
    user.say("yes")
    user.wait_row("archive_project", "soft", "confirmed", "ok")
    user.say("Delete the project Customer survey")
    user.wait_armed_card("Delete “Customer survey”", "Delete project")
    user.card.click("Delete project")
    user.wait_row("delete_project", "hard", "confirmed", "ok")
    assert violations(page) == []
    assert [text for text in said if "Content Security Policy" in text] == []
    assert user.errors == []

    # the policy is enforced: what it forbids is stopped, and seen here
    page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.src = 'https://elsewhere.example/x.js';
            document.head.append(script);
            const frame = document.createElement('iframe');
            frame.src = 'https://elsewhere.example/';
            document.body.append(frame);
        }"""
    )
    wait_for(lambda: len(violations(page)) == 2, lambda: f"two violations, not {violations(page)}")
    assert {text.split()[0] for text in violations(page)} == {"script-src-elem", "frame-src"}


def test_no_other_page_shows_the_demo_in_a_frame(demo: Server, elsewhere: str, page: Page) -> None:
    with page.expect_console_message(lambda message: "frame-ancestors 'none'" in message.text):
        page.goto(f"{elsewhere}/?of={demo.url}")
    assert page.frames[1].url.startswith("chrome-error:")


def test_a_site_that_was_named_shows_the_page_and_no_other_does(small_app: Server, elsewhere: str, page: Page) -> None:
    inner = f"{small_app.url}/embedded?by={elsewhere}"
    page.goto(f"{elsewhere}/?of={inner}")
    expect(page.frame_locator("iframe").get_by_text("Here to be embedded")).to_be_visible()
    page.frames[1].wait_for_function("window.did_handshake === true")

    other = elsewhere.replace("127.0.0.1", "localhost")
    with page.expect_console_message(lambda message: f"frame-ancestors {elsewhere}" in message.text):
        page.goto(f"{other}/?of={inner}")
    assert small_app.url not in page.frames[1].url
