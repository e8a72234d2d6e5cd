"""Binding a call to its action: validated once, frozen, measured, and its secrets found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_core import to_json

from ..errors import Refusal
from .action import Action
from .call import Call
from .given import LARGEST_ARGUMENTS, exact, too_large
from .jsonable import LARGEST_SAFE_INT, MASK, NotJsonError, as_json
from .secret import MOST_SECRETS, Secrets, masked, sealed, texts_in


def bind(call: Call, action: Action, arguments: Mapping[str, Any] | str | bytes, *, again: bool) -> None:
    """Validate the arguments and freeze them in the call. What is shown, digested and run comes from here.

    Args:
        call: the call.
        action: what it found.
        arguments: as the agent sent them.
        again: whether they may be validated again after a yes, and so are kept as they came. Of plain arguments
            nothing is: their limits never change.

    Raises:
        Refusal: ``invalid_args``, the agent's mistake.
    """
    if isinstance(arguments, (str, bytes)) and len(arguments) > 2 * LARGEST_ARGUMENTS:
        raise too_large(len(arguments))
    parameters = action.parameters
    if again and not parameters.plain:
        call.raw = arguments = arguments if type(arguments) in (str, bytes) else exact(arguments)
    call.arguments = bound = parameters.bind(arguments)
    try:
        if parameters.plain:
            call.canonical = to_json(bound)
            call.shown_arguments = plain_json(bound, parameters.numbers) if parameters.numbers else bound
        else:
            call.canonical = to_json(as_json(sealed(bound)))
            call.secrets = Secrets(bound)
            shown = {
                name: MASK if name in parameters.secret and value is not None else as_json(value)
                for name, value in bound.items()
            }
            shown = masked(shown)
            check_not_repeated(call.secrets, shown)
            call.shown_arguments = shown
    except (NotJsonError, ValueError) as error:
        raise Refusal("invalid_args", f"The arguments cannot be shown to a person: {error}. Nothing was run.") from None
    if len(call.canonical) > LARGEST_ARGUMENTS:
        raise too_large(len(call.canonical))
    call.move("bind")


def plain_json(arguments: dict[str, Any], numbers: Iterable[str]) -> dict[str, Any]:
    """Return plain arguments as JSON; nearly always they are that already, and else it is for one of the numbers."""
    for name in numbers:
        value = arguments[name]
        kind = type(value)
        if kind is float or (kind is int and not -LARGEST_SAFE_INT <= value <= LARGEST_SAFE_INT):
            converted: dict[str, Any] = as_json(arguments)
            return converted
    return arguments


def check_not_repeated(secrets: Secrets, shown: dict[str, Any]) -> None:
    """Refuse arguments that repeat a secret where it would be shown.

    It cannot be masked there: who chooses a secret could then choose what a person does not get to see.
    """
    if secrets.are_too_many:
        raise Refusal("invalid_args", f"The arguments hold more than {MOST_SECRETS} secret values. Nothing was run.")
    if secrets and secrets.stand_in("\x1f".join(texts_in(shown))):
        raise Refusal(
            "invalid_args",
            "The value of a secret argument is repeated in another argument, which would be shown. Nothing was run; "
            "give a secret only in the argument that is meant for it.",
        )
