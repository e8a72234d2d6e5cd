"""Keeping credentials out of everything that is shown, logged, recorded or sent back."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
import re
import secrets
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, SecretBytes, SecretStr

from .jsonable import MASK

CREDENTIAL_WORDS = frozenset(
    "password passwd passphrase passcode pwd secret secrets token tokens apikey authorization credential "
    "credentials bearer cookie otp cvv cvc pin".split()
)
CREDENTIAL_PAIRS = frozenset(
    {("api", "key"), ("access", "key"), ("private", "key"), ("signing", "key"), ("auth", "key")}
)
SHORTEST_ANYWHERE = 6
"""A secret shorter than this is only masked where it stands as a word, or every 7 in a text would be one."""

process_salt = secrets.token_bytes(32)


def sounds_secret(name: str) -> bool:
    """Return whether a parameter or key is named like a credential."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower().replace("-", "_").replace(" ", "_").split("_")
    return any(word in CREDENTIAL_WORDS for word in words) or any(
        pair in CREDENTIAL_PAIRS for pair in itertools.pairwise(words)
    )


class Secrets:
    """The secret values of one call: finds them in its arguments, and masks them wherever they turn up."""

    __slots__ = ("pattern",)

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        found = {form for text in found_in(arguments) if text for form in (text, *quoted_forms(text))}
        values = sorted(found, key=len, reverse=True)
        forms = [
            re.escape(text) if len(text) >= SHORTEST_ANYWHERE else rf"(?<!\w){re.escape(text)}(?!\w)" for text in values
        ]
        self.pattern = re.compile("|".join(forms)) if forms else None

    def hide(self, text: str) -> str:
        """Return `text` with every secret masked."""
        return text if self.pattern is None else self.pattern.sub(MASK, text)

    def hide_in(self, value: Any) -> Any:
        """Return JSON-like `value` with every secret masked, in keys too."""
        if self.pattern is None:
            return value
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, list):
            return [self.hide_in(item) for item in value]
        if isinstance(value, dict):
            return {self.hide(str(key)): self.hide_in(item) for key, item in value.items()}
        if isinstance(value, (int, float)) and not isinstance(value, bool) and self.pattern.fullmatch(str(value)):
            return MASK
        return value


def quoted_forms(text: str) -> tuple[str, str]:
    """Return how a text looks inside quotes, as errors quote what they got: in Python's way and in JSON's."""
    return repr(text)[1:-1], json.dumps(text)[1:-1]


def parts_of(value: Any) -> Mapping[Any, Any] | None:
    """Return the named parts of a mapping, model, dataclass or named tuple; None of anything else."""
    if isinstance(value, BaseModel):
        return {**value.__dict__, **(value.__pydantic_extra__ or {})}
    if isinstance(value, Mapping):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {part.name: getattr(value, part.name) for part in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        named: Mapping[Any, Any] = value._asdict()
        return named
    return None


def found_in(value: Any, *, secret: bool = False) -> Iterable[str]:
    """Yield the text of every secret inside `value`."""
    if isinstance(value, (SecretStr, SecretBytes)):
        hidden = value.get_secret_value()
        yield hidden if isinstance(hidden, str) else hidden.decode("utf-8", "replace")
    elif (parts := parts_of(value)) is not None:
        for key, item in parts.items():
            yield from found_in(item, secret=secret or sounds_secret(str(key)))
    elif isinstance(value, (list, tuple, set, frozenset, deque)):
        for item in value:
            yield from found_in(item, secret=secret)
    elif secret and value is not None and not isinstance(value, bool):
        yield str(value)


def masked(value: Any, *, secret: bool = False) -> Any:
    """Return JSON-like `value` with everything under a credential's name masked."""
    if isinstance(value, dict):
        return {key: masked(item, secret=secret or sounds_secret(key)) for key, item in value.items()}
    if isinstance(value, list):
        return [masked(item, secret=secret) for item in value]
    return MASK if secret and value is not None else value


def sealed(value: Any) -> Any:
    """Return `value` with each secret replaced by a salted hash of it.

    A digest must tell two secrets apart, and must not let a reader of the record try all short ones: the
    salt is this process's own.
    """
    if isinstance(value, (SecretStr, SecretBytes)):
        hidden = value.get_secret_value()
        data = hidden.encode() if isinstance(hidden, str) else hidden
        return hashlib.blake2b(data, key=process_salt, digest_size=16).hexdigest()
    if (parts := parts_of(value)) is not None:
        return {
            key: sealed(SecretStr(str(item))) if sounds_secret(str(key)) and item is not None else sealed(item)
            for key, item in parts.items()
        }
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        return [sealed(item) for item in value]
    return value


NO_SECRETS = Secrets({})
