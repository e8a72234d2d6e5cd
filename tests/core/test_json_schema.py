"""Parameters as JSON Schema: what a schema says is enforced, and what would not be is an error at once."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from coworkkit import DeclarationError
from coworkkit.core.action import declare
from coworkkit.core.json_schema import model_from_schema
from tests.core.scene import Scene


def act(value: Any = None) -> Any:
    """Act on a value."""
    return value


def schema(described: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"value": described}, "required": ["value"], **more}


CASES: list[tuple[dict[str, Any], list[Any], list[Any]]] = [
    ({"type": "string"}, ["", "a"], [1, None, []]),
    ({"type": "string", "minLength": 2, "maxLength": 3}, ["ab", "abc"], ["a", "abcd"]),
    ({"type": "string", "pattern": "^a+$"}, ["aa"], ["b"]),
    ({"type": "integer", "minimum": 1, "maximum": 5}, [1, 5], [0, 6, 1.5, "x"]),
    ({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 5}, [2, 4], [1, 5]),
    ({"type": "integer", "multipleOf": 3}, [3, -6], [4]),
    ({"type": "number"}, [1, 1.5], ["x", None]),
    ({"type": "boolean"}, [True, False], ["maybe", None]),
    ({"type": "null"}, [None], [0, ""]),
    ({"enum": ["a", "b"]}, ["a", "b"], ["c", None, "A"]),
    ({"type": "string", "enum": ["a", "b"]}, ["a"], ["c"]),
    ({"enum": [1, "a", None, True]}, [1, "a", None], [2, "b"]),
    ({"enum": [1.5, 2.5]}, [1.5], [3.5]),
    ({"enum": [[1], {"a": 1}]}, [[1], {"a": 1}], [[2], 1]),
    ({"const": "a"}, ["a"], ["b"]),
    ({"type": ["string", "null"]}, ["a", None], [1]),
    ({"anyOf": [{"type": "integer", "minimum": 3}, {"type": "boolean"}]}, [3, True], ["x", 2]),
    (
        {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2},
        [[1], [1, 2]],
        [[], [1, 2, 3], ["x"]],
    ),
    ({"type": "array"}, [[], [1, "a"]], ["a", {}]),
    ({"type": "object"}, [{}, {"a": [1]}], [[], "a"]),
    (
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        [{"a": 1}],
        [{}, {"a": "x"}, {"a": 1, "b": 2}],
    ),
    (
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "required": ["a"],
            "additionalProperties": True,
        },
        [{"a": 1}, {"a": 1, "b": 2}],
        [{"b": 2}],
    ),
    ({}, [None, 1, "a", {"b": [1]}], []),
]


@pytest.mark.parametrize(("described", "good", "bad"), CASES, ids=lambda case: str(case)[:60])
async def test_the_schema_is_enforced(described: dict[str, Any], good: list[Any], bad: list[Any]) -> None:
    scene = Scene(act, parameters=schema(described))
    for value in good:
        result = await scene.call("act", {"value": value})
        assert result.ok and result.result == value, (value, result)
    for value in bad:
        result = await scene.call("act", {"value": value})
        assert result.code == "invalid_args", (value, result)
        assert result.problems[0].field.startswith("value")
    assert (await scene.call("act", {})).code == "invalid_args"
    assert (await scene.call("act", {"value": (good or [0])[0], "more": 1})).code == "invalid_args"


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("date", "2026-01-02", "soon"),
        ("date-time", "2026-01-02T03:04:05", "x"),
        ("time", "03:04", "x"),
        ("uuid", "0" * 32, "x"),
    ],
)
async def test_formats_are_enforced(kind: str, good: str, bad: str) -> None:
    scene = Scene(act, parameters=schema({"type": "string", "format": kind}))
    assert (await scene.call("act", {"value": good})).ok
    assert (await scene.call("act", {"value": bad})).code == "invalid_args"


async def test_the_agent_is_told_the_developers_own_schema() -> None:
    own = schema({"type": "string", "description": "What to say"}, additionalProperties=False)
    assert declare(act, parameters=own).parameters.schema == own


async def test_a_property_that_is_not_required_takes_its_default() -> None:
    def add(title: str, limit: int = 10, note: str = "n") -> list[Any]:
        """Add."""
        return [title, limit, note]

    properties = {
        "title": {"type": "string"},
        "limit": {"type": "integer"},
        "note": {"type": "string", "default": "d"},
    }
    scene = Scene(add, parameters={"properties": properties, "required": ["title"]}, control="hard")
    call = scene.start("add", {"title": "t"})
    card = await scene.person.sees_card()
    assert [row.value for row in card.content.rows] == [["t"], ["10"], ["d"]], "the function's own, or the schema's"
    await scene.person.confirms()
    assert (await scene.end_of(call)).result == ["t", 10, "d"]
    assert (await scene.confirmed("add", {"title": "t", "limit": 3})).result == ["t", 3, "d"]
    assert (await scene.call("add", {"title": "t", "limit": None})).code == "invalid_args"


async def test_a_property_without_any_default_is_none() -> None:
    def add(title: Any) -> Any:
        """Add."""
        return title

    scene = Scene(add, parameters={"properties": {"title": {"type": "string"}}})
    assert (await scene.call("add")).ok


async def test_nested_objects_arrive_as_dicts_with_their_own_names() -> None:
    described = {
        "type": "object",
        "properties": {"first-name": {"type": "string"}, "class": {"type": "integer"}},
    }
    scene = Scene(act, parameters=schema({"type": "array", "items": described}))
    value = [{"first-name": "Ada", "class": 1}]
    assert (await scene.call("act", {"value": value})).result == value


@pytest.mark.scenario("S55")
@pytest.mark.parametrize(
    "unusable",
    [
        {"type": "array"},
        {"type": "object", "properties": {"value": {"type": "strin"}}},
        schema({"$ref": "#/$defs/x"}),
        schema({"type": "string", "format": "email"}),
        schema({"type": "string", "contentEncoding": "base64"}),
        schema({"oneOf": [{"type": "string"}]}),
        schema({"not": {}}),
        schema({"type": "string", "pattern": "(?!x)"}),
        schema({"type": "string", "pattern": "("}),
        schema({"enum": []}),
        schema({"anyOf": []}),
        schema({"type": []}),
        schema({"type": "array", "items": [{"type": "string"}]}),
        schema({"type": "array", "items": True}),
        schema(True),
        schema("string"),
        schema({"type": "string"}, additionalProperties=True),
        schema({"type": "string"}, allOf=[]),
        {"properties": [], "required": []},
        {"properties": {}, "required": ["value"]},
        {"properties": {"value": {}}, "required": True},
        {"properties": {1: {}}},
    ],
    ids=str,
)
def test_a_schema_that_cannot_be_enforced_fails_where_it_is_declared_and_names_the_action(
    unusable: Any,
) -> None:
    with pytest.raises(DeclarationError, match="action 'act'"):
        declare(act, parameters=unusable)


@pytest.mark.parametrize(
    "described",
    [
        {"type": "integer", "minLength": 3},
        {"type": "string", "minimum": 3},
        {"type": "string", "format": "date", "maxLength": 3},
        {"enum": ["a", "b"], "minLength": 1},
        {"anyOf": [{"type": "string"}], "maxLength": 3},
        {"type": "object", "required": ["a"]},
        {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}},
        {"minLength": 3},
    ],
    ids=str,
)
def test_a_limit_that_would_not_be_enforced_where_it_stands_is_an_error(described: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError, match="not enforced here"):
        model_from_schema("action 'act'", {"type": "object", "properties": {"value": described}}, {})


def test_a_limit_beside_several_types_is_enforced_for_the_type_it_is_about() -> None:
    described = {"type": ["string", "null"], "maxLength": 3}
    model = model_from_schema("action 'act'", schema(described), {})
    assert model.model_validate({"value": None}).model_dump(by_alias=True) == {"value": None}
    assert model.model_validate({"value": "abc"}).model_dump(by_alias=True) == {"value": "abc"}
    with pytest.raises(ValidationError):
        model.model_validate({"value": "abcd"})
