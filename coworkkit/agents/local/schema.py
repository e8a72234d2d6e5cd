"""Reads the parameters of an action from its JSON Schema, as far as words can fill them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .words import name_words, stem_of

if TYPE_CHECKING:
    from coworkkit.core.snapshot import ActionInfo

Kind = Literal["text", "integer", "number", "boolean", "choice", "date", "datetime", "time", "list", "other"]

_FORMATS: dict[str, Kind] = {"date": "date", "date-time": "datetime", "time": "time"}
_TYPES: dict[str, Kind] = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "array": "list",
}
_ID_ENDINGS = frozenset({"id", "ids", "uid", "uuid", "key", "ref", "identifier"})
_MAX_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an action.

    Attributes:
        name: as the action calls it.
        description: the developer's words, or empty.
        kind: what sort of value it takes.
        required: whether a call without it is invalid.
        choices: the only values allowed, for kind ``choice``.
        item: what one entry is, for kind ``list``.
        format: the JSON Schema ``format`` of a text.
        words: the stems of the name, without the id ending: ``project_id`` is project.
        is_id: whether the name says that the value is the id of something.
    """

    name: str
    description: str
    kind: Kind
    required: bool
    choices: tuple[Any, ...]
    item: Parameter | None
    format: str
    words: tuple[str, ...]
    is_id: bool

    @property
    def spoken(self) -> str:
        """The name in words: ``project_id`` is “project”."""
        return " ".join(_said(self.name)) or self.name


def parameters_of(action: ActionInfo) -> tuple[Parameter, ...]:
    """Return the parameters of an action in the order they were declared."""
    schema = action.parameters
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return ()
    required = schema.get("required") or ()
    return tuple(
        _parameter(str(name), described if isinstance(described, Mapping) else {}, name in required, schema, 0)
        for name, described in properties.items()
    )


def _parameter(name: str, schema: Mapping[str, Any], required: bool, root: Mapping[str, Any], depth: int) -> Parameter:
    description = str(schema.get("description") or "")
    kind, found = _kind_of(schema, root, depth)
    description = description or str(found.get("description") or "")
    item = None
    if kind == "list":
        items = found.get("items")
        item = _parameter(name, items if isinstance(items, Mapping) else {}, True, root, depth + 1)
    words = name_words(name)
    return Parameter(
        name=name,
        description=description,
        kind=kind,
        required=required,
        choices=_choices_of(found) if kind == "choice" else (),
        item=item,
        format=str(found.get("format") or ""),
        words=tuple(stem_of(word) for word in _said(name)),
        is_id=bool(words) and words[-1] in _ID_ENDINGS,
    )


def _said(name: str) -> tuple[str, ...]:
    words = name_words(name)
    return words[:-1] if words and words[-1] in _ID_ENDINGS else words


def _kind_of(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> tuple[Kind, Mapping[str, Any]]:
    """Return what sort of value a schema takes, and the part of it that says so. Null is never spoken."""
    if depth > _MAX_DEPTH:
        return "other", schema
    if isinstance(reference := schema.get("$ref"), str):
        return _kind_of(_resolved(reference, root), root, depth + 1)
    if _choices_of(schema):
        return "choice", schema
    for keyword in ("anyOf", "oneOf", "allOf"):
        options = schema.get(keyword)
        if isinstance(options, list):
            return _best_option([o for o in options if isinstance(o, Mapping)], root, depth)
    kinds = schema.get("type")
    for one in kinds if isinstance(kinds, list) else [kinds]:
        if one == "string":
            return _FORMATS.get(str(schema.get("format")), "text"), schema
        if isinstance(one, str) and one in _TYPES:
            return _TYPES[one], schema
    return ("other", schema) if kinds is not None else ("text", schema)


def _best_option(
    options: list[Mapping[str, Any]], root: Mapping[str, Any], depth: int
) -> tuple[Kind, Mapping[str, Any]]:
    """Return the option that is most particular: a number can be recognised, a text can be anything."""
    found = [_kind_of(option, root, depth + 1) for option in options if option.get("type") != "null"]
    constants = [part for kind, part in found if kind == "choice"]
    if constants and len(constants) == len(found):
        return "choice", {"enum": [choice for part in constants for choice in _choices_of(part)]}
    order: list[Kind] = [
        "choice",
        "date",
        "datetime",
        "time",
        "integer",
        "number",
        "boolean",
        "list",
        "text",
        "other",
    ]
    return min(found, key=lambda pair: order.index(pair[0]), default=("other", {}))


def _choices_of(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    options = schema.get("enum")
    listed = options if isinstance(options, list) else [schema.get("const")]
    return tuple(choice for choice in listed if choice is not None)


def _resolved(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow a local ``$ref`` such as ``#/$defs/Status``; one that leads nowhere says nothing."""
    part: Any = root
    for step in reference.removeprefix("#/").split("/"):
        part = part.get(step) if isinstance(part, Mapping) else None
    return part if isinstance(part, Mapping) else {}
