"""The hooks: declaring actions, elements and surfaces where the code already does the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, overload

from pydantic import BaseModel

from ..core.action import Action, Kind, SummaryFunction, check_name, declare, gives_awaitable
from ..core.catalogue import Element, Surface, everywhere
from ..core.control import Level, LevelFunction
from ..errors import DeclarationError
from .mount import mount_here

F = TypeVar("F", bound=Callable[..., Any])

ParametersSource = type[BaseModel] | Mapping[str, Any]

ELEMENT_ACTION_KEYS = frozenset(
    {
        "run",
        "description",
        "parameters",
        "kind",
        "control",
        "confirmation_summary",
        "action_label",
        "cancel_label",
        "destructive",
        "silent",
        "require_framed",
        "cue",
    }
)


@overload
def define_action(
    run: F,
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: ParametersSource | None = None,
    kind: Kind = "write",
    control: Level | LevelFunction | None = None,
    confirmation_summary: SummaryFunction | None = None,
    action_label: str = "Confirm",
    cancel_label: str = "Cancel",
    destructive: bool | None = None,
    silent: bool = False,
    require_framed: bool = False,
    cue: str | None = None,
) -> F: ...


@overload
def define_action(
    run: None = None,
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: ParametersSource | None = None,
    kind: Kind = "write",
    control: Level | LevelFunction | None = None,
    confirmation_summary: SummaryFunction | None = None,
    action_label: str = "Confirm",
    cancel_label: str = "Cancel",
    destructive: bool | None = None,
    silent: bool = False,
    require_framed: bool = False,
    cue: str | None = None,
) -> Callable[[F], F]: ...


def define_action(run: F | None = None, **declared: Any) -> F | Callable[[F], F]:
    """Declare an action that exists on every page. For module scope; it registers on import.

    A decorator (``@define_action`` or ``@define_action(control="soft")``) or a plain call
    (``define_action(name=…, run=…)``). The function itself stays as it is.

    The arguments, what is returned and what is raised are those of `use_action`.
    """
    if run is None:
        return lambda function: define_action(function, **declared)
    everywhere.define(declare(run, **declared))
    return run


@overload
def use_action(
    run: F,
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: ParametersSource | None = None,
    kind: Kind = "write",
    control: Level | LevelFunction | None = None,
    confirmation_summary: SummaryFunction | None = None,
    action_label: str = "Confirm",
    cancel_label: str = "Cancel",
    destructive: bool | None = None,
    silent: bool = False,
    require_framed: bool = False,
    cue: str | None = None,
) -> F: ...


@overload
def use_action(
    run: None = None,
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: ParametersSource | None = None,
    kind: Kind = "write",
    control: Level | LevelFunction | None = None,
    confirmation_summary: SummaryFunction | None = None,
    action_label: str = "Confirm",
    cancel_label: str = "Cancel",
    destructive: bool | None = None,
    silent: bool = False,
    require_framed: bool = False,
    cue: str | None = None,
) -> Callable[[F], F]: ...


def use_action(run: F | None = None, **declared: Any) -> F | Callable[[F], F]:
    """Declare an action of the page being built; it lives as long as the NiceGUI element that encloses it.

    A decorator (``@use_action`` or ``@use_action(control="hard")``) or a plain call
    (``use_action(name=…, run=…)``). The function itself stays as it is.

    Args:
        run: what the action does. A plain function runs in a worker thread with the page's context, an async
            one on the event loop; a generator is run to its end and gives the list of what it yielded.
        name: what the agent calls it by; the function's name by default.
        description: what it does and when to use it; the docstring by default.
        parameters: a pydantic model, or a JSON Schema object; the function's type hints by default.
        kind: ``"read"`` for an action that changes nothing.
        control: ``"open"``, ``"soft"`` or ``"hard"``, or a function of some or all of the arguments, by name,
            that returns one. The README says how to choose.
        confirmation_summary: a function of some or all of the arguments, by name, that returns the words a
            person is asked with; the description by default. It is read again when they have decided.
        action_label: the words on the card's confirming button, 1 to 40 characters. Use a verb and a noun; two words
            or more also name the action wherever the user reads of it.
        cancel_label: the words on the other button, 1 to 40 characters.
        destructive: whether the confirming button is red; by default at the level ``hard`` only.
        silent: the agent need not talk about it.
        require_framed: only a framed card may confirm it, which no script of the page can press; a page whose
            context is not secure (plain HTTP under a network name) then refuses the call.
        cue: one sentence for the agent, which reads it as data and never as an order.

    Raises:
        PageError: there is no page, or it has no Provider.
        DeclarationError: the declaration cannot work; the message names the action and what to do.
    """
    if run is None:
        return lambda function: use_action(function, **declared)
    mount = mount_here("use_action")
    action = declare(run, **declared)
    mount.catalogue.add(action)
    mount.scopes[action] = mount.scope(lambda: mount.release(action))
    return run


def use_element(
    name: str,
    *,
    state: Callable[[], Any] | None = None,
    actions: Mapping[str, Callable[..., Any] | Mapping[str, Any]] | None = None,
    cue: str | None = None,
) -> None:
    """Declare one named thing on the page: what the agent may read of it, and how it may operate it.

    Its actions always need Hand mode. To an agent they are named ``"<element>.<action>"``.

    Args:
        name: what the user would call it; unique on the page.
        state: returns what it shows now, as anything with a form in JSON.
        actions: by name, a function (its docstring is the description) or a mapping with ``run`` and any of
            the other arguments of `use_action`.
        cue: one sentence for the agent, as data.

    Raises:
        PageError: there is no page, or it has no Provider.
        DeclarationError: the declaration cannot work; the message names the element and what to do.
    """
    mount = mount_here("use_element")
    subject = f"element {name!r}"
    if not isinstance(name, str) or not name.strip():
        raise DeclarationError(subject, "has no name", "Name it by a text, as the user would.")
    check_name(subject, name)
    check_reader(subject, "state", state)
    declared = tuple(element_action(subject, name, key, given) for key, given in (actions or {}).items())
    element = Element(name, state, declared, cue)
    mount.catalogue.add_element(element)
    scope = mount.scope(lambda: mount.release(element))
    mount.scopes.update((action, scope) for action in declared)


def element_action(subject: str, element: str, name: str, given: Callable[..., Any] | Mapping[str, Any]) -> Action:
    """Declare one action of an element, from a bare function or from its full form."""
    if not isinstance(given, Mapping):
        return declare(given, name=name, element=element)
    if unknown := set(given) - ELEMENT_ACTION_KEYS:
        raise DeclarationError(
            subject, f"declares action {name!r} with {sorted(unknown)}", f"Use some of {sorted(ELEMENT_ACTION_KEYS)}."
        )
    if "run" not in given:
        raise DeclarationError(subject, f"declares action {name!r} without run", "Give a function as run.")
    return declare(**{**given, "name": name, "element": element})


def check_reader(subject: str, which: str, read: Callable[[], Any] | None) -> None:
    """Refuse a state or data that could not be read at once."""
    if read is not None and (not callable(read) or gives_awaitable(read)):
        raise DeclarationError(
            subject,
            f"has a {which} that is not a plain function",
            f"Give a function as {which} that returns it at once.",
        )


def use_surface(
    label: str,
    *,
    data: Callable[[], Any] | None = None,
    hand_actions: Sequence[str] = (),
    cue: str | None = None,
) -> None:
    """Declare where the user is. The surface mounted last is the active one.

    Args:
        label: what a person would call this place.
        data: returns the data around it, as anything with a form in JSON; read anew whenever the agent looks.
        hand_actions: names of actions that need Hand mode while this surface is the active one.
        cue: one sentence for the agent, as data.

    Raises:
        PageError: there is no page, or it has no Provider.
        DeclarationError: the label is empty.
    """
    mount = mount_here("use_surface")
    if not isinstance(label, str) or not label.strip():
        raise DeclarationError(f"surface {label!r}", "has no label", "Say in words where the user is.")
    if isinstance(hand_actions, str):
        raise DeclarationError(f"surface {label!r}", "has hand_actions that are one text", "Give a list of names.")
    check_reader(f"surface {label!r}", "data", data)
    surface = Surface(label, data, tuple(hand_actions), cue)
    mount.catalogue.add_surface(surface)
    mount.scope(lambda: mount.release(surface))
