"""Fills free texts: what is quoted, what is marked by “called” and the like, and what is left over."""

from __future__ import annotations

import re

from .filling import Filling
from .schema import Parameter
from .vocabulary import TEXT_MARKERS, word_set
from .words import SAME, likeness, read_words

_LEADS = re.compile(
    r"^(?:(?:to|that says|saying|that|with|as|into|for|called|named|of|about|by)\b|[\s:,;.–—=>→-])+\s*",
    re.I,
)
_READ_LEADS = re.compile(r"^(?:(?:in|at|on|from)\b\s*)?")
_KEPT_LEADS = re.compile(r"^[\s:,;.–—=>→-]+")
_ABOUT = word_set("for about with containing like named called of matching")
_ENDS = " \t\r\n.,;:"


def fill_quoted(filling: Filling) -> None:
    """Give quoted texts to the parameters in their order: to a thing of that name, else to a free text."""
    for index, word in enumerate(filling.words):
        if not word.quoted or not filling.free(index):
            continue
        texts = [p for p in filling.open_parameters() if filling.takes_text(p)]
        if _is_for_unknown_thing(filling, index, texts):
            continue
        if texts:
            marked = [p for p in texts if _beside(filling, index, p)]
            parameter = (marked or texts)[0]
            filling.arguments[parameter.name] = word.text
            filling.take(index, index + 1, "text")
            _take_lead(filling, index, parameter)
            filling.text_is_sure = True


def _is_for_unknown_thing(filling: Filling, index: int, texts: list[Parameter]) -> bool:
    """Return whether a quoted text must be meant as a thing, although no such thing is on the page."""
    things = [p for p in filling.open_parameters() if p.required and filling.kind_of(p) and p.kind != "list"]
    if not things or _thing_said_without_quotes(filling, index):
        return False
    order = [parameter.name for parameter in filling.known.parameters]
    if not texts:
        return True
    if order.index(texts[0].name) < order.index(things[0].name):
        return False
    return not filling.known.creates or len(_quotes_left(filling)) >= len(texts) + len(things)


def _quotes_left(filling: Filling) -> list[int]:
    return [i for i, word in enumerate(filling.words) if word.quoted and filling.free(i)]


def _thing_said_without_quotes(filling: Filling, index: int) -> bool:
    """Return whether unused words before a quoted text can be the thing: “rename docs to “Handbook””."""
    return any(i < index for i in filling.free_content() if not filling.words[i].quoted)


def _beside(filling: Filling, index: int, parameter: Parameter) -> bool:
    return any(filling.free(i) and filling.words[i].stem in parameter.words for i in (index - 1, index - 2))


def _take_lead(filling: Filling, index: int, parameter: Parameter) -> None:
    at = index - 1
    while filling.free(at) and not filling.words[at].quoted:
        word = filling.words[at]
        if not (word.stem in parameter.words or word.key in TEXT_MARKERS or not word.content):
            return
        filling.used[at] = "marker"
        at -= 1


def fill_texts(filling: Filling) -> None:
    """Give the rest of the sentence to the free texts that are still open."""
    _fill_marked(filling)
    for parameter in filling.open_parameters():
        item = parameter.item
        if parameter.kind == "list" and item is not None and item.kind == "text" and filling.kind_of(parameter) is None:
            _fill_text_list(filling, parameter)
        elif filling.takes_text(parameter) and (run := _run(filling, parameter)):
            _fill_from(filling, parameter, *run, _LEADS)


def _fill_marked(filling: Filling) -> None:
    """Fill the texts that are named in the sentence: “title: Buy milk, note: two litres”."""
    texts = [p for p in filling.open_parameters() if filling.takes_text(p)]
    starts: list[tuple[int, Parameter]] = []
    for index, word in enumerate(filling.words):
        if not filling.free(index) or word.quoted or index < filling.verb:
            continue
        for parameter in texts:
            behind = filling.words[index + 1] if filling.free(index + 1) else None
            told = behind is not None and (behind.gap.strip().startswith((":", "=")) or behind.key in ("is", "as"))
            if told and parameter.words and likeness(word.stem, parameter.words[-1]) >= SAME:
                starts.append((index, parameter))
    ends = [index for index, _ in starts[1:]]
    for (index, parameter), end in zip(starts, [*ends, len(filling.words)], strict=False):
        if parameter.name not in filling.arguments:
            start = index + 1
            while start < end and filling.words[start].key in ("is", "as"):
                start += 1
            stop = next((i for i in range(start, end) if not filling.free(i)), end)
            stop -= stop == end < len(filling.words) and not filling.words[stop - 1].content
            if start < stop:
                _fill_from(filling, parameter, start, stop, _KEPT_LEADS)
                _take_lead(filling, start, parameter)
                filling.text_is_sure = True


def _run(filling: Filling, parameter: Parameter) -> tuple[int, int] | None:
    """Return the words that are left for a text: after “called”, or the first unused run after the verb."""
    words = filling.words
    for index, word in enumerate(words):
        if filling.free(index) and not word.quoted and word.key in TEXT_MARKERS and index >= filling.verb:
            end = _run_end(filling, index + 1)
            if end > index + 1:
                filling.used[index] = "marker"
                filling.text_is_sure = True
                return index + 1, end
    start = filling.verb + 1
    while start < len(words):
        if not filling.free(start):
            start += 1
            continue
        end = _run_end(filling, start)
        if any(words[i].content for i in range(start, end)):
            if parameter.required:
                return start, end
            return (start, end) if words[start].key in _ABOUT or words[start].gap.strip() == ":" else None
        start = end
    return None


def _run_end(filling: Filling, start: int) -> int:
    end = start
    while filling.free(end):
        end += 1
    return end


def _fill_from(filling: Filling, parameter: Parameter, start: int, end: int, leads: re.Pattern[str]) -> None:
    """Take the text between two words as it was typed, emoji and all, without what leads to it."""
    text = filling.sentence.text
    begin = filling.words[start - 1].end if start else 0
    stop = filling.words[end].start if end < len(filling.words) else len(text)
    said = leads.sub("", text[begin:stop], count=1).strip(_ENDS)
    if not filling.known.writes:
        said = _READ_LEADS.sub("", said, count=1)
    inner = read_words(said)
    if len(inner) == 1 and inner[0].quoted:
        said = inner[0].text
    said = re.sub(r"[!?]$", "", said) if end >= len(filling.words) and _mood_ends_it(filling) else said
    if read_words(said) or said:
        filling.arguments[parameter.name] = said.strip()
        filling.take(start, end, "text")


def _mood_ends_it(filling: Filling) -> bool:
    """Return whether the last “!” or “?” belongs to the request and not to the text."""
    return filling.sentence.text.rstrip().endswith("!") or not filling.sentence.ends_open


def _fill_text_list(filling: Filling, parameter: Parameter) -> None:
    quoted = [i for i, word in enumerate(filling.words) if word.quoted and filling.free(i)]
    if quoted:
        filling.arguments[parameter.name] = [filling.words[i].text for i in quoted]
        for index in quoted:
            filling.take(index, index + 1, "text")
        return
    run = _run(filling, parameter)
    if run is None or not parameter.required:
        return
    _fill_from(filling, parameter, *run, _LEADS)
    said = filling.arguments.pop(parameter.name, "")
    parts = [part.strip(_ENDS) for part in re.split(r",|;|\band\b", said)]
    if any(parts):
        filling.arguments[parameter.name] = [part for part in parts if part]
