"""Whether a name still means the same action: the same function with the same things in its hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial, wraps
from typing import Any

import pytest
from pydantic import BaseModel

from coworkkit.core.action import Action, declare
from coworkkit.core.sameness import is_same

pytestmark = pytest.mark.scenario("S49")


class Label:
    """Like a NiceGUI element or a database row: another object is another thing."""


@dataclass
class Row:
    id: int


class Board:
    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and other.name == self.name

    __hash__ = None  # type: ignore[assignment]

    def clear(self) -> None:
        """Clear the board."""


def plain() -> None:
    """Do it."""


def another() -> None:
    """Do it."""


def closing_over(thing: Any) -> Callable[[], Any]:
    def act() -> Any:
        """Do it."""
        return thing

    return act


def with_default(thing: Any) -> Callable[..., Any]:
    def act(size: int = thing) -> Any:
        """Do it."""
        return size

    return act


def decorated(function: Callable[[], Any]) -> Callable[[], Any]:
    @wraps(function)
    def wrapper() -> Any:
        return function()

    return wrapper


def take(row: Any) -> None:
    """Do it."""


def calling_itself(thing: Any) -> Callable[[], Any]:
    def act() -> Any:
        """Do it."""
        return (thing, act)

    return act


def same(one: Callable[..., Any], other: Callable[..., Any], *, same_page: bool) -> bool:
    return is_same(declare(one, name="act"), declare(other, name="act"), same_page=same_page)


@pytest.mark.parametrize("same_page", [True, False])
@pytest.mark.parametrize(
    "make",
    [
        closing_over,
        with_default,
        lambda thing: partial(take, thing),
        calling_itself,
        lambda thing: partial(take, row=thing),
        lambda thing: decorated(closing_over(thing)),
        lambda thing: closing_over(closing_over(thing)),
    ],
)
def test_a_function_is_the_same_while_what_it_brings_along_is(make: Any, same_page: bool) -> None:
    for thing, equal, different in (
        (1, 1, 2),
        ("a", "a", "b"),
        (Row(1), Row(1), Row(2)),
        (Row(1), Row(1), 1),
    ):
        if make is with_default and not isinstance(thing, int):
            continue
        assert same(make(thing), make(equal), same_page=same_page)
        assert not same(make(thing), make(different), same_page=same_page)


@pytest.mark.parametrize("same_page", [True, False])
def test_a_method_is_that_of_its_object(same_page: bool) -> None:
    assert same(Board("a").clear, Board("a").clear, same_page=same_page)
    assert not same(Board("a").clear, Board("b").clear, same_page=same_page)


def test_objects_without_a_value_of_their_own_are_others_on_the_same_page_and_new_after_a_reload() -> None:
    label = Label()
    assert same(closing_over(label), closing_over(label), same_page=True)
    assert not same(closing_over(Label()), closing_over(Label()), same_page=True)
    assert same(closing_over(Label()), closing_over(Label()), same_page=False)
    assert not same(closing_over(Label()), closing_over(Row(1)), same_page=False)


@pytest.mark.parametrize("same_page", [True, False])
def test_another_function_is_another_action_whatever_it_brings(same_page: bool) -> None:
    assert same(plain, plain, same_page=same_page)
    assert not same(plain, another, same_page=same_page)
    assert not same(closing_over(1), calling_itself(1), same_page=same_page)
    assert not same(plain, partial(take, 1), same_page=same_page)


def first(thing: Any) -> Any:
    return thing


def second(thing: Any) -> Any:
    return thing


def branching(way: bool, thing: Any = 1) -> Callable[[], Any]:
    act: Callable[[], Any]
    if way:

        def act() -> Any:
            """Do it."""
            return first(thing)

    else:

        def act() -> Any:
            """Do it."""
            return second(thing)

    return act


@pytest.mark.parametrize("same_page", [True, False])
@pytest.mark.parametrize("wrap", [lambda act: act, decorated, partial, cache, closing_over])
def test_another_function_under_the_same_name_is_another_action(wrap: Any, same_page: bool) -> None:
    def declared(act: Any) -> Action:
        return declare(wrap(act), name="act", description="Do it.")

    one = declared(branching(True))
    assert is_same(one, one, same_page=same_page)
    assert is_same(one, declared(branching(True)), same_page=same_page) or (wrap is cache and same_page)
    assert not is_same(declared(branching(True)), declared(branching(False)), same_page=same_page)
    here, there = (lambda: first(1)), (lambda: second(1))
    assert here.__qualname__ == there.__qualname__
    assert not is_same(declared(here), declared(there), same_page=same_page)
    wiping, keeping = (lambda: "wipe"), (lambda: "keep")
    assert not is_same(declared(wiping), declared(keeping), same_page=same_page)


def test_the_same_code_compiled_again_is_the_same() -> None:
    source = 'def act():\n    """Do it."""\n    return [first(one) for one in (1, 2)]\n'

    def compiled(text: str) -> Any:
        made: dict[str, Any] = {"__name__": __name__}
        exec(compile(text, "page.py", "exec"), made)
        return made["act"]

    assert same(compiled(source), compiled(source), same_page=False)
    assert not same(compiled(source), compiled(source.replace("first", "second")), same_page=False)


class Few(BaseModel):
    few: int = 1


class Many(BaseModel):
    many: int = 1


def anything(**given: int) -> None:
    """Do it."""


@pytest.mark.parametrize("same_page", [True, False])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"parameters": Few}, {"parameters": Many}),
        ({"control": "hard"}, {"control": "soft"}),
        ({"control": "hard"}, {}),
        ({"control": lambda: "hard"}, {"control": lambda: "open"}),
        ({"control": lambda: "hard"}, {"control": "hard"}),
        ({"confirmation_summary": lambda: "Do it?"}, {"confirmation_summary": lambda: "Do that?"}),
        ({"confirmation_summary": lambda: "Do it?"}, {}),
        ({"name": "b.act"}, {"name": "act", "element": "b"}),
    ],
)
def test_another_declaration_of_the_same_function_is_another_action(one: Any, other: Any, same_page: bool) -> None:
    def declared(given: Any) -> Action:
        return declare(anything, **{"parameters": Few, **given})

    assert is_same(declared(one), declared(one), same_page=same_page)
    assert not is_same(declared(one), declared(other), same_page=same_page)
    assert not is_same(declared(other), declared(one), same_page=same_page)


def test_a_level_or_summary_written_in_the_page_is_the_same_when_the_page_is_loaded_again() -> None:
    def page(limit: Label) -> Action:
        return declare(
            closing_over(1), name="act", control=lambda: limit and "hard", confirmation_summary=lambda: f"{limit}?"
        )

    assert is_same(page(Label()), page(Label()), same_page=False)


class Undecided:
    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth of this is ambiguous")

    __hash__ = None  # type: ignore[assignment]


def test_what_cannot_be_compared_is_not_the_same() -> None:
    assert not same(closing_over(Undecided()), closing_over(Undecided()), same_page=False)
