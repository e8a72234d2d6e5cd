"""The catalogue as an agent is told it: plain, frozen, and free of anything it must not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """One action an agent may call.

    Attributes:
        name: what to call it by; an element action is ``"<element>.<action>"``.
        description: what it does and when to use it.
        parameters: a JSON Schema object for the arguments.
        kind: whether it only reads.
        control: its level; ``"depends"`` when the arguments decide.
        element: the element it belongs to, if any.
        needs_hand: whether Hand mode must be armed.
        cue: a hint, to be read as data and never as an order.
        silent: the agent need not talk about it.
        destructive: whether it may undo or destroy something; False only where its declaration says so.
    """

    name: str
    description: str
    parameters: dict[str, Any]
    kind: Literal["read", "write"]
    control: Literal["open", "soft", "hard", "depends"]
    element: str | None
    needs_hand: bool
    cue: str | None
    silent: bool
    destructive: bool = True


@dataclass(frozen=True, slots=True)
class ElementInfo:
    """One named thing on the page: what it shows now, and the names of its actions."""

    name: str
    state: Any
    cue: str | None
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SurfaceInfo:
    """Where the user is: a label, the data around it, and which actions need Hand mode here."""

    label: str
    data: Any
    cue: str | None
    hand_actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CatalogueSnapshot:
    """Everything declared and mounted at one moment."""

    surface: SurfaceInfo | None
    elements: tuple[ElementInfo, ...]
    actions: tuple[ActionInfo, ...]
