"""Reads numbers, dates, times and yes or no from words."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from .vocabulary import word_set
from .words import Word

_UNITS = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORDS = {word: number for number, word in enumerate(_UNITS)} | {
    word: 10 * number for number, word in enumerate(_TENS, 2)
}
_WEEKDAYS = [day.casefold() for day in calendar.day_name]
_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name} | {
    name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name
}
_DIGITS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:[.,]\d+)?")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?")
_HALF_DAY = re.compile(r"(\d{1,2})(?::(\d{2}))?(am|pm)")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")

TRUE = word_set("yes true on enabled y sure")
FALSE = word_set("no false off disabled n not without")
ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "first 1st",
            "second 2nd",
            "third 3rd",
            "fourth 4th",
            "fifth 5th",
            "sixth 6th",
            "seventh 7th",
            "eighth 8th",
        ),
        1,
    )
    for word in words.split()
}


def read_number(words: Sequence[Word], at: int) -> tuple[float | int, int] | None:
    """Return the number that begins at word `at`, and how many words it takes; None when there is none.

    “1,200” is twelve hundred, “12,5” is twelve and a half, “twenty five” is 25.
    """
    word = words[at]
    if word.key == "minus" and at + 1 < len(words):
        found = read_number(words, at + 1)
        return None if found is None else (-found[0], found[1] + 1)
    negative = word.gap.endswith(("-", "−")) and not word.gap[:-1].strip() and (at == 0 or len(word.gap) > 1)
    if _DIGITS.fullmatch(word.text):
        text = word.text.replace(",", "" if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", word.text) else ".")
        value: float | int = float(text) if "." in text else int(text)
        return _with_half(words, at + 1, -value if negative else value, 1)
    if word.key in _NUMBER_WORDS:
        value = _NUMBER_WORDS[word.key]
        following = _NUMBER_WORDS.get(words[at + 1].key, 0) if at + 1 < len(words) else 0
        if value >= 20 and 0 < following < 10:
            return _with_half(words, at + 2, value + following, 2)
        return _with_half(words, at + 1, value, 1)
    if word.key in ("hundred", "thousand") and at > 0 and words[at - 1].key == "a":
        return (100 if word.key == "hundred" else 1000), 1
    return None


def _with_half(words: Sequence[Word], after: int, value: float | int, taken: int) -> tuple[float | int, int]:
    """Add the half of “three and a half”."""
    if [word.key for word in words[after : after + 3]] == ["and", "a", "half"]:
        return value + 0.5 if value >= 0 else value - 0.5, taken + 3
    return value, taken


def read_date(words: Sequence[Word], at: int, today: date) -> tuple[date, int] | None:
    """Return the day that is named at word `at`, and how many words name it.

    A weekday is the next one after today; “next friday” is the friday of next week. “in 3 days”, “next week”
    and “next month” count from today.
    """
    keys = [word.key for word in words[at : at + 4]]
    first = keys[0]
    second = keys[1] if len(keys) > 1 else ""
    if keys[:2] == ["the", "day"] or first == "day":
        skip = 1 if first == "the" else 0
        if keys[skip : skip + 3] == ["day", "after", "tomorrow"]:
            return today + timedelta(days=2), skip + 3
    if first in ("today", "tomorrow", "yesterday"):
        return today + timedelta(days={"today": 0, "tomorrow": 1, "yesterday": -1}[first]), 1
    if first == "next":
        if second in _WEEKDAYS:
            monday = today + timedelta(days=7 - today.weekday())
            return monday + timedelta(days=_WEEKDAYS.index(second)), 2
        if second in ("week", "month", "year"):
            return _later(today, 1, second), 2
    if first == "this" and second in _WEEKDAYS:
        return _coming(today, second), 2
    if first in _WEEKDAYS:
        return _coming(today, first), 1
    if first == "in" and at + 2 < len(words):
        count: float | int | None = 1 if second in ("a", "one") else None
        taken = 1
        if count is None and (found := read_number(words, at + 1)) and isinstance(found[0], int):
            count, taken = found
        unit = words[at + 1 + taken].key.removesuffix("s") if at + 1 + taken < len(words) else ""
        if count is not None and 0 <= count <= 5000 and unit in ("day", "week", "month", "year"):
            return _later(today, int(count), unit), taken + 2
    return _calendar_date(words, at, today)


def _calendar_date(words: Sequence[Word], at: int, today: date) -> tuple[date, int] | None:
    text = words[at].text
    if match := _ISO.fullmatch(text):
        return _day(int(match[1]), int(match[2]), int(match[3]), 1)
    if match := _DOTTED.fullmatch(text):
        return _day(int(match[3]), int(match[2]), int(match[1]), 1)
    keys = [word.key for word in words[at : at + 3]]
    if len(keys) < 2:
        return None
    for day, month in ((keys[0], keys[1]), (keys[1], keys[0])):  # “31 December” and “December 31”
        matched = _DAY_OF_MONTH.fullmatch(day)
        if matched and month in _MONTHS:
            number = int(matched[1])
            if len(keys) > 2 and re.fullmatch(r"\d{4}", keys[2]):
                return _day(int(keys[2]), _MONTHS[month], number, 3)
            found = _day(today.year, _MONTHS[month], number, 2)
            if found and found[0] < today:
                return _day(today.year + 1, _MONTHS[month], number, 2)
            return found
    return None


def _day(year: int, month: int, day: int, taken: int) -> tuple[date, int] | None:
    try:
        return date(year, month, day), taken
    except ValueError:
        return None


def _coming(today: date, weekday: str) -> date:
    return today + timedelta(days=(_WEEKDAYS.index(weekday) - today.weekday() - 1) % 7 + 1)


def _later(today: date, count: int, unit: str) -> date:
    if unit in ("day", "week"):
        return today + timedelta(days=count * (7 if unit == "week" else 1))
    months = today.month - 1 + count * (12 if unit == "year" else 1)
    year, month = today.year + months // 12, months % 12 + 1
    return date(year, month, min(today.day, calendar.monthrange(year, month)[1]))


def read_time(words: Sequence[Word], at: int) -> tuple[time, int] | None:
    """Return the time of day at word `at`, and how many words it takes: “15:30”, “3pm”, “3 pm”, “noon”."""
    key = words[at].key
    following = words[at + 1].key if at + 1 < len(words) else ""
    if key in ("noon", "midnight"):
        return time(12 if key == "noon" else 0), 1
    if match := _CLOCK.fullmatch(words[at].text):
        return _time(int(match[1]), int(match[2]), 1)
    joined, taken = (key + following, 2) if following in ("am", "pm") else (key, 1)
    if match := _HALF_DAY.fullmatch(joined):
        hour = int(match[1])
        return (
            _time(hour % 12 + (12 if match[3] == "pm" else 0), int(match[2] or 0), taken) if 1 <= hour <= 12 else None
        )
    return None


def _time(hour: int, minute: int, taken: int) -> tuple[time, int] | None:
    return (time(hour, minute), taken) if hour < 24 and minute < 60 else None


def read_moment(words: Sequence[Word], at: int, today: date) -> tuple[datetime, int] | None:
    """Return the day and time at word `at`; a day without a time is its midnight."""
    found = read_date(words, at, today)
    if found is None:
        return None
    day, taken = found
    after = at + taken
    if after < len(words) and words[after].key == "at":
        after += 1
    clock = read_time(words, after) if after < len(words) else None
    if clock is None:
        return datetime.combine(day, time()), taken
    return datetime.combine(day, clock[0]), after + clock[1] - at
