"""A call in the making: one sentence read as one action, and which of its words have been used for what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from .mentions import NamedThing, named
from .names import Known
from .schema import Parameter
from .sentence import Sentence
from .things import Thing, Things
from .vocabulary import DETERMINERS, PREPOSITIONS
from .words import Word

Use = Literal["", "opening", "name", "thing", "value", "text", "marker", "unknown"]
FORMATS = {
    "email": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "uri": re.compile(r"https?://\S+"),
}
"""What a text of a JSON Schema ``format`` looks like."""
MADE = "*"
"""Stands in `Page.last` for the kind of what was made last, while “it” means that."""
_BOUNDARY = frozenset(":;,.!?()–—\n→=")


@dataclass(frozen=True, slots=True)
class Gap:
    """A parameter that the sentence leaves open.

    Attributes:
        parameter: which.
        reason: nothing was said, what was said is not on the page, it fits several things, or it cannot be
            a value.
        said: the user's words for it.
        choices: the things it may be.
        other_kind: whether what was said is a thing of another kind: a task where a project is wanted.
    """

    parameter: Parameter
    reason: Literal["missing", "unknown", "ambiguous", "unfit"]
    said: str = ""
    choices: tuple[Thing, ...] = ()
    other_kind: bool = False


@dataclass
class Page:
    """What is on the page besides actions.

    Attributes:
        things: what the data names.
        today: the day “tomorrow” counts from.
        last: for each kind, the id of the thing the last call was about: what “it” means.
    """

    things: Things
    today: date
    last: Mapping[str, str | int]
    _named: dict[str, list[NamedThing]] = field(default_factory=dict)

    def named(self, kind: str | None) -> list[NamedThing]:
        """Return the things of a kind, or of all kinds, with the words of their names."""
        key = "*" if kind is None else kind
        if key not in self._named:
            self._named[key] = named(self.things.all if kind is None else self.things.of(kind))
        return self._named[key]


@dataclass
class Filling:
    """One sentence read as one action.

    Attributes:
        known: the action.
        sentence: what the user said.
        page: what is on the page.
        used: for each word, what it was used for.
        arguments: what has been found for the action's parameters.
        things: the things among the arguments, by parameter.
        gaps: what is still open.
        doubts: why this may be the wrong reading, in words.
        verb: the index of the word that says what is done; -1 if no word does.
        verb_likeness: how well it says it.
        object_end: the index after the words that name the action.
        name_score: how much of the action's name was said, 0 to 1.
        missing_nouns: the nouns of its name that were not said.
        text_is_sure: whether a free text was quoted, marked, or stands after the full name of the action.
    """

    known: Known
    sentence: Sentence
    page: Page
    used: list[Use] = field(default_factory=list)
    arguments: dict[str, Any] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    verb: int = -1
    verb_likeness: float = 0.0
    object_end: int = 0
    name_score: float = 0.0
    missing_nouns: frozenset[str] = frozenset()
    text_is_sure: bool = True

    def __post_init__(self) -> None:
        words, head, tail = self.sentence.words, self.sentence.head, self.sentence.tail
        self.used = ["opening" if index < head or index >= tail else "" for index in range(len(words))]
        self.object_end = head

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the sentence."""
        return self.sentence.words

    def free(self, index: int) -> bool:
        """Return whether a word exists and has not been used."""
        return 0 <= index < len(self.used) and self.used[index] == ""

    def take(self, start: int, end: int, use: Use) -> None:
        """Use the words from `start` up to `end` that are still free."""
        for index in range(start, end):
            if self.free(index):
                self.used[index] = use

    def take_introduction(self, start: int, kind: str, use: Use = "marker") -> None:
        """Use what leads to word `start`: “to the project” in “to the project Website”."""
        at = start - 1
        while self.free(at) and not self.breaks(at + 1) and self._leads(at, kind):
            self.used[at] = use
            at -= 1
        if self.free(at) and self.words[at].key in PREPOSITIONS and not self.breaks(at + 1):
            self.used[at] = use

    def _leads(self, index: int, kind: str) -> bool:
        word = self.words[index]
        return not word.quoted and (word.key in DETERMINERS or (bool(kind) and word.stem == kind))

    def introduced(self, start: int, kind: str, prepositions: frozenset[str] = PREPOSITIONS) -> bool:
        """Return whether a preposition or the kind of thing leads to word `start`."""
        at = start - 1
        while self.free(at) and self.words[at].key in DETERMINERS and not self.breaks(at + 1):
            at -= 1
        if at < 0 or self.words[at].quoted or self.breaks(at + 1):
            return False
        return (bool(kind) and self.words[at].stem == kind) or (self.free(at) and self.words[at].key in prepositions)

    def breaks(self, index: int) -> bool:
        """Return whether punctuation stands before a word."""
        return 0 <= index < len(self.words) and any(char in _BOUNDARY for char in self.words[index].gap)

    def free_content(self) -> list[int]:
        """Return the indices of the words that carry meaning and have not been used."""
        return [index for index, word in enumerate(self.words) if self.used[index] == "" and word.content]

    def open_parameters(self) -> list[Parameter]:
        """Return the parameters without a value or a gap, the required ones first."""
        settled = {*self.arguments, *(gap.parameter.name for gap in self.gaps)}
        rest = [parameter for parameter in self.known.parameters if parameter.name not in settled]
        return sorted(rest, key=lambda parameter: not parameter.required)

    def kind_of(self, parameter: Parameter) -> str | None:
        """Return the kind of thing a parameter takes the id of; None when it takes no thing."""
        return self.known.kind_of(parameter, self.page.things.kinds)

    def takes_text(self, parameter: Parameter) -> bool:
        """Return whether a parameter takes whatever the user says."""
        formed = dated(parameter) or parameter.format in FORMATS
        return parameter.kind == "text" and not formed and self.kind_of(parameter) is None

    @property
    def wants_text(self) -> bool:
        """Whether a required free text is still open, so that any unused word may belong to it."""
        return any(self.takes_text(parameter) and parameter.required for parameter in self.open_parameters())


def dated(parameter: Parameter) -> bool:
    """Return whether a parameter takes a day, by its type or its name."""
    if parameter.kind in ("date", "datetime"):
        return True
    return parameter.kind == "text" and bool({"date", "due", "deadline"} & set(parameter.words))
