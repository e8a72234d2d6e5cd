"""The card: what it shows, and when a press on it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ..errors import Refusal
from .clock import Timer
from .ids import new_id, new_nonce
from .record import Evidence
from .titles import NO_TITLES, Titles
from .visible import Segment, segments, value_segments

Segments = list[Segment]

ARMING_SECONDS = 0.5
"""How long a card must have been on screen before Confirm counts (gate-security §3)."""

PAINT_SECONDS = 5.0
"""How long a browser may take to say that it has painted the card."""

LONGEST_DEFERRAL_SECONDS = 300.0
"""How long a browser may hold a card back because the user is typing, or for whatever reason it gives."""

EXTENSIONS = 10
"""How often a person may ask for more time (WCAG 2.2.1 asks for ten)."""

LONGEST_SUMMARY = 2_000
LONGEST_CARD = 100_000
MOST_ROWS = 100


class Row(NamedTuple):
    """One argument on the card: its name, its value, and how many characters the value really has."""

    label: Segments
    value: Segments
    length: int


class CardContent(NamedTuple):
    """What a card shows. All text is in segments: nothing invisible, nothing reordered.

    Attributes:
        title: the summary, in the developer's words.
        rows: every argument that will be used, defaults and coercions included, secrets masked.
        confirm_label: the words on the confirming button.
        cancel_label: the words on the cancelling button.
        destructive: whether the confirming button is red.
    """

    title: Segments
    rows: tuple[Row, ...]
    confirm_label: Segments
    cancel_label: Segments
    destructive: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """How a card ended.

    Attributes:
        gate: what it means for the call.
        evidence: what made it so.
        message: the key of one sentence for the person who sees the card go; empty for none.
    """

    gate: Literal["confirmed", "cancelled", "timeout"]
    evidence: Evidence
    message: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of storing a press.

    Attributes:
        ok: this press decided.
        decision: how the card ends; None where nothing was decided, so that it stays and can be pressed again.
        message: the key of one sentence for the person.
    """

    ok: bool
    decision: Decision | None
    message: str


Keep = Callable[[Literal["confirm", "cancel"], Evidence], Awaitable[Kept]]
"""Stores a press, and only then returns what it decided."""

GIVEN_UP = Decision("cancelled", Evidence(by="gate", cause="given_up"), "said.calledOff")
"""The end of a call that was cancelled by whoever made it, and by no person."""


def content_of(
    summary: str,
    arguments: Mapping[str, Any],
    *,
    confirm_label: str,
    cancel_label: str,
    destructive: bool,
    titles: Titles = NO_TITLES,
) -> CardContent:
    """Lay out a card.

    Args:
        summary: the developer's words.
        arguments: the arguments as JSON, with secrets masked.
        titles: what people call the arguments and their values.

    Raises:
        Refusal: the card would be too large for a person to read, so nobody is asked.
    """
    if len(summary) > LONGEST_SUMMARY:
        raise Refusal(
            "unavailable",
            f"The confirmation text is {len(summary):,} characters; a person can be asked at most "
            f"{LONGEST_SUMMARY:,}. Nothing was run.",
        )
    lengths = [measured(value) for value in arguments.values()]
    size = sum(lengths)
    if size > LONGEST_CARD or len(arguments) > MOST_ROWS:
        raise Refusal(
            "invalid_args",
            f"The arguments are {size:,} characters in {len(arguments)} fields, too much for a person to check: "
            f"the limit is {LONGEST_CARD:,} characters in {MOST_ROWS} fields. Nothing was run.",
        )
    rows = tuple(
        [
            Row(label_segments(titles.of(name)), shown_value(titles.of_value(name, value), value), length)
            for (name, value), length in zip(arguments.items(), lengths, strict=True)
        ]
    )
    return CardContent(
        segments(summary), rows, label_segments(confirm_label), label_segments(cancel_label), destructive
    )


@lru_cache(maxsize=4096)
def label_segments(label: str) -> Segments:
    """Return a developer's label in segments; there are few of them, and they come again."""
    return segments(label)


def shown_value(title: str | None, value: Any) -> Segments:
    """Return a value in segments; what people call it stands in front of it, and never in its place."""
    shown = value_segments(value)
    return shown if title is None else [*segments(f"{title} ("), *shown, ")"]


def measured(value: Any) -> int:
    """Return how many characters a JSON value takes, roughly, without building its text."""
    kind = type(value)
    if kind is str:
        return len(value)
    if kind is int or kind is bool:
        return len(str(value))
    if isinstance(value, dict):
        return sum(len(key) + 4 + measured(item) for key, item in value.items()) + 2
    if isinstance(value, list):
        return sum(measured(item) + 2 for item in value) + 2
    return len(str(value))


class Card:
    """One confirmation that is waiting for a person. The server's own; the browser only draws it.

    Attributes:
        id: names it; no authority.
        nonce: must come back with a decision; new for every page and every content it is shown with.
        content: what it shows.
        seconds: how long the person has.
        revision: grows when the content changed while it was open.
        decided: becomes the decision, once.
        shown_at: monotonic time it was painted with this content on this page; None before that.
        first_shown_at: wall-clock time it was first painted.
        deadline: monotonic time it ends; None until it was first painted.
        unfolded: whether the person has opened every folded value.
        paint_by: monotonic time it ends if no page has painted it, however many tried; None until it was first in line.
        pushed_back_at: monotonic time since when another card is in front of it, and its time stands still.
        keep: of a card that outlives the page, what stores a press before anybody is told. Such a card's time never
            stands still, and nothing but a stored press decides it; whatever else ends it only puts it away.
        keeping_since: monotonic time since when a press on it is being stored; None where none is.
    """

    def __init__(self, content: CardContent, seconds: float, keep: Keep | None = None) -> None:
        self.id = new_id()
        self.nonce = new_nonce()
        self.content = content
        self.seconds = seconds
        self.revision = 1
        self.decided: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self.shown_at: float | None = None
        self.first_shown_at: datetime | None = None
        self.deadline: float | None = None
        self.unfolded = False
        self.paint_by: float | None = None
        self.pushed_back_at: float | None = None
        self.keep = keep
        self.keeping_since: float | None = None
        self.extensions_left = EXTENSIONS if keep is None else 0
        self.timer: Timer | None = None

    def renew(self, content: CardContent | None = None) -> None:
        """Make it new to the eye: a fresh nonce and fresh arming; with new content, a fresh time too."""
        self.nonce = new_nonce()
        self.shown_at = None
        self.unfolded = False
        if content is not None:
            self.content = content
            self.revision += 1
            self.deadline = None
            self.paint_by = None
            self.decided = asyncio.get_running_loop().create_future()

    def comes_first(self, now: float) -> float:
        """Let its time begin, or run on from where it was when the card was pushed back; return when it ends."""
        hidden = 0.0 if self.pushed_back_at is None or self.keep is not None else now - self.pushed_back_at
        self.pushed_back_at = None
        if self.deadline is not None:
            self.deadline += hidden
        self.paint_by = now + LONGEST_DEFERRAL_SECONDS if self.paint_by is None else self.paint_by + hidden
        return self.paint_by if self.deadline is None else self.deadline

    def stop_timer(self) -> None:
        """Call off whatever this card is waiting for."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
