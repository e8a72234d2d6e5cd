"""Cuts what the user typed into words and compares words. Everything else in LocalAgent works on these."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from .rapid import OSA
from .vocabulary import GROUPS, PHRASES, STOP_WORDS

SAME, SYNONYM, TYPO = 1.0, 0.85, 0.75
"""How alike two words are: the same stem, two words of one group, one or two slips of the keyboard."""

_QUOTES = (
    r"“([^“”]+)”",
    r"„([^„“”]+)[“”]",
    r"«([^«»]+)»",
    r"»([^«»]+)«",
    r'"([^"]+)"',
    # an apostrophe inside a quoted text is followed by a letter: ‘Anna’s desk’
    r"‘([^‘’]*(?:’\w[^‘’]*)*)’(?!\w)",
    r"(?<!\w)'([^'\n]*(?:'\w[^'\n]*)*)'(?!\w)",
)
_PLAIN = (
    r"https?://\S+",
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    r"\d+(?:[.,:/-]\d+)*(?![^\W_])",
    # “to-do” and “e-mail” are one word, “list-view” is two
    r"[^\W\d_]{1,2}-[^\W_]{3,}|[^\W_]{2,}-[^\W\d_]{1,2}(?![^\W_])",
    r"[^\W_]+(?:['’][^\W_]+)*",
)
_TOKEN = re.compile("|".join((*_QUOTES, *_PLAIN)))
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
IRREGULAR = {"people": "person", "children": "child", "staff": "staff"}
_DOUBLED = ("tt", "nn", "pp", "gg", "mm", "bb", "rr")


@dataclass(frozen=True, slots=True)
class Word:
    """One word, or one quoted text, of a sentence.

    Attributes:
        text: as typed, without quotation marks.
        start, end: where it stands in the sentence, quotation marks included.
        key: folded for comparing: no case, no accents, no apostrophes.
        stem: the key without a grammatical ending.
        quoted: whether it is a quoted text; then it may hold many words.
        gap: the characters between the word before and this one.
    """

    text: str
    start: int
    end: int
    key: str
    stem: str
    quoted: bool
    gap: str

    @property
    def content(self) -> bool:
        """Whether the word carries meaning of its own."""
        return self.quoted or self.key not in STOP_WORDS


def read_words(text: str) -> tuple[Word, ...]:
    """Return the words and quoted texts of `text`, in order."""
    found: list[Word] = []
    last = 0
    for match in _TOKEN.finditer(text):
        quoted = match.lastindex is not None
        inner = (match.group(match.lastindex) if match.lastindex is not None else match.group()).strip()
        if not inner:
            continue
        key = fold(inner)
        stem = key if quoted else stem_of(key)
        found.append(Word(inner, match.start(), match.end(), key, stem, quoted, text[last : match.start()]))
        last = match.end()
    return _with_phrases(found)


def _with_phrases(words: list[Word]) -> tuple[Word, ...]:
    """Put one word where a phrase stands that means one word: “get rid of” is “remove”."""
    merged: list[Word] = []
    index = 0
    while index < len(words):
        word = words[index]
        for phrase, meaning in () if word.quoted else _PHRASES_BY_FIRST.get(word.key, ()):
            there = words[index : index + len(phrase)]
            if [each.key for each in there if not each.quoted] == phrase and all(not e.gap.strip() for e in there[1:]):
                word = replace(word, end=there[-1].end, key=meaning, stem=stem_of(meaning))
                index += len(phrase) - 1
                break
        merged.append(word)
        index += 1
    return tuple(merged)


def fold(text: str) -> str:
    """Return `text` for comparing: no case, accents, apostrophes, hyphens or invisible characters."""
    spread = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in spread if c not in "'’-" and unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(unicodedata.normalize("NFC", kept).casefold().split())


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name in code: ``view mode.set_list`` is view, mode, set, list."""
    return tuple(fold(word) for word in re.findall(r"[^\W_]+", _CAMEL.sub(" ", name)))


@lru_cache(maxsize=4096)
def stem_of(key: str) -> str:
    """Return a folded word without its grammatical ending, so that “archiving” meets “archive”."""
    if key.isdigit() or len(key) < 4:
        return key
    if key in IRREGULAR:
        return IRREGULAR[key]
    if key.endswith("ies") and len(key) > 4:
        return key[:-3] + "y"
    if key.endswith(("xes", "ches", "shes", "sses", "zes")):
        return key[:-2]
    if key.endswith("ing") and len(key) > 5:
        key = _undoubled(key[:-3])
    elif key.endswith("ied") and len(key) > 4:
        return key[:-3] + "y"
    elif key.endswith("ed") and len(key) > 4 and key[-3] != "e":
        key = _undoubled(key[:-2])
    elif key.endswith("s") and not key.endswith(("ss", "us", "is")):
        key = key[:-1]
    return key[:-1] if key.endswith("e") and len(key) > 3 else key


def _undoubled(stem: str) -> str:
    return stem[:-1] if stem.endswith(_DOUBLED) else stem


@lru_cache(maxsize=16384)
def likeness(one: str, other: str) -> float:
    """Return how alike two stems are: `SAME`, `SYNONYM`, `TYPO` or 0."""
    if one == other:
        return SAME
    if groups_of(one) & groups_of(other):
        return SYNONYM
    return TYPO if is_slip(one, other) else 0.0


@lru_cache(maxsize=16384)
def is_slip(one: str, other: str) -> bool:
    """Return whether one word is the other with a slip or two of the keyboard.

    The first letter has to be right: “unarchive” is not “archive”, and “enable” not “disable”.
    """
    shorter = min(len(one), len(other))
    if shorter < 4 or one[0] != other[0] or one.isdigit() or other.isdigit():
        return False
    if shorter == 4 and max(len(one), len(other)) == 4:  # too short for anything but two letters swapped
        return sorted(one) == sorted(other) and OSA.distance(one, other) == 1
    return bool(OSA.distance(one, other, score_cutoff=2) <= (1 if shorter < 8 else 2))


@lru_cache(maxsize=4096)
def groups_of(stem: str) -> frozenset[int]:
    """Return the synonym groups a stem belongs to."""
    return _GROUPS_BY_STEM.get(stem, frozenset())


def _phrase_index() -> dict[str, list[tuple[list[str], str]]]:
    index: dict[str, list[tuple[list[str], str]]] = {}
    for phrase, meaning in sorted(PHRASES, key=lambda pair: -len(pair[0])):
        index.setdefault(phrase.split()[0], []).append((phrase.split(), meaning))
    return index


def _group_index() -> dict[str, frozenset[int]]:
    index: dict[str, set[int]] = {}
    for number, group in enumerate(GROUPS):
        for word in group:
            index.setdefault(stem_of(word), set()).add(number)
    return {stem: frozenset(numbers) for stem, numbers in index.items()}


_GROUPS_BY_STEM = _group_index()
_PHRASES_BY_FIRST = _phrase_index()
