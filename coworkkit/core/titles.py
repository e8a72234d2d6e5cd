"""What people call an action's arguments and their values, where the developer says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Titles:
    """The titles of one action's arguments.

    Attributes:
        names: what an argument is called, where its `Field` or its schema has a ``title``.
        values: what a value is called, where the schema lists it as ``const`` with a ``title``.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, tuple[tuple[Any, str], ...]] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """Return what people call an argument: its title, or else its name in words."""
        return self.names.get(name) or name.replace("_", " ")

    def of_value(self, name: str, value: Any) -> str | None:
        """Return what people call a value of an argument; None where nothing was said. ``1`` is not ``True``."""
        known = self.values.get(name, ())
        return next((title for const, title in known if type(const) is type(value) and const == value), None)


NO_TITLES = Titles()


def titles_of(model: type[BaseModel], names: Mapping[str, str], schema: Any, secret: frozenset[str]) -> Titles:
    """Read the titles of an action's parameters; a secret argument's values have none.

    Args:
        model: validates the arguments.
        names: the model's field names to the argument names.
        schema: the JSON Schema of the arguments.
        secret: the arguments that are secret.
    """
    properties = schema.get("properties", {})
    called = {name: model.model_fields[at].title or title_in(properties.get(name)) for at, name in names.items()}
    choices = {name: choices_in(properties.get(name)) for name in names.values() if name not in secret}
    return Titles(
        {name: title for name, title in called.items() if title},
        {name: known for name, known in choices.items() if known},
    )


def title_in(schema: Any) -> str | None:
    """Return the title that a property of a JSON Schema has."""
    title = schema.get("title") if isinstance(schema, Mapping) else None
    return title if isinstance(title, str) and title.strip() else None


def choices_in(schema: Any) -> tuple[tuple[Any, str], ...]:
    """Return the values that a property lists under ``oneOf`` or ``anyOf``, each with its title."""
    if not isinstance(schema, Mapping):
        return ()
    listed = [each for word in ("oneOf", "anyOf") for each in schema.get(word) or () if isinstance(each, Mapping)]
    titled = [(each["const"], title_in(each)) for each in listed if "const" in each]
    return tuple((const, title) for const, title in titled if title)
