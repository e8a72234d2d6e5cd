"""Declarations live as long as the NiceGUI element that encloses them, and sessions longer than a page."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from nicegui import Client, app, ui
from nicegui.testing import User

from coworkkit import (
    ActionRecord,
    CoworkkitProvider,
    PageError,
    Session,
    use_action,
    use_element,
    use_surface,
)
from coworkkit.testing import Person, session_on
from coworkkit.ui.mount import mounts
from tests.records import keep_records

PATIENCE_SECONDS = 5.0


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so, for a bounded time."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


def act(text: str = "t") -> str:
    """Act."""
    return text


def declare_all() -> None:
    """Declare one of each."""
    use_action(act)
    use_element("view", state=lambda: 1, actions={"set": act})
    use_surface("Place")


def mounted(session: Session) -> tuple[set[str], set[str], str | None]:
    told = session.catalogue.snapshot()
    own = {name for name in ("act", "view.set", "other") if session.catalogue.find(name)}
    return own, {element.name for element in told.elements}, told.surface.label if told.surface else None


ALL = ({"act", "view.set"}, {"view"}, "Place")
NOTHING: tuple[set[str], set[str], None] = (set(), set(), None)


async def test_what_is_declared_in_an_element_goes_when_it_is_deleted(user: User) -> None:
    boxes: list[ui.element] = []

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            with ui.column() as box:
                with ui.card():
                    declare_all()
            boxes.append(box)

    session = session_on(await user.open("/"))
    assert mounted(session) == ALL and (await session.call("act")).ok
    boxes[0].delete()
    assert mounted(session) == NOTHING
    assert (await session.call("act")).code == "not_found"


async def test_what_is_declared_in_an_element_goes_when_it_is_cleared_and_may_come_back(user: User) -> None:
    boxes: list[ui.element] = []

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            with ui.column() as box:
                declare_all()
            boxes.append(box)

    session = session_on(await user.open("/"))
    for _ in range(3):
        boxes[0].clear()
        assert mounted(session) == NOTHING
        with boxes[0]:
            declare_all()
        assert mounted(session) == ALL
        assert (await session.call("act")).ok


async def test_a_refreshed_part_declares_anew_and_nothing_twice(user: User) -> None:
    shown: list[str] = ["act"]

    @ui.refreshable
    def part() -> None:
        for name in shown:
            use_action(act, name=name)
        use_element("view", actions={"set": act})
        use_surface(f"Place {len(shown)}")

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            part()

    session = session_on(await user.open("/"))
    assert mounted(session) == ({"act", "view.set"}, {"view"}, "Place 1")
    await part.refresh()
    assert mounted(session) == ({"act", "view.set"}, {"view"}, "Place 1")
    shown[:] = ["other", "more"]
    await part.refresh()
    assert mounted(session) == ({"other", "view.set"}, {"view"}, "Place 2")
    shown.clear()
    await part.refresh()
    assert (await session.call("other")).code == "not_found"


async def test_a_part_refreshed_while_its_card_is_open_runs_after_the_click(user: User) -> None:
    count = [1]

    @ui.refreshable
    def part() -> None:
        label = ui.label("row")

        @use_action(control="hard", confirmation_summary=lambda: f"Delete {count[0]} rows?")
        def remove_rows() -> str:
            """Delete the rows."""
            return f"deleted {count[0]}" if not count[0] else label.text and f"deleted {count[0]}"

        @use_action(control="hard", confirmation_summary=lambda: f"Count {count[0]} rows?")
        def count_rows() -> str:
            """Count the rows."""
            return f"counted {count[0]}"

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            part()

    session = session_on(await user.open("/"))
    person = Person(session)
    call = asyncio.ensure_future(session.call("count_rows"))
    assert (await person.sees_card()).content.title == ["Count 1 rows?"]
    count[0] = 2
    await part.refresh()
    await person.confirms()
    await until(lambda: (card := session.cards.on_screen) is not None and card.revision == 2)
    assert (await person.sees_card()).content.title == ["Count 2 rows?"]
    await person.confirms()
    assert (await call).result == "counted 2"
    call = asyncio.ensure_future(session.call("remove_rows"))
    await person.sees_card()
    await part.refresh()
    await person.confirms()
    assert (await call).code == "not_found", "its label is another one by now"


async def test_leaving_a_sub_page_takes_its_declarations_along(user: User) -> None:
    def home() -> None:
        use_action(act)
        use_surface("Home")
        ui.link("go", "/archive")

    def archive() -> None:
        use_action(act, name="other")
        use_surface("Archive")

    @ui.page("/")
    @ui.page("/archive")
    def page() -> None:
        with CoworkkitProvider():
            ui.sub_pages({"/": home, "/archive": archive})

    session = session_on(await user.open("/"))
    assert mounted(session) == ({"act"}, set(), "Home")
    user.find("go").click()
    await until(lambda: session.catalogue.find("other"))
    assert mounted(session) == ({"other"}, set(), "Archive")
    assert (await session.call("act")).code == "not_found"


async def test_a_closed_dialog_and_an_unshown_tab_are_still_declared(user: User) -> None:
    dialogs: list[ui.dialog] = []

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            with ui.dialog() as dialog:
                use_action(act)
            dialogs.append(dialog)

    session = session_on(await user.open("/"))
    dialogs[0].open()
    dialogs[0].close()
    assert (await session.call("act")).ok


async def test_an_element_left_while_its_card_is_open_does_not_run(user: User) -> None:
    boxes: list[ui.element] = []

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            with ui.column() as box:
                use_action(act, control="hard")
            boxes.append(box)

    session = session_on(await user.open("/"))
    person = Person(session)
    call = asyncio.ensure_future(session.call("act"))
    await person.sees_card()
    boxes[0].delete()
    await person.confirms()
    assert (await call).code == "not_found"


def provided(**given: Any) -> list[CoworkkitProvider]:
    providers: list[CoworkkitProvider] = []

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider(**given) as provider:
            declare_all()
        providers.append(provider)

    return providers


async def test_nothing_can_be_called_before_a_browser_is_there(user: User) -> None:
    providers = provided()
    await user.http_client.get("/")
    assert providers[0].session is None
    session = session_on(await user.open("/"))
    assert providers[1].session is session and (await session.call("act")).ok


async def test_a_reload_keeps_the_session_and_switches_hand_mode_off(user: User) -> None:
    provided()
    first = session_on(await user.open("/"))
    first.memory["kept"] = True
    Person(first).arms_hand()
    second = session_on(await user.open("/"))
    assert second is first and second.memory == {"kept": True} and not second.hand.armed
    assert mounted(second) == ALL and (await second.call("act")).ok


async def test_another_user_has_another_session_and_another_catalogue(
    user: User, create_user: Callable[[], User]
) -> None:
    provided()
    other = create_user()
    mine, theirs = session_on(await user.open("/")), session_on(await other.open("/"))
    assert mine is not theirs and mine.catalogue is not theirs.catalogue and mine.user != theirs.user
    theirs.catalogue.remove(*theirs.catalogue.actions.values())
    assert (await mine.call("act")).ok


@pytest.mark.scenario("S34", "S38")
async def test_a_deleted_page_is_forgotten_and_a_call_that_still_runs_is_recorded(user: User) -> None:
    records: list[ActionRecord] = []
    go = asyncio.Event()

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider(on_action_record=records.append):
            label = ui.label("before")

            @use_action
            async def change() -> str:
                """Change the label, after a while."""
                await go.wait()
                label.text = "after"
                ui.notify("after")
                return "changed"

    client = await user.open("/")
    session = session_on(client)
    call = asyncio.ensure_future(session.call("change"))
    await asyncio.sleep(0)
    client.delete()
    assert client.id not in mounts
    with pytest.raises(PageError):
        session_on(client)
    go.set()
    assert (await call).result == "changed"
    assert (await session.call("change")).code == "not_found"
    session.catalogue.snapshot()
    await session.journal.flush()
    assert [(record.gate, record.outcome.entered) for record in records] == [
        ("fired", True),
        ("refused", False),
    ]


async def test_pages_that_come_and_go_leave_nothing_behind(user: User) -> None:
    """Mounts hold on to their page, and the actions of every page to none."""

    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            declare_all()

    before = len(mounts)
    pages: list[weakref.ref[Client]] = []
    for _ in range(5):
        client = await user.open("/")
        pages.append(weakref.ref(client))
        client.delete()
    await user.open("/")
    del client
    assert len(mounts) == before + 1
    await until(lambda: gc.collect() >= 0 and not any(gone() for gone in pages))


async def test_a_second_provider_and_one_outside_a_page_say_what_is_wrong(user: User) -> None:
    raised: list[str] = []

    @ui.page("/")
    def page() -> None:
        CoworkkitProvider()
        with pytest.raises(PageError) as error:
            CoworkkitProvider()
        raised.append(str(error.value))

    await user.open("/")
    assert "has a CoworkkitProvider already" in raised[0]


async def test_the_user_is_the_apps_own_when_it_says_so(user: User) -> None:
    @ui.page("/")
    def page() -> None:
        app.storage.user["id"] = 7
        with CoworkkitProvider(user=lambda: app.storage.user["id"]):
            use_action(act)

    session = session_on(await user.open("/"))
    records: list[ActionRecord] = []
    keep_records(session, records)
    assert (await session.call("act")).ok
    assert session.user == "7" and records[0].user == "7"
    records[0].model_dump_json()


async def test_a_fixed_user_that_is_no_text_becomes_one(user: User) -> None:
    provided(user=42)
    session = session_on(await user.open("/"))
    records: list[ActionRecord] = []
    keep_records(session, records)
    assert (await session.call("act")).ok and records[0].user == "42"
