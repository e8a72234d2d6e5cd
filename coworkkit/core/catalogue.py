"""The catalogue: everything declared and mounted right now. What is not in it cannot be called."""

from __future__ import annotations

import copy
import inspect
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from ..errors import DeclarationError
from .action import Action
from .control import Control, Origin
from .jsonable import NotJsonError, bounded_json
from .snapshot import ActionInfo, CatalogueSnapshot, ElementInfo, SurfaceInfo

logger = logging.getLogger("coworkkit")


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """One named thing on the page: what the agent may read of it, and its actions.

    Attributes:
        name: what it is called, unique on a page.
        state: returns what it shows now, as anything with a form in JSON.
        actions: its actions, each gated by Hand mode.
        cue: a hint for the agent, as data.
    """

    name: str
    state: Callable[[], Any] | None = None
    actions: tuple[Action, ...] = ()
    cue: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Where the user is.

    Attributes:
        label: what a person would call this place.
        data: returns the data around it, as anything with a form in JSON.
        hand_actions: names of actions that need Hand mode while this surface is the active one.
        cue: a hint for the agent, as data.
    """

    label: str
    data: Callable[[], Any] | None = None
    hand_actions: tuple[str, ...] = ()
    cue: str | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """How Watch lists one action: its level and how it came to it, and what makes it need Hand mode."""

    name: str
    description: str
    control: Literal["open", "soft", "hard", "depends"]
    origin: Origin
    kind: str
    element: str | None
    needs_hand: bool
    hand_from: Literal["element", "surface"] | None


@dataclass(slots=True)
class Catalogue:
    """What one page offers. It reads through to `everywhere`, where `define_action` puts its actions.

    Attributes:
        baseline: the app's `default_control`.
        everywhere: the actions of module scope; None for that catalogue itself.
        on_page: enters the page while an element's state or a surface's data is read, so that it is the page's
            own user whose storage they see, whoever asks.
    """

    baseline: Control = Control.OPEN
    everywhere: Catalogue | None = None
    actions: dict[str, Action] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    surfaces: list[Surface] = field(default_factory=list)
    listeners: list[Callable[[], None]] = field(default_factory=list)
    on_page: Callable[[], AbstractContextManager[Any]] = nullcontext

    def find(self, name: str) -> Action | None:
        """Return the action of that name, if it is mounted."""
        found = self.actions.get(name)
        if found is None and self.everywhere is not None:
            return self.everywhere.actions.get(name)
        return found

    def mounted(self) -> Iterator[Action]:
        """Yield every action that can be called now."""
        if self.everywhere is not None:
            yield from (action for name, action in self.everywhere.actions.items() if name not in self.actions)
        yield from self.actions.values()

    def add(self, *actions: Action) -> None:
        """Mount actions, all or none.

        Raises:
            DeclarationError: one of the names is taken on this page.
        """
        names = [action.name for action in actions]
        for action in actions:
            if self.find(action.name) is not None or names.count(action.name) > 1:
                raise DeclarationError(
                    f"action {action.name!r}",
                    "is declared twice in one scope",
                    "Give one of them another name, or unmount the first.",
                )
        self.actions.update((action.name, action) for action in actions)
        self.changed()

    def define(self, action: Action) -> None:
        """Put an action at module scope; the same function imported again replaces itself.

        Raises:
            DeclarationError: another function has that name.
        """
        known = self.actions.get(action.name)
        if known is not None and known.identity != action.identity:
            raise DeclarationError(
                f"action {action.name!r}",
                f"is already defined in {known.identity[1]} as {known.identity[2]}",
                "Give one of them another name.",
            )
        self.actions[action.name] = action
        self.changed()

    def remove(self, *actions: Action) -> None:
        """Unmount actions; harmless for those that are gone."""
        for action in actions:
            if self.actions.get(action.name) is action:
                del self.actions[action.name]
        self.changed()

    def add_element(self, element: Element) -> None:
        """Mount an element with its actions.

        Raises:
            DeclarationError: its name, or one of its actions', is taken on this page.
        """
        if element.name in self.elements:
            raise DeclarationError(
                f"element {element.name!r}",
                "is declared twice in one scope",
                "Give one of them another name; in a list, put the item's name into it.",
            )
        self.add(*element.actions)
        self.elements[element.name] = element
        self.changed()

    def remove_element(self, element: Element) -> None:
        """Unmount an element and its actions; harmless when it is gone."""
        if self.elements.get(element.name) is element:
            del self.elements[element.name]
        self.remove(*element.actions)

    def add_surface(self, surface: Surface) -> None:
        """Mount a surface; the latest one mounted is where the user is."""
        self.surfaces.append(surface)
        self.changed()

    def remove_surface(self, surface: Surface) -> None:
        """Unmount a surface; harmless when it is gone."""
        with suppress(ValueError):
            self.surfaces.remove(surface)
        self.changed()

    def surface(self) -> Surface | None:
        """Return where the user is, if anything says so."""
        return self.surfaces[-1] if self.surfaces else None

    def needs_hand(self, action: Action) -> bool:
        """Return whether an action operates the page here, and so needs Hand mode."""
        if action.element is not None:
            return True
        return bool(self.surfaces) and action.name in self.surfaces[-1].hand_actions

    def hand_from(self, action: Action) -> Literal["element", "surface"] | None:
        """Return what makes an action need Hand mode here: its element, or the surface that lists it."""
        if not self.needs_hand(action):
            return None
        return "surface" if action.element is None else "element"

    def unknown_hand_actions(self) -> tuple[str, ...]:
        """Return names the active surface lists as `hand_actions` that are not mounted."""
        surface = self.surface()
        return tuple(name for name in surface.hand_actions if self.find(name) is None) if surface else ()

    def changed(self) -> None:
        """Tell whoever listens that what is mounted has changed. A listener that raises disturbs nobody."""
        for listener in (*self.listeners, *(self.everywhere.listeners if self.everywhere else ())):
            try:
                listener()
            except Exception:
                logger.exception("coworkkit: a listener to the catalogue failed; please report this")

    def snapshot(self) -> CatalogueSnapshot:
        """Return what an agent is told now. A state or data function that fails is told as unavailable."""
        with self.on_page():
            return self.read_out()

    def read_out(self) -> CatalogueSnapshot:
        """Put together a snapshot, on the page."""
        surface = self.surface()
        return CatalogueSnapshot(
            surface=None
            if surface is None
            else SurfaceInfo(surface.label, read_now(surface.data, surface.label), surface.cue, surface.hand_actions),
            elements=tuple(
                ElementInfo(
                    element.name,
                    read_now(element.state, element.name),
                    element.cue,
                    tuple(action.name for action in element.actions),
                )
                for element in self.elements.values()
            ),
            actions=tuple(self.told(action) for action in self.mounted()),
        )

    def told(self, action: Action) -> ActionInfo:
        """Return one action as an agent is told it."""
        level, _ = action.level(self.baseline)
        return ActionInfo(
            name=action.name,
            description=action.description,
            parameters=copy.deepcopy(action.parameters.schema),
            kind=action.kind,
            control=named(level),
            element=action.element,
            needs_hand=self.needs_hand(action),
            cue=action.cue,
            silent=action.silent,
            destructive=action.destructive is not False,
        )

    def listing(self) -> Sequence[Listing]:
        """Return what is mounted as Watch lists it."""
        listed = []
        for action in self.mounted():
            level, origin = action.level(self.baseline)
            listed.append(
                Listing(
                    action.name,
                    action.description,
                    named(level),
                    origin,
                    action.kind,
                    action.element,
                    self.needs_hand(action),
                    self.hand_from(action),
                )
            )
        return listed


def named(level: object) -> Literal["open", "soft", "hard", "depends"]:
    """Return the word for a level, or for one the arguments decide."""
    return level.value if isinstance(level, Control) else "depends"


def read_now(read: Callable[[], Any] | None, of: str) -> Any:
    """Read a developer's state or data function for the agent; what fails is logged and said plainly."""
    if read is None:
        return None
    try:
        now = read()
        if inspect.iscoroutine(now):
            now.close()  # nobody can wait here; it is told as unavailable
        return bounded_json(now)
    except NotJsonError as error:
        logger.warning(
            "coworkkit: what %r shows could not be told to the agent; let it return what JSON can hold: %s", of, error
        )
    except Exception:
        logger.exception("coworkkit: reading %r for the agent failed; mend its state or data function", of)
    return {"unavailable": "This could not be read."}


everywhere = Catalogue()
"""The actions of module scope, from `define_action`; every page's catalogue reads through to it."""
