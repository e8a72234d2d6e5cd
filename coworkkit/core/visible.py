"""Makes text and values fit to be judged by a person: what cannot be seen becomes a visible mark.

A confirmation is only as good as what the person saw. Text that comes from an agent may hold
characters that draw nothing, that reorder what follows, or that push the harmful part out of view.
`segments` keeps every readable character and replaces every other one by a mark that names it; the
text itself is never changed, only what is shown of it.

A *segment* is a plain string, or a mark: a dict with

* `mark`: the words or the code point to show, such as `"U+202E"`, `"line break"`, `"400 line breaks"`;
* `length`: how many characters of the text it stands for, in digits (`"0"` for a mark that stands for no
  character at all, such as `none`); left out when that is one;
* `lines`: how many line breaks are among them, in digits; left out when there are none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from typing import Final

from .jsonable import LARGEST_SAFE_INT, as_json

Mark = dict[str, str]
Segment = str | Mark
Segments = list[Segment]

# Beyond this many marks in one text the rest is written inline as ⟨…⟩, so that a hostile text
# cannot make the browser build a hundred thousand elements.
MAX_MARKS: Final = 500
# More combining marks on one letter than this is no writing system, but a way to paint over others.
MAX_COMBINING: Final = 6
# A stretch of unseen characters that changes its kind more often than this becomes one mark.
MAX_CHANGES: Final = 6

_LINE_BREAKS: Final = frozenset("\n\r\x0b\x0c\x85\u2028\u2029")
_SPACES: Final = frozenset("\xa0\u1680\u202f\u205f\u3000 ") | {chr(code) for code in range(0x2000, 0x200B)}
_BLANKS: Final = _LINE_BREAKS | _SPACES | {"\t"}
_BLANK_NAMES: Final = {
    "\n": "line break",
    "\t": "tab",
    " ": "space",
    "\xa0": "no-break space",
    "\u202f": "narrow no-break space",
    "\u3000": "ideographic space",
}

# What `str.isprintable` calls printable although it draws nothing, or next to nothing: fillers, joiners,
# inherent vowels, variation selectors, the object placeholder.
_EMPTY: Final = (
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    r"\U00016fe4\U0001d159\U000e0000-\U000e0fff"
)
_EMPTY_CHARACTER: Final = re.compile(f"[{_EMPTY}]")
# A printable text without any of these needs no closer look: two spaces in a row, an empty character,
# a stretch from blocks that have combining marks.
_NEEDS_A_LOOK: Final = re.compile(
    rf"  |[{_EMPTY}]|[^\x00-\u02ff\u0370-\u0482\u3040-\u3098\u309b-\u9fff\uac00-\ud7a3]{{{MAX_COMBINING}}}"
)
# Filed under "format", and yet with a shape of their own: signs of Arabic, Syriac and Kaithi.
_DRAWN_FORMAT: Final = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
# Perhaps not assigned in the Unicode of this Python, but reserved for pictures and ideographs: new emoji.
_PICTURES: Final = re.compile("[\U0001f000-\U0001faff\U00020000-\U0002fffd\U00030000-\U0003fffd]")
# What U+FE0E and U+FE0F may follow besides symbols; a digit only as part of a keycap.
_PICTURE_BASES: Final = frozenset("\u203c\u2049\u3030\u303d\u2139")
_KEYCAP_BASES: Final = frozenset("0123456789#*")
_BRACKETS: Final = str.maketrans({"⟨": "⟨U+27E8⟩", "⟩": "⟨U+27E9⟩"})

_PLAIN, _UNSEEN, _COMBINING, _SELECTOR = range(4)


def segments(text: str) -> Segments:
    """Splits `text` into what can be read as it is and marks for everything else.

    Ordinary writing in any script, accents, emoji and single ordinary spaces stay as they are. Marks
    replace control, format, bidi, zero-width, tag, filler, private-use, unassigned and surrogate
    characters, variation selectors that belong to no symbol, blanks other than one ordinary space,
    and combining marks beyond `MAX_COMBINING` on one letter. A run of blanks is one mark with the
    amount, a run of one unseen character is `"U+200B ×500"`.

    The work is linear in the length of the text. At most `MAX_MARKS` marks come back; in a text that
    needs more, the further ones stand inside the last string as `⟨U+200B⟩`, and brackets of that
    shape that the text itself holds there as `⟨U+27E8⟩` and `⟨U+27E9⟩`.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return [text] if text else []
    found: Segments = []
    rest: list[str] = []
    marks = 0
    for piece in _pieces(text):
        marks += not isinstance(piece, str)
        if marks <= MAX_MARKS:
            found.append(piece)
            continue
        if not rest and isinstance(found[-1], str):
            rest.append(_inline(found.pop()))
        rest.append(_inline(piece))
    if rest:
        found.append("".join(rest))
    return found


def visible_text(text: str) -> str:
    """The same as `segments` in one plain string, with the marks in ⟨…⟩.

    For places that take no markup: records, toasts, accessible names, document titles. Brackets of
    that shape that the text itself holds come back as `⟨U+27E8⟩` and `⟨U+27E9⟩`, so that no text can
    imitate a mark.
    """
    return "".join(_inline(piece) for piece in _pieces(text))


def value_segments(value: object) -> Segments:
    """What the card shows for one argument: the whole value, in the form a person can check.

    | value | shown as |
    |---|---|
    | `None`, `""`, `b""`, an empty list or object | a mark that no text looks like: `none`, `empty text`, … |
    | `str` | itself, made visible; a space at either end is a mark |
    | `bool` | `true`, `false` |
    | numbers | every digit |
    | dates and times | ISO 8601, with the offset if there is one |
    | `bytes` | a mark with the amount, then all of it in base64 |
    | `Enum` | its value |
    | a list, an object, what becomes one as JSON | JSON-like text on one line, with all contents |

    Everything but bytes is shown in the form that `jsonable.as_json` gives it, secrets as its mask.

    Raises `NotJsonError`, a `ValueError`, for what has no such form: an iterator, an arbitrary object, a
    value nested too deep. What cannot be shown must not be asked about.
    """
    if type(value) is bool:
        return ["true" if value else "false"]
    if type(value) is str and value:
        return _with_marked_ends(value)
    if type(value) is int and -LARGEST_SAFE_INT <= value <= LARGEST_SAFE_INT:
        return [str(value)]
    while isinstance(value, Enum):
        value = value.value
    text = value_text(value)
    if isinstance(value, bytes | bytearray | memoryview) and text:
        size = len(bytes(value))
        return [_label("1 byte, base64" if size == 1 else f"{size:,} bytes, base64"), text]
    if value is None:
        return [_label("none")]
    if isinstance(value, str):
        return _with_marked_ends(text) if text else [_label("empty text")]
    empty = {"": "empty bytes", "[]": "empty list", "{}": "empty object"}.get(text)
    return [_label(empty)] if empty else segments(text)


def value_text(value: object) -> str:
    """The characters that `value_segments` shows, unchanged; their number is the `length` of a row.

    Raises `NotJsonError` as `value_segments` does.
    """
    plain = as_json(value)
    if plain is None:
        return ""
    return plain if isinstance(plain, str) else _json_like(plain)


def _inline(piece: Segment) -> str:
    return piece.translate(_BRACKETS) if isinstance(piece, str) else f"⟨{piece['mark']}⟩"


def _pieces(text: str) -> Iterator[Segment]:
    """Yields the segments of `text` one after another; two strings never follow each other."""
    if not text:
        return
    if text.isprintable() and not _NEEDS_A_LOOK.search(text) and not _is_combining(text[0]):
        yield text
        return
    kinds: dict[str, int] = {}
    plain_from = at = stacked = 0
    seen_before = False  # is there a visible character that a combining mark could sit on?
    end = len(text)
    while at < end:
        character = text[at]
        kind = kinds.get(character)
        if kind is None:
            kind = kinds[character] = _kind(character)
        if kind == _PLAIN:
            stacked, seen_before = 0, True
            at += 1
        elif kind == _COMBINING and seen_before and stacked < MAX_COMBINING:
            stacked += 1
            at += 1
        elif kind == _SELECTOR and seen_before and _belongs(text, at):
            at += 1
        else:
            stop = at + 1
            while stop < end:
                character = text[stop]
                kind = kinds.get(character)
                if kind is None:
                    kind = kinds[character] = _kind(character)
                if kind == _PLAIN:
                    break
                stop += 1
            if stop == at + 1 and text[at] == " ":
                stacked, seen_before = 0, True
                at = stop
                continue
            if plain_from < at:
                yield text[plain_from:at]
            yield from _marks(text[at:stop])
            plain_from = at = stop
            stacked, seen_before = 0, False
    if plain_from < end:
        yield text[plain_from:]


def _kind(character: str) -> int:
    if character in _BLANKS:
        return _UNSEEN
    if not character.isprintable():
        return _PLAIN if _DRAWN_FORMAT.match(character) or _PICTURES.match(character) else _UNSEEN
    if character in "\ufe0e\ufe0f":
        return _SELECTOR
    if _EMPTY_CHARACTER.match(character):
        return _UNSEEN
    return _COMBINING if _is_combining(character) else _PLAIN


def _is_combining(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def _belongs(text: str, at: int) -> bool:
    """Whether the variation selector at `at` only picks the text or picture form of the symbol before it."""
    base = text[at - 1]
    if base in _KEYCAP_BASES:
        return text[at + 1 : at + 2] == "\u20e3"
    category = unicodedata.category(base)
    return base in _PICTURE_BASES or category == "So" or (category == "Sm" and base >= "\u2190")


def _marks(run: str) -> Iterator[Mark]:
    """The marks for a run of unseen characters: one for each stretch, or one for all if there are many."""
    stretches = list(_stretches(run))
    if len(stretches) <= MAX_CHANGES:
        for stretch in stretches:
            yield _mark(_stretch_name(stretch), stretch)
        return
    amounts: dict[str, int] = {}
    for stretch in stretches:
        for character in dict.fromkeys(stretch):
            name = _BLANK_NAMES.get(character) or _code_point(character)
            amounts[name] = amounts.get(name, 0) + stretch.count(character)
    most = sorted(amounts.items(), key=lambda item: -item[1])
    names = [_amount(count, name) for name, count in most[:4]]
    if len(most) > 4:
        names.append(f"{len(most) - 4:,} other kinds" if len(most) > 5 else "1 other kind")
    yield _mark(f"{len(run):,} unseen characters: {', '.join(names)}", run)


def _stretches(run: str) -> Iterator[str]:
    """Cuts a run of unseen characters where a blank follows a non-blank, or a different non-blank."""
    start = 0
    for at in range(1, len(run) + 1):
        if at < len(run):
            before, here = run[at - 1], run[at]
            if before == here or (before in _BLANKS and here in _BLANKS):
                continue
        yield run[start:at]
        start = at


def _stretch_name(stretch: str) -> str:
    first = stretch[0]
    kinds = set(stretch)
    if len(kinds) == 1 and first not in "\n\t ":
        return _amount(len(stretch), _BLANK_NAMES.get(first) or _code_point(first))
    breaks = _line_breaks(stretch)
    tabs = stretch.count("\t")
    spaces = sum(stretch.count(character) for character in kinds & _SPACES)
    parts = [
        _amount(count, name) for count, name in ((breaks, "line break"), (tabs, "tab"), (spaces, "space")) if count
    ]
    return parts[0].removeprefix("1 ") if len(parts) == 1 else ", ".join(parts)


def _line_breaks(stretch: str) -> int:
    return sum(stretch.count(character) for character in _LINE_BREAKS) - stretch.count("\r\n")


def _amount(count: int, name: str) -> str:
    if name.startswith("U+"):
        return name if count == 1 else f"{name} ×{count:,}"
    if count == 1 and name not in ("line break", "tab", "space"):
        return name
    return f"{count:,} {name}" if count == 1 else f"{count:,} {name}s"


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"


def _mark(name: str, characters: str) -> Mark:
    mark = {"mark": name}
    if len(characters) > 1:
        mark["length"] = str(len(characters))
    lines = _line_breaks(characters)
    if lines:
        mark["lines"] = str(lines)
    return mark


def _label(words: str) -> Mark:
    """A mark that says something about the value and stands for none of its characters."""
    return {"mark": words, "length": "0"}


def _with_marked_ends(text: str) -> Segments:
    """The segments of a value: a space at its start or end is as invisible as any other character."""
    found = segments(text)
    first = found[0]
    if isinstance(first, str) and first.startswith(" "):
        found[0:1] = [{"mark": "space"}, first[1:]] if len(first) > 1 else [{"mark": "space"}]
    last = found[-1]
    if isinstance(last, str) and last.endswith(" "):
        found[-1:] = [last[:-1], {"mark": "space"}] if len(last) > 1 else [{"mark": "space"}]
    return found


def _json_like(value: object) -> str:
    """A JSON value on one line. Strings keep their characters but for escaped quotes and backslashes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {_json_like(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_json_like(item) for item in value) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
