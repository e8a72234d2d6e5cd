"""Keeping credentials out of everything that is shown, logged, recorded or sent back."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import itertools
import json
import re
import secrets
from collections import deque
from collections.abc import Iterable, Mapping, Set
from typing import Any

from pydantic import BaseModel, SecretBytes, SecretStr

from .jsonable import MASK

CREDENTIAL_WORDS = frozenset(
    "password passwd passphrase passcode pwd secret token jwt apikey authorization credential bearer cookie otp "
    "cvv cvc pin pincode accesstoken authtoken refreshtoken sessiontoken bearertoken idtoken apitoken usertoken "
    "accesskey privatekey signingkey authkey secretkey clientsecret apisecret userpassword".split()
)
CREDENTIAL_PAIRS = frozenset(
    {("api", "key"), ("access", "key"), ("private", "key"), ("signing", "key"), ("auth", "key")}
)
COUNTING = frozenset("max min num count limit total budget usage used per input output prompt completion".split())
"""Beside one of these words, tokens are what a language model counts."""

SHORTEST_ANYWHERE = 6
"""A secret shorter than this is only masked where it stands as a word, or every 7 in a text would be one."""

SHORTEST_REPEATED = 3
"""A secret shorter than this stands in so many texts that it tells nothing when it does."""

MOST_SECRETS = 100
"""Secret values in one call: each is looked for in everything that is shown."""

LONGEST_KEPT = 64
"""Characters of a name that is worth remembering."""

process_salt = secrets.token_bytes(32)


def sounds_secret(name: str) -> bool:
    """Return whether a parameter or key is named like a credential."""
    return (sounds_secret_once if len(name) <= LONGEST_KEPT else sounds_secret_once.__wrapped__)(name)


@functools.lru_cache(32_768)
def sounds_secret_once(name: str) -> bool:
    """Work out whether a name is a credential's: in words, without numbers, and in the singular."""
    split = re.sub(r"([a-z])([A-Z])|([A-Z])([A-Z][a-z])", r"\1\3_\2\4", name)
    words = [singular(word) for word in re.split(r"[\W\d_]+", split.lower()) if word]
    found = CREDENTIAL_WORDS.intersection(words)
    if found == {"token"} and not COUNTING.isdisjoint(words):
        return False
    return bool(found) or any(pair in CREDENTIAL_PAIRS for pair in itertools.pairwise(words))


def singular(word: str) -> str:
    """Return a word without its plural s. Pins are on maps; a pin is a secret."""
    return word if word.endswith("ss") or word == "pins" else word.removesuffix("s")


class Secrets:
    """The secret values of one call: finds them in its arguments, and masks them wherever they turn up."""

    __slots__ = ("are_too_many", "forms", "long", "short")

    def __init__(self, arguments: Mapping[str, Any], named: Set[str] = frozenset()) -> None:
        """Find the secrets in arguments: by type, by name, and under the further names `named`."""
        texts = {text for text in found_in(arguments, named=named) if text}
        self.are_too_many = len(texts) > MOST_SECRETS
        if self.are_too_many:
            texts.clear()
        self.forms = {form for text in texts for form in (text, *quoted_forms(text))}
        values = sorted(self.forms, key=len, reverse=True)
        self.long = [form for form in values if len(form) >= SHORTEST_ANYWHERE]
        self.short = pattern_of(form for form in values if len(form) < SHORTEST_ANYWHERE)

    def __bool__(self) -> bool:
        return bool(self.forms)

    def hide(self, text: str) -> str:
        """Return `text` with every secret masked."""
        for form in self.long:
            text = text.replace(form, MASK)
        return text if self.short is None else self.short.sub(MASK, text)

    def stand_in(self, text: str) -> bool:
        """Return whether a secret that is long enough to be told from other words stands in `text`."""
        if any(form in text for form in self.long):
            return True
        return self.short is not None and any(
            len(match.group()) >= SHORTEST_REPEATED for match in self.short.finditer(text)
        )

    def hide_in(self, value: Any) -> Any:
        """Return JSON-like `value` with every secret masked, in keys too."""
        if not self.forms:
            return value
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, list):
            return [self.hide_in(item) for item in value]
        if isinstance(value, dict):
            return {self.hide(str(key)): self.hide_in(item) for key, item in value.items()}
        if isinstance(value, (int, float)) and not isinstance(value, bool) and str(value) in self.forms:
            return MASK
        return value


def pattern_of(forms: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds these texts where they stand as words."""
    listed = "|".join(map(re.escape, forms))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)") if listed else None


def texts_in(value: Any) -> Iterable[str]:
    """Yield every text and number in JSON-like `value`, keys too."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


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


def found_in(value: Any, *, secret: bool = False, named: Set[str] = frozenset()) -> Iterable[str]:
    """Yield the text of every secret inside `value`; what is under one of the names `named` is one."""
    if isinstance(value, (SecretStr, SecretBytes)):
        hidden = value.get_secret_value()
        yield hidden if isinstance(hidden, str) else hidden.decode("utf-8", "replace")
    elif (parts := parts_of(value)) is not None:
        for key, item in parts.items():
            yield from found_in(item, secret=secret or key in named or sounds_secret(str(key)), named=named)
    elif isinstance(value, (list, tuple, set, frozenset, deque)):
        for item in value:
            yield from found_in(item, secret=secret, named=named)
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
