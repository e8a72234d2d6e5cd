"""One action: what a developer declared, checked and worked out once so that the gate need not."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from ..errors import DeclarationError
from .control import (
    Control,
    Level,
    LevelFunction,
    Origin,
    level_by_default,
    nudge_about_net,
    parse_level,
    sounds_destructive,
)
from .docstring import read_docstring
from .parameters import Parameters, parameters_of, unwrapped

Kind = Literal["read", "write"]
SummaryFunction = Callable[..., Any]

LONGEST_NAME = 100
LONGEST_LABEL = 40
"""The limit of the seed's `confirm_action` for button labels."""


@dataclass(frozen=True, slots=True)
class Question:
    """A developer's function of an action's arguments (its level, its summary), and how to call it.

    Attributes:
        function: the developer's function.
        takes: the arguments it names; None when it takes them all.
        is_async: whether it is awaited.
    """

    function: Callable[..., Any]
    takes: frozenset[str] | None
    is_async: bool

    def given(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments this function takes."""
        if self.takes is None:
            return dict(arguments)
        return {name: value for name, value in arguments.items() if name in self.takes}


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """Something an agent may call. Made by `declare`; nothing in it changes afterwards.

    Attributes:
        name: what it is called by, unique on a page; for an element action ``"<element>.<action>"``.
        description: what it does and when to use it; the agent reads it, and the card falls back to it.
        parameters: what it takes.
        run: the developer's function. Only the gate calls it.
        is_async: whether calling it gives something to await, so that it runs on the event loop.
        kind: ``read`` changes nothing; ``write`` may.
        control: the declared level or level function; None where the developer chose none.
        caught: whether the safety net catches it, because it has a destructive name and no control.
        summary: the developer's summary function.
        action_label: the words on the confirming button.
        cancel_label: the words on the cancelling button.
        destructive: whether the confirming button is red; None where the level decides: then a hard one is.
        silent: the agent need not talk about it.
        require_framed: only a framed card may confirm it; where there is none, it is refused.
        element: the element it belongs to; such an action always needs Hand mode.
        cue: a hint for the agent, as data.
        told_back: secret arguments that the result may tell the agent again.
        identity: what makes a declaration after a reload the same action as the one on the card.
    """

    name: str
    description: str
    parameters: Parameters
    run: Callable[..., Any]
    is_async: bool
    kind: Kind
    control: Control | Question | None
    caught: bool
    summary: Question | None
    action_label: str
    cancel_label: str
    destructive: bool | None
    silent: bool
    require_framed: bool
    element: str | None
    cue: str | None
    identity: tuple[str, ...]
    told_back: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """What people call it: the words on its confirming button, or its name in words where those say too little."""
        return self.action_label if " " in self.action_label.strip() else name_in_words(self.name, self.element)

    def is_destructive(self, control: Control | None) -> bool:
        """Return whether the confirming button is red at a level."""
        return control is Control.HARD if self.destructive is None else self.destructive

    def level(self, baseline: Control) -> tuple[Control | Question, Origin]:
        """Return the level of this action under an app's `default_control`, and how it came to it."""
        if self.control is None:
            return level_by_default(baseline, caught=self.caught)
        return self.control, "declared" if isinstance(self.control, Control) else "computed"


def declare(
    run: Callable[..., Any],
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: type[BaseModel] | Mapping[str, Any] | None = None,
    kind: Kind = "write",
    control: Level | LevelFunction | None = None,
    confirmation_summary: SummaryFunction | None = None,
    action_label: str = "Confirm",
    cancel_label: str = "Cancel",
    destructive: bool | None = None,
    silent: bool = False,
    require_framed: bool = False,
    element: str | None = None,
    cue: str | None = None,
) -> Action:
    """Check a declaration and make the action of it. The arguments are those of `use_action`.

    Raises:
        DeclarationError: the developer's declaration cannot work; the message names the action and the remedy.
    """
    own_name = name if name is not None else getattr(run, "__name__", "")
    subject = f"action {own_name!r}" if element is None else f"action {own_name!r} of element {element!r}"
    if not callable(run):
        raise DeclarationError(subject, f"is declared with {run!r}, which cannot be called", "Give a function as run.")
    check_name(subject, own_name)
    doc = read_docstring(unwrapped(run)) if inspect.isroutine(unwrapped(run)) else read_docstring(run)
    told = description if description is not None else doc.description
    if not told or not told.strip():
        raise DeclarationError(
            subject, "has no description", "Write a docstring that says what it does, or give description=…"
        )
    if kind not in ("read", "write"):
        raise DeclarationError(subject, f"has the unknown kind {kind!r}", "Use 'read' or 'write'.")
    for which, label in (("action_label", action_label), ("cancel_label", cancel_label)):
        if not isinstance(label, str) or not 1 <= len(label.strip()) or len(label) > LONGEST_LABEL:
            raise DeclarationError(
                subject, f"has {which} of {len(str(label))} characters", f"Use 1 to {LONGEST_LABEL} characters."
            )
    taken = parameters_of(subject, run, parameters, doc)
    if taken.context is not None and not gives_awaitable(run):
        raise DeclarationError(
            subject, "takes an ActionContext and is a plain function", "Write async def: its tools are awaited."
        )
    names = frozenset(taken.names.values())
    level = None if control is None else level_of(subject, control, names)
    full_name = own_name if element is None else f"{element}.{own_name}"
    caught = level is None and sounds_destructive(full_name)
    function = unwrapped(run)
    identity = (full_name, str(getattr(function, "__module__", "")), str(getattr(function, "__qualname__", "")))
    if caught:
        nudge_about_net(full_name, identity)
    return Action(
        name=full_name,
        description=told.strip(),
        parameters=taken,
        run=run,
        is_async=gives_awaitable(run),
        kind=kind,
        control=level,
        caught=caught,
        summary=None
        if confirmation_summary is None
        else question_of(subject, "confirmation_summary", confirmation_summary, names),
        action_label=action_label,
        cancel_label=cancel_label,
        destructive=destructive,
        silent=silent,
        require_framed=require_framed,
        element=element,
        cue=cue,
        identity=identity,
    )


def name_in_words(name: str, element: str | None = None) -> str:
    """Return a name of the code as people read it: ``sync_calendar`` is “Sync calendar”.

    Args:
        name: the action's name.
        element: the element it belongs to, which stands in front: “View mode: set list”.
    """
    own = name.removeprefix(f"{element}.") if element else name
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", own).replace("_", " ")
    words = " ".join(word if word.isupper() else word[:1].lower() + word[1:] for word in apart.split())
    said = f"{element}: {words}" if element else words
    return said[:1].upper() + said[1:] if said.strip() else name


def check_name(subject: str, name: str) -> None:
    """Refuse a name no person could read in a log and no agent could call."""
    if not name or name == "<lambda>":
        raise DeclarationError(subject, "has no name", "Give name=…")
    if len(name) > LONGEST_NAME or name != name.strip() or not name.isprintable():
        raise DeclarationError(
            subject,
            "has a name that is too long or holds characters that cannot be seen",
            f"Use 1 to {LONGEST_NAME} printable characters without spaces at the ends.",
        )


def level_of(subject: str, control: Level | LevelFunction, names: frozenset[str]) -> Control | Question:
    """Return a declared level, or the function that computes it."""
    if callable(control):
        return question_of(subject, "control", control, names)
    return parse_level(subject, control)


def question_of(subject: str, which: str, function: Any, names: frozenset[str]) -> Question:
    """Check that a developer's function only asks for arguments the action has."""
    if not callable(function):
        raise DeclarationError(subject, f"has a {which} that is not a function", f"Give a function as {which}.")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return Question(function, None, gives_awaitable(function))
    everything = False
    takes = set()
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            everything = True
        elif parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            if parameter.name in names:
                takes.add(parameter.name)
            elif parameter.default is parameter.empty:
                raise DeclarationError(
                    subject,
                    f"has a {which} that asks for {parameter.name!r}, which is not an argument of the action",
                    f"Use some of {sorted(names)}.",
                )
        elif parameter.kind is parameter.POSITIONAL_ONLY:
            raise DeclarationError(
                subject, f"has a {which} with positional-only arguments", "Take the arguments by name."
            )
    return Question(function, None if everything else frozenset(takes), gives_awaitable(function))


def gives_awaitable(function: Callable[..., Any]) -> bool:
    """Return whether calling a function gives a coroutine or an async generator, and so costs the loop nothing."""
    for candidate in (function, unwrapped(function), getattr(type(function), "__call__", None)):  # noqa: B004  not whether, but which
        if inspect.iscoroutinefunction(candidate) or inspect.isasyncgenfunction(candidate):
            return True
    return False
