"""Cuts what the user said into the things to do one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .filling import Page
from .match import OFFER, Reading, readings
from .mentions import Mention, full_mentions
from .names import Known, is_verb
from .sentence import after_openings, is_negated, negates, read_sentence
from .vocabulary import word_set
from .words import Word, read_words

MAX_PARTS = 10
_MAX_SEGMENTS = 40
_JOINING = word_set("and then but also plus afterwards finally")
_STRONG = word_set("then but afterwards finally")
_FILLERS = word_set("and also please")


@dataclass(frozen=True)
class Part:
    """One thing to do, in the user's words; `negated` when the user said not to do it."""

    text: str
    negated: bool = False


@dataclass(frozen=True)
class _Segment:
    """The text between two joining words.

    Attributes:
        start, end: where it stands.
        strong: whether “then”, “but” or the end of a sentence stands before it, not just “and” or a comma.
        resets: whether a “don't” before it no longer applies.
    """

    start: int
    end: int
    strong: bool
    resets: bool


class Splitter:
    """Splits on the page as it is now: “buy milk and eggs” is one thing, “… and archive Website” is two."""

    def __init__(self, text: str, actions: Sequence[Known], page: Page) -> None:
        self._text = text
        self._actions = actions
        self._page = page
        self._read = lru_cache(maxsize=128)(self._readings)

    def parts(self) -> list[Part]:
        """Return what is to be done, in order."""
        segments = _segments(self._text)
        joined: list[_Segment] = []
        for segment in segments:
            if joined and not self._separate(joined[-1], segment):
                joined[-1] = _Segment(joined[-1].start, segment.end, joined[-1].strong, joined[-1].resets)
            else:
                joined.append(segment)
        found: list[Part] = []
        negated = False
        for segment in joined:
            text = self._text[segment.start : segment.end].strip()
            negated = self._is_negated(text) or (negated and not segment.resets)
            found.extend(Part(each, negated) for each in self._each(text))
        return found

    def _readings(self, text: str) -> list[Reading]:
        return readings(read_sentence(text), self._actions, self._page)

    def _best(self, text: str) -> Reading | None:
        found = self._read(text)
        return found[0] if found and found[0].score >= OFFER else None

    def _is_negated(self, text: str) -> bool:
        best = self._best(text)
        return is_negated(read_words(text)) if best is None else best.negated

    def _separate(self, left: _Segment, right: _Segment) -> bool:
        """Return whether a segment is something to do of its own and not the end of the one before."""
        said = self._text[right.start : right.end]
        before = self._best(self._text[left.start : left.end])
        starts = self._starts(said)
        if before is None or not _ends_in_text(before):
            return right.strong or starts
        if not starts:
            return False
        if right.strong or _points_back(said):
            return True
        own = self._best(said)
        return own is not None and own.sure and not own.gaps and own.named_fully

    def _starts(self, said: str) -> bool:
        """Return whether a segment begins with what an action does, or with “don't” and that."""
        words = read_words(said)
        head, _ = after_openings(words)
        while head < len(words) and negates(words, head):
            head += 1
        if head >= len(words) or words[head].quoted:
            return False
        named = full_mentions(words, self._page.named(None))
        if any(mention.start == head and mention.words > 1 for mention in named):
            return False
        return is_verb(words[head].stem, self._actions)

    def _each(self, text: str) -> list[str]:
        """Say “complete A and B” as “complete A”, “complete B”."""
        best = self._best(text)
        if best is None or _ends_in_text(best):
            return [text]
        words = read_words(text)
        wanted = {best.kind_of(p) for p in best.known.parameters if p.required and p.kind != "list"}
        row = _row(words, [m for m in full_mentions(words, self._page.named(None)) if m.things[0].kind in wanted])
        if len(row) < 2:
            return [text]
        begin, end = words[row[0].start].start, words[row[-1].end - 1].end
        return [f"{text[:begin]}{text[words[m.start].start : words[m.end - 1].end]}{text[end:]}" for m in row]


def _points_back(said: str) -> bool:
    """Return whether a segment such as “mark it as done” is about what was said before."""
    words = read_words(said)
    head, _ = after_openings(words)
    return head + 1 < len(words) and words[head + 1].key in ("it", "that", "them")


def _ends_in_text(reading: Reading) -> bool:
    """Return whether a reading takes whatever follows as its free text."""
    return reading.takes_rest


def _row(words: Sequence[Word], mentions: list[Mention]) -> list[Mention]:
    """Return the mentions at the front of a list that only “and” and commas part."""
    row = mentions[:1]
    for mention in mentions[1:]:
        between = words[row[-1].end : mention.start]
        comma = words[mention.start].gap.strip() in (",", "&", "+")
        if all(word.key == "and" for word in between) and (between or comma):
            row.append(mention)
        else:
            return []
    return row


def _segments(text: str) -> list[_Segment]:
    """Cut a text at every joining word, comma and end of sentence. Quoted texts stay whole."""
    words = read_words(text)
    found: list[_Segment] = []
    start, left, strong, resets, index = 0, 0, True, True, 0
    while index < len(words) and len(found) < _MAX_SEGMENTS:
        word = words[index]
        pause = word.gap if index else ""
        ends = ";" in pause or "\n" in pause or (pause[:1] in (".", "!", "?") and pause[1:2].isspace())
        joins = index
        while joins < len(words) and not words[joins].quoted and words[joins].key in _JOINING:
            joins += 1
        joining = {each.key for each in words[index:joins]}
        if index > left and joins < len(words) and (ends or "," in pause or joining - _FILLERS or "and" in joining):
            found.append(_Segment(start, words[index - 1].end, strong, resets))
            strong = ends or bool(joining & _STRONG)
            resets = ends or "but" in joining
            start, left = words[joins].start, joins
        index = max(joins, index + 1)
    found.append(_Segment(start, len(text), strong, resets))
    return found
