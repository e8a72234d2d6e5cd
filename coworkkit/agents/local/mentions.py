"""Finds which thing on the page a phrase means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .rapid import fuzz
from .things import Thing
from .words import Word, fold, is_slip, read_words

SAME_NAME = 88.0
"""From this `fuzz.ratio` on, a quoted text is the name of a thing with slips of the keyboard."""
NEAR_NAME = 55.0
"""From this `fuzz.token_set_ratio` on, a thing is worth naming when nothing fits."""
_NUMBERED = frozenset(("#", "number", "no", "id", "nr"))


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `start` up to `end` of a sentence that name one thing, or several of the same name."""

    things: tuple[Thing, ...]
    start: int
    end: int
    words: int


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing with the stems of its name."""

    thing: Thing
    stems: tuple[str, ...]


@lru_cache(maxsize=4096)
def _stems_of(name: str) -> tuple[str, ...]:
    words = read_words(name)
    return tuple(word.stem for word in words if word.content) or tuple(word.stem for word in words)


def named(things: Iterable[Thing]) -> list[NamedThing]:
    """Return the things with the words of their names."""
    return [NamedThing(thing, _stems_of(thing.name)) for thing in things]


def full_mentions(words: Sequence[Word], things: Sequence[NamedThing]) -> list[Mention]:
    """Return where a sentence says the whole name of a thing; of two that overlap, the longer."""
    by_letter: dict[str, list[NamedThing]] = {}
    for one in things:
        if one.stems:
            by_letter.setdefault(one.stems[0][:1], []).append(one)
    spans: dict[tuple[int, int], list[Thing]] = {}
    for start, word in enumerate(words):
        if word.quoted:
            if meant := _quoted(word, things):
                spans[start, start + 1] = meant
            continue
        for one in by_letter.get(word.stem[:1], ()):
            end = _matches(words, start, one.stems)
            if end:
                spans.setdefault((start, end), []).append(one.thing)
    _add_ids(words, things, spans)
    kept: list[Mention] = []
    for (start, end), meant in sorted(spans.items(), key=lambda item: (item[0][0] - item[0][1], item[0])):
        if all(end <= other.start or start >= other.end for other in kept):
            size = len(read_words(words[start].text)) if words[start].quoted else end - start
            kept.append(Mention(_exact_first(words, start, end, meant), start, end, size))
    return sorted(kept, key=lambda mention: mention.start)


def _matches(words: Sequence[Word], start: int, stems: Sequence[str]) -> int:
    """Return where the name ends if its words stand at `start` one after another; 0 if they do not."""
    at = start
    for number, stem in enumerate(stems):
        while number and at < len(words) and not words[at].content and words[at].stem != stem:
            at += 1
        if at >= len(words) or words[at].quoted or not (words[at].stem == stem or is_slip(words[at].stem, stem)):
            return 0
        at += 1
    return at


def _quoted(word: Word, things: Sequence[NamedThing]) -> list[Thing]:
    scored = [(fuzz.ratio(word.key, fold(one.thing.name)), one.thing) for one in things]
    best = max((score for score, _ in scored), default=0.0)
    if best >= SAME_NAME:
        return [thing for score, thing in scored if score == best]
    return [one.thing for one in things if str(one.thing.id) == word.text]


def _add_ids(words: Sequence[Word], things: Sequence[NamedThing], spans: dict[tuple[int, int], list[Thing]]) -> None:
    """Add where an id is said. A bare number is one only after “#”, “number” or the kind of thing."""
    by_id: dict[str, list[Thing]] = {}
    for one in things:
        by_id.setdefault(fold(str(one.thing.id)), []).append(one.thing)
    for start, word in enumerate(words):
        for end in range(start + 1, min(start + 6, len(words)) + 1):
            said = "".join(w.key for w in words[start:end])
            for thing in by_id.get(said, ()):
                before = words[start - 1] if start else None
                marked = word.gap.endswith("#") or (
                    before is not None and (before.key in _NUMBERED or before.stem == thing.kind)
                )
                if not word.quoted and (marked or not said.isdigit()):
                    spans.setdefault((start, end), []).append(thing)


def _exact_first(words: Sequence[Word], start: int, end: int, things: list[Thing]) -> tuple[Thing, ...]:
    """Prefer a name said letter by letter to one that only looks alike."""
    said = words[start].key if words[start].quoted else " ".join(word.key for word in words[start:end])
    unique = list(dict.fromkeys(things))
    exact = [thing for thing in unique if fold(thing.name) == said]
    return tuple(exact or unique)


def best_fit(
    words: Sequence[Word], things: Sequence[NamedThing], passed_over: Callable[[Word], bool]
) -> tuple[Thing, ...]:
    """Return the things whose names hold every meaningful word of a phrase, if only the best of them.

    Several are returned when the phrase fits them equally well.
    """
    said = [w for word in words for w in (read_words(word.text) if word.quoted else (word,))]
    said = [word for word in said if word.content and not passed_over(word)]
    if not said:
        return ()
    scored: list[tuple[float, Thing]] = []
    for one in things:
        if all(any(w.stem == stem or is_slip(w.stem, stem) for stem in one.stems) for w in said):
            slips = sum(w.stem not in one.stems for w in said)
            scored.append((len(said) / max(len(one.stems), 1) - 0.01 * slips, one.thing))
    best = max((score for score, _ in scored), default=0.0)
    # “write” fits “Write tests” and “Write the whole report” alike: a longer name is no reason
    whole = [thing for score, thing in scored if score >= 0.99]
    return tuple(dict.fromkeys(whole or [thing for score, thing in scored if best - score < 0.5]))


def nearest(said: str, things: Sequence[Thing], limit: int) -> tuple[Thing, ...]:
    """Return the things whose names come nearest to what was said, best first."""
    folded = fold(said)
    scored = [(fuzz.token_set_ratio(folded, fold(thing.name)), number) for number, thing in enumerate(things)]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return tuple(things[number] for score, number in scored[:limit] if score >= NEAR_NAME)
