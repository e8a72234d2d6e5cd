"""Reading the user's answer to a spoken question. Small, English, and replaceable as a whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from enum import StrEnum


class Answer(StrEnum):
    """What the user's words mean for the question that was asked."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


AnswerReader = Callable[[str], Answer]
"""Reads what a user said after a question. Anything but `Answer.YES` leaves the gate shut."""

YES_WORDS = (
    "yes|yeah|yep|yup|sure|sure thing|of course|certainly|absolutely|definitely|ok|okay|alright|all right"
    "|go|go ahead|go for it|do it|do that|please do|please|confirm|confirmed|i confirm|approve|approved|i approve"
    "|agreed|i agree|correct|that's right|sounds good|fine|that's fine|proceed|affirmative|by all means|y"
)
NO_WORDS = (
    "no|nope|nah|no way|never|never mind|nevermind|not at all|don't|do not|don't do it|do not do it"
    "|don't do that|do not do that|stop|cancel|cancel it|cancel that|abort|forget it"
    "|leave it|leave it alone|skip it|skip that|i don't want that|i do not want that|i refuse|refuse|rejected|reject"
    "|denied|deny|declined|decline|negative|n|i don't agree|i do not agree|i don't approve"
    "|i do not approve|don't go ahead"
)

# No phrase may read as a row of other phrases: a text with two readings has 2ⁿ of them when it is repeated.
PLAIN_YES = re.compile(rf"(?:{YES_WORDS})(?: (?:{YES_WORDS}|thanks|thank you))*")
PLAIN_NO = re.compile(rf"(?:please )?(?:{NO_WORDS})(?: (?:{NO_WORDS}|please|thanks|thank you))*")


def read_answer(text: str) -> Answer:
    """Read a plain English yes or no; everything else is unclear, and unclear is not yes.

    The whole message must be an answer and nothing more: "yes, later", "yes but only the first" and
    "do not approve this" are not a yes, and neither is a yes in a language this function does not read.

    Args:
        text: what the user typed.
    """
    return reading_by(PLAIN_YES, PLAIN_NO, text)


def reading_by(plain_yes: re.Pattern[str], plain_no: re.Pattern[str], text: str) -> Answer:
    """Read an answer by what a plain yes and a plain no look like, without case, punctuation or spare blanks.

    Args:
        plain_yes: matches the whole of a yes, in lower case with single blanks between the words.
        plain_no: matches the whole of a no.
        text: what the user typed.
    """
    if len(text) > 200 or "?" in text:
        return Answer.UNCLEAR
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    if re.search(r"[^\w\s'.,!;:–—-]", plain):
        return Answer.UNCLEAR
    words = " ".join(re.sub(r"[.,!;:–—-]", " ", plain).split())
    if plain_yes.fullmatch(words):
        return Answer.YES
    if plain_no.fullmatch(words):
        return Answer.NO
    return Answer.UNCLEAR
