"""While an app is built, one line names its next missing step."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from nicegui import ui
from nicegui.testing import User

from coworkkit import AgentTroubleError, CoworkkitProvider, Turn, use_action, use_surface
from coworkkit.messages import GERMAN
from coworkkit.testing import Person, session_on
from coworkkit.ui.guide import progress
from coworkkit.ui.mount import mounts


class Echo:
    """Says what it heard."""

    name = "Echo"
    greeting = "Hello."

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        yield turn.text


@pytest.fixture(autouse=True)
def nothing_done_yet() -> Iterator[None]:
    before = (progress.answered, progress.painted)
    progress.answered = progress.painted = False
    yield
    progress.answered, progress.painted = before


class Page:
    """A page, and the hints it was sent."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.told: list[dict[str, Any]] = []

    async def open(self, build: Callable[[], Any] = lambda: None, **given: Any) -> Page:
        @ui.page("/")
        def page() -> None:
            with CoworkkitProvider(**{"watch": True, "agent": Echo(), **given}):
                build()

        client = await self.user.open("/")
        self.session = session_on(client)
        self.person = Person(self.session)
        screen = mounts[client.id].screen
        assert screen is not None
        screen.send_now = self.told.append
        screen.hello()
        return self

    @property
    def step(self) -> str | None:
        """The step that is named now."""
        hint = [message["hint"] for message in self.told if "hint" in message][-1]
        return None if hint is None else hint["step"]

    async def comes_to(self, step: str | None) -> None:
        async with asyncio.timeout(5):
            while self.step != step:
                await asyncio.sleep(0.01)


class Unwell:
    """An agent that answers only once it is well."""

    name = "Unwell"
    greeting = ""
    well = False

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Answer, or say why not."""
        if not self.well:
            raise AgentTroubleError("setup_needed", "no key is set")
        yield "Hello."


def hard_action() -> None:
    @use_action(control="hard")
    def wipe() -> None:
        """Wipe it."""


async def test_a_page_without_an_agent_is_told_to_give_one(user: User) -> None:
    page = await Page(user).open(agent=None)
    assert page.step == "noAgent"


async def test_a_page_without_an_action_is_told_to_declare_one(user: User) -> None:
    page = await Page(user).open()
    assert page.step == "noAction"


async def test_a_surface_that_names_what_is_not_there_is_told_so(user: User) -> None:
    def build() -> None:
        hard_action()
        use_surface("Board", hand_actions=["wipe", "wpie"])

    page = await Page(user).open(build)
    assert page.step == "handAction"
    assert "'wpie'" in str(page.told) or "wpie" in page.told[-1]["hint"]["text"]


async def test_each_step_goes_when_it_is_done(user: User) -> None:
    page = await Page(user).open(hard_action)
    assert page.step == "noAnswer"
    page.person.says("hello")
    await page.comes_to("noCard")
    call = asyncio.ensure_future(page.session.call("wipe"))
    await page.person.cancels()
    await call
    await page.comes_to(None)


async def test_a_builder_is_told_why_the_agent_could_not_answer_until_it_does(user: User) -> None:
    agent = Unwell()
    page = await Page(user).open(hard_action, agent=agent)
    page.person.says("hello")
    await page.comes_to("agentTrouble")
    assert any("no key is set" in message["hint"]["text"] for message in page.told if message.get("hint"))
    agent.well = True
    page.person.says("and now?")
    await page.comes_to("noCard")


async def test_an_action_that_appears_later_is_the_next_step_done(user: User) -> None:
    page = await Page(user).open()
    with page.user:
        hard_action()
    await page.comes_to("noAnswer")


async def test_a_step_is_named_in_the_words_of_the_page(user: User) -> None:
    page = await Page(user).open(messages=GERMAN)
    assert page.told[-1]["hint"]["text"] == GERMAN["guide.noAction"]


async def test_without_watch_nothing_is_named(user: User) -> None:
    page = await Page(user).open(watch=False, agent=None)
    assert page.step is None
