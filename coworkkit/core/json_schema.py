"""Turning a developer's JSON Schema for an action's parameters into a pydantic model that enforces it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Annotated, Any, Literal, Optional, Union
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.errors import PydanticUserError
from pydantic_core import SchemaError

from ..errors import DeclarationError

SCALARS: dict[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool, "null": type(None)}
FORMATS: dict[str, Any] = {"date": date, "date-time": datetime, "time": time, "uuid": UUID}
CONSTRAINTS = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "pattern": "pattern",
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "exclusiveMaximum": "lt",
    "multipleOf": "multiple_of",
    "minItems": "min_length",
    "maxItems": "max_length",
}
NOTES = {"title", "description", "default", "examples", "$schema", "$id", "$comment", "deprecated"}
UNDERSTOOD = NOTES | set(CONSTRAINTS) | {
    "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "format",
}  # fmt: skip


NUMBERS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
COUNTS_FOR: dict[str, set[str]] = {
    "string": {"minLength", "maxLength", "pattern", "format"},
    "integer": NUMBERS,
    "number": NUMBERS,
    "array": {"items", "minItems", "maxItems"},
    "object": {"properties", "required", "additionalProperties"},
}
"""Which limits are enforced for which type."""


def model_from_schema(subject: str, schema: Mapping[str, Any], defaults: Mapping[str, Any]) -> type[BaseModel]:
    """Return a model that accepts what the schema accepts.

    A keyword we would not enforce is an error rather than a promise we do not keep.

    Args:
        subject: what is being declared, for error messages.
        schema: the developer's JSON Schema.
        defaults: the function's own defaults, for arguments that the schema neither requires nor gives one.

    Raises:
        DeclarationError: the developer's schema is not an object schema, is broken, or uses a keyword we do not
            enforce.
    """
    if isinstance(schema.get("additionalProperties"), Mapping):
        raise not_enforced(subject, {"additionalProperties"}, "parameters", "as a schema")
    if schema.get("type", "object") != "object":
        raise DeclarationError(
            subject, f"has parameters of type {schema['type']!r}", "Describe an object of arguments."
        )
    try:
        return object_model(subject, schema, "parameters", defaults)
    except (PydanticUserError, SchemaError, AssertionError, AttributeError, TypeError, ValueError) as error:
        raise DeclarationError(
            subject, f"has parameters that cannot be used ({telling_line(error)})", "Give a valid JSON Schema."
        ) from None


def object_model(subject: str, schema: Mapping[str, Any], path: str, defaults: Mapping[str, Any]) -> type[BaseModel]:
    """Build the model of one object schema."""
    check_keywords(subject, schema, path)
    required = set(schema.get("required", ()))
    properties = schema.get("properties", {})
    if unknown := required - set(properties):
        raise DeclarationError(
            subject, f"requires {sorted(unknown)} in {path}, which it does not describe", "Describe them in properties."
        )
    fields: dict[str, Any] = {}
    for index, (name, described) in enumerate(properties.items()):
        hint = hint_of(subject, described, f"{path}.{name}")
        notes: dict[str, Any] = {"alias": name}
        if "description" in described:
            notes["description"] = described["description"]
        if name in required:
            fields[f"p{index}"] = (Annotated[hint, Field(**notes)], ...)
        else:
            default = described.get("default", defaults.get(name))
            has_default = "default" in described or name in defaults
            kind = hint if has_default else Optional[hint]  # noqa: UP045  a runtime type
            fields[f"p{index}"] = (Annotated[kind, Field(**notes)], default)
    extra: Literal["allow", "forbid"] = "allow" if schema.get("additionalProperties") is True else "forbid"
    if extra == "allow" and path == "parameters":
        raise DeclarationError(
            subject, "allows additionalProperties at the top", "Name each argument; what is shown is what runs."
        )
    built: type[BaseModel] = create_model("Arguments", __config__=ConfigDict(extra=extra), **fields)
    return built


def hint_of(subject: str, schema: Mapping[str, Any], path: str) -> Any:
    """Return the type hint that enforces one schema."""
    check_keywords(subject, schema, path)
    check_that_all_count(subject, schema, path)
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    if "const" in schema:
        return Literal[schema["const"]]
    if "anyOf" in schema:
        return Union[tuple(hint_of(subject, part, path) for part in schema["anyOf"])]  # noqa: UP007  a runtime type
    kind = schema.get("type")
    if isinstance(kind, list):
        return Union[tuple(hint_of(subject, only_for(one, schema), path) for one in kind)]  # noqa: UP007
    if kind == "object":
        return object_model(subject, schema, path, {}) if "properties" in schema else dict[str, Any]
    if kind == "array":
        inner = hint_of(subject, schema["items"], f"{path}[]") if "items" in schema else Any
        return constrained(list[inner], schema)  # type: ignore[valid-type]
    if kind is None:
        return Any
    if kind not in SCALARS:
        raise DeclarationError(subject, f"has the unknown type {kind!r} at {path}", "Use a JSON Schema type.")
    if kind == "string" and "format" in schema:
        if schema["format"] not in FORMATS:
            raise DeclarationError(
                subject,
                f"uses the format {schema['format']!r} at {path}, which is not enforced here",
                f"Use one of {sorted(FORMATS)}, or a pydantic model.",
            )
        return FORMATS[schema["format"]]
    return constrained(SCALARS[kind], schema)


def only_for(kind: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema of several types as a schema of one of them."""
    others = set().union(*COUNTS_FOR.values()) - COUNTS_FOR.get(kind, set())
    return {name: value for name, value in schema.items() if name not in others} | {"type": kind}


def check_that_all_count(subject: str, schema: Mapping[str, Any], path: str) -> None:
    """Refuse a limit that would not be enforced where it stands: a promise we would not keep."""
    enforcing = set(schema) - NOTES - {"type"}
    for alone in ("enum", "const", "anyOf"):
        if alone in schema and (beside := enforcing - {alone}):
            raise not_enforced(subject, beside, path, f"beside {alone!r}")
    if not enforcing or {"enum", "const", "anyOf"} & enforcing:
        return
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    counting = set().union(*(COUNTS_FOR.get(kind, set()) for kind in kinds))
    if idle := enforcing - counting:
        raise not_enforced(subject, idle, path, f"for type {schema.get('type')!r}")
    if "format" in schema and (beside := enforcing - {"format"}):
        raise not_enforced(subject, beside, path, "beside 'format'")
    if "object" in kinds and "properties" not in schema and enforcing:
        raise not_enforced(subject, enforcing, path, "without 'properties'")
    if isinstance(schema.get("additionalProperties"), Mapping):
        raise not_enforced(subject, {"additionalProperties"}, path, "as a schema")


def not_enforced(subject: str, keywords: set[str], path: str, where: str) -> DeclarationError:
    """Say which keywords would be ignored."""
    return DeclarationError(
        subject,
        f"uses {sorted(keywords)} {where} at {path}, which is not enforced here",
        "Leave it out, or give parameters as a pydantic model.",
    )


def constrained(hint: Any, schema: Mapping[str, Any]) -> Any:
    """Add a schema's limits to a hint."""
    limits = {ours: schema[theirs] for theirs, ours in CONSTRAINTS.items() if theirs in schema}
    return Annotated[hint, Field(**limits)] if limits else hint


def check_keywords(subject: str, schema: Mapping[str, Any], path: str) -> None:
    """Refuse a keyword that would not be enforced."""
    if not isinstance(schema, Mapping):
        raise DeclarationError(subject, f"has {schema!r} at {path}, which is not a schema", "Write an object there.")
    if unknown := set(schema) - UNDERSTOOD:
        raise DeclarationError(
            subject,
            f"uses {sorted(unknown)} at {path}, which is not enforced here",
            "Leave it out, or give parameters as a pydantic model.",
        )


def telling_line(error: Exception) -> str:
    """Return the one line of an error that a developer needs: the last of a schema error, the first of others."""
    lines = str(error).splitlines() or [type(error).__name__]
    return lines[-1 if isinstance(error, SchemaError) else 0].strip()
