"""A store in this process's memory: for tests, and for apps whose cards may end with them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from .life import HOLDS_TOKEN, Interaction
from .store import Heard, Ring, mailbox_of


class MemoryStore:
    """Keeps interactions in memory. Nothing in it waits, so every method is one step."""

    def __init__(self) -> None:
        self.rows: dict[str, Interaction] = {}
        self.listeners: list[Heard] = []

    async def open(self) -> None:
        """There is nothing to make ready."""

    async def close(self) -> None:
        """There is nothing to let go of; what is kept stays for whoever opens it again."""

    async def add(self, interaction: Interaction) -> bool:
        """Store a new one, unless its token is held."""
        held = (row for row in self.of(interaction.subscriber) if row.commit_token == interaction.commit_token)
        if any(row.status in HOLDS_TOKEN for row in held):
            return False
        self.keep(interaction)
        return True

    async def change(
        self,
        interaction_id: str,
        expected: Mapping[str, Any],
        changes: Mapping[str, Any],
        *,
        alive_at: datetime | None = None,
    ) -> Interaction | None:
        """Compare and set."""
        row = self.rows.get(interaction_id)
        if row is None or (alive_at is not None and row.expires_at <= alive_at):
            return None
        for name, value in expected.items():
            if getattr(row, name) not in (value if isinstance(value, tuple) else (value,)):
                return None
        row = replace(row, **changes, revision=row.revision + 1)
        self.keep(row)
        return row

    async def get(self, subscriber: str, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of these that are this user's."""
        found = (self.rows.get(each) for each in interaction_ids)
        return [row for row in found if row is not None and row.subscriber == subscriber]

    async def by_token(self, subscriber: str, commit_token: str) -> Interaction | None:
        """Return the one that holds a token, or else the latest that did."""
        named = [row for row in self.of(subscriber) if row.commit_token == commit_token]
        return max(named, key=lambda row: (row.status in HOLDS_TOKEN, row.created_at, row.id), default=None)

    async def pending(self, subscriber: str, limit: int) -> list[Interaction]:
        """Return a user's pending ones, the oldest first."""
        return in_order(row for row in self.of(subscriber) if row.status == "pending")[:limit]

    async def latest(self, subscriber: str, limit: int) -> list[Interaction]:
        """Return a user's latest ones, the newest first."""
        return in_order(self.of(subscriber))[::-1][:limit]

    async def due(self, now: datetime, limit: int) -> list[Interaction]:
        """Return live ones whose deadline has passed."""
        live = (row for row in self.rows.values() if row.status in ("pending", "submitted"))
        return [row for row in live if row.expires_at <= now][:limit]

    async def unheard(self, now: datetime, limit: int) -> list[Interaction]:
        """Return committed ones whose run nobody vouches for any more."""
        running = (row for row in self.rows.values() if row.run == "running" and row.run_until is not None)
        return [row for row in running if row.run_until is not None and row.run_until <= now][:limit]

    async def unknown(self, limit: int) -> list[Interaction]:
        """Return those whose run ended nobody knows how, the latest first."""
        return in_order(row for row in self.rows.values() if row.run == "unknown")[::-1][:limit]

    async def prune(self, settled_before: datetime, limit: int) -> int:
        """Delete those that settled before a time."""
        old = [
            row.id
            for row in self.rows.values()
            if row.settled_at is not None and row.settled_at < settled_before and row.run != "running"
        ][:limit]
        for each in old:
            del self.rows[each]
        return len(old)

    async def newest_at(self) -> datetime | None:
        """Return when the newest was created."""
        return max((row.created_at for row in self.rows.values()), default=None)

    async def listen(self, heard: Heard) -> None:
        """Tell of every change until cancelled."""
        self.listeners.append(heard)
        heard(None)
        try:
            await asyncio.Event().wait()
        finally:
            self.listeners.remove(heard)

    def of(self, subscriber: str) -> Iterable[Interaction]:
        """Yield a user's."""
        return (row for row in self.rows.values() if row.subscriber == subscriber)

    def keep(self, row: Interaction) -> None:
        """Store a row, and then tell of it."""
        self.rows[row.id] = row
        for heard in list(self.listeners):
            heard(Ring(mailbox_of(row.subscriber), row.id))


def in_order(rows: Iterable[Interaction]) -> list[Interaction]:
    """Return interactions in the order they were created in."""
    return sorted(rows, key=lambda row: (row.created_at, row.id))
