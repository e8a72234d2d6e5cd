"""The durable cards of a page's user as its conversation shows them: never with what could decide one."""

from __future__ import annotations

from typing import Any

from ..core.durable import DurableCard

MOST_ENTRIES = 200
"""How many are shown; those that nobody can decide any more make room first, the oldest before the others."""

Entry = dict[str, Any]


class Entries:
    """What a page's conversation shows of its user's cards.

    Attributes:
        shown: each entry, by the card's id, in the order they came up.
        changed: the ids of those that the page has not been told of.
    """

    def __init__(self) -> None:
        self.shown: dict[str, Entry] = {}
        self.changed: set[str] = set()

    def note(self, card: DurableCard) -> None:
        """Take up a card that is new or has changed."""
        self.shown[card.id] = entry_of(card)
        self.changed.add(card.id)
        if len(self.shown) > MOST_ENTRIES:
            settled = (id for id, entry in self.shown.items() if entry["state"] != "pending")
            gone = next(settled, next(iter(self.shown)))
            del self.shown[gone]
            self.changed.discard(gone)

    def all(self) -> list[Entry]:
        """Return every entry; what the page is sent whole, it is told no second time."""
        self.changed.clear()
        return list(self.shown.values())

    def news(self) -> list[Entry]:
        """Return the entries that the page has not been told of, and count them as told."""
        news = [entry for id, entry in self.shown.items() if id in self.changed]
        self.changed.clear()
        return news


def entry_of(card: DurableCard) -> Entry:
    """Return a card as an entry of the conversation, without its nonce."""
    shown = card.display
    return {
        "id": card.id,
        "revision": card.revision,
        "state": "replaced" if card.cause == "replaced" else card.status,
        "run": card.run,
        "title": str(shown["title"]),
        "description": str(shown["description"]),
        "asked_by": card.asked_by,
        "words_by": card.words_by,
        "at": card.created_at.isoformat(),
        "expires_at": card.expires_at.isoformat(),
    }
