"""What an action takes, read from its function: the schema an agent is told is the one that is enforced."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal, Optional

import pytest
from pydantic import BaseModel, Field

from coworkkit import DeclarationError
from coworkkit.core.action import declare
from tests.core.scene import Scene


class Item(BaseModel):
    """A thing."""

    name: str
    parts: list[Item] = []


@dataclass
class Place:
    street: str
    number: int = 1


def everything(
    text: str,
    count: Annotated[int, Field(ge=1, le=9, description="How many")],
    level: Literal["low", "high"],
    mixed: Literal["a", 1, None],
    item: Item,
    place: Place,
    maybe: str | None = None,
    old: Optional[int] = None,  # noqa: UP045  people write it
    either: int | str = 0,
    pair: tuple[int, str] = (1, "a"),
    anything: dict[str, Any] = {},  # noqa: B006
    due: date | None = None,
    price: Decimal = Decimal("1.5"),
    code: Annotated[str, Field(pattern="^[a-z]+$")] = "x",
) -> dict[str, Any]:
    """Take everything."""
    return {**locals()}


GOOD: dict[str, Any] = {
    "text": "t",
    "count": 3,
    "level": "low",
    "mixed": None,
    "item": {"name": "i", "parts": [{"name": "j"}]},
    "place": {"street": "s"},
}


@pytest.mark.scenario("S55")
async def test_every_usual_hint_has_a_schema_and_is_enforced() -> None:
    scene = Scene(everything)
    info = next(info for info in scene.session.catalogue.snapshot().actions if info.name == "everything")
    schema = info.parameters
    assert schema["type"] == "object"
    assert set(schema["required"]) == set(GOOD)
    properties = schema["properties"]
    assert properties["text"] == {"type": "string"}
    assert properties["count"] == {"type": "integer", "minimum": 1, "maximum": 9, "description": "How many"}
    assert properties["level"]["enum"] == ["low", "high"]
    assert properties["code"]["pattern"] == "^[a-z]+$" and properties["code"]["default"] == "x"
    assert (await scene.call("everything", GOOD)).ok
    for wrong in (
        {"count": 0},
        {"level": "mid"},
        {"mixed": 2},
        {"item": {}},
        {"place": {}},
        {"either": []},
        {"pair": [1]},
        {"due": "soon"},
        {"price": "x"},
        {"code": "A"},
        {"anything": []},
    ):
        assert (await scene.call("everything", {**GOOD, **wrong})).code == "invalid_args", wrong


async def test_the_function_gets_the_types_of_its_hints() -> None:
    got: list[Any] = []

    def plan(due: date, price: Decimal, item: Item, place: Place) -> None:
        """Plan."""
        got.extend([due, price, item, place])

    arguments = {"due": "2026-01-02", "price": "1.10", "item": {"name": "a"}, "place": {"street": "s"}}
    assert (await Scene(plan).call("plan", arguments)).ok
    assert got == [date(2026, 1, 2), Decimal("1.10"), Item(name="a"), Place("s")]


@pytest.mark.parametrize(
    "name", ["schema", "copy", "json", "model_config", "self", "_private", "class_", "name", "run"]
)
async def test_a_parameter_may_have_any_name(name: str) -> None:
    made: dict[str, Any] = {}
    exec(f"def act({name}: str) -> str:\n    'Act.'\n    return {name}", made)
    assert (await Scene(made["act"]).call("act", {name: "value"})).result == "value"


async def test_names_the_model_uses_inside_are_no_arguments() -> None:
    def act(text: str) -> str:
        """Act."""
        return text

    assert (await Scene(act).call("act", {"p0": "value"})).code == "invalid_args"


async def test_descriptions_come_from_the_docstring_where_the_hint_has_none() -> None:
    def act(text: str, count: Annotated[int, Field(description="From the hint")] = 1) -> None:
        """Act.

        Args:
            text: From the docstring.
            count: Not this one.
        """

    properties = declare(act).parameters.schema["properties"]
    assert properties["text"]["description"] == "From the docstring."
    assert properties["count"]["description"] == "From the hint"


class Given(BaseModel):
    """Parameters as a model."""

    title: str = Field(description="The title")
    tags: list[str] = []


async def test_parameters_may_be_a_pydantic_model() -> None:
    def act(title: Any, tags: Any) -> Any:
        """Act."""
        return [title, tags]

    scene = Scene(act, parameters=Given)
    assert declare(act, parameters=Given).parameters.schema["properties"]["title"]["description"] == "The title"
    assert (await scene.call("act", {"title": "a"})).result == ["a", []]
    assert (await scene.call("act", {"title": 1})).code == "invalid_args"


def fixed(board: str, title: str) -> str:
    """Add a task to a board."""
    return f"{board}: {title}"


async def test_what_a_partial_fixes_is_not_the_agents_to_choose() -> None:
    scene = Scene(functools.partial(fixed, board="mine"), name="add", description="Add a task.")
    (info,) = [info for info in scene.session.catalogue.snapshot().actions if info.name == "add"]
    assert list(info.parameters["properties"]) == ["title"]
    assert (await scene.call("add", {"title": "t"})).result == "mine: t"
    assert (await scene.call("add", {"title": "t", "board": "yours"})).code == "invalid_args"


async def test_what_a_partial_fixes_by_position_is_not_either() -> None:
    scene = Scene(functools.partial(fixed, "mine"), name="add")
    assert (await scene.call("add", {"title": "t"})).result == "mine: t"
    assert (await scene.call("add", {"title": "t", "board": "yours"})).code == "invalid_args"


def no_hint(title) -> None:  # type: ignore[no-untyped-def]
    """Act."""


def unknown_hint(title: Nowhere) -> None:  # type: ignore[name-defined]  # noqa: F821
    """Act."""


def positional(title: str, /) -> None:
    """Act."""


def many(*titles: str) -> None:
    """Act."""


def keywords(**titles: str) -> None:
    """Act."""


class NoJson:
    pass


def no_json(title: NoJson) -> None:
    """Act."""


def no_schema(title: Callable[[], None]) -> None:
    """Act."""


def bad_pattern(title: Annotated[str, Field(pattern="(?!x)")]) -> None:
    """Act."""


@pytest.mark.scenario("S55")
@pytest.mark.parametrize("run", [no_hint, unknown_hint, positional, many, keywords, no_json, no_schema, bad_pattern])
def test_hints_that_cannot_be_used_fail_where_they_are_declared_and_name_the_action(
    run: Callable[..., Any],
) -> None:
    with pytest.raises(DeclarationError, match=f"action '{run.__name__}'"):
        declare(run)


def one(title: str) -> None:
    """Act."""


class Other(BaseModel):
    name: str


@pytest.mark.parametrize(
    "parameters", [Other, {"properties": {"name": {"type": "string"}}}, {"properties": {}}, "title", int]
)
def test_parameters_that_do_not_fit_the_function_fail_where_they_are_declared(parameters: Any) -> None:
    with pytest.raises(DeclarationError, match="action 'one'"):
        declare(one, parameters=parameters)
