"""What an agent sent, bounded, and built anew of exact built-in values before anything else looks at it.

An agent in this process can send objects that answer differently each time they are asked. None of them gets
past here, so what is validated, what is shown and what runs are the same. Nothing here calls a method that a
subclass could replace.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import SecretBytes, SecretStr
from pydantic_core import TzInfo

from ..errors import Refusal
from .jsonable import LARGEST_SAFE_INT, MAX_DEPTH

LARGEST_ARGUMENTS = 1_000_000
"""Characters that the arguments of one call may take, and bytes of their JSON."""

MOST_VALUES = 20_000
"""Values in the arguments of one call, lists and objects included."""

MOST_BITS = 14_285
"""Of an integer: Python writes no more than 4,300 digits."""

SMALL = frozenset({float, bool, type(None)})
KEYS = frozenset({str, int, float, bool, type(None)})
UNCHANGING = frozenset({bytes, Decimal, date, timedelta})
ZONES = frozenset({type(None), timezone, ZoneInfo, TzInfo})


def exact(arguments: Any) -> dict[str, Any]:
    """Return the arguments built of exact built-in values that nobody else holds.

    Raises:
        Refusal: ``invalid_args``: they are no object, too large, or hold something else.
    """
    if type(arguments) is dict:
        given = arguments.copy()
    elif isinstance(arguments, Mapping):
        try:
            given = dict(arguments)
        except Exception as error:
            raise refused(f"The arguments cannot be read ({type(error).__name__})") from None
    else:
        raise refused(f"The arguments must be a JSON object, not {type(arguments).__name__}")
    characters = 0
    for key, value in given.items():
        kind = type(value)
        if kind is str:
            characters += len(value)
        elif kind not in SMALL and not (kind is int and -LARGEST_SAFE_INT <= value <= LARGEST_SAFE_INT):
            break
        if type(key) is not str:
            break
        characters += len(key)
    else:
        if characters <= LARGEST_ARGUMENTS and len(given) <= MOST_VALUES:
            return given
    built: dict[str, Any] = Builder().build(given, 0)
    return built


class Builder:
    """Builds one call's arguments anew, and counts as it goes."""

    def __init__(self) -> None:
        self.values = 0
        self.size = 0

    def build(self, value: Any, depth: int) -> Any:
        """Return a value built anew."""
        self.values += 1
        if self.values > MOST_VALUES:
            raise refused(f"The arguments hold more than {MOST_VALUES:,} values")
        kind = type(value)
        if kind is str:
            self.add(len(value))
            return value
        if kind in SMALL:
            return value
        if kind is dict or kind is list or kind is tuple:
            if depth >= MAX_DEPTH:
                raise refused(f"The arguments are nested more than {MAX_DEPTH} levels deep")
            if kind is dict:
                return {self.key(key): self.build(item, depth + 1) for key, item in value.copy().items()}
            return [self.build(item, depth + 1) for item in value]
        return self.scalar(value, kind)

    def add(self, size: int) -> None:
        """Count the size of a text."""
        self.size += size
        if self.size > LARGEST_ARGUMENTS:
            raise refused(f"The arguments are larger than {LARGEST_ARGUMENTS:,} characters, the most one call may take")

    def key(self, key: Any) -> Any:
        """Return the key of a dict."""
        if type(key) not in KEYS:
            raise unknown(type(key), "as a key")
        if type(key) is str:
            self.add(len(key))
            return key
        return self.scalar(key, int) if type(key) is int else key

    def scalar(self, value: Any, kind: type) -> Any:
        """Return a rarer value that holds no others."""
        if kind is int:
            if value.bit_length() > MOST_BITS:
                raise refused("The arguments hold an integer of more than 4,300 digits")
            self.add(value.bit_length() // 3)
            return value
        if kind in UNCHANGING:
            self.add(sys.getsizeof(value))
            return value
        if kind is datetime or kind is time:
            if type(value.tzinfo) not in ZONES:
                raise unknown(type(value.tzinfo), "as a time zone")
            return value
        if kind is UUID and type(value.int) is int:
            return UUID(int=value.int)
        if kind is SecretStr or kind is SecretBytes:
            hidden = value.get_secret_value()
            if type(hidden) in (str, bytes):
                self.add(len(hidden))
                return SecretStr(hidden) if type(hidden) is str else SecretBytes(hidden)
        raise unknown(kind, "")


def unknown(kind: type, where: str) -> Refusal:
    """Say that arguments hold something else than plain values."""
    name = type.__dict__["__name__"].__get__(kind)
    return refused(f"The arguments hold a {name} {where}".rstrip() + "; send plain JSON values")


def refused(why: str) -> Refusal:
    """Say why arguments are not even looked at."""
    return Refusal("invalid_args", f"{why}. Nothing was run.")


def too_large(size: int) -> Refusal:
    """Say how large the arguments are, and how large they may be."""
    return refused(f"The arguments are {size:,} bytes; the most one call may take is {LARGEST_ARGUMENTS:,}")
