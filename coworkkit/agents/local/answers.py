"""Reads what the user says when LocalAgent has asked for one value, or for one of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .fill_things import fill_parts, fill_things, value_of
from .fill_values import choice_likeness, fill_formats, fill_values
from .filling import Filling, Gap, Page
from .match import Reading
from .mentions import full_mentions
from .sentence import is_negated, read_sentence
from .things import Thing
from .values import FALSE, ORDINALS, TRUE
from .words import SYNONYM, read_words

_LEAD = re.compile(
    r"^(?:please )?(?:(?:call|name|title) it|(?:it'?s|it is|its)(?: called| named)?|(?:the |its )?"
    r"(?:name|title|text|value)(?: is|:))\s+",
    re.I,
)


def read_answer(reading: Reading, gap: Gap, text: str, page: Page) -> tuple[Reading, Gap | None]:
    """Return the reading with the value that an answer gives, or what is still unclear about it."""
    parameter = replace(gap.parameter, required=True)
    known = replace(reading.known, parameters=(parameter,))
    sentence = read_sentence(text)
    filling = Filling(known, sentence, page)
    if filling.takes_text(parameter):
        return _with(reading, parameter.name, _text_of(text, filling)), None
    if is_negated(sentence.words) and parameter.kind != "boolean":
        return reading, Gap(parameter, "unfit", text.strip(), gap.choices)
    if gap.choices and (number := picked(text, len(gap.choices))) is not None:
        return _with_thing(reading, gap, gap.choices[number]), None
    if gap.choices and (named := _named(text, gap.choices)) is not None:
        return _with_thing(reading, gap, named), None
    kind = filling.kind_of(parameter)
    if kind is not None and (same := page.things.find(kind, text.strip())) is not None:
        return _with_thing(reading, gap, same), None
    if parameter.kind == "boolean" and sentence.words and sentence.words[0].key in TRUE | FALSE:
        return _with(reading, parameter.name, sentence.words[0].key in TRUE), None
    return _from_words(reading, gap, filling, page)


def _from_words(reading: Reading, gap: Gap, filling: Filling, page: Page) -> tuple[Reading, Gap | None]:
    parameter = filling.known.parameters[0]
    fill_things(filling, full_mentions(filling.words, page.named(None)))
    fill_formats(filling)
    fill_values(filling)
    fill_parts(filling)
    if parameter.name in filling.arguments:
        filled = _with(reading, parameter.name, filling.arguments[parameter.name])
        if parameter.name in filling.things:
            filled = replace(filled, things={**reading.things, parameter.name: filling.things[parameter.name]})
        return filled, None
    kind = filling.kind_of(parameter)
    if kind is not None and not page.things.of(kind) and filling.words:  # an id that nothing can be compared with
        return _with(reading, parameter.name, _id_of(filling.words[-1].text, parameter.kind)), None
    if parameter.kind == "choice" and (choice := _only_choice(filling)) is not None:
        return _with(reading, parameter.name, choice), None
    said = filling.sentence.text.strip()
    return reading, filling.gaps[0] if filling.gaps else Gap(parameter, "unfit", said, gap.choices)


def _id_of(text: str, kind: str) -> str | int:
    return int(text) if kind == "integer" and text.isdecimal() else text


def _with(reading: Reading, name: str, value: Any) -> Reading:
    gaps = tuple(each for each in reading.gaps if each.parameter.name != name)
    return replace(reading, arguments={**reading.arguments, name: value}, gaps=gaps)


def _with_thing(reading: Reading, gap: Gap, thing: Thing) -> Reading:
    name = gap.parameter.name
    value = value_of(gap.parameter, thing)
    filled = _with(reading, name, [value] if gap.parameter.kind == "list" else value)
    return replace(filled, things={**reading.things, name: thing})


def _text_of(text: str, filling: Filling) -> str:
    words = filling.words
    if len(words) == 1 and words[0].quoted:
        return words[0].text
    said = _LEAD.sub("", text.strip(), count=1)
    inner = read_words(said)
    return inner[0].text if len(inner) == 1 and inner[0].quoted else said.strip().rstrip(".")


def _only_choice(filling: Filling) -> Any:
    """Return the choice that a word of the answer is alike to, if there is just one."""
    alike = {
        str(choice): choice
        for choice in filling.known.parameters[0].choices
        for index in range(len(filling.words))
        if choice_likeness(filling, index, index + 1, choice) >= SYNONYM
    }
    return next(iter(alike.values())) if len(alike) == 1 else None


def picked(text: str, count: int) -> int | None:
    """Return the index that “2”, “the second one” or “number 2” picks out of `count`."""
    words = [word.key for word in read_words(text) if word.content and word.key not in ("number", "option", "one")]
    if len(words) != 1:
        return None
    number = ORDINALS.get(words[0]) or (int(words[0]) if words[0].isdecimal() and len(words[0]) < 4 else 0)
    if words[0] == "last":
        number = count
    return number - 1 if 1 <= number <= count else None


def _named(text: str, choices: Sequence[Thing]) -> Thing | None:
    """Return the one choice whose name, or whose place, the answer says."""
    words = read_words(text)
    said = {word.stem for word in words if word.content}
    by_place = [thing for thing in choices if thing.within and said and said <= _stems(f"{thing.within} {thing.name}")]
    whole = [thing for thing in choices if _stems(thing.name) and _stems(thing.name) <= said <= _stems(thing.name)]
    for found in (whole, by_place):
        if len(found) == 1:
            return found[0]
    return None


def _stems(text: str) -> set[str]:
    return {word.stem for word in read_words(text) if word.content}
