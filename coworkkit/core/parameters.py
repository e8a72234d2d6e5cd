"""What an action takes: from a function's signature, a pydantic model or a JSON Schema to one validator."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Annotated, Any, get_args, get_type_hints
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticUserError
from pydantic_core import SchemaError, from_json

from ..errors import DeclarationError, Problem, Refusal
from .docstring import Docstring
from .given import LARGEST_ARGUMENTS, exact, too_large
from .json_schema import model_from_schema, telling_line
from .plain import PLAIN, kinds_of, may_replace, plain_validator
from .secret import Secrets, sounds_secret
from .titles import NO_TITLES, Titles, titles_of
from .tools import ActionContext

IMMUTABLE = PLAIN | {bytes, Decimal, UUID, datetime, date, time, timedelta, complex, range}
MAX_SHOWN_PROBLEMS = 20
MOST_BRACKETS = 100_000
"""In arguments that came as text: building very many lists takes long, before anything can count them."""

MOST_FINDINGS = 1_000
"""Faults that are looked at one by one; of more, only the number is told."""

TELLS_NO_VALUE = frozenset({"missing", "coworkkit_limit"})
"""Findings whose words never repeat what was given, so that a secret argument's may be told."""

LONGEST_FIELD = 200
LONGEST_FINDING = 1_000


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of one action.

    Attributes:
        model: validates the arguments; built once, at declaration.
        names: the model's field names to the argument names the function takes, in order.
        schema: the JSON Schema an agent is told.
        validate: the model's own validator; of plain arguments one that makes a dict by argument names and no model.
        dumped: nested objects are handed over as dicts, because the developer described them by JSON Schema.
        secret: the arguments that are secret by name or type.
        plain: every argument is sure to be a str, int, float, bool or None, and none is secret.
        numbers: the plain arguments that may be numbers, and so may have no number for them in JSON.
        context: the argument in which the function takes the call's `ActionContext`; None where it takes none.
        secret_keys: names of arguments and fields, at any depth, that are secret by type.
        titles: what people call the arguments and their values.
    """

    model: type[BaseModel]
    names: dict[str, str]
    schema: dict[str, Any]
    validate: Callable[[Any], Any]
    dumped: bool = False
    secret: frozenset[str] = frozenset()
    plain: bool = False
    numbers: tuple[str, ...] = ()
    secret_keys: frozenset[str] = frozenset()
    context: str | None = None
    titles: Titles = NO_TITLES

    def bind(self, arguments: Mapping[str, Any] | str | bytes) -> dict[str, Any]:
        """Validate an agent's arguments and return them by name, detached from anything the agent holds.

        Raises:
            Refusal: ``invalid_args``, the agent's mistake, with a problem for each argument that is wrong.
        """
        kind = type(arguments)
        given = exact(self.read(arguments) if kind is str or kind is bytes else arguments)
        try:
            bound = self.validate(given)
        except ValidationError as error:
            raise self.refusal(error, given) from None
        if self.plain:
            plain: dict[str, Any] = bound
            return plain
        if self.dumped:
            dumped: dict[str, Any] = bound.model_dump(by_alias=True)
            return dumped
        values = bound.__dict__
        return {name: detached(values[fieldname]) for fieldname, name in self.names.items()}

    def read(self, text: Any) -> Any:
        """Read arguments that came as JSON text; say what is wrong with the text, and blame no argument for it."""
        if len(text) > 2 * LARGEST_ARGUMENTS:
            raise too_large(len(text))
        if not text.strip():
            if not self.names:
                return {}
            raise Refusal(
                "invalid_args",
                "The arguments arrived empty: no JSON object was received. Nothing was run; send it again.",
            )
        opened = text.count("[") + text.count("{") if type(text) is str else text.count(b"[") + text.count(b"{")
        if opened > MOST_BRACKETS:
            raise Refusal(
                "invalid_args", f"The arguments hold more than {MOST_BRACKETS:,} opening brackets. Nothing was run."
            )
        try:
            return from_json(text)
        except ValueError as error:
            raise Refusal(
                "invalid_args",
                f"The arguments arrived as broken JSON ({len(text):,} characters; {error}). Nothing was run; "
                "send them again.",
            ) from None

    def refusal(self, error: ValidationError, given: Mapping[str, Any]) -> Refusal:
        """Put pydantic's findings in words an agent can repair from; never repeat a secret."""
        count = error.error_count()
        secrets = Secrets(given, self.secret | self.secret_keys)
        if count > MOST_FINDINGS or secrets.are_too_many:
            return Refusal("invalid_args", f"The arguments are not valid: {count:,} faults. Nothing was run.")
        found = error.errors(include_url=False, include_context=False, include_input=False)
        problems = tuple(self.problem(finding, secrets) for finding in found[:MAX_SHOWN_PROBLEMS])
        listed = "; ".join(f"{problem.field or 'the call'}: {problem.message}" for problem in problems)
        more = f"; and {count - len(problems)} more" if count > len(problems) else ""
        return Refusal("invalid_args", f"The arguments are not valid. {listed}{more}. Nothing was run.", problems)

    def problem(self, finding: Any, secrets: Secrets) -> Problem:
        """Put one of pydantic's findings in words."""
        path = finding["loc"]
        field = secrets.hide(".".join(str(part) for part in path))
        may_repeat_it = finding["type"] not in TELLS_NO_VALUE and self.is_secret(path)
        message = "is not valid" if may_repeat_it else secrets.hide(in_words(finding))
        return Problem(field=shortened(field, LONGEST_FIELD), message=shortened(message, LONGEST_FINDING))

    def is_secret(self, path: tuple[int | str, ...]) -> bool:
        """Return whether the path of an argument leads to a secret, whose message might repeat it."""
        return any(part in self.secret or part in self.secret_keys or sounds_secret(str(part)) for part in path)


def shortened(text: str, longest: int) -> str:
    """Return at most so many characters of a text."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def in_words(finding: Any) -> str:
    """Say what one pydantic finding means for an argument."""
    if finding["type"] == "missing":
        return "is required"
    if finding["type"] == "extra_forbidden":
        return "is not an argument of this action"
    message: str = finding["msg"]
    return message[0].lower() + message[1:]


def detached(value: Any) -> Any:
    """Return a deep copy that nobody else holds; values that cannot change are their own copy."""
    if type(value) in IMMUTABLE or isinstance(value, Enum):
        return value
    return copy.deepcopy(value)


def parameters_of(
    subject: str, run: Callable[..., Any], declared: type[BaseModel] | Mapping[str, Any] | None, doc: Docstring
) -> Parameters:
    """Work out what `run` takes.

    Args:
        subject: what is being declared, for error messages.
        run: the function.
        declared: the developer's own pydantic model or JSON Schema; None to read the type hints.
        doc: the function's docstring, for descriptions the hints do not give.

    Raises:
        DeclarationError: the developer's type hints, model or schema cannot be used.
    """
    context = context_argument(subject, run)
    if declared is None:
        return from_hints(subject, run, doc, context)
    model = model_from_schema(subject, declared, defaults_of(run)) if isinstance(declared, Mapping) else declared
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise DeclarationError(
            subject,
            f"has parameters of type {type(declared).__name__}",
            "Give a pydantic model or a JSON Schema object.",
        )
    if isinstance(declared, Mapping):
        names = {name: info.alias or name for name, info in model.model_fields.items()}
        schema = {"type": "object", **declared}
    else:
        names = {name: name for name in model.model_fields}
        schema = schema_of(subject, model)
    if context in names.values():
        raise DeclarationError(
            subject, f"lets an agent pass {context!r}, which is its ActionContext", "Take it out of the parameters."
        )
    check_fit(subject, run, (*names.values(), *([context] if context else [])))
    return finished(model, names, schema, context, declared=True, dumped=isinstance(declared, Mapping))


def context_argument(subject: str, run: Callable[..., Any]) -> str | None:
    """Return the name of the argument in which a function takes its `ActionContext`, if it takes one."""
    try:
        hints = get_type_hints(unwrapped(run))
    except (NameError, TypeError, ValueError):
        return None
    hints.pop("return", None)
    found = [name for name, hint in hints.items() if hint is ActionContext]
    if any(ActionContext in get_args(hint) for hint in hints.values()) or len(found) > 1:
        raise DeclarationError(
            subject, "takes an ActionContext among other things", "Give one parameter the type ActionContext."
        )
    return found[0] if found else None


def from_hints(subject: str, run: Callable[..., Any], doc: Docstring, context: str | None) -> Parameters:
    """Build the parameters from a function's signature and type hints."""
    try:
        signature = inspect.signature(run)
        hints = get_type_hints(unwrapped(run), include_extras=True)
    except (NameError, TypeError, ValueError) as error:
        raise DeclarationError(
            subject, f"has type hints that cannot be read ({error})", "Import every name they use, or give parameters=…"
        ) from None
    # What a partial has fixed is the developer's choice; Python would let a call by name override it.
    fixed = run.keywords if isinstance(run, partial) else {}
    fields: dict[str, Any] = {}
    names: dict[str, str] = {}
    for index, parameter in enumerate(signature.parameters.values()):
        if parameter.name in fixed or parameter.name == context:
            continue
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise DeclarationError(
                subject,
                f"takes {parameter!s}, which an agent cannot pass by name",
                "Give each argument a name of its own, or give parameters=…",
            )
        if parameter.name not in hints:
            raise DeclarationError(
                subject, f"has no type hint for {parameter.name!r}", "Add one, so that the agent knows what to send."
            )
        described: dict[str, Any] = {"alias": parameter.name}
        if parameter.name in doc.arguments and not has_description(hints[parameter.name], parameter.default):
            described["description"] = doc.arguments[parameter.name]
        hint: Any = Annotated[hints[parameter.name], Field(**described)]
        fieldname = parameter.name if is_free(parameter.name) else f"p{index}"
        fields[fieldname] = (hint, ... if parameter.default is parameter.empty else parameter.default)
        names[fieldname] = parameter.name
    try:
        model: type[BaseModel] = create_model(
            "Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=False), **fields
        )
    except (PydanticUserError, SchemaError, TypeError, ValueError) as error:
        raise DeclarationError(
            subject,
            f"has type hints pydantic cannot use ({telling_line(error)})",
            "Use types that have a form in JSON.",
        ) from None
    return finished(model, names, schema_of(subject, model), context)


def finished(
    model: type[BaseModel],
    names: dict[str, str],
    schema: dict[str, Any],
    context: str | None,
    *,
    declared: bool = False,
    dumped: bool = False,
) -> Parameters:
    """Work out, once, what the gate would otherwise ask on every call."""
    annotations = {names[fieldname]: info.annotation for fieldname, info in model.model_fields.items()}
    secret = frozenset(name for name, hint in annotations.items() if sounds_secret(name) or "Secret" in str(hint))
    # A validator of the developer's, or their own model, may put anything in the place of a plain value.
    sure = not declared and not any(may_replace(part) for info in model.model_fields.values() for part in info.metadata)
    kinds = {names[fieldname]: kinds_of(info) for fieldname, info in model.model_fields.items()}
    plain = sure and not secret and all(kind <= PLAIN for kind in kinds.values())
    return Parameters(
        model,
        names,
        schema,
        validate=plain_validator(model, names) if plain else model.__pydantic_validator__.validate_python,
        dumped=dumped,
        secret=secret,
        plain=plain,
        numbers=tuple(name for name, kind in kinds.items() if not kind.isdisjoint((int, float))),
        secret_keys=frozenset(secret_keys(schema)),
        context=context,
        titles=titles_of(model, names, schema, secret),
    )


def secret_keys(schema: Any) -> Iterable[str]:
    """Yield the names of the properties, anywhere in a JSON Schema, whose values are secret or hold secrets."""
    if isinstance(schema, Mapping):
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            yield from (name for name, inner in properties.items() if holds_secret(inner))
    if isinstance(schema, (Mapping, list)):
        for inner in schema.values() if isinstance(schema, Mapping) else schema:
            yield from secret_keys(inner)


def holds_secret(schema: Any) -> bool:
    """Return whether a JSON Schema marks anything in it as secret, as pydantic does for its secret types."""
    if isinstance(schema, Mapping):
        return schema.get("format") == "password" or any(
            holds_secret(inner) for word, inner in schema.items() if word != "properties"
        )
    return isinstance(schema, list) and any(map(holds_secret, schema))


def schema_of(subject: str, model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of a model, without the titles pydantic makes up."""
    try:
        schema = model.model_json_schema(by_alias=True)
    except PydanticUserError as error:
        raise DeclarationError(
            subject, f"has parameters without a form in JSON ({telling_line(error)})", "Use types that JSON can carry."
        ) from None
    schema.pop("title", None)
    schema.pop("description", None)
    for described in schema.get("properties", {}).values():
        described.pop("title", None)
    return schema


def is_free(name: str) -> bool:
    """Return whether a model can have a field of this name; some mean something to pydantic."""
    return not name.startswith(("_", "model_")) and not hasattr(BaseModel, name)


def has_description(hint: Any, default: Any) -> bool:
    """Return whether a hint or default already describes the argument."""
    return any(getattr(part, "description", None) for part in (*getattr(hint, "__metadata__", ()), default))


def defaults_of(run: Callable[..., Any]) -> dict[str, Any]:
    """Return the defaults that `run` itself has for its arguments."""
    try:
        given = inspect.signature(run).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {parameter.name: parameter.default for parameter in given if parameter.default is not parameter.empty}


def check_fit(subject: str, run: Callable[..., Any], names: tuple[str, ...]) -> None:
    """Check that `run` can be called with these arguments by name."""
    try:
        inspect.signature(run).bind(**dict.fromkeys(names))
    except TypeError as error:
        raise DeclarationError(
            subject, f"does not fit its parameters ({error})", "Name the same arguments in both."
        ) from None
    except ValueError:
        return


def unwrapped(run: Callable[..., Any]) -> Any:
    """Return the function whose hints count: through partials, wrappers and callable objects."""
    run = inspect.unwrap(run)
    while hasattr(run, "func") and not inspect.isfunction(run):
        run = run.func
    if inspect.isfunction(run) or inspect.ismethod(run):
        return run
    return type(run).__call__
