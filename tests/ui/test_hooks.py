"""Declaring on a page: what the hooks take, what they refuse, and where what they declare runs."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from typing import Any

import pytest
from nicegui import app, background_tasks, ui
from nicegui.testing import User
from pydantic import BaseModel

from coworkkit import (
    ActionRecord,
    CoworkkitProvider,
    DeclarationError,
    PageError,
    Session,
    define_action,
    use_action,
    use_element,
    use_surface,
)
from coworkkit.testing import Person, session_on


async def open_page(user: User, build: Callable[[], Any], **given: Any) -> Session:
    """Open a page with a Provider and these declarations, and return its session."""

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider(**given):
            build()

    return session_on(await user.open("/"))


def names(session: Session) -> list[str]:
    return [info.name for info in session.catalogue.snapshot().actions]


def act(text: str = "t") -> str:
    """Act."""
    return text


async def test_use_action_is_a_decorator_and_a_call_and_leaves_the_function_alone(user: User) -> None:
    kept: list[Any] = []

    def build() -> None:
        @use_action
        def bare() -> str:
            """Be bare."""
            return "bare"

        @use_action(control="soft", kind="read", cue="A hint.")
        def configured() -> None:
            """Be configured."""

        kept.append((bare(), use_action(name="called", run=act), use_action(act)))

    session = await open_page(user, build)
    assert kept == [("bare", act, act)]
    assert {"bare", "configured", "called", "act"} <= set(names(session))
    assert (await session.call("bare")).result == "bare"
    assert (await session.call("configured")).code == "needs_confirmation"


class Given(BaseModel):
    text: str


async def test_use_action_takes_parameters_as_a_model_or_a_schema(user: User) -> None:
    def build() -> None:
        use_action(act, name="model", parameters=Given)
        use_action(act, name="schema", parameters={"properties": {"text": {"type": "string", "maxLength": 3}}})

    session = await open_page(user, build)
    assert (await session.call("model", {"text": 1})).code == "invalid_args"
    assert (await session.call("schema", {"text": "long"})).code == "invalid_args"
    assert (await session.call("schema", {"text": "abc"})).result == "abc"


async def test_an_element_has_state_and_actions_in_both_forms_and_each_needs_the_switch(user: User) -> None:
    mode = {"mode": "list"}

    def show_board() -> str:
        """Show the board."""
        mode["mode"] = "board"
        return "shown"

    def build() -> None:
        use_element(
            "view mode",
            state=lambda: mode,
            actions={
                "set_board": show_board,
                "clear": {
                    "run": act,
                    "description": "Clear it.",
                    "control": "hard",
                    "confirmation_summary": lambda: "Clear?",
                },
            },
            cue="The view.",
        )

    session = await open_page(user, build)
    (element,) = session.catalogue.snapshot().elements
    assert (element.name, element.state, element.cue) == ("view mode", {"mode": "list"}, "The view.")
    assert element.actions == ("view mode.set_board", "view mode.clear")
    assert (await session.call("view mode.set_board")).code == "needs_hand_mode"
    person = Person(session)
    person.arms_hand()
    assert (await session.call("view mode.set_board")).ok and mode == {"mode": "board"}
    call = asyncio.ensure_future(session.call("view mode.clear", {"text": "x"}))
    assert (await person.sees_card()).content.title == ["Clear?"]
    await person.cancels()
    assert (await call).code == "cancelled"


async def test_a_surface_tells_where_the_user_is_and_lists_hand_actions(
    user: User, caplog: pytest.LogCaptureFixture
) -> None:
    def build() -> None:
        use_action(act)
        use_surface("Board", data=lambda: {"open": 2}, hand_actions=["act", "missing"], cue="Tasks.")

    session = await open_page(user, build)
    surface = session.catalogue.snapshot().surface
    assert surface is not None and (surface.label, surface.data, surface.cue) == (
        "Board",
        {"open": 2},
        "Tasks.",
    )
    assert (await session.call("act")).code == "needs_hand_mode"
    (warning,) = [
        line.getMessage()
        for line in caplog.records
        if line.levelno == logging.WARNING and "missing" in line.getMessage()
    ]
    assert "'Board'" in warning and "'missing'" in warning


async def promise() -> Any: ...


MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "duplicate": (lambda: (use_action(act), use_action(act)), "action 'act' is declared twice"),
    "duplicate element": (
        lambda: (use_element("view"), use_element("view")),
        "element 'view' is declared twice",
    ),
    "no description": (lambda: use_action(lambda: None, name="mute"), "action 'mute' has no description"),
    "unusable hint": (lambda: use_action(untyped), "action 'untyped' has no type hint for 'text'"),
    "unknown level": (
        lambda: use_action(act, control="strict"),
        "action 'act' has the unknown control 'strict'",
    ),
    "no name": (lambda: use_action(lambda: None, description="d"), "has no name"),
    "element without name": (lambda: use_element(" "), "has no name"),
    "element named unreadably": (lambda: use_element("view\u202e"), "characters that cannot be seen"),
    "element with a huge name": (lambda: use_element("v" * 300, actions={"a": act}), "too long"),
    "element action without run": (
        lambda: use_element("view", actions={"set": {"description": "d"}}),
        "element 'view' declares action 'set' without run",
    ),
    "element action with a typo": (
        lambda: use_element("view", actions={"set": {"run": act, "controll": "hard"}}),
        "element 'view' .*controll",
    ),
    "element action unnamed": (
        lambda: use_element("view", actions={"": act}),
        "of element 'view' has no name",
    ),
    "element action undescribed": (
        lambda: use_element("view", actions={"set": lambda: None}),
        "action 'set' of element 'view' has no description",
    ),
    "surface without label": (lambda: use_surface(""), "has no label"),
    "surface with one text": (
        lambda: use_surface("Board", hand_actions="act"),
        "surface 'Board' has hand_actions",
    ),
    "state that is no function": (lambda: use_element("view", state={"a": 1}), "element 'view'.*state"),  # type: ignore[arg-type]
    "async state": (lambda: use_element("view", state=promise), "element 'view'.*state"),
    "data that is no function": (lambda: use_surface("Board", data={"a": 1}), "surface 'Board'.*data"),  # type: ignore[arg-type]
}


def untyped(text):  # type: ignore[no-untyped-def]
    """Act."""


@pytest.mark.parametrize(("declare", "words"), MISTAKES.values(), ids=MISTAKES.keys())
async def test_a_mistake_fails_where_it_is_declared_names_it_and_mounts_nothing(
    user: User, declare: Callable[[], Any], words: str
) -> None:
    def build() -> None:
        with pytest.raises(DeclarationError, match=words):
            declare()
        use_action(act, name="after")

    session = await open_page(user, build)
    assert "after" in names(session) and not session.catalogue.surfaces
    assert set(names(session)) <= {"act", "after"} | {name for name in names(session) if "." not in name}


HOOKS: dict[str, Callable[[], Any]] = {
    "use_action": lambda: use_action(act),
    "use_element": lambda: use_element("view"),
    "use_surface": lambda: use_surface("Board"),
}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_outside_a_page_says_what_to_do(hook: str) -> None:
    with pytest.raises(PageError, match=f"{hook} was called outside a page"):
        HOOKS[hook]()


@pytest.mark.parametrize("hook", HOOKS)
async def test_a_hook_on_a_page_without_a_provider_says_what_to_do(user: User, hook: str) -> None:
    raised: list[str] = []

    @ui.page("/")
    def page() -> None:
        with pytest.raises(PageError) as error:
            HOOKS[hook]()
        raised.append(str(error.value))

    client = await user.open("/")
    assert f"{hook} was called on a page without a CoworkkitProvider" in raised[0]
    with pytest.raises(PageError, match="shows no session"):
        session_on(client)


async def test_a_plain_function_runs_where_it_was_declared_and_may_touch_the_page(user: User) -> None:
    def build() -> None:
        with ui.card() as card:
            label = ui.label("before")

            @use_action
            def plainly(text: str) -> bool:
                """Change the page."""
                label.text = text
                ui.label(f"made {text}")
                ui.notify(f"told {text}")
                return ui.context.slot.parent is card

            @use_action
            async def on_the_loop(text: str) -> bool:
                """Change the page."""
                await asyncio.sleep(0)
                ui.label(f"made {text}")
                return ui.context.slot.parent is card

            @use_action
            def step_by_step(text: str) -> Any:
                """Change the page."""
                ui.label(f"made {text}")
                yield ui.context.slot.parent is card

    session = await open_page(user, build)
    assert (await session.call("plainly", {"text": "one"})).result is True
    assert (await session.call("on_the_loop", {"text": "two"})).result is True
    assert (await session.call("step_by_step", {"text": "three"})).result == [True]
    for text in ("one", "made one", "told one", "made two", "made three"):
        await user.should_see(text)


async def test_an_action_reads_the_storage_of_the_user_whose_page_it_is(user: User) -> None:
    def build() -> None:
        app.storage.user["name"] = "Ada"

        @use_action
        def who() -> Any:
            """Say who it is."""
            return app.storage.user.get("name")

        @use_action
        async def who_later() -> Any:
            """Say who it is."""
            await asyncio.sleep(0)
            return app.storage.user.get("name")

        use_action(act, name="asked", control="hard", confirmation_summary=lambda: f"By {app.storage.user['name']}?")
        use_action(act, name="levelled", control=lambda: "open" if app.storage.user["name"] == "Ada" else "hard")
        use_surface("Home", data=lambda: {"user": app.storage.user.get("name")})
        use_element("name", state=lambda: app.storage.user.get("name"))

    session = await open_page(user, build)

    person = Person(session)

    async def from_elsewhere() -> list[Any]:
        snapshot = session.catalogue.snapshot()
        assert snapshot.surface is not None
        called = [(await session.call(name)).result for name in ("who", "who_later")]
        assert (await session.call("levelled")).ok
        asked = asyncio.ensure_future(session.call("asked"))
        title = (await person.sees_card()).content.title
        await person.cancels()
        await asked
        return [*called, snapshot.surface.data, snapshot.elements[0].state, *title]

    # a task of its own, so that the test's own request does not help
    told = await asyncio.get_running_loop().create_task(from_elsewhere(), context=contextvars.Context())
    assert told == ["Ada", "Ada", {"user": "Ada"}, "Ada", "By Ada?"]


async def test_an_action_of_every_page_runs_on_the_page_that_calls_it(user: User) -> None:
    @define_action(name="hooks_test_everywhere")
    def everywhere(text: str) -> str:
        """Say it on the page."""
        ui.label(f"said {text}")
        return text

    session = await open_page(user, lambda: None)
    assert (await session.call("hooks_test_everywhere", {"text": "hello"})).ok
    await user.should_see("said hello")


@pytest.mark.scenario("S38")
async def test_a_task_and_a_thread_outside_the_page_can_call_too(user: User) -> None:
    records: list[ActionRecord] = []

    def build() -> None:
        label = ui.label("before")

        @use_action
        def change(text: str) -> str:
            """Change the label."""
            label.text = text
            ui.notify(text)
            return text

    session = await open_page(user, build, on_action_record=records.append)
    loop = asyncio.get_running_loop()

    def in_a_thread() -> Any:
        return asyncio.run_coroutine_threadsafe(session.call("change", {"text": "from a thread"}), loop).result(5)

    assert (await asyncio.to_thread(in_a_thread)).ok
    await user.should_see("from a thread")
    assert (await background_tasks.create(session.call("change", {"text": "from a task"}))).ok
    await user.should_see("from a task")
    await session.journal.flush()
    assert len(records) == 2
