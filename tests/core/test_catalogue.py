"""The catalogue: what an agent is told is what is mounted, plain, and nothing it could change."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, asdict
from datetime import date
from typing import Any, Literal

import pytest

from coworkkit import DeclarationError
from coworkkit.core.action import declare
from coworkkit.core.catalogue import Catalogue, Element, Surface
from coworkkit.core.control import Control
from tests.core.scene import Scene


def add_task(title: str, priority: Literal["low", "high"] = "low") -> None:
    """Add a task."""


def find_tasks(text: str) -> None:
    """Find tasks."""


def show() -> None:
    """Show it."""


def page(**given: Any) -> Catalogue:
    return Catalogue(everywhere=Catalogue(), **given)


def test_the_agent_is_told_each_action_with_all_it_needs() -> None:
    catalogue = page()
    catalogue.add(
        declare(add_task, control="soft", cue="Often used.", silent=True),
        declare(find_tasks, kind="read", control=lambda: "open"),
    )
    added, found = catalogue.snapshot().actions
    assert (added.name, added.description, added.kind, added.control) == (
        "add_task",
        "Add a task.",
        "write",
        "soft",
    )
    assert (added.cue, added.silent, added.element, added.needs_hand) == ("Often used.", True, None, False)
    assert added.parameters["properties"]["priority"]["enum"] == ["low", "high"]
    assert added.parameters["required"] == ["title"]
    assert (found.kind, found.control) == ("read", "depends")


def test_elements_and_the_surface_are_told_with_what_they_show_now() -> None:
    mode = {"mode": "list", "since": date(2026, 1, 2)}
    catalogue = page()
    catalogue.add_element(Element("view", lambda: mode, (declare(show, name="board", element="view"),), "The switch"))
    catalogue.add_surface(Surface("Board", lambda: {"open": 3}, ("find_tasks",), "Tasks are here."))
    told = catalogue.snapshot()
    (element,) = told.elements
    assert element.state == {"mode": "list", "since": "2026-01-02"}
    assert (element.name, element.actions, element.cue) == ("view", ("view.board",), "The switch")
    assert told.surface is not None
    assert (told.surface.label, told.surface.data, told.surface.hand_actions) == (
        "Board",
        {"open": 3},
        ("find_tasks",),
    )
    assert told.actions[0].needs_hand and told.actions[0].element == "view"
    mode["mode"] = "board"
    assert catalogue.snapshot().elements[0].state["mode"] == "board"
    json.dumps(asdict(told), allow_nan=False)


def test_the_latest_surface_is_where_the_user_is_and_leaving_it_leads_back() -> None:
    catalogue = page()
    assert catalogue.snapshot().surface is None
    board, dialog = Surface("Board"), Surface("Dialog")
    catalogue.add_surface(board)
    catalogue.add_surface(dialog)
    assert catalogue.snapshot().surface.label == "Dialog"  # type: ignore[union-attr]
    catalogue.remove_surface(dialog)
    catalogue.remove_surface(dialog)
    assert catalogue.snapshot().surface.label == "Board"  # type: ignore[union-attr]


def broken() -> Any:
    raise RuntimeError("no database")


async def promised() -> Any:
    return 1


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("read", [broken, object, promised, lambda: "x" * 300_000, lambda: "\ud800"])
def test_what_cannot_be_read_is_told_as_unavailable_and_takes_nothing_else_down(
    read: Any, caplog: pytest.LogCaptureFixture
) -> None:
    catalogue = page()
    catalogue.add(declare(add_task))
    catalogue.add_element(Element("view", read))
    catalogue.add_surface(Surface("Board", read))
    told = catalogue.snapshot()
    assert told.elements[0].state == {"unavailable": "This could not be read."}
    assert told.surface is not None and told.surface.data == {"unavailable": "This could not be read."}
    assert [info.name for info in told.actions] == ["add_task"]
    assert "view" in caplog.text and "Board" in caplog.text


def test_what_an_agent_does_to_its_copy_changes_nothing() -> None:
    catalogue = page()
    catalogue.add(declare(add_task))
    told = catalogue.snapshot()
    with pytest.raises(FrozenInstanceError):
        told.actions[0].control = "open"  # type: ignore[misc]
    told.actions[0].parameters["properties"].clear()
    assert list(catalogue.snapshot().actions[0].parameters["properties"]) == ["title", "priority"]


def test_names_are_unique_on_a_page_also_among_elements() -> None:
    catalogue = page()
    catalogue.add_element(Element("view", None, (declare(show, name="board", element="view"),)))
    with pytest.raises(DeclarationError, match="element 'view' is declared twice"):
        catalogue.add_element(Element("view"))
    with pytest.raises(DeclarationError, match=r"action 'view.board' is declared twice"):
        catalogue.add(declare(show, name="view.board"))
    assert [action.name for action in catalogue.mounted()] == ["view.board"]


def test_an_element_whose_action_is_taken_is_not_mounted_half() -> None:
    catalogue = page()
    catalogue.add(declare(show, name="view.board"))
    element = Element(
        "view",
        None,
        (declare(show, name="list", element="view"), declare(show, name="board", element="view")),
    )
    with pytest.raises(DeclarationError):
        catalogue.add_element(element)
    assert [action.name for action in catalogue.mounted()] == ["view.board"] and catalogue.elements == {}


def test_leaving_takes_exactly_what_was_mounted() -> None:
    catalogue = page()
    first = Element("view", None, (declare(show, name="board", element="view"),))
    catalogue.add_element(first)
    catalogue.remove_element(first)
    second = Element("view", None, (declare(show, name="board", element="view"),))
    catalogue.add_element(second)
    catalogue.remove_element(first)
    assert catalogue.elements == {"view": second} and catalogue.find("view.board") is second.actions[0]


@pytest.mark.scenario("S55")
def test_a_name_defined_for_every_page_after_a_page_took_it_is_told_once() -> None:
    shared = Catalogue()
    catalogue = Catalogue(everywhere=shared)
    catalogue.add(declare(show, name="act"))
    shared.define(declare(add_task, name="act"))
    assert [info.name for info in catalogue.snapshot().actions] == ["act"]
    assert [listing.description for listing in catalogue.listing()] == ["Show it."]
    assert catalogue.find("act") is next(catalogue.mounted())


def test_hand_actions_that_nobody_declared_are_known() -> None:
    catalogue = page()
    catalogue.add(declare(show))
    catalogue.add_surface(Surface("Board", None, ("show", "missing")))
    assert catalogue.unknown_hand_actions() == ("missing",)


def test_watch_is_told_how_each_action_came_to_its_level() -> None:
    catalogue = page(baseline=Control.OPEN)
    catalogue.add(
        declare(add_task, control="hard"),
        declare(find_tasks),
        declare(show, name="delete_view"),
        declare(show, name="purge", control=lambda: "open"),
    )
    assert [(listing.name, listing.control, listing.origin) for listing in catalogue.listing()] == [
        ("add_task", "hard", "declared"),
        ("find_tasks", "open", "default"),
        ("delete_view", "soft", "safety net"),
        ("purge", "depends", "computed"),
    ]


def test_whoever_listens_is_told_of_every_change_and_may_fail(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    catalogue = page()

    def fails() -> None:
        raise RuntimeError("cannot listen")

    catalogue.listeners += [fails, lambda: told.append("changed")]
    action = declare(show)
    catalogue.add(action)
    catalogue.remove(action)
    assert told == ["changed"] * 2 and "cannot listen" in caplog.text


async def test_a_name_is_found_exactly_or_not_at_all() -> None:
    scene = Scene(show)
    for name in ("Show", "show ", "", "sho", "show()", "s" * 1_000):
        assert (await scene.call(name)).code == "not_found"
    assert (await scene.call("show")).ok
    assert max(len(record.action) for record in scene.records) < 300


def test_two_of_one_name_cannot_be_mounted_together() -> None:
    catalogue = page()
    with pytest.raises(DeclarationError, match="action 'act' is declared twice"):
        catalogue.add(declare(show, name="act"), declare(add_task, name="act"))
    assert list(catalogue.mounted()) == []
