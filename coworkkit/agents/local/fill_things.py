"""Fills the parameters that take the id of a thing on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .filling import MADE, Filling, Gap, Use
from .mentions import Mention, best_fit, full_mentions, nearest
from .schema import Parameter
from .things import Thing
from .vocabulary import (
    ALL,
    CONDITIONS,
    NEGATIONS,
    POINTERS,
    PREPOSITIONS,
    QUESTION_WORDS,
    TEXT_MARKERS,
    word_set,
)
from .words import Word, read_words

_PLACES = word_set("to in into under on onto for within inside")
_SEPARATORS = word_set("to as into")
_NEVER_NAMES = ALL | CONDITIONS | QUESTION_WORDS | NEGATIONS
_SHOWN = 5
_SAYS_NO_NAME = word_set("""screen display shown displayed current selected open focused one again away forever good
    permanently immediately completely entirely quickly""")
"""Words beside “the project” that do not name another one: “the project on screen”."""


def fill_things(filling: Filling, mentions: list[Mention]) -> None:
    """Fill the parameters that take a thing where the sentence says its whole name."""
    wanted = [(p, kind) for p in filling.open_parameters() if (kind := filling.kind_of(p)) is not None]
    for parameter, kind in wanted:
        if parameter.kind == "list":
            _fill_list(filling, parameter, kind)
        else:
            _fill_whole(filling, parameter, kind, mentions)


def fill_parts(filling: Filling) -> None:
    """Fill what whole names did not: parts of names, pointers; say what is not on the page."""
    for parameter in filling.open_parameters():
        kind = filling.kind_of(parameter)
        if kind is None:
            continue
        if not filling.page.things.of(kind):
            _fill_plain(filling, parameter, kind)
        elif parameter.required:
            _fill_required(filling, parameter, kind)
        else:
            _fill_optional(filling, parameter, kind)


def settle(filling: Filling, parameter: Parameter, thing: Thing) -> None:
    """Take a thing as the value of a parameter."""
    filling.arguments[parameter.name] = value_of(parameter, thing)
    filling.things[parameter.name] = thing


def value_of(parameter: Parameter, thing: Thing) -> Any:
    """Return a thing's id in the type that the parameter takes."""
    kind = parameter.item.kind if parameter.kind == "list" and parameter.item is not None else parameter.kind
    if kind == "integer" and isinstance(thing.id, str) and thing.id.isdecimal():
        return int(thing.id)
    return str(thing.id) if kind == "text" else thing.id


def _usable(filling: Filling, kind: str) -> list[Mention]:
    found = full_mentions(filling.words, filling.page.named(kind))
    return [m for m in found if all(filling.free(index) for index in range(m.start, m.end))]


def _fill_list(filling: Filling, parameter: Parameter, kind: str) -> None:
    found = _usable(filling, kind)
    if found and all(len(mention.things) == 1 for mention in found):
        filling.arguments[parameter.name] = [value_of(parameter, mention.things[0]) for mention in found]
        for mention in found:
            _use(filling, mention, kind)


def _fill_whole(filling: Filling, parameter: Parameter, kind: str, mentions: list[Mention]) -> None:
    found = _usable(filling, kind)
    if not parameter.required and filling.wants_text:
        found = [m for m in found if filling.introduced(m.start, kind, _PLACES) or _kind_at(filling, m.end, kind)]
        found = found[:1] if found and _follows_object(filling, found[0]) else found[-1:]
    elif filling.known.creates and filling.wants_text:
        found = [m for m in found if filling.introduced(m.start, kind)] or found
    elif filling.wants_text:  # “rename Fog to Fix login” does not rename Fix login
        places = PREPOSITIONS - _SEPARATORS
        found = [m for m in found if _follows_object(filling, m) or filling.introduced(m.start, kind, places)]
    elif len(found) > 1 and not _first_is_meant(filling, parameter, kind, found):
        distinct = tuple(dict.fromkeys(thing for mention in found for thing in mention.things))
        if len(distinct) > 1:
            filling.gaps.append(Gap(parameter, "ambiguous", "", distinct))
            for mention in found:
                _use(filling, mention, kind)
            return
    if not found:
        return
    mention = found[0]
    things = _told_apart(filling, mention, mentions)
    _use(filling, mention, kind)
    if len(things) == 1:
        settle(filling, parameter, things[0])
    else:
        said = filling.sentence.raw(mention.start, mention.end)
        filling.gaps.append(Gap(parameter, "ambiguous", said, things))


def _follows_object(filling: Filling, mention: Mention) -> bool:
    """Return whether nothing of meaning stands between the action's name and a mention."""
    passed = {mention.things[0].kind, *TEXT_MARKERS, *filling.known.described}
    between = (filling.words[i] for i in range(filling.object_end, mention.start))
    return not any(word.content and (word.quoted or not {word.stem, word.key} & passed) for word in between)


def _first_is_meant(filling: Filling, parameter: Parameter, kind: str, found: list[Mention]) -> bool:
    """Return whether the other mentions can be something else: a new title, or a second parameter."""
    others = [p for p in filling.open_parameters() if p.name != parameter.name]
    return filling.wants_text or any(filling.kind_of(other) == kind for other in others)


def _told_apart(filling: Filling, mention: Mention, mentions: list[Mention]) -> tuple[Thing, ...]:
    """Of things with the same name return those in the place that the sentence names, if it names one."""
    if len(mention.things) < 2:
        return mention.things
    for other in mentions:
        names = {thing.name for thing in other.things}
        inside = tuple(thing for thing in mention.things if thing.within in names)
        if inside and other.start != mention.start:
            filling.take(other.start, other.end, "thing")
            filling.take_introduction(other.start, other.things[0].kind)
            return inside
    return mention.things


def _use(filling: Filling, mention: Mention, kind: str) -> None:
    filling.take(mention.start, mention.end, "thing")
    filling.take_introduction(mention.start, kind)
    before = mention.start - 1
    while filling.free(before) and filling.words[before].key in TEXT_MARKERS:  # “the task called X”
        filling.used[before] = "marker"
        filling.take_introduction(before, kind)
        before -= 1
    if _kind_at(filling, mention.end, kind):
        filling.take(mention.end, mention.end + 1, "marker")


def _kind_at(filling: Filling, index: int, kind: str) -> bool:
    return bool(kind) and filling.free(index) and not filling.breaks(index) and filling.words[index].stem == kind


def _fill_plain(filling: Filling, parameter: Parameter, kind: str) -> None:
    """Without any thing to compare with, take an id as it was said: “order 1042”, “order #A-17”."""
    start = 1
    while start < len(filling.words):
        end = start + 1
        while end < len(filling.words) and not any(char.isspace() for char in filling.words[end].gap):
            end += 1
        word = filling.words[start]
        said = word.text if word.quoted else filling.sentence.raw(start, end)
        marked = "#" in word.gap or filling.words[start - 1].stem == kind or filling.introduced(start, kind)
        looks = word.quoted or any(char.isdigit() for char in said)
        if marked and looks and all(filling.free(index) for index in range(start, end)):
            whole = parameter.kind == "integer" and said.isdecimal()
            filling.arguments[parameter.name] = int(said) if whole else said
            filling.take(start, end, "value")
            filling.take_introduction(start, kind)
            return
        start = end


def _fill_required(filling: Filling, parameter: Parameter, kind: str) -> None:
    named = filling.page.named(kind)
    phrases = [p for p in _phrases(filling, kind) if any(not _passed_over(filling.words[i], kind) for i in p)]
    for phrase in phrases:
        things = best_fit([filling.words[i] for i in phrase], named, lambda word: _passed_over(word, kind))
        if things:
            _take_phrase(filling, phrase, kind, "thing")
            if len(things) == 1:
                settle(filling, parameter, things[0])
            else:
                said = filling.sentence.raw(phrase[0], phrase[-1] + 1)
                filling.gaps.append(Gap(parameter, "ambiguous", said, things))
            return
    named_here = next((phrase for phrase in phrases if _may_be_name(filling, phrase, kind)), None)
    if named_here is not None:  # “the project Marketing” is that project or none, never the one on screen
        phrases = [named_here]
    elif (meant := _pointed_at(filling, kind)) is not None:
        settle(filling, parameter, meant)
        return
    if phrases and not _text_only(filling, phrases[0]):
        phrase = phrases[0]
        lead = [i for i in phrase if _passed_over(filling.words[i], kind) or filling.words[i].key in TEXT_MARKERS]
        first = next((i for i in phrase if i not in lead), phrase[0])
        said = filling.sentence.raw(first, phrase[-1] + 1)
        filling.gaps.append(_unknown(filling, parameter, kind, said))
        _take_phrase(filling, phrase, kind, "unknown")
    elif not filling.known.writes and (shown := filling.page.things.on_screen(kind)) is not None:
        settle(filling, parameter, shown)  # “show the tasks” means those of the project on screen


def _may_be_name(filling: Filling, phrase: Sequence[int], kind: str) -> bool:
    """Return whether a phrase that fits no thing may still be meant as the name of one."""
    words = filling.words
    if filling.wants_text and (filling.known.creates or not any(i > phrase[-1] for i in filling.free_content())):
        return False  # “rename it Handbook”: the free text
    if phrase[0] and words[phrase[0] - 1].key == "by":  # “by a week”
        return False
    beside = phrase[0] > 0 and words[phrase[0] - 1].stem == kind and not filling.breaks(phrase[0])
    for index in phrase:
        word = words[index]
        known = word.key in _SAYS_NO_NAME or (not beside and word.stem in filling.known.described)
        if word.quoted or not (_passed_over(word, kind) or known):
            return True
    return False


def _text_only(filling: Filling, phrase: Sequence[int]) -> bool:
    """Return whether a phrase is all there is for a required text that the action also takes."""
    return filling.wants_text and filling.known.creates and phrase == _runs(filling)[0]


def _passed_over(word: Word, kind: str) -> bool:
    return not word.quoted and word.stem == kind


def _take_phrase(filling: Filling, phrase: Sequence[int], kind: str, use: Use) -> None:
    filling.take(phrase[0], phrase[-1] + 1, use)
    filling.take_introduction(phrase[0], kind)
    if _kind_at(filling, phrase[-1] + 1, kind):
        filling.take(phrase[-1] + 1, phrase[-1] + 2, "marker")


def _phrases(filling: Filling, kind: str) -> list[list[int]]:
    """Return the runs of unused words that may name a thing, the likeliest first."""
    runs = _runs(filling)
    if not runs:
        return []
    if filling.wants_text:
        return _beside_text(filling, runs)
    after = [run for run in runs if filling.words[run[0] - 1].key in PREPOSITIONS and run[0]]
    return sorted(runs, key=lambda run: (_near_kind(filling, run, kind), run in after), reverse=True)


def _near_kind(filling: Filling, run: list[int], kind: str) -> bool:
    words = filling.words
    before, behind = run[0] - 1, run[-1] + 1
    return bool(kind) and (
        (before >= 0 and words[before].stem == kind) or (behind < len(words) and words[behind].stem == kind)
    )


def _beside_text(filling: Filling, runs: list[list[int]]) -> list[list[int]]:
    """Where a free text is wanted too, split at “to” or “:”.

    “rename docs to Handbook”, “add a note to docs: call Bob”.
    """
    words = filling.words
    for index in range(max(filling.object_end, filling.verb + 1), len(words)):
        parted = index > filling.object_end and (filling.breaks(index) and words[index].gap.strip() in (":", "→", "="))
        if (filling.free(index) and words[index].key in _SEPARATORS) or parted:
            before = [i for run in runs for i in run if i < index]
            after = [i for run in runs for i in run if i >= index]
            if filling.known.creates and after:
                return [[i for i in after if i < _end_of_phrase(filling, after[0])]]
            return [before] if before else [after] if parted else []
    return runs[:1]


def _end_of_phrase(filling: Filling, start: int) -> int:
    end = start + 1
    while end < len(filling.words) and filling.free(end) and not filling.breaks(end):
        end += 1
    return end


def _runs(filling: Filling) -> list[list[int]]:
    """Return the unused words in runs; words without meaning end a run only when they are prepositions."""
    runs: list[list[int]] = []
    current: list[int] = []
    for index, word in enumerate(filling.words):
        usable = filling.free(index) and index > filling.verb and (word.quoted or word.key not in _NEVER_NAMES)
        ends = not usable or (not word.quoted and word.key in PREPOSITIONS) or filling.breaks(index)
        if ends and current:
            runs.append(current)
            current = []
        if usable and word.content and (word.quoted or word.key not in PREPOSITIONS):
            current.append(index)
    return [*runs, current] if current else runs


def _pointed_at(filling: Filling, kind: str) -> Thing | None:
    """Return what “it”, “this project” or “the project” means, if that is certain."""
    things = filling.page.things
    for index, word in enumerate(filling.words):
        if word.quoted or index < filling.verb:
            continue
        behind = filling.words[index + 1] if index + 1 < len(filling.words) else None
        with_kind = behind is not None and behind.stem == kind
        alone = word.key == "it" or behind is None or filling.breaks(index + 1) or not filling.free(index + 1)
        if filling.free(index) and word.key in POINTERS and (with_kind or alone):
            if not with_kind and filling.page.last.get(MADE, kind) != kind:
                return None  # “it” is what was just made, and that is something else
            if not with_kind and filling.page.last.get(kind) == "":
                return None  # it was made, and nobody told its id
            last = things.find(kind, filling.page.last[kind]) if kind in filling.page.last else None
            shown = things.on_screen(kind)
            filling.take(index, index + 1 + with_kind, "thing")
            return (shown or last) if with_kind else (last or shown)
        if word.key in ("the", "current") and with_kind:
            after = index + 2
            if filling.free(after) and not filling.breaks(after) and filling.words[after].text[:1].isupper():
                return None  # “the project Here We Go”
            only = things.of(kind)
            filling.take(index, index + 2, "thing")
            return things.on_screen(kind) or (only[0] if len(only) == 1 else None)
    return None


def _fill_optional(filling: Filling, parameter: Parameter, kind: str) -> None:
    """Fill an optional thing only where the sentence leads to it: “… to the website project”."""
    named = filling.page.named(kind)
    words = filling.words
    for start in range(len(words) - 1, filling.object_end - 1, -1):
        if not (filling.free(start) and words[start].key in _PLACES):
            continue
        end = start + 1
        while end < len(words) and filling.free(end) and not (end > start + 1 and filling.breaks(end)):
            end += 1
        inside = [i for i in range(start + 1, end) if words[i].content]
        kinds = [i for i in inside if words[i].stem == kind and not words[i].quoted]
        said = [i for i in inside if i not in kinds]
        if kinds and said and (kinds[0] == inside[0] or kinds[0] == inside[-1]):
            _settle_or_ask(filling, parameter, kind, said, True)
            filling.take(start, end, "marker")
            return
        if kinds and not said and (meant := _pointed_at(filling, kind)) is not None:
            settle(filling, parameter, meant)
            filling.take(start, end, "marker")
            return
        whole = said and not kinds and words[start].key != "for"
        if whole and best_fit([words[i] for i in said], named, lambda word: _passed_over(word, kind)):
            if filling.wants_text:
                filling.doubts.append("part of a name")
            _settle_or_ask(filling, parameter, kind, said, False)
            filling.take(start, end, "marker")
            return
    if not filling.wants_text and not filling.known.creates:
        for run in _runs(filling):
            if best_fit([words[i] for i in run], named, lambda word: _passed_over(word, kind)):
                _settle_or_ask(filling, parameter, kind, run, False)
                return


def _settle_or_ask(filling: Filling, parameter: Parameter, kind: str, said: list[int], asked_for: bool) -> None:
    named = filling.page.named(kind)
    things = best_fit([filling.words[i] for i in said], named, lambda word: _passed_over(word, kind))
    text = filling.sentence.raw(said[0], said[-1] + 1)
    _take_phrase(filling, said, kind, "thing" if things else "unknown")
    if len(things) == 1:
        settle(filling, parameter, things[0])
    elif things:
        filling.gaps.append(Gap(parameter, "ambiguous", text, things))
    elif asked_for:
        filling.gaps.append(_unknown(filling, parameter, kind, text))


def _unknown(filling: Filling, parameter: Parameter, kind: str, said: str) -> Gap:
    """Say that the page names no such thing, and which come nearest."""
    of_kind = filling.page.things.of(kind)
    choices = nearest(said, of_kind, _SHOWN) or of_kind[:_SHOWN]
    words = read_words(said)
    others = [one for one in filling.page.named(None) if one.thing.kind not in (kind, "")]
    kinds = filling.page.things.kinds - {kind}
    other = any(word.stem in kinds for word in words) or bool(full_mentions(words, others))
    return Gap(parameter, "unknown", said, choices, other)
