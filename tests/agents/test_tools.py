"""The catalogue as tools: names and schemas that every provider takes, and that map back without loss."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pydantic import BaseModel, Field

from coworkkit import ActionInfo, CatalogueSnapshot
from coworkkit.agents import Toolbox, briefing_of, toolbox_of
from coworkkit.testing import open_session

EVERY_PROVIDER = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")


def offered(*names: str, **about: Any) -> Toolbox:
    """The tools of a page with actions of these names."""
    told = {
        "description": "Do it.", "parameters": {"type": "object", "properties": {}}, "kind": "write", "control": "open",
        "element": None, "needs_hand": False, "cue": None, "silent": False,
    } | about  # fmt: skip
    return toolbox_of(CatalogueSnapshot(None, (), tuple(ActionInfo(name=name, **told) for name in names)))


def tools_for(*actions: Any, **declared: Any) -> Toolbox:
    """The tools of a page with these actions."""
    return toolbox_of(open_session(*actions, **declared).catalogue.snapshot())


def schema_of(action: Any) -> dict[str, Any]:
    """What a model is told of one action's parameters."""
    (tool,) = tools_for(action).tools.values()
    return tool.parameters


@pytest.mark.scenario("S55")
@pytest.mark.parametrize(
    "name",
    [
        "archive", "view mode.set list", "view mode.set_list", "größe ändern", "заказ", "日本語", "1st", "-", "a/b", "a.b",
        "x" * 200, "archive_0123abcd", "🙂", "a" * 64, "a" * 65,
    ],
)  # fmt: skip
def test_any_name_becomes_one_that_every_provider_takes_and_maps_back(name: str) -> None:
    box = offered(name)

    (told,) = box.tools
    assert EVERY_PROVIDER.fullmatch(told)
    assert box.call(told, {})[0] == name


def test_a_name_that_is_safe_stays_as_it_is_and_any_other_can_still_be_read() -> None:
    assert list(offered("archive_thread", "Tasks-2").tools) == ["archive_thread", "Tasks-2"]
    (told,) = offered("Größe.ändern").tools
    assert told.startswith("Grosse_andern_")


@given(some.lists(some.text(min_size=1, max_size=120), unique=True, max_size=20))
def test_names_never_meet_and_do_not_depend_on_what_else_is_there(names: list[str]) -> None:
    together = offered(*names)

    assert [tool.action for tool in together.tools.values()] == names
    for name in names:
        (alone,) = offered(name).tools
        assert together.tools[alone].action == name


def test_names_that_read_alike_stay_apart() -> None:
    box = offered("view mode.set list", "view mode.set_list", "view_mode.set list", "view_mode_set_list")
    taken = list(box.tools)

    assert len(taken) == 4
    assert len(offered("view mode.set list", *taken).tools) == 5
    assert [box.call(name, {})[0] for name in taken] == [
        "view mode.set list", "view mode.set_list", "view_mode.set list", "view_mode_set_list",
    ]  # fmt: skip


def test_a_tool_that_does_not_exist_is_left_to_the_gate_to_refuse() -> None:
    assert offered("archive").call("erase_everything", {"all": True}) == ("erase_everything", {"all": True})


def test_an_argument_whose_name_a_provider_would_not_take_is_renamed_and_comes_back() -> None:
    def change(größe: int, name: str = "") -> None:  # noqa: PLC2401  what a developer may write
        """Change it."""

    (tool,) = tools_for(change).tools.values()
    renamed = next(name for name in tool.parameters["properties"] if name != "name")

    assert EVERY_PROVIDER.fullmatch(renamed)
    assert tool.parameters["required"] == [renamed]
    assert tool.arguments({renamed: 3, "name": "x"}) == {"größe": 3, "name": "x"}
    assert tool.arguments(f'{{"{renamed}": 3}}') == {"größe": 3}
    assert tool.arguments("{broken") == "{broken"
    assert tool.arguments("[1]") == "[1]"


class Colour(Enum):
    RED = "red"
    NONE = ""


class Branch(BaseModel):
    name: str
    branches: list[Branch] = []


class Measure(BaseModel):
    größe: float  # noqa: PLC2401


def plant(
    tree: Branch,
    size: Measure,
    price: Decimal,
    on: date,
    corner: tuple[int, str],
    anything: Any,
    by_name: dict[str, int],
    kind: Literal["oak", 3, None] = None,
    colour: Colour = Colour.RED,
    code: Annotated[str, Field(pattern=r"^\p{L}+$", examples=["a1"])] = "a",
    place: Annotated[str, Field(pattern=r"^[a-z]+$")] = "x",
    height: int | str | None = None,
) -> None:
    """Plant a tree."""


@pytest.mark.scenario("S55")
def test_every_kind_of_parameter_is_told_in_what_all_providers_take() -> None:
    told = schema_of(plant)
    parts = told["properties"]

    def walk(node: Any) -> None:
        if isinstance(node, list):
            for item in node:
                walk(item)
        if not isinstance(node, dict):
            return
        assert not {"$ref", "$defs", "oneOf", "allOf", "prefixItems", "title"} & (set(node) - {"properties"})
        if node.get("type") == "array":
            assert "items" in node
        if "pattern" in node:
            assert "(?" not in node["pattern"]
        if "enum" in node:
            assert "" not in node["enum"]
            assert isinstance(node["type"], str)
        for name, value in node.items():
            for item in value.values() if name == "properties" else [value]:
                walk(item)

    walk(told)
    assert told["type"] == "object"
    assert parts["kind"]["anyOf"] == [
        {"type": "string", "enum": ["oak"]}, {"type": "integer", "enum": [3]}, {"type": "null"},
    ]  # fmt: skip
    assert parts["tree"]["properties"]["branches"]["items"] == {"description": "The same again, nested."}
    assert r"\p{L}" in parts["code"]["description"] and "a1" in parts["code"]["description"]
    assert parts["place"]["pattern"] == "^[a-z]+$"
    assert "größe" in parts["size"]["description"]
    assert set(told["required"]) == {"tree", "size", "price", "on", "corner", "anything", "by_name"}


def test_a_schema_that_cannot_be_told_is_told_as_any_object_and_the_others_stay() -> None:
    broken = {"type": "object", "properties": {"x": {"$ref": "#/nowhere"}}, "required": ["x"]}
    nested: dict[str, Any] = {"type": "string"}
    for _ in range(3_000):
        nested = {"type": "array", "items": nested}
    deep = {"type": "object", "properties": {"x": nested}}
    huge = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(5_000)}}

    for schema in (broken, deep, huge, {"type": "object", "properties": {"x": {"type": "number", "maximum": 1e999}}}):
        (tool,) = offered("it", parameters=schema).tools.values()
        assert tool.parameters["type"] == "object"
        assert len(str(tool.parameters)) < 35_000


def test_a_tool_says_how_it_is_confirmed_and_what_it_needs() -> None:
    def drop() -> None:
        """Drop it."""

    def told(**declared: Any) -> str:
        (tool,) = tools_for(drop, **declared).tools.values()
        return tool.description

    assert told(control="open") == "Drop it."
    assert "needs_confirmation" in told(control="soft")
    assert "card" in told(control="hard")
    assert "Only reads." in told(kind="read")
    assert "Hand mode" in told(hand_actions=("drop",))


def test_a_long_description_and_many_actions_are_cut_to_what_providers_take_and_the_page_says_so() -> None:
    (tool,) = offered("it", description="word " * 1_000).tools.values()
    assert len(tool.description) <= 1_024
    assert tool.rest == "word " * 1_000

    many = CatalogueSnapshot(None, (), tuple(tool.info for _ in range(1)))
    assert ("word " * 1_000).strip() in briefing_of(many)

    box = offered(*(f"action_{n}" for n in range(300)))
    assert len(box.tools) == 120
    assert len(box.left_out) == 180
