"""Turning what an action returned into strict JSON, losing no digit and claiming nothing.

| Python value | JSON |
|---|---|
| None, bool, str | itself |
| int | number; beyond ±(2⁵³ − 1), where JavaScript loses digits, its digits as a string |
| float | number; NaN and the infinities as ``"NaN"``, ``"Infinity"``, ``"-Infinity"`` |
| Decimal, UUID, Path, URL | string |
| datetime, date, time | ISO 8601 string; timedelta: seconds as a number |
| bytes | base64 string |
| Enum | its value |
| pydantic model, dataclass, named tuple | object |
| mapping | object; keys become strings, and two keys that become the same string are an error |
| list, tuple, set, frozenset, deque | array; sets are sorted where they can be |
| numpy scalar and the like (anything with `item()`) | what `item()` returns |
| SecretStr, SecretBytes | the mask |
| anything else, or a value that holds itself | an error: the action ran, its result cannot be shown |
"""

from __future__ import annotations

import base64
import dataclasses
import math
from collections import deque
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

from pydantic import BaseModel, SecretBytes, SecretStr
from pydantic_core import MultiHostUrl, Url, to_json

MASK = "••••••"
LARGEST_SAFE_INT = 2**53 - 1
MAX_DEPTH = 100
MAX_RESULT_BYTES = 256 * 1024
MOST_CONTAINERS = 100_000
"""Lists and objects in one value: more than the largest result can hold. A few that hold one another
over and over would otherwise fill the memory when they are written out."""

SHORT = 1_000
"""Characters of plain text that need no measuring."""

MAX_ITEMS = 10_000
"""How many items a generator may yield before its result counts as too large."""


class NotJsonError(ValueError):
    """A value has no form in JSON; the message says which and why, for a person."""


def as_json(value: Any) -> Any:
    """Return `value` built of nothing but None, bool, int, float, str, list and dict.

    Raises:
        NotJsonError: a value inside has no form in JSON.
    """
    try:
        return convert(value, (), [MOST_CONTAINERS])
    except NotJsonError:
        raise
    except Exception as error:
        raise NotJsonError(f"reading it failed with {type(error).__name__}") from error


def convert(value: Any, parents: tuple[int, ...], left: list[int]) -> Any:
    """Convert one value; `parents` are the ids of the containers around it, `left` counts the further ones."""
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return whole(value)
    if kind is float:
        return fraction(value)
    if isinstance(value, (SecretStr, SecretBytes)):
        return MASK
    if isinstance(value, Enum):
        return convert(value.value, parents, left)
    scalar = convert_scalar(value)
    if scalar is not None:
        return scalar
    if id(value) in parents:
        raise NotJsonError("it holds itself")
    if len(parents) >= MAX_DEPTH:
        raise NotJsonError(f"it is nested more than {MAX_DEPTH} levels deep")
    left[0] -= 1
    if left[0] < 0:
        raise NotJsonError(f"it holds more than {MOST_CONTAINERS:,} lists and objects")
    return convert_container(value, (*parents, id(value)), left)


def whole(value: int) -> int | str:
    """Keep every digit of an integer, also where JavaScript would not."""
    if -LARGEST_SAFE_INT <= value <= LARGEST_SAFE_INT:
        return int(value)
    try:
        return str(int(value))
    except ValueError:
        raise NotJsonError("it holds an integer of more than 4,300 digits") from None


def fraction(value: float) -> float | str:
    """Name the three floats that strict JSON has no number for."""
    if math.isfinite(value):
        return float(value)
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def convert_scalar(value: Any) -> Any:
    """Convert a value that holds no others; None where it is not one."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return whole(value)
    if isinstance(value, float):
        return fraction(value)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, (Decimal, UUID, PurePath, Url, MultiHostUrl)):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(bytes(value)).decode("ascii")
    return None


def convert_container(value: Any, parents: tuple[int, ...], left: list[int]) -> Any:
    """Convert a value that holds others."""
    if isinstance(value, BaseModel):
        extra = value.__pydantic_extra__ or {}
        return {name: convert(item, parents, left) for name, item in {**value.__dict__, **extra}.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: convert(getattr(value, field.name), parents, left) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return convert_mapping(value, parents, left)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return convert_mapping(value._asdict(), parents, left)
    if isinstance(value, (list, tuple, deque)):
        return [convert(item, parents, left) for item in value]
    if isinstance(value, (set, frozenset)):
        return [convert(item, parents, left) for item in ordered(value)]
    item = getattr(value, "item", None)
    if callable(item) and hasattr(value, "dtype") and getattr(value, "ndim", 0) == 0:
        return convert(item(), parents, left)
    raise NotJsonError(f"it holds a {type(value).__qualname__}, which has no form in JSON")


def convert_mapping(value: Mapping[Any, Any], parents: tuple[int, ...], left: list[int]) -> dict[str, Any]:
    """Convert a mapping; refuse keys that only differ before they become text."""
    told: dict[str, Any] = {}
    for key, item in value.items():
        name = convert(key, parents, left)
        text = name if isinstance(name, str) else to_json(name).decode()
        if text in told:
            raise NotJsonError(f"it holds two keys that are both {text!r} in JSON")
        told[text] = convert(item, parents, left)
    return told


def ordered(values: set[Any] | frozenset[Any]) -> list[Any]:
    """Sort a set where its members allow it, so that the same set always reads the same."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def well_formed(text: str) -> str:
    """Return text that JSON can carry: half a surrogate pair, as file names have them, becomes its escape."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def bounded_json(value: Any) -> Any:
    """Return `value` as JSON for an agent.

    Raises:
        NotJsonError: it has no form in JSON, or one above `MAX_RESULT_BYTES`.
    """
    if type(value) is str and len(value) < SHORT and value.isascii():
        return value
    told = as_json(value)
    try:
        size = len(to_json(told)) if not isinstance(told, (bool, int, float, type(None))) else 0
    except ValueError:
        raise NotJsonError("it holds text that is not valid Unicode") from None
    if size > MAX_RESULT_BYTES:
        raise NotJsonError(f"it is {size:,} bytes of JSON, and {MAX_RESULT_BYTES:,} is the most an agent is given")
    return told
