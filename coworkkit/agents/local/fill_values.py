"""Fills choices, numbers, days and yes-or-no from the words of a sentence."""

from __future__ import annotations

from datetime import date
from typing import Any

from .filling import FORMATS, Filling, Gap, dated
from .schema import Parameter
from .values import FALSE, TRUE, read_date, read_moment, read_number, read_time
from .vocabulary import word_set
from .words import SAME, SYNONYM, fold, likeness, stem_of

_INTO = word_set("to as into in is")
_UNTIL = word_set("by due until on for before at from since")
_WITH = word_set("with as without")
_MONEY = word_set("euro euros dollar dollars pound pounds eur usd gbp")


def fill_values(filling: Filling) -> None:
    """Fill every parameter whose values can be recognised, the most particular kinds first."""
    for fill in (_fill_choice, _fill_moment, _fill_boolean, _fill_number):
        for parameter in filling.open_parameters():
            if filling.kind_of(parameter) is None or not filling.page.things.kinds:
                fill(filling, parameter)


def may_use(filling: Filling, parameter: Parameter, start: int, end: int, leads: frozenset[str]) -> bool:
    """Return whether words may be a value although they may also be part of a free text.

    They may when they stand before the action's object, when a leading word or the parameter's name is beside
    them, or when no free text is wanted.
    """
    if not filling.wants_text or end <= filling.object_end:
        return True
    before = filling.words[start - 1] if start else None
    led = before is not None and not before.quoted and filling.free(start - 1) and before.key in leads
    return led or _named_beside(filling, parameter, start, end)


def _named_beside(filling: Filling, parameter: Parameter, start: int, end: int) -> bool:
    """Return whether the name of the parameter stands right before or after some words."""
    near = [i for i in (start - 1, start - 2, end) if filling.free(i)]
    if start - 2 in near and (filling.words[start - 1].content or filling.breaks(start)):
        near.remove(start - 2)
    return any(likeness(filling.words[i].stem, stem) >= SAME for i in near for stem in parameter.words)


def _take(filling: Filling, parameter: Parameter, start: int, end: int, leads: frozenset[str]) -> None:
    """Use a value, the parameter's name beside it, and the word that leads to it."""
    filling.take(start, end, "value")
    for index in (end, end + 1):
        if filling.free(index) and filling.words[index].stem in parameter.words and not filling.breaks(index):
            filling.take(end, index + 1, "marker")
    at = start - 1
    while filling.free(at) and not filling.words[at].quoted:
        word = filling.words[at]
        if not (word.key in leads or word.stem in parameter.words or word.key in ("a", "an", "the", "is", "of")):
            break
        filling.used[at] = "marker"
        at -= 1


def fill_formats(filling: Filling) -> None:
    """Fill the texts that can be recognised by their form: addresses of mail and of pages."""
    for parameter in filling.open_parameters():
        pattern = FORMATS.get(parameter.format)
        if pattern is None or parameter.kind != "text":
            continue
        for index, word in enumerate(filling.words):
            if filling.free(index) and pattern.fullmatch(word.text):
                filling.arguments[parameter.name] = word.text
                _take(filling, parameter, index, index + 1, _INTO | _UNTIL | _WITH)
                break


def _fill_choice(filling: Filling, parameter: Parameter) -> None:
    listed = parameter.kind == "list" and parameter.item is not None and parameter.item.kind == "choice"
    choices = parameter.item.choices if listed and parameter.item is not None else parameter.choices
    if parameter.kind != "choice" and not listed:
        return
    found = _choices(filling, parameter, choices)
    if listed and found:
        filling.arguments[parameter.name] = list({str(choice): choice for _, _, choice in found}.values())
        for start, end, _ in found:
            _take(filling, parameter, start, end, _INTO)
    elif found:
        led = [each for each in found if each[0] and filling.words[each[0] - 1].key in _INTO]
        if len({str(choice) for _, _, choice in led or found}) > 1:
            return  # “from todo to done” has one that is led to; two of them stay a question
        start, end, choice = (led or found)[-1]
        filling.arguments[parameter.name] = choice
        _take(filling, parameter, start, end, _INTO)


def unfit_choice(filling: Filling, parameter: Parameter) -> tuple[int, int] | None:
    """Return the unused words that must be meant as a choice but are none: “move it to somewhere”."""
    if parameter.kind != "choice":
        return None
    for index in filling.free_content():
        if index and filling.words[index - 1].key in _INTO and not filling.breaks(index):
            end = index + 1
            while filling.free(end) and filling.words[end].content and not filling.breaks(end):
                end += 1
            return index, end
    return None


def _choices(filling: Filling, parameter: Parameter, choices: tuple[Any, ...]) -> list[tuple[int, int, Any]]:
    """Return where the sentence says a choice. A choice said word for word beats one that is only alike."""
    found: list[tuple[float, int, int, Any]] = []
    for start, word in enumerate(filling.words):
        for end in range(start + 1, min(start + (1 if word.quoted else 4), len(filling.words)) + 1):
            if not all(filling.free(i) for i in range(start, end)):
                break
            if alike := [(score, c) for c in choices if (score := choice_likeness(filling, start, end, c))]:
                score, choice = max(alike, key=lambda pair: pair[0])
                if may_use(filling, parameter, start, end, _INTO | _WITH):
                    found.append((score + 0.01 * (end - start), start, end, choice))
    best = max((score for score, *_ in found), default=0.0)
    floor = SAME if best >= SAME else SYNONYM if best >= SYNONYM else 0.0
    longest = sorted((each for each in found if each[0] >= floor), key=lambda each: -(each[2] - each[1]))
    kept: list[tuple[int, int, Any]] = []
    for _, start, end, choice in longest:
        if all(end <= s or start >= e for s, e, _ in kept):
            kept.append((start, end, choice))
    return sorted(kept, key=lambda each: each[0])


def choice_likeness(filling: Filling, start: int, end: int, choice: Any) -> float:
    """Return how much the words from `start` up to `end` are a choice: “in progress” is ``in_progress``."""
    said = "".join(word.key for word in filling.words[start:end]).replace(" ", "")
    wanted = fold(str(choice)).replace("_", "").replace(" ", "")
    if said == wanted:
        return SAME
    if end - start > 1 or isinstance(choice, (int, float, bool)):
        return 0.0
    return likeness(filling.words[start].stem, stem_of(wanted))


def _fill_moment(filling: Filling, parameter: Parameter) -> None:
    if not dated(parameter) and parameter.kind != "time":
        return
    for start in range(len(filling.words)):
        if not filling.free(start) or filling.words[start].quoted:
            continue
        found = moment_at(filling, parameter, start)
        if found is None:
            continue
        value, taken = found
        end = start + taken
        last = end >= filling.sentence.tail and start > filling.object_end  # “… tomorrow” at the very end is a day
        if last or may_use(filling, parameter, start, end, _UNTIL):
            filling.arguments[parameter.name] = value
            _take(filling, parameter, start, end, _UNTIL)
            return


def moment_at(filling: Filling, parameter: Parameter, start: int) -> tuple[str, int] | None:
    """Return the day or time at a word in ISO form, and how many words it takes."""
    today: date = filling.page.today
    if parameter.kind == "time":
        clock = read_time(filling.words, start)
        return None if clock is None else (clock[0].isoformat(), clock[1])
    if parameter.kind == "datetime":
        moment = read_moment(filling.words, start, today)
        return None if moment is None else (moment[0].isoformat(), moment[1])
    day = read_date(filling.words, start, today)
    return None if day is None else (day[0].isoformat(), day[1])


def _fill_boolean(filling: Filling, parameter: Parameter) -> None:
    if parameter.kind != "boolean":
        return
    wanted = [stem for stem in parameter.words if stem not in ("is", "has", "be", "only", "includ", "with")]
    for start in range(len(filling.words) - len(wanted) + 1 if wanted else 0):
        end = start + len(wanted)
        there = filling.words[start:end]
        if not all(filling.free(i) for i in range(start, end)) or any(w.quoted for w in there):
            continue
        if [word.stem for word in there] != wanted or not may_use(
            filling, parameter, start, end, _WITH | {"no", "not"}
        ):
            continue
        before = filling.words[start - 1].key if start else ""
        behind = filling.words[end].key if end < len(filling.words) else ""
        filling.arguments[parameter.name] = not (before in FALSE or behind in FALSE)
        filling.take(start, end + (behind in TRUE | FALSE), "value")
        if before in FALSE or before in _WITH:
            filling.take(start - 1, start, "marker")
        return


def _fill_number(filling: Filling, parameter: Parameter) -> None:
    listed = parameter.kind == "list" and parameter.item is not None and parameter.item.kind in ("integer", "number")
    if parameter.kind not in ("integer", "number") and not listed:
        return
    found: list[tuple[bool, int, int, float | int]] = []
    index = 0
    while index < len(filling.words):
        number = _number_at(filling, parameter, index)
        taken = number[1] if number is not None else 1
        if number is not None and all(filling.free(i) for i in range(index, index + taken)):
            end = index + taken
            if may_use(filling, parameter, index, end, frozenset()):
                found.append((_named_beside(filling, parameter, index, end), index, end, number[0]))
        index += taken
    if listed and found:
        filling.arguments[parameter.name] = [value for _, _, _, value in found]
        for _, start, end, _ in found:
            filling.take(start, end, "value")
    elif found:
        beside = [each for each in found if each[0]]
        if not beside and not parameter.required and len(filling.open_parameters()) > 1:
            return  # a number without the parameter's name beside it may be anything
        if len({value for *_, value in beside or found}) > 1:
            filling.doubts.append("more than one number")
        _, start, end, value = (beside or found)[0]
        _settle_number(filling, parameter, start, end, value)


def _number_at(filling: Filling, parameter: Parameter, index: int) -> tuple[float | int, int] | None:
    """Return the number at a word; “a week” is 7 where days are wanted."""
    words = filling.words
    if words[index].quoted:
        return None
    found = read_number(words, index)
    value, taken = found or (1, 1)
    weeks = index + taken < len(words) and words[index + taken].stem == "week" and "day" in parameter.words
    if weeks and (found is not None or words[index].key == "a"):
        return 7 * value, taken + 1
    return found


def _settle_number(filling: Filling, parameter: Parameter, start: int, end: int, value: float | int) -> None:
    if parameter.kind == "integer" and isinstance(value, float):
        if not value.is_integer():
            filling.gaps.append(Gap(parameter, "unfit", filling.sentence.raw(start, end)))
            filling.take(start, end, "unknown")
            return
        value = int(value)
    for index in filling.free_content():  # “3 days earlier” where the description says “negative for earlier”
        if f"negative for {filling.words[index].key}" in parameter.description.casefold():
            value = -abs(value)
            filling.take(index, index + 1, "value")
    filling.arguments[parameter.name] = value
    if filling.free(end) and filling.words[end].key in _MONEY:
        filling.take(end, end + 1, "marker")
    _take(filling, parameter, start, end, frozenset(("by", "for", "to", "of", "at", "from", "next", "in")))
