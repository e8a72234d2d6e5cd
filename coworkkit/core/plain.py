"""Plain arguments: those that are sure to be a str, int, float, bool or None, and so need no copy, mask or second look.

Their limits never change, so what was valid once stays valid.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import SchemaValidator, core_schema

PLAIN = frozenset({str, int, float, bool, type(None)})


def plain_validator(model: type[BaseModel], names: dict[str, str]) -> Callable[[Any], Any]:
    """Return a validator of the model's own fields that puts them into a dict, by the names of the arguments."""
    fields: dict[str, Any] = model.__pydantic_core_schema__["schema"]["fields"]
    taken = {
        name: core_schema.typed_dict_field(
            fields[fieldname]["schema"], required=model.model_fields[fieldname].is_required()
        )
        for fieldname, name in names.items()
    }
    schema = core_schema.typed_dict_schema(taken, extra_behavior="forbid")
    return SchemaValidator(schema).validate_python


def kinds_of(info: FieldInfo) -> set[Any]:
    """Return the types a field's values are of, as far as telling plain ones needs them; a default is not validated."""
    if info.default_factory is not None:
        return {object}
    return members(info.annotation) | (set() if info.is_required() else {type(info.default)})


def members(hint: Any) -> set[Any]:
    """Return the types a hint is made of, as far as telling plain ones needs them."""
    if get_origin(hint) is None:
        return {type(None) if hint is None else hint}
    if str(get_origin(hint)) == "typing.Literal":
        return {type(choice) for choice in get_args(hint)}
    if get_origin(hint) is Annotated:
        return {hint} if any(map(may_replace, hint.__metadata__)) else members(get_args(hint)[0])
    if str(get_origin(hint)) in ("typing.Union", "<class 'types.UnionType'>"):
        return set().union(*(members(part) for part in get_args(hint)))
    return {hint}


def may_replace(note: Any) -> bool:
    """Return whether an annotation is more than a limit or a description: a validator, or a function that judges."""
    return hasattr(note, "__get_pydantic_core_schema__") or callable(getattr(note, "func", None))
