"""Pages whose browser is not let in: they come back by themselves where that can be, and never in a loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.server import Server, free_port, start, wait_for
from tests.browser.tracker import PLAIN_NAME

CAME_BACK = "performance.getEntriesByType('navigation')[0].type === 'reload' && window.did_handshake === true"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def secure_app(tmp_path: Path) -> Iterator[Server]:
    """An app whose cookie is `Secure`: over plain HTTP no browser keeps it."""
    port = free_port()
    server = start(["-m", "tests.ui.guard_app", str(port), "secure-cookie"], port, tmp_path)
    yield server
    server.stop()


def loads_of(page: Page) -> list[str]:
    """The loads of a page from now on."""
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    return loads


def test_a_page_whose_cookie_was_replaced_meanwhile_loads_itself_again_and_works(demo: Server, page: Page) -> None:
    page.goto(demo.url)
    (other,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "session")
    page.goto("about:blank")
    page.context.clear_cookies()

    def replaced(route: Route) -> None:
        """Answer as the server does, and as if another tab's first answer came just after it."""
        response = route.fetch()
        page.context.add_cookies([{"name": "session", "value": other, "url": demo.url}])
        headers = {name: value for name, value in response.headers.items() if name != "set-cookie"}
        route.fulfill(response=response, headers=headers)

    loads = loads_of(page)
    page.route(demo.url + "/", replaced, times=1)
    page.goto(demo.url + "/")
    page.wait_for_function(CAME_BACK)
    expect(page.locator(".cwk-fab")).to_be_visible()
    assert len(loads) == 2


def test_a_browser_that_keeps_no_cookies_does_not_load_the_page_for_ever(secure_app: Server, page: Page) -> None:
    loads = loads_of(page)
    page.goto(f"http://{PLAIN_NAME}:{secure_app.port}/")
    wait_for(lambda: "it does not carry a session cookie" in secure_app.log(), "the warning")
    page.wait_for_timeout(500)  # long enough for a page that would load itself again
    assert len(loads) == 1
    expect(page.get_by_text("Count")).to_be_visible()
