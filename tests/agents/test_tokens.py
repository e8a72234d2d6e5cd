"""The token that an agent shows to its server: short-lived, fetched in time, and seen by nobody."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from fastapi import Request, Response
from nicegui import ui
from nicegui.testing import User, user_simulation

pytest.importorskip("ag_ui_langgraph", reason="the AG-UI servers are not installed: pip install -e '.[test]'")

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from coworkkit import AgentTroubleError, CoworkkitProvider, DeclarationError, TokenContext
from coworkkit.agents import AGUIAgent
from coworkkit.testing import FakeClock, Person, session_on
from tests.agents.agui_servers import numbers, running
from tests.agents.connectors.by_pydantic_ai import results_in
from tests.core.scene import Scene, until


class Door:
    """A real AG-UI server that lets in who shows one of these tokens."""

    def __init__(self, *good: str) -> None:
        self.good = set(good)
        self.shown: list[str | None] = []
        self.url = running().by_pydantic_ai(Agent(FunctionModel(stream_function=self.answer)), self.guard)

    async def guard(self, request: Request) -> Response | None:
        """Refuse who shows no good token."""
        shown = request.headers.get("authorization")
        self.shown.append(shown)
        return None if (shown or "").removeprefix("Bearer ") in self.good else Response(f"bad: {shown}", 401)

    async def answer(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        """Call the page once, then say something."""
        if info.function_tools and not results_in(messages):
            yield {0: DeltaToolCall(name="wait_a_while", json_args="{}", tool_call_id="c1")}
        else:
            yield "Come in."


async def says(scene: Scene, text: str = "hello") -> str:
    """The user says something; returns the last line of the conversation."""
    scene.person.says(text)
    await until(lambda: scene.session.working is None)
    return list(scene.session.conversation.messages.values())[-1].text


def handing_out(*tokens: Any) -> tuple[Callable[[TokenContext], Any], list[TokenContext]]:
    """A get_token that gives these in turn, the last one again and again; and whom it was asked for."""
    asked: list[TokenContext] = []

    def get_token(context: TokenContext) -> Any:
        asked.append(context)
        return tokens[min(len(asked), len(tokens)) - 1]

    return get_token, asked


async def test_a_token_is_fetched_when_it_is_needed_and_kept() -> None:
    door = Door("one")
    get_token, asked = handing_out("one")
    scene = Scene(agent=AGUIAgent(door.url), get_token=get_token)
    assert asked == []
    assert await says(scene) == "Come in." and await says(scene) == "Come in."
    assert asked == [TokenContext("tester", scene.session.id)]
    assert door.shown == ["Bearer one"] * 2


async def test_get_token_may_be_async() -> None:
    door = Door("one")

    async def get_token(context: TokenContext) -> str:
        await asyncio.sleep(0)
        return "one"

    assert await says(Scene(agent=AGUIAgent(door.url), get_token=get_token)) == "Come in."


def web_token(**claims: Any) -> str:
    """A JSON Web Token with these claims; nobody here checks its signature."""
    parts = [json.dumps(part).encode() for part in ({"alg": "none"}, claims)]
    return ".".join([*(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts), "c2ln"])


@pytest.mark.parametrize("form", ["expires_in", "expires_at", "exp", "jwt"])
async def test_a_token_is_replaced_before_it_ends_also_within_a_turn(form: str) -> None:
    clock = FakeClock()

    def get_token(context: TokenContext) -> Any:
        number = len(door.good)
        end = clock.now().timestamp() + 300
        given: Any = {
            "expires_in": {"access_token": f"t{number}", "expires_in": "300"},
            "expires_at": {"token": f"t{number}", "expires_at": end},
            "exp": {"token": f"t{number}", "exp": end},
            "jwt": web_token(exp=end, number=number),
        }[form]
        door.good.add(given if isinstance(given, str) else given.get("token", given.get("access_token")))
        return given

    async def wait_a_while() -> None:
        """Wait."""
        await clock.advance(250)

    door = Door()
    scene = Scene(wait_a_while, agent=AGUIAgent(door.url), get_token=get_token, clock=clock)
    assert await says(scene) == "Come in."
    assert len(door.good) == 2 and len(set(door.shown)) == 2
    await clock.advance(200)
    scene.remove("wait_a_while")
    assert await says(scene) == "Come in."
    assert len(door.good) == 2
    await clock.advance(50)
    assert await says(scene) == "Come in."
    assert len(door.good) == 3


async def test_a_token_that_is_refused_is_replaced_once() -> None:
    door = Door("two")
    get_token, asked = handing_out("one", "two")
    scene = Scene(agent=AGUIAgent(door.url), get_token=get_token)
    assert await says(scene) == "Come in."
    assert door.shown == ["Bearer one", "Bearer two"] and len(asked) == 2


async def test_when_the_new_token_is_refused_too_the_user_reads_it_and_nobody_reads_the_token(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = Door()
    get_token, asked = handing_out("first-5up3r-s3cret", "second-5up3r-s3cret")
    scene = Scene(agent=AGUIAgent(door.url, name="Nova"), get_token=get_token)
    with caplog.at_level(logging.DEBUG):
        told = await says(scene)
    assert told == "Nova is not set up yet, so it cannot answer. Whoever runs this app can mend that."
    assert len(asked) == 2
    assert "answered 401: bad" in caplog.text
    assert "5up3r" not in caplog.text
    assert "5up3r" not in repr(scene.session.memory) + repr(scene.records)


@pytest.mark.parametrize("given", [None, 5, "", "a b", "a\r\nX-Evil: 1", {}, {"token": None}, ["a"], "é"])
async def test_what_is_no_token_is_sent_nowhere(given: Any, caplog: pytest.LogCaptureFixture) -> None:
    door = Door()
    scene = Scene(agent=AGUIAgent(door.url, name="Nova"), get_token=lambda context: given)
    assert "not set up" in await says(scene)
    assert door.shown == []
    assert "get_token" in caplog.text


async def test_a_get_token_that_fails_is_told_by_its_kind_only(caplog: pytest.LogCaptureFixture) -> None:
    def get_token(context: TokenContext) -> str:
        raise RuntimeError("client_secret=hunter2")

    scene = Scene(agent=AGUIAgent(Door().url), get_token=get_token)
    assert "not set up" in await says(scene)
    assert "RuntimeError" in caplog.text and "hunter2" not in caplog.text


async def test_a_get_token_that_knows_why_says_it() -> None:
    def get_token(context: TokenContext) -> str:
        raise AgentTroubleError("out_of_credit", "this customer has no plan")

    assert "credit" in await says(Scene(agent=AGUIAgent(Door().url), get_token=get_token))


async def test_stop_does_not_wait_for_a_get_token_that_hangs() -> None:
    begun, release = threading.Event(), threading.Event()

    def get_token(context: TokenContext) -> str:
        begun.set()
        release.wait(10)
        return "late"

    scene = Scene(agent=AGUIAgent(Door().url), get_token=get_token)
    scene.person.says("hello")
    await until(begun.is_set)
    started = time.monotonic()
    scene.person.stops()
    await until(lambda: scene.session.working is None)
    assert time.monotonic() - started < 2
    release.set()


async def test_two_turns_at_once_fetch_one_token() -> None:
    fetched: list[str] = []

    async def get_token(context: TokenContext) -> str:
        fetched.append("one")
        await asyncio.sleep(0)
        return "one"

    class Asking:
        name = "Nova"
        greeting = ""

        async def answer(self, turn: Any) -> AsyncIterator[str]:
            yield " ".join(await asyncio.gather(*(turn.token() for _ in range(3))))

    assert await says(Scene(agent=Asking(), get_token=get_token)) == "one one one"
    assert fetched == ["one"]


async def test_an_app_without_tokens_shows_none() -> None:
    door = Door("")
    assert await says(Scene(agent=AGUIAgent(door.url))) == "Come in."
    assert door.shown == [None]


# token_url, and the Provider


def token_service(*answers: Any) -> tuple[str, list[Any]]:
    """A service that hands out tokens, and what it was asked."""
    asked: list[Any] = []
    path = f"/token/{next(numbers)}"

    @running().app.post(path)
    async def token(request: Request) -> Any:
        asked.append(await request.json())
        return answers[min(len(asked), len(answers)) - 1]

    return f"{running().url}{path}", asked


async def page_says(user: User, **provider: Any) -> tuple[list[str], Any]:
    """What the conversation shows on a page with this Provider once the user has said something."""

    @ui.page("/")
    def index() -> None:
        CoworkkitProvider(user="ada", **provider)

    session = session_on(await user.open("/"))
    Person(session).says("hello")
    await until(lambda: session.working is None)
    return [one.text for one in session.conversation.messages.values() if one.role != "user"], session


async def test_token_url_is_asked_by_the_server_for_the_pages_user() -> None:
    door = Door("from-url")
    url, asked = token_service({"access_token": "from-url", "expires_in": 300})
    async with user_simulation() as user:
        said, session = await page_says(user, agent=AGUIAgent(door.url), token_url=url)
    assert said == ["Come in."]
    assert asked == [{"user": "ada", "session_id": session.id}]


async def test_get_token_of_a_page_is_given_its_user() -> None:
    door = Door("for-ada")
    async with user_simulation() as user:
        said, _ = await page_says(user, agent=AGUIAgent(door.url), get_token=lambda context: f"for-{context.user}")
    assert said == ["Come in."]


@pytest.mark.parametrize(
    ("status", "sentence"), [(401, "not set up"), (404, "not set up"), (402, "credit"), (429, "busy"), (500, "reached")]
)
async def test_a_token_service_that_refuses_is_one_plain_sentence(
    status: int, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    url, _ = token_service(Response("no, secret=hunter2", status))
    async with user_simulation() as user:
        said, _ = await page_says(user, agent=AGUIAgent(Door().url), token_url=url)
    assert len(said) == 1 and sentence in said[0]
    assert f"answered {status}" in caplog.text and "hunter2" not in caplog.text


async def test_a_token_service_that_is_not_there_cannot_be_reached() -> None:
    async with user_simulation() as user:
        said, _ = await page_says(user, agent=AGUIAgent(Door().url), token_url="http://127.0.0.1:9/token")
    assert "cannot be reached" in said[0]


@pytest.mark.parametrize(
    "given",
    [
        {"token_url": "/token"},
        {"token_url": "ftp://a/b"},
        {"token_url": "https://u:p@a/b"},
        {"token_url": 5},
        {"get_token": "abc"},
        {"get_token": len, "token_url": "https://a/b"},
    ],
)
async def test_a_provider_that_is_given_what_cannot_work_says_so(given: dict[str, Any]) -> None:
    told: list[DeclarationError] = []
    async with user_simulation() as user:

        @ui.page("/")
        def index() -> None:
            with pytest.raises(DeclarationError) as error:
                CoworkkitProvider(**given)
            told.append(error.value)

        await user.open("/")
    assert told and "u:p" not in str(told[0])


async def test_no_token_reaches_the_browser() -> None:
    door = Door("never-5een")
    async with user_simulation() as user:
        _, session = await page_says(user, agent=AGUIAgent(door.url), get_token=lambda context: "never-5een")
        client = user.client
        assert client is not None
        page = httpx.Response(200, text=str([element.props for element in client.elements.values()]))
    assert "never-5een" not in page.text + str(session.conversation.messages)
