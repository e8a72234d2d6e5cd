"""Whether a name still means the same action: asked again when a person has decided, before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from .action import Action, Question
from .address import Address
from .call import Call
from .parameters import unwrapped


class Found(NamedTuple):
    """What a call found under its name, and where: the action, what was mounted beside it, and the page's address."""

    action: Action | None
    page: object
    address: Address


def found_by(call: Call) -> Found:
    """Return what a call has found, as it stands now."""
    return Found(call.action, call.page, call.address)


def is_same(asked_about: Action, found: Action, *, same_page: bool) -> bool:
    """Return whether the action now found under a name is the one the user was asked about.

    A page that was loaded again, or a part of it that was drawn again, has declared its actions again. The
    same function, declared in the same way, is the same action, when it also brings the same things along: what it
    closes over, its defaults, a partial's arguments, a method's object. A row's function is not that of the row
    that took its place.

    Args:
        asked_about: the action that was declared when the user was asked.
        found: the action that is declared now.
        same_page: the page was not loaded again since, or from another address. Objects that can only be told
            apart by being another object, such as a database row or a NiceGUI element, are then held to be other
            things; a page that was loaded again has all of those anew.
    """
    if asked_about is found:
        return True
    return (
        asked_about.identity == found.identity
        and asked_about.element == found.element
        and asked_about.parameters.names == found.parameters.names
        and asked_about.parameters.schema == found.parameters.schema
        and same_question(asked_about.control, found.control)
        and same_question(asked_about.summary, found.summary)
        and same_value(asked_about.run, found.run, same_page, set())
    )


def means_the_same(one: Call, other: Call) -> bool:
    """Return whether two calls by one name found the same action, in the same place."""
    if one.action is None or other.action is None:
        return False
    found, also_found = found_by(one), found_by(other)
    return not has_moved(found, also_found) and is_same(
        one.action, other.action, same_page=is_same_page(found, also_found)
    )


def has_moved(one: Found, other: Found) -> bool:
    """Return whether two things were found in different places.

    An action that has stayed mounted has its place with it. One that was declared anew, by a page that was loaded
    again or a part of it that was drawn again, belongs to what is shown then.
    """
    stayed = one.page is other.page and one.action is other.action
    return not stayed and one.address.shown != other.address.shown


def is_same_page(one: Found, other: Found) -> bool:
    """Return whether two things were found on one page that was not loaded again, or not from the same address."""
    return one.page is other.page or one.address.served != other.address.served


def same_question(one: object, other: object) -> bool:
    """Compare two declared levels or summaries: functions by their code, since they are asked again anyway."""
    if isinstance(one, Question) and isinstance(other, Question):
        return code_of(one.function) == code_of(other.function)
    return one == other


def code_of(function: Callable[..., Any]) -> object:
    """Return what tells a function from another that was declared under its name, and not from its own reload."""
    inner = unwrapped(function)
    return getattr(inner, "__code__", None) or getattr(inner, "__qualname__", type(inner))


def same_value(one: Any, other: Any, same_page: bool, seen: set[tuple[int, int]]) -> bool:
    """Compare two values that two functions bring along."""
    if one is other or (id(one), id(other)) in seen:
        return True
    if type(one) is not type(other):
        return False
    seen.add((id(one), id(other)))
    if isinstance(one, (FunctionType, MethodType, partial)):
        brought, also_brought = list(brought_by(one)), list(brought_by(other))
        return len(brought) == len(also_brought) and all(
            same_value(value, also, same_page, seen) for value, also in zip(brought, also_brought, strict=True)
        )
    if not any("__eq__" in kind.__dict__ for kind in type(one).__mro__[:-1]):  # equal to itself alone
        return not same_page and same_value(wrapped_in(one), wrapped_in(other), same_page, seen)
    try:
        return bool(one == other)
    except Exception:
        return False


def wrapped_in(thing: object) -> object:
    """Return the function an object stands for, such as that of `functools.cache`, if it says so."""
    return getattr(thing, "__dict__", {}).get("__wrapped__")


def brought_by(function: Callable[..., Any]) -> Iterator[Any]:
    """Yield the code of a function, and what it brings along besides."""
    if isinstance(function, partial):
        yield function.func
        yield from function.args
        yield from sorted(function.keywords.items())
    elif isinstance(function, MethodType):
        yield function.__func__
        yield function.__self__
    elif isinstance(function, FunctionType):
        yield function.__module__
        yield function.__qualname__
        yield function.__code__
        yield function.__defaults__
        yield function.__kwdefaults__
        for cell in function.__closure__ or ():
            try:
                yield cell.cell_contents
            except ValueError:  # closed over before it was assigned
                yield None
