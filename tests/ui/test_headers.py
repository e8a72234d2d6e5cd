"""A page with a Provider says in its headers who may embed it: nobody, unless sites were named."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from nicegui import Client, app, core, ui
from nicegui.testing import User
from nicegui.testing.general import nicegui_reset_globals
from starlette.datastructures import MutableHeaders
from starlette.types import Message

from coworkkit import CoworkkitProvider, DeclarationError
from coworkkit.core.origins import is_of_host, is_origin
from coworkkit.ui import adapter
from coworkkit.ui.headers import HeadersLayer, forbid_framing, surround_app

CSP, XFO = "content-security-policy", "x-frame-options"


def framing(response: httpx.Response) -> tuple[list[str], list[str]]:
    """What a response says about being framed: its policies, and the older header."""
    return response.headers.get_list(CSP), response.headers.get_list(XFO)


async def test_nobody_may_embed_a_page_with_a_provider_from_its_first_response_on(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        CoworkkitProvider()

    for _ in range(3):
        response = await user.http_client.get("/")
        assert response.headers["x-nicegui-content"] == "page"
        assert framing(response) == (["frame-ancestors 'none'"], ["DENY"])


async def test_other_responses_are_as_they_were(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        CoworkkitProvider()

    @ui.page("/plain")
    def plain() -> None:
        ui.label("no Provider")

    @app.get("/json")
    def json() -> dict[str, int]:
        return {"answer": 42}

    await user.http_client.get("/")
    for path in ("/plain", "/json", "/nowhere"):
        assert framing(await user.http_client.get(path)) == ([], []), path


async def test_each_page_has_its_own_sites(user: User) -> None:
    def page(path: str, sites: Sequence[str]) -> None:
        @ui.page(path)
        def index() -> None:
            CoworkkitProvider(embedded_by=sites)

    page("/nobody", [])
    page("/portal", ["https://Portal.example"])
    page("/both", ("https://portal.example", "http://10.0.0.7:3000", "self"))
    for _ in range(2):
        answers = {path: framing(await user.http_client.get(path)) for path in ("/nobody", "/portal", "/both")}
        assert answers == {
            "/nobody": (["frame-ancestors 'none'"], ["DENY"]),
            "/portal": (["frame-ancestors https://portal.example"], []),
            "/both": (["frame-ancestors https://portal.example http://10.0.0.7:3000 'self'"], []),
        }


async def test_an_async_page_a_failing_page_and_a_redirect_have_the_headers_too(user: User) -> None:
    @ui.page("/async")
    async def waits() -> None:
        CoworkkitProvider()

    @ui.page("/redirect")
    def redirects() -> Response:
        CoworkkitProvider()
        return RedirectResponse("/async")

    @app.on_page_exception
    def failed() -> None:
        ui.label("sorry")

    @ui.page("/fails")
    def fails() -> None:
        CoworkkitProvider()
        raise ValueError("on purpose")

    await user.http_client.get("/async")
    core.app._exception_handlers.clear()  # NiceGUI's own would log the failure as an error
    statuses = {}
    for path in ("/async", "/redirect", "/fails"):
        response = await user.http_client.get(path)
        statuses[path] = response.status_code
        assert framing(response) == (["frame-ancestors 'none'"], ["DENY"]), path
    assert statuses == {"/async": 200, "/redirect": 307, "/fails": 500}


async def test_a_provider_that_comes_too_late_is_told_of(user: User, caplog: pytest.LogCaptureFixture) -> None:
    @ui.page("/too-late")
    async def index() -> None:
        await ui.context.client.connected()
        CoworkkitProvider()
        ui.label("there")

    client: Client = await user.open("/too-late")
    await user.should_see("there")
    assert client.page.path == "/too-late"
    told = [message for message in caplog.messages if "after the page had been sent" in message]
    assert len(told) == 1 and "'/too-late'" in told[0]


# The app's own headers


Own = Callable[[Response], None]


def sets(response: Response) -> None:
    response.headers[CSP] = "default-src 'self'"


def appends(response: Response) -> None:
    response.headers.append(CSP, "default-src 'self'")


def sets_what_is_missing(response: Response) -> None:
    response.headers.setdefault(CSP, "default-src 'self'")


@pytest.mark.parametrize("own", [sets, appends, sets_what_is_missing])
@pytest.mark.parametrize("imported", ["before the start", "later"])
async def test_the_apps_own_policy_is_kept_and_ours_added(
    own: Own, imported: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_app(own, monkeypatch, early=imported == "before the start") as http:
        responses = [await http.get("/") for _ in range(3)]
    for response in responses[0 if imported == "before the start" else 1 :]:
        assert framing(response) == (["default-src 'self'", "frame-ancestors 'none'"], ["DENY"])
    # where an app imports us when it runs already, its own middleware comes after us, once
    assert framing(responses[0])[1] == ["DENY"]


@asynccontextmanager
async def running_app(own: Own, monkeypatch: pytest.MonkeyPatch, *, early: bool) -> AsyncIterator[httpx.AsyncClient]:
    """An app with one page, and a middleware that does something to each response; made, then started.

    Args:
        own: what the middleware does.
        monkeypatch: for NiceGUI's switch that makes `ui.run` return.
        early: whether our layer is put around the app when it starts.
    """
    monkeypatch.setenv("NICEGUI_USER_SIMULATION", "true")
    with nicegui_reset_globals():

        @app.middleware("http")
        async def policy(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
            response = await call_next(request)
            own(response)
            return response

        @ui.page("/")
        def index() -> None:
            CoworkkitProvider()

        if early:  # as the import does, which NiceGUI's reset between tests undoes
            adapter.at_startup(surround_app)
        ui.run(storage_secret="simulated secret")
        to_app: asyncio.Queue[Message] = asyncio.Queue()
        from_app: asyncio.Queue[Message] = asyncio.Queue()
        life = asyncio.create_task(core.app({"type": "lifespan"}, to_app.get, from_app.put))
        await to_app.put({"type": "lifespan.startup"})
        assert (await from_app.get())["type"] == "lifespan.startup.complete"
        async with httpx.AsyncClient(transport=httpx.ASGITransport(core.app), base_url="http://test") as http:
            yield http
        await to_app.put({"type": "lifespan.shutdown"})
        await life


def test_the_import_puts_the_layer_around_the_app_when_it_starts() -> None:
    code = "from nicegui import app; import coworkkit; print([h.__name__ for h in app._startup_handlers])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "surround_app" in ran.stdout


@pytest.mark.parametrize(
    "own",
    [
        "frame-ancestors 'self'",
        "default-src 'self'; frame-ancestors https://portal.example",
        "default-src 'self';FRAME-ANCESTORS 'self'",
        "default-src 'self', frame-ancestors 'self'",
    ],
)
def test_who_says_itself_who_may_embed_it_is_left_alone(own: str) -> None:
    headers = MutableHeaders({CSP: own, XFO: "SAMEORIGIN"})
    forbid_framing(headers, ())
    assert headers.getlist(CSP) == [own]
    assert headers[XFO] == "SAMEORIGIN"


@pytest.mark.parametrize("own", ["default-src 'self'", "x-frame-ancestors 'self'", "report-uri /frame-ancestors"])
def test_any_other_policy_is_kept_and_ours_added(own: str) -> None:
    headers = MutableHeaders({CSP: own, XFO: "SAMEORIGIN"})
    forbid_framing(headers, ())
    assert headers.getlist(CSP) == [own, "frame-ancestors 'none'"]
    assert headers.getlist(XFO) == ["DENY"]


def test_a_policy_that_only_reports_is_none() -> None:
    headers = MutableHeaders({"Content-Security-Policy-Report-Only": "frame-ancestors 'self'"})
    forbid_framing(headers, ())
    assert headers.getlist(CSP) == ["frame-ancestors 'none'"]


async def test_a_mounted_app_has_the_headers_too() -> None:
    with nicegui_reset_globals():
        outer = FastAPI()

        @ui.page("/")
        def index() -> None:
            CoworkkitProvider()

        ui.run_with(outer, mount_path="/gui", storage_secret="simulated secret")
        async with outer.router.lifespan_context(outer):
            async with httpx.AsyncClient(transport=httpx.ASGITransport(outer), base_url="http://test") as http:
                for _ in range(3):
                    response = await http.get("/gui/")
                    assert response.status_code == 200
                    assert framing(response) == (["frame-ancestors 'none'"], ["DENY"])


async def test_the_layer_is_put_around_the_app_once(user: User) -> None:
    @ui.page("/")
    def index() -> None:
        CoworkkitProvider()

    for _ in range(3):
        await user.http_client.get("/")
    assert isinstance(core.app.middleware_stack, HeadersLayer)
    assert not isinstance(core.app.middleware_stack.app, HeadersLayer)


# Sites


@pytest.mark.parametrize(
    "site",
    [
        "",
        "*",
        "portal.example",
        "https://",
        "https://*.example",
        "https://portal.example/",
        "https://portal.example/path",
        "https://portal.example:99999",
        "https://portal.example:0",
        "https://portal.example; script-src *",
        "https://portal.example https://other.example",
        "https://portal.example\n",
        "https://user@portal.example",
        "https://-portal.example",
        "https://portal..example",
        "https://münchen.example",
        "data:text/html",
        "'none'",
        None,
    ],
)
async def test_what_is_no_site_is_a_mistake_in_the_declaration(site: str) -> None:
    with pytest.raises(DeclarationError, match=r"which is not a site.*Give origins such as 'https://portal.example'"):
        CoworkkitProvider(embedded_by=["https://fine.example", site])


@pytest.mark.parametrize("given", ["https://portal.example", None, 7])
def test_sites_are_a_list(given: Sequence[str]) -> None:
    with pytest.raises(DeclarationError, match=r"an embedded_by that is not a list.*Give a list of sites"):
        CoworkkitProvider(embedded_by=given)


@pytest.mark.parametrize(
    "site",
    [
        "https://portal.example",
        "http://localhost:3000",
        "http://127.0.0.1",
        "https://xn--mnchen-3ya.example",
        "http://a",
    ],
)
def test_what_is_an_origin_is_taken(site: str) -> None:
    assert is_origin(site)


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://localhost:8080", "localhost:8080", True),
        ("https://portal.example", "portal.example", True),
        ("https://portal.example", "Portal.example:443", True),
        ("http://portal.example", "portal.example:80", True),
        ("http://[::1]:8080", "[::1]:8080", True),
        ("https://portal.example", "portal.example:80", False),
        ("https://portal.example:8443", "portal.example", False),
        ("https://elsewhere.example", "portal.example", False),
        ("https://portal.example.elsewhere.example", "portal.example", False),
        ("https://portal.example@elsewhere.example", "elsewhere.example", False),
        ("null", "portal.example", False),
        ("null", "", False),
        ("", "", False),
        ("https://[", "[", False),
    ],
)
def test_an_origin_is_compared_with_the_host_that_was_asked(origin: str, host: str, same: bool) -> None:
    assert is_of_host(origin, host) is same
