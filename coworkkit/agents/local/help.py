"""Says what can be done on this page, with a sentence to try for each action."""

from __future__ import annotations

from collections.abc import Sequence
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
NEAR = 60.0
"""From this `fuzz.token_set_ratio` on, an action is named as near to what was not understood."""
_LEVELS = {
    "open": "runs at once",
    "soft": "I ask you first, and your yes in this chat counts",
    "hard": "you confirm it with a click on a card",
    "depends": "its values decide whether it runs at once, or you are asked first",
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


def help_text(catalogue: CatalogueSnapshot, actions: Sequence[Known], page: Page) -> str:
    """Return everything that can be done here, in groups."""
    if not actions:
        return "There is nothing I can do on this page: it offers no actions."
    where = f" on “{catalogue.surface.label}”" if catalogue.surface is not None else ""
    texts = [f"Here is what I can do{where}. Say it in one sentence; several things are done one after another."]
    shown = 0
    for title, group in _groups(actions):
        lines = [_line(known, page) for known in group[: max(0, MAX_LISTED - shown)]]
        shown += len(lines)
        if lines:
            texts.append("\n".join([f"{title}:", *lines]))
    if len(actions) > shown:
        texts.append(f"… and {len(actions) - shown} more.")
    return "\n\n".join(texts)


def _groups(actions: Sequence[Known]) -> list[tuple[str, list[Known]]]:
    groups: dict[str, list[Known]] = {"Look things up": [], "Change things": []}
    for known in actions:
        if known.info.element is not None:
            groups.setdefault(f"Operate “{known.info.element}” on the page", []).append(known)
        else:
            groups["Change things" if known.writes else "Look things up"].append(known)
    return [(title, group) for title, group in groups.items() if group]


def _line(known: Known, page: Page) -> str:
    about = known.info.description.strip().split("\n")[0]
    about = about.split(". ")[0].rstrip(".")[:160]
    hand = ", needs Hand mode" if known.info.needs_hand else ""
    level = f" ({_LEVELS[known.info.control]}{hand})"
    return f"- {about or action_in_words(known)}{level}. Say: {example(known, page)}"


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
