"""A card as it is drawn, in the shapes JSON has."""

from __future__ import annotations

from typing import Any

from ..core.card import ARMING_SECONDS, Card
from ..core.session import Session


def drawn(card: Card, session: Session) -> dict[str, Any]:
    """Return a card as whatever draws it is told it, its nonce included."""
    content = card.content
    return timed(card, session) | {
        "nonce": card.nonce,
        "arm_ms": round(ARMING_SECONDS * 1000),
        "title": content.title,
        "rows": [{"label": row.label, "value": row.value, "length": row.length} for row in content.rows],
        "confirm_label": content.confirm_label,
        "cancel_label": content.cancel_label,
        "destructive": content.destructive,
    }


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
