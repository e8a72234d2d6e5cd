"""What `confirm_action` and `commit_action` take, with the limits of the seed's table, checked in one place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretBytes,
    SecretStr,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from ..core.card import MOST_ROWS
from ..core.jsonable import NotJsonError, as_json
from ..core.parameters import in_words
from ..core.secret import masked
from ..errors import CoworkkitError

LONGEST_TITLE = 120
LONGEST_DESCRIPTION = 2_000
LONGEST_LABEL = 40
LONGEST_SIDE_EFFECT = 2_000
SHORTEST_TOKEN, LONGEST_TOKEN = 8, 64
LONGEST_TTL_MINUTES = 180
LARGEST_BINDS = 20_000
"""Characters of JSON."""

TOKEN = re.compile(r"[a-zA-Z0-9_-]{8,64}")


def wrong(said: str) -> PydanticCustomError:
    """Return a finding whose words repeat nothing secret; see `TELLS_NO_VALUE`."""
    return PydanticCustomError("coworkkit_limit", "{said}", {"said": said})


def kind_of(value: object) -> str:
    """Say what was given in place of something else."""
    return "nothing" if value is None else f"a value of type {type(value).__name__}"


def text_up_to(longest: int) -> Any:
    """Return the type of a text of 1 to `longest` characters."""

    def check(value: object) -> str:
        limit = f"must be a text of 1 to {longest:,} characters"
        if not isinstance(value, str):
            raise wrong(f"{limit}, and {kind_of(value)} was given")
        if not 1 <= len(value) <= longest:
            raise wrong(f"{limit}, and {len(value):,} were given")
        if not value.strip():
            raise wrong(f"{limit}, and only blanks were given")
        if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
            raise wrong(f"{limit}, and one with NUL or half a character (a lone surrogate) was given")
        return str(value)

    return Annotated[
        str, BeforeValidator(check), WithJsonSchema({"type": "string", "minLength": 1, "maxLength": longest})
    ]


def check_token(value: object) -> str:
    """Check a token; its value is never repeated."""
    limit = f"must be {SHORTEST_TOKEN} to {LONGEST_TOKEN} of the characters a-z, A-Z, 0-9, _ and -"
    if not isinstance(value, str):
        raise wrong(f"{limit}, and {kind_of(value)} was given")
    if not TOKEN.fullmatch(value):
        others = "" if re.fullmatch(r"[a-zA-Z0-9_-]*", value) else ", with others among them,"
        raise wrong(f"{limit}, and {len(value):,} characters{others} were given")
    return str(value)


def check_minutes(value: object) -> int:
    """Check how long a card may live."""
    if type(value) is not int or not 1 <= value <= LONGEST_TTL_MINUTES:
        given = f"{value:,}" if type(value) is int and abs(value) < 10**12 else kind_of(value)
        raise wrong(f"must be a whole number of minutes from 1 to {LONGEST_TTL_MINUTES}, and {given} was given")
    return value


def check_flag(value: object) -> bool:
    """Check a yes or no."""
    if not isinstance(value, bool):
        raise wrong(f"must be true or false, and {kind_of(value)} was given")
    return value


def check_name(value: object) -> str:
    """Check that a token to be looked up is a text; one of a shape no card has is simply not found."""
    if not isinstance(value, str):
        raise wrong(f"must be a text, and {kind_of(value)} was given")
    return str(value)


def check_binds(value: object) -> dict[str, Any] | None:
    """Check what a card stands for; an empty object binds nothing."""
    limit = f"must be an object of at most {MOST_ROWS} names and {LARGEST_BINDS:,} characters of JSON"
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise wrong(f"{limit}, and {kind_of(value)} was given")
    try:
        size = len(canonical(value))
    except (NotJsonError, ValueError) as error:
        raise wrong(f"{limit}, and what was given has no form in JSON ({error})") from None
    if len(value) > MOST_ROWS or size > LARGEST_BINDS:
        raise wrong(f"{limit}, and {len(value):,} names and {size:,} characters were given")
    return dict(value) or None


def shown_binds(binds: Mapping[str, Any] | None) -> str | None:
    """Return what is bound as the card shows it: JSON text with secrets masked."""
    return None if binds is None else json.dumps(masked(as_json(binds)))


def canonical(value: Any) -> str:
    """Return a value as the one JSON text that all equal values have; secrets count with what they really are."""
    return json.dumps(even(as_json(unveiled(value))), sort_keys=True, separators=(",", ":"))


def unveiled(value: Any) -> Any:
    """Return a value with its secrets in the open; only a digest is ever made of it."""
    if isinstance(value, (SecretStr, SecretBytes)):
        return {"secret": value.get_secret_value()}
    if isinstance(value, Mapping):
        return {key: unveiled(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [unveiled(item) for item in value]
    return value


def even(value: Any) -> Any:
    """Return JSON in which 49.0 is 49."""
    if isinstance(value, dict):
        return {key: even(item) for key, item in value.items()}
    if isinstance(value, list):
        return [even(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


Token = Annotated[
    str,
    BeforeValidator(check_token),
    WithJsonSchema({"type": "string", "pattern": "^[a-zA-Z0-9_-]+$", "minLength": 8, "maxLength": 64}),
]
Minutes = Annotated[
    int, BeforeValidator(check_minutes), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 180})
]
Binds = Annotated[dict[str, Any] | None, BeforeValidator(check_binds), WithJsonSchema({"type": "object"})]


class ConfirmRequest(BaseModel):
    """What `confirm_action` takes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: text_up_to(LONGEST_TITLE) = Field(description="Short title of the card.")  # type: ignore[valid-type]
    description: text_up_to(LONGEST_DESCRIPTION) = Field(  # type: ignore[valid-type]
        description="Plain-language description of EXACTLY what will happen. Be specific."
    )
    action_label: text_up_to(LONGEST_LABEL) = Field(  # type: ignore[valid-type]
        "Confirm", description="Words on the confirm button. Use a verb."
    )
    cancel_label: text_up_to(LONGEST_LABEL) = Field("Cancel", description="Words on the cancel button.")  # type: ignore[valid-type]
    destructive: Annotated[bool, BeforeValidator(check_flag)] = Field(
        True, description="Whether the confirm button is red."
    )
    commit_token: Token = Field(
        description="Your own name for THIS action. Pass the same to commit_action. Do not reuse it for another action."
    )
    ttl_minutes: Minutes = Field(30, description="How many minutes the card stays valid.")
    binds: Binds = Field(
        None, description="What the card stands for, by name, such as an amount; a commit must give the same."
    )


class CommitRequest(BaseModel):
    """What `commit_action` takes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    commit_token: Annotated[str, BeforeValidator(check_name)] = Field(description="The token given to confirm_action.")
    side_effect: text_up_to(LONGEST_SIDE_EFFECT) = Field(  # type: ignore[valid-type]
        description="What is about to happen, in plain language."
    )
    binds: Binds = Field(None, description="What was given as binds to confirm_action, if anything was.")


Request = TypeVar("Request", bound=BaseModel)


def read_request(tool: str, model: type[Request], given: Mapping[str, Any]) -> Request:
    """Check what a tool was called with.

    Raises:
        CoworkkitError: it is not what the tool takes; the message names each field, its limit and what was given.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        listed = "; ".join(f"{'.'.join(map(str, each['loc']))} {in_words(each)}" for each in found)
        raise CoworkkitError(f"{tool}: {listed}. Nothing was asked or used up.") from None
