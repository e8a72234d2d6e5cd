"""A card as it is drawn, in the shapes JSON has and in the words of its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..core.card import ARMING_SECONDS, Card, Segments
from ..core.session import Session
from ..core.wording import filled
from .words import word

LABELS = {"Confirm": "label.confirm", "Cancel": "label.cancel"}
"""The labels of an action that names none, and the keys of their words."""

VALUES = {
    "none": "mark.none",
    "empty text": "mark.emptyText",
    "empty bytes": "mark.emptyBytes",
    "empty list": "mark.emptyList",
    "empty object": "mark.emptyObject",
}
COUNTED = {
    "line break": "mark.lineBreak",
    "tab": "mark.tab",
    "space": "mark.space",
    "no-break space": "mark.noBreakSpace",
    "narrow no-break space": "mark.narrowSpace",
    "ideographic space": "mark.ideographicSpace",
    "other kind": "mark.otherKind",
}
LEFT_TO_THE_CARD = "line break"
"""Drawn as an arrow, with words of the card itself."""

PART = re.compile(r"(?:(?P<n>[\d,]+) )?(?P<name>.+?)(?P<many>s)?")
BYTES = re.compile(r"(?P<n>[\d,]+) bytes?, base64")
UNSEEN = re.compile(r"(?P<n>[\d,]+) unseen characters: (?P<names>.*)")


def drawn(card: Card, session: Session) -> dict[str, Any]:
    """Return a card as whatever draws it is told it, its nonce included."""
    content, messages = card.content, session.settings.messages

    def said(segments: Segments) -> Segments:
        return [one if isinstance(one, str) else one | {"mark": mark_in(messages, one["mark"])} for one in segments]

    def label(segments: Segments) -> Segments:
        key = LABELS.get(segments[0]) if len(segments) == 1 and isinstance(segments[0], str) else None
        return [word(messages, key)] if key is not None else said(segments)

    return timed(card, session) | {
        "nonce": card.nonce,
        "arm_ms": round(ARMING_SECONDS * 1000),
        "title": said(content.title),
        "rows": [{"label": said(row.label), "value": said(row.value), "length": row.length} for row in content.rows],
        "confirm_label": label(content.confirm_label),
        "cancel_label": label(content.cancel_label),
        "destructive": content.destructive,
        "later": card.keep is not None,
    }


def mark_in(messages: Mapping[str, str], mark: str) -> str:
    """Return a mark of `core/visible.py` in an app's words; what it does not know stays as it is."""
    if not messages or mark == LEFT_TO_THE_CARD:
        return mark
    if mark in VALUES:
        return word(messages, VALUES[mark])
    if found := BYTES.fullmatch(mark):
        return counted(messages, "mark.bytes", found["n"])
    if found := UNSEEN.fullmatch(mark):
        return filled(word(messages, "mark.unseen"), {"n": found["n"], "names": mark_in(messages, found["names"])})
    return ", ".join(part_in(messages, part) for part in mark.split(", "))


def part_in(messages: Mapping[str, str], part: str) -> str:
    """Return one part of a mark, such as ``3 tabs``, in an app's words."""
    found = PART.fullmatch(part)
    key = COUNTED.get(found["name"]) if found else None
    return part if found is None or key is None else counted(messages, key, found["n"] or "1")


def counted(messages: Mapping[str, str], key: str, n: str) -> str:
    """Return a sentence with a number in it."""
    return filled(word(messages, f"{key}.one" if n == "1" else f"{key}.other"), {"n": n})


def timed(card: Card, session: Session) -> dict[str, Any]:
    """Return what may be known of a card without seeing it: which it is, and how long it has."""
    left = card.seconds if card.deadline is None else card.deadline - session.clock.monotonic()
    return {
        "id": card.id,
        "revision": card.revision,
        "changed": card.revision > 1,
        "left_ms": max(round(left * 1000), 0),
        "total_ms": round(card.seconds * 1000),
        "extensions_left": card.extensions_left,
        "waiting": session.cards.waiting,
    }
