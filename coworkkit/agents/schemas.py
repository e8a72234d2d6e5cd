"""An action's JSON Schema in the dialect that OpenAI, Anthropic, Gemini and MCP all take.

What a dialect cannot say is left out and told in words: a schema here may take more than the action does, and never
less, because the gate validates every argument again. References are written out where they stand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..core.json_schema import only_for
from .safe_names import safe_name

KEPT = frozenset(
    {
        "description", "default", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "minItems", "maxItems",
    }
)  # fmt: skip
"""Keywords that are told as they are."""

DEEPEST = 8
MOST_NODES = 1_000
MOST_CHOICES = 200
LONGEST_WORDS = 2_000
LONGEST_SCHEMA = 30_000
"""Characters of JSON; a longer one would crowd out everything else a model is to read."""

PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
"""What Anthropic takes as the name of a property."""

SPECIAL_IN_PATTERN = re.compile(r"\(\?|\\[^dDwWsSnrt./\\()\[\]{}+*?^$|-]")
"""What not every dialect of regular expressions has: groups with a flag, lookaround, and escapes beside the common."""

OF_TYPE: tuple[tuple[type, str], ...] = (
    (bool, "boolean"), (str, "string"), (int, "integer"), (float, "number"), (type(None), "null"),
)  # fmt: skip


class SchemaTooLargeError(ValueError):
    """Told in full it would be more than a model can be given for one action."""


def told_schema(schema: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return an action's parameters as a model is told them, and which argument each renamed property is.

    Args:
        schema: the JSON Schema of an object of arguments.

    Returns:
        The schema, and by the name it has there, the real name of each argument that a provider would not take.
    """
    renamed = {safe_name(name): name for name in schema.get("properties", {}) if not PROPERTY.fullmatch(name)}
    try:
        told = Teller(schema).arguments({real: safe for safe, real in renamed.items()})
        if len(json.dumps(told, allow_nan=False)) > LONGEST_SCHEMA:
            raise SchemaTooLargeError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        required = [name for name in schema.get("required", ()) if isinstance(name, str)]
        return open_object(f"An object with the arguments{listed(' ', required)}."), {}
    return told, renamed


def open_object(words: str) -> dict[str, Any]:
    """Return the schema of any object, with words that say what is in it."""
    return {"type": "object", "description": words[:LONGEST_WORDS], "properties": {}, "additionalProperties": True}


def listed(before: str, names: Iterable[Any]) -> str:
    """Return names in a row after some words; nothing where there are none."""
    row = ", ".join(str(name) for name in names)
    return f"{before}{row}" if row else ""


class Teller:
    """Writes one schema anew.

    Args:
        root: the whole schema, where references point into.
    """

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.nodes = 0

    def arguments(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return the schema of all arguments, some of them renamed."""
        told = self.object(self.root, (), names)
        told.pop("description", None)
        return told

    def told(self, schema: Any, parents: tuple[str, ...]) -> dict[str, Any]:
        """Return one schema anew; `parents` are the references and levels around it."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise SchemaTooLargeError
        if not isinstance(schema, Mapping):
            return {}  # true: anything goes; false has no use in an argument
        if "$ref" in schema:
            return self.referred(schema, parents)
        if isinstance(schema.get("allOf"), list) and len(schema["allOf"]) == 1:
            rest = {key: value for key, value in schema.items() if key != "allOf"}
            return self.told({**schema["allOf"][0], **rest}, parents)
        if len(parents) >= DEEPEST:
            return self.noted({}, schema, [f"As JSON Schema: {json.dumps(schema, ensure_ascii=False)}"])
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            told = self.kept(schema)
            told["anyOf"] = [self.told(choice, (*parents, "anyOf")) for choice in choices]
            return told
        if "enum" in schema or "const" in schema:
            return self.chosen(schema)
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.told({"anyOf": [only_for(one, apart(schema)) for one in kind], **of_all(schema)}, parents)
        if kind == "object":
            return self.object(schema, parents, {})
        if kind == "array":
            return self.array(schema, parents)
        return self.scalar(schema)

    def referred(self, schema: Mapping[str, Any], parents: tuple[str, ...]) -> dict[str, Any]:
        """Return what a reference points at, with what stands beside it; one that leads back to itself ends."""
        reference = schema["$ref"]
        if reference in parents:
            return self.noted({}, schema, ["The same again, nested."])
        found: Any = self.root
        for part in reference.removeprefix("#").strip("/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")] if part else found
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return self.told({**found, **beside}, (*parents, reference))

    def object(self, schema: Mapping[str, Any], parents: tuple[str, ...], names: Mapping[str, str]) -> dict[str, Any]:
        """Return the schema of an object."""
        properties = schema.get("properties", {})
        if not names and any(not PROPERTY.fullmatch(name) for name in properties):
            inside = f"As JSON Schema: {json.dumps(properties, ensure_ascii=False)}"
            return open_object(" ".join([*words_of(schema), inside]))
        told = self.kept(schema) | {"type": "object"}
        told["properties"] = {
            names.get(name, name): self.told(value, (*parents, "properties")) for name, value in properties.items()
        }
        if required := [names.get(name, name) for name in schema.get("required", ()) if name in properties]:
            told["required"] = required
        others = schema.get("additionalProperties")
        if isinstance(others, Mapping):
            told["additionalProperties"] = self.told(others, (*parents, "additionalProperties")) or True
        elif others is not None:
            told["additionalProperties"] = bool(others)
        return told

    def array(self, schema: Mapping[str, Any], parents: tuple[str, ...]) -> dict[str, Any]:
        """Return the schema of a list; one whose places differ is told as a list of any of them."""
        told = self.kept(schema) | {"type": "array"}
        notes = ["No two may be equal."] if schema.get("uniqueItems") else []
        places = [self.told(place, (*parents, "items")) for place in schema.get("prefixItems", ())]
        if places:
            notes.append(f"In this order: {'; '.join(json.dumps(place) for place in places)}")
            different = [place for index, place in enumerate(places) if place not in places[:index]]
            told["items"] = different[0] if len(different) == 1 else {"anyOf": different}
        else:
            told["items"] = self.told(schema.get("items", {}), (*parents, "items"))
        return self.noted(told, schema, notes)

    def chosen(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the schema of one of a few values, told apart by their types."""
        choices = list(schema["enum"]) if "enum" in schema else [schema["const"]]
        if "" in choices or len(choices) > MOST_CHOICES:
            told = self.kept(schema)
            return self.noted(told, schema, [f"One of: {json.dumps(choices, ensure_ascii=False)}"])
        by_type: dict[str, list[Any]] = {}
        for choice in choices:
            by_type.setdefault(type_of(choice), []).append(choice)
        parts = [
            {"type": kind} if kind == "null" else {"type": kind, "enum": values} for kind, values in by_type.items()
        ]
        told = self.kept(schema)
        return told | parts[0] if len(parts) == 1 else told | {"anyOf": parts}

    def scalar(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the schema of a plain value."""
        told = self.kept(schema)
        if "type" in schema:
            told["type"] = schema["type"]
        pattern = schema.get("pattern")
        if isinstance(pattern, str):
            if SPECIAL_IN_PATTERN.search(pattern):
                return self.noted(told, schema, [f"Must match the regular expression {pattern}"])
            told["pattern"] = pattern
        return told

    def kept(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keywords that every dialect has, with a description that may say a little more."""
        told = {key: value for key, value in schema.items() if key in KEPT and key != "description"}
        if words := " ".join(words_of(schema)):
            told["description"] = words[:LONGEST_WORDS]
        return told

    def noted(self, told: dict[str, Any], schema: Mapping[str, Any], notes: list[str]) -> dict[str, Any]:
        """Add notes to the description."""
        if words := " ".join([*words_of(schema), *notes]):
            told["description"] = words[:LONGEST_WORDS]
        return told


def words_of(schema: Mapping[str, Any]) -> list[str]:
    """Return what a schema says in words: its description and its examples."""
    examples = schema.get("examples")
    words = [str(schema["description"]).strip()] if schema.get("description") else []
    if isinstance(examples, list) and examples:
        words.append(f"Examples: {', '.join(json.dumps(example, ensure_ascii=False) for example in examples)}")
    return words


OF_ALL = frozenset({"description", "default", "examples"})


def of_all(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return what belongs to all types of a schema that has several."""
    return {key: value for key, value in schema.items() if key in OF_ALL}


def apart(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return what belongs to one type or another of a schema that has several."""
    return {key: value for key, value in schema.items() if key not in OF_ALL}


def type_of(value: Any) -> str:
    """Return what JSON Schema calls the type of a value."""
    for kind, name in OF_TYPE:
        if isinstance(value, kind):
            return name
    raise SchemaTooLargeError  # a choice among lists or objects
