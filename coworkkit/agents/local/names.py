"""What an action is called, in words: its verb, its nouns, the element it belongs to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .schema import Parameter, parameters_of
from .vocabulary import word_set
from .words import SAME, groups_of, likeness, name_words, read_words, stem_of

if TYPE_CHECKING:
    from coworkkit.core.snapshot import ActionInfo

MAX_DESCRIPTION = 500
DESCRIBED = 0.9
"""How alike a word is to the verb when the description begins with it: “Move, shift or postpone …”."""
_ELEMENT_WEIGHT = 0.3
_VERB_WEIGHT = 1.5
_BEFORE_OBJECT = word_set("a an the some all one this that to of from with its your every each")


@dataclass(frozen=True, slots=True)
class NamePart:
    """One word of an action's name and how much it tells the action from the others."""

    stem: str
    role: str  # "verb", "noun" or "element"
    weight: float


@dataclass(frozen=True, slots=True)
class Known:
    """An action, with its name and description in words.

    Attributes:
        info: the action as the catalogue tells it.
        parts: the words of its name; the verb first.
        verbs: stems the description begins with, which may stand for the verb.
        described: the stems of the description and of the parameters.
        parameters: what it takes.
    """

    info: ActionInfo
    parts: tuple[NamePart, ...]
    verbs: frozenset[str]
    described: frozenset[str]
    parameters: tuple[Parameter, ...]

    @property
    def verb(self) -> NamePart:
        """The word that says what is done."""
        return self.parts[0]

    @property
    def nouns(self) -> tuple[str, ...]:
        """The stems that say to what."""
        return tuple(part.stem for part in self.parts if part.role == "noun")

    @property
    def writes(self) -> bool:
        """Whether running it changes something."""
        return self.info.kind != "read"

    @property
    def creates(self) -> bool:
        """Whether it makes something new, so that its noun is not a thing that is already there."""
        return bool(groups_of(self.verb.stem) & groups_of("add"))

    def kind_of(self, parameter: Parameter, kinds: frozenset[str]) -> str | None:
        """Return the kind of thing a parameter takes the id of; None when it takes no thing.

        ``project_id`` and ``project`` take a project where the page has any. ``id`` takes what the action's
        name or the description speaks of.
        """
        inner = parameter.item if parameter.kind == "list" and parameter.item is not None else parameter
        if inner.kind not in ("text", "integer", "other"):
            return None
        said = next((word for word in reversed(parameter.words) if word in kinds), None)
        if not parameter.is_id:
            is_kind = said is not None and parameter.words[-1] == said and inner.kind != "other"
            return said if is_kind and not (self.creates and said in self.nouns) else None
        if said is not None:
            return said
        speaking = [word.stem for word in read_words(parameter.description[:MAX_DESCRIPTION])]
        if not parameter.words:  # just “id”
            speaking = [*self.nouns, *speaking]
        own = parameter.words[-1] if parameter.words else ""
        return next((word for word in speaking if word in kinds), own)

    def may_mean(self, stems: Iterable[str]) -> bool:
        """Return whether any of some words has to do with this action at all."""
        return any(
            stem in self.described or self.verb_likeness(stem) or any(likeness(stem, part.stem) for part in self.parts)
            for stem in stems
        )

    def verb_likeness(self, stem: str) -> float:
        """Return how well a word says what this action does."""
        alike = likeness(stem, self.verb.stem)
        return max(alike, DESCRIBED) if alike < SAME and stem in self.verbs else alike


def known(actions: Sequence[ActionInfo]) -> list[Known]:
    """Return the actions of a catalogue in words. What many names share weighs less."""
    split = [_split(action.name, action.element, _leading_verbs(action.description)) for action in actions]
    shared = Counter(stem for words in split for stem in {stem for stem, _ in words})
    found = []
    for action, words in zip(actions, split, strict=True):
        parts = tuple(NamePart(stem, role, _weight(role, shared[stem])) for stem, role in words)
        parameters = parameters_of(action)
        described = set(_stems(action.description))
        for parameter in parameters:
            described.update(parameter.words, _stems(parameter.description))
        found.append(Known(action, parts, _leading_verbs(action.description), frozenset(described), parameters))
    return found


def _weight(role: str, shared_by: int) -> float:
    rare = 1 / (1 + math.log(shared_by))
    return _VERB_WEIGHT * max(rare, 0.6) if role == "verb" else rare * (_ELEMENT_WEIGHT if role == "element" else 1.0)


@lru_cache(maxsize=2048)
def _split(name: str, element: str | None, verbs: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the words of a name with their roles. The verb comes first, or last as in ``task_add``."""
    prefix = element if element is not None and name.startswith(f"{element}.") else name.rpartition(".")[0]
    own = [stem_of(word) for word in name_words(name[len(prefix) + 1 :] if prefix else name)] or [stem_of(name) or name]
    first = bool(groups_of(own[0])) or own[0] in verbs or not groups_of(own[-1])
    at = 0 if first else len(own) - 1
    roles = [(own[at], "verb"), *((stem, "noun") for number, stem in enumerate(own) if number != at)]
    roles += [(stem, "element") for stem in map(stem_of, name_words(prefix)) if stem not in own]
    return tuple(dict.fromkeys(roles))


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in read_words(text[:MAX_DESCRIPTION]) if word.content)


@lru_cache(maxsize=2048)
def _leading_verbs(description: str) -> frozenset[str]:
    """Return what a description begins with up to its object: “Move, shift or postpone the deadlines”."""
    found: list[str] = []
    for word in read_words(description[:MAX_DESCRIPTION])[:6]:
        if word.key in _BEFORE_OBJECT or (found and word.gap.strip() not in ("", ",", "/")):
            return frozenset(found)
        if word.content and not word.key.endswith("ly"):
            found.append(word.stem)
    return frozenset(found[:1])  # no object in sight: only the first word is sure to be a verb


def is_verb(stem: str, actions: Sequence[Known]) -> bool:
    """Return whether a word is something one of the actions does."""
    return any(action.verb_likeness(stem) >= 0.8 for action in actions)
