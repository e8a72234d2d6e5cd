"""One thing the user asks for, as LocalAgent sees it: words, where the request begins, and its mood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .vocabulary import NEGATIONS, OPENINGS, QUESTION_WORDS, RETRACTIONS
from .words import Word, fold, read_words

MAX_WORDS = 400
_OPENINGS = sorted((opening.split() for opening in OPENINGS), key=len, reverse=True)
_ASKED_OF_ONESELF = ("can", "could", "would", "will")
_CLOSINGS = ("please", "thanks", "thank", "instead", "again", "too")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the user said, cut up.

    Attributes:
        text: as typed.
        words: the words and quoted texts.
        head: the index of the first word after “please”, “can you”, “I want to” and the like.
        asks: whether it is a question by its form, so that it may only read.
        ends_open: whether it ends with a question mark and did not begin politely.
    """

    text: str
    words: tuple[Word, ...]
    head: int
    asks: bool
    ends_open: bool

    @property
    def tail(self) -> int:
        """The index after the last word that is not “please”, “thanks” and the like."""
        end = len(self.words)
        while end > self.head and not self.words[end - 1].quoted and self.words[end - 1].key in (*_CLOSINGS, "you"):
            if self.words[end - 1].key == "you" and (end < 2 or self.words[end - 2].key != "thank"):
                break
            end -= 1
        return end

    def raw(self, start: int, end: int) -> str:
        """Return the text from word `start` up to word `end`, as typed."""
        return self.text[self.words[start].start : self.words[end - 1].end] if start < end else ""


def read_sentence(text: str) -> Sentence:
    """Cut up one request."""
    words = read_words(text)[:MAX_WORDS]
    head, polite = after_openings(words)
    keys = [word.key for word in words[head : head + 2]]
    asks = bool(keys) and not words[head].quoted and keys[0] in QUESTION_WORDS and keys[1:] != ["not"]
    asks = asks or (len(keys) > 1 and keys[0] in _ASKED_OF_ONESELF and keys[1] in ("i", "we", "it", "they"))
    return Sentence(text, words, head, asks, text.rstrip().endswith("?") and not polite)


def after_openings(words: tuple[Word, ...]) -> tuple[int, bool]:
    """Return where the request begins after what people say first, and whether that was “can you”."""
    head, polite = 0, False
    while True:
        for opening in _OPENINGS:
            there = words[head : head + len(opening)]
            if len(there) < len(words) - head and [w.key for w in there if not w.quoted] == opening:
                head += len(opening)
                polite = polite or opening[0] in _ASKED_OF_ONESELF
                break
        else:
            return head, polite


def negates(words: Sequence[Word], index: int) -> bool:
    """Return whether a word turns a request into its opposite. “Stop” does so in “stop deleting”."""
    word = words[index]
    if word.key == "stop":
        return index + 1 < len(words) and words[index + 1].key.endswith("ing")
    return not word.quoted and (word.key in NEGATIONS or (word.key.endswith("nt") and "n’t" in _apostrophed(word)))


def _apostrophed(word: Word) -> str:
    return word.text.casefold().replace("'", "’")


def is_negated(words: Sequence[Word]) -> bool:
    """Return whether any word turns a request into its opposite."""
    return any(negates(words, index) for index in range(len(words)))


def excepts(words: Sequence[Word]) -> bool:
    """Return whether something is left out: “all except Office move”."""
    return any(not word.quoted and word.key in ("except", "excluding") for word in words)


def is_taken_back(text: str) -> bool:
    """Return whether a sentence ends by taking back what it said: “add a task … no wait”."""
    folded = fold(text).rstrip(" .!…")
    for phrase in RETRACTIONS:
        if folded.endswith(phrase) and len(folded) > len(phrase):
            before = folded[: -len(phrase)]
            # without a pause “forget it” may be the end of a title
            if before.rstrip().endswith((",", ".", ";", "!", "?", "…", "–", "—")) or (
                phrase in _ALWAYS and before[-1] == " "
            ):
                return True
    return False


_ALWAYS = ("never mind", "nevermind", "no wait", "wait no", "actually no", "scratch that", "just kidding")
