"""Finds the things that the page's data names, such as projects and tasks with their ids.

The data is the app's: arbitrary JSON. What stands in it is only ever compared with the user's words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .words import IRREGULAR, fold, name_words, stem_of

if TYPE_CHECKING:
    from coworkkit.core.snapshot import CatalogueSnapshot

MAX_THINGS = 500
MAX_DEPTH = 8
MAX_NODES = 20_000
MAX_NAME = 200
_ID_KEYS = ("id", "uid", "uuid", "key", "slug", "ref")
NAME_KEYS = ("name", "title", "label", "subject", "display_name", "full_name", "text", "summary")
_CURRENT = frozenset("current selected active open on screen shown here focused".split())


@dataclass(frozen=True, slots=True)
class Thing:
    """Something the page's data names.

    Attributes:
        kind: what it is, as the stem of one word: ``task``; empty when the data does not say.
        id: the value an action takes for it.
        name: what people call it.
        within: the name of the thing it was found in, to tell two of the same name apart.
    """

    kind: str
    id: str | int
    name: str
    within: str = ""


@dataclass(frozen=True)
class Things:
    """All things on the page, and which of each kind is the one on screen."""

    all: tuple[Thing, ...]
    current: Mapping[str, str | int]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds there are things of."""
        return frozenset(thing.kind for thing in self.all)

    def of(self, kind: str) -> tuple[Thing, ...]:
        """Return the things of one kind; those whose kind is unknown may be any."""
        return tuple(thing for thing in self.all if thing.kind in (kind, ""))

    def find(self, kind: str, identity: Any) -> Thing | None:
        """Return the thing with this id."""
        return next((thing for thing in self.of(kind) if str(thing.id) == str(identity)), None)

    def on_screen(self, kind: str) -> Thing | None:
        """Return the one the data calls the current one of its kind."""
        return self.find(kind, self.current[kind]) if kind in self.current else None


def things_in(catalogue: CatalogueSnapshot) -> Things:
    """Return the things named in the data of the surface and in the state of the elements."""
    found: dict[tuple[str, str], Thing] = {}
    current: dict[str, str | int] = {}
    roots = [] if catalogue.surface is None else [catalogue.surface.data]
    for root in (*roots, *(element.state for element in catalogue.elements)):
        for node in _walk(root):
            if isinstance(node, Thing):
                found.setdefault((node.kind, str(node.id)), node)
            else:
                current.setdefault(*node)
            if len(found) >= MAX_THINGS:
                break
    return Things(tuple(found.values()), current)


def _walk(root: Any) -> Iterator[Thing | tuple[str, str | int]]:
    """Yield every thing under `root`, and the pairs that say which one is current. Bounded on every side."""
    waiting = deque([(root, "", "", 0)])
    for _ in range(MAX_NODES):
        if not waiting:
            return
        node, kind, within, depth = waiting.popleft()
        if isinstance(node, Mapping):
            thing = _thing(node, kind, within)
            if thing is not None:
                yield thing
            inner = thing.name if thing is not None else within
            for key, value in node.items():
                yield from _below(str(key), value, inner, thing is not None)
                if isinstance(value, (Mapping, list, tuple)) and depth < MAX_DEPTH:
                    waiting.append((value, _kind_below(str(key), value, kind), inner, depth + 1))
        elif isinstance(node, (list, tuple)) and depth < MAX_DEPTH:
            for value in node[:MAX_THINGS]:
                if isinstance(value, (Mapping, list, tuple)):
                    waiting.append((value, kind, within, depth + 1))
                elif isinstance(value, str) and kind and 0 < len(value) <= MAX_NAME:
                    yield Thing(kind, value, value, within)


def _kind_below(key: str, value: Any, kind: str) -> str:
    """Return the kind of what stands under a key. In ``{"tasks": {"todo": […]}}`` they are still tasks."""
    own = _kind_of(key)
    listed_in_part = isinstance(value, (list, tuple)) and not _plural(name_words(key))
    return (kind or own) if listed_in_part else (own or kind)


def _below(key: str, value: Any, within: str, in_thing: bool) -> Iterator[Thing | tuple[str, str | int]]:
    """Yield what a key says of its value: ids mapped to names, or which thing is the current one."""
    words = name_words(key)
    if _plural(words) and isinstance(value, Mapping):
        kind = _kind_of(key)
        for identity, inner in list(value.items())[:MAX_THINGS]:
            if isinstance(inner, str) and 0 < len(inner) <= MAX_NAME:
                yield Thing(kind, str(identity), inner, within)
            elif isinstance(inner, Mapping) and _first(inner, _ID_KEYS) is None and (name := _name(inner)):
                yield Thing(kind, str(identity), name, within)
    identity = value if _is_id(value) else _first(value, _ID_KEYS) if isinstance(value, Mapping) else None
    if identity is None or in_thing or _plural(words):
        return
    meant = [word for word in words if word not in _CURRENT and word not in _ID_KEYS]
    marked = len(meant) < len(words) or isinstance(value, Mapping)
    if marked and len(meant) == 1:
        yield stem_of(meant[0]), identity


def _thing(node: Mapping[Any, Any], kind: str, within: str) -> Thing | None:
    name = _name(node)
    if not name:
        return None
    identity = _first(node, _ID_KEYS)
    for key, value in node.items():  # {"project_id": 3, "name": …} outside a list of projects is a project
        words = name_words(str(key))
        if identity is None and len(words) > 1 and words[-1] == "id" and _is_id(value):
            own = stem_of(words[-2])
            if own == (kind or own):
                return Thing(own, value, name, within)
    return None if identity is None else Thing(kind, identity, name, within)


def _name(node: Mapping[Any, Any]) -> str:
    for key in NAME_KEYS:
        value = node.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()[:MAX_NAME]
    return ""


def _first(node: Mapping[Any, Any], keys: tuple[str, ...]) -> str | int | None:
    return next((node[key] for key in keys if key in node and _is_id(node[key])), None)


def _is_id(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and 0 < len(str(value)) <= MAX_NAME


def _plural(words: tuple[str, ...]) -> bool:
    return bool(words) and (words[-1] in IRREGULAR or (words[-1].endswith("s") and stem_of(words[-1]) != words[-1]))


def _kind_of(key: str) -> str:
    """Return the kind that a key names: ``open_tasks`` is task, ``project_on_screen`` is project."""
    words = [word for word in name_words(key) if word not in _CURRENT and word not in _ID_KEYS]
    return stem_of(fold(words[-1])) if words else ""
