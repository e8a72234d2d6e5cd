"""Says what can be done on this page, with a sentence to try for each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .filling import Page
from .names import Known
from .rapid import fuzz
from .say import action_in_words
from .schema import Parameter
from .words import name_words, read_words

if TYPE_CHECKING:
    from coworkkit.core.snapshot import CatalogueSnapshot

MAX_LISTED = 40
FIRST = 5
"""How many sentences of each group a plain “help” shows."""

NEAR = 60.0
"""From this `fuzz.token_set_ratio` on, an action is named as near to what was not understood."""
_LEVELS = {
    "open": "",
    "soft": " (I ask you first)",
    "hard": " (needs your click on a card)",
    "depends": " (I may ask you first)",
}
_SAMPLES = {
    "integer": "3",
    "number": "3",
    "boolean": "yes",
    "date": "tomorrow",
    "datetime": "tomorrow",
    "time": "at 15:30",
}
_PARTICLES = frozenset(("on", "off", "up", "down", "in", "out"))


def help_text(catalogue: CatalogueSnapshot, actions: Sequence[Known], page: Page, *, whole: bool = False) -> str:
    """Return sentences to say here, in groups: the first of each group, or all there is room for."""
    if not actions:
        return "There is nothing I can do on this page: it offers no actions."
    where = f" on “{catalogue.surface.label}”" if catalogue.surface is not None else ""
    texts = [f"Some things to say{where}, also one after another:"]
    shown = 0
    for title, group in _groups(actions):
        room = MAX_LISTED - shown if whole else FIRST
        lines = [_line(known, catalogue, page) for known in group[: max(0, room)]]
        shown += len(lines)
        if lines:
            texts.append("\n".join([f"{title}:", *lines]))
    left = len(actions) - shown
    if left > 0:
        texts.append(f"… and {left} more." if whole else f"… and {left} more: say “help all”.")
    return "\n\n".join(texts)


def _groups(actions: Sequence[Known]) -> list[tuple[str, list[Known]]]:
    groups: dict[str, list[Known]] = {"Look things up": [], "Change things": [], "With Hand mode on": []}
    for known in actions:
        title = "Change things" if known.writes else "Look things up"
        groups["With Hand mode on" if known.info.needs_hand else title].append(known)
    return [(title, group) for title, group in groups.items() if group]


def _line(known: Known, catalogue: CatalogueSnapshot, page: Page) -> str:
    fitting = _fitting(known, catalogue, page)
    said = action_in_words(known) if fitting is None else example(known, fitting)
    return f"- {said}{_LEVELS[known.info.control]}"


def _fitting(known: Known, catalogue: CatalogueSnapshot, page: Page) -> Page | None:
    """Return the page with those things only that an action is for; None where the page lists that there are none.

    What “bring a project back from the archive” is for stands under `archived_projects`; what “archive a
    project” is for does not.
    """
    data = catalogue.surface.data if catalogue.surface is not None else None
    own = {part.stem for part in known.parts}
    for key, listed in data.items() if isinstance(data, Mapping) else ():
        *apart, kind = [word.stem for word in read_words(" ".join(name_words(str(key))))] or [""]
        if not isinstance(listed, (list, tuple)) or not apart or kind not in own:
            continue
        if own.isdisjoint(apart) and not known.described.isdisjoint(apart):
            ids = {str(each.get("id")) for each in listed if isinstance(each, Mapping)}
            things = tuple(thing for thing in page.things.of(kind) if str(thing.id) in ids)
            return replace(page, things=replace(page.things, all=things), _named={}) if things else None
    return page


def example(known: Known, page: Page) -> str:
    """Return a sentence that asks for an action, with names that are on the page."""
    info = known.info
    element = info.element
    own = info.name[len(element) + 1 :] if element is not None and info.name.startswith(f"{element}.") else info.name
    words = name_words(own)
    if element is not None and words[:1] == ("set",) and len(words) > 1:
        said = f"set {element} to {' '.join(words[1:])}"
    elif element is not None and all(word in _PARTICLES for word in words[1:]):
        said = f"{' '.join(words)} {element}"
    else:
        said = " ".join(words) or info.name
    for parameter in known.parameters:
        if parameter.required:
            said = _with_sample(said, known, parameter, page)
    return said


def _with_sample(said: str, known: Known, parameter: Parameter, page: Page) -> str:
    """Add a value for a parameter: “write off hours” becomes “write off 3 hours”."""
    if parameter.kind in ("integer", "number") and known.kind_of(parameter, page.things.kinds) is None:
        begin = said.removesuffix(parameter.spoken)
        return f"{begin.rstrip()} {_SAMPLES[parameter.kind]} {parameter.spoken}"
    return said + _sample(known, parameter, page, "“" in said)


def _sample(known: Known, parameter: Parameter, page: Page, follows: bool) -> str:
    kind = known.kind_of(parameter, page.things.kinds)
    if kind is not None:
        things = page.things.of(kind)
        return f" “{things[0].name[:60]}”" if things else f" {kind or parameter.spoken} 1"
    if parameter.kind == "choice" and parameter.choices:
        return f" to {parameter.choices[0]}"
    if parameter.kind in _SAMPLES:
        return f" {parameter.spoken} yes" if parameter.kind == "boolean" else f" {_SAMPLES[parameter.kind]}"
    if follows and not known.creates:
        return " to “something new”"
    return " “something new”" if known.creates else " “some text”"


def nearest_actions(text: str, actions: Sequence[Known], limit: int) -> list[Known]:
    """Return the actions whose names come nearest to what was said, best first."""
    said = " ".join(word.stem for word in read_words(text) if word.content)
    scored = []
    for number, known in enumerate(actions):
        name = " ".join(part.stem for part in known.parts)
        scored.append((fuzz.token_set_ratio(said, name), -number, known))
    scored.sort(key=lambda entry: entry[:2], reverse=True)
    return [known for score, _, known in scored[:limit] if score >= NEAR]
