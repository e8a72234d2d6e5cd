"""The port behind which interactions are kept. One test body runs over every store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from ..errors import CoworkkitError
from .life import Interaction


class StoreError(CoworkkitError):
    """The store could not be used: out of reach, of a newer version, or broken. Whatever was tried counts as a no."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Word that an interaction has changed.

    Attributes:
        mailbox: whose it is; see `mailbox_of`.
        interaction_id: which one.
    """

    mailbox: str
    interaction_id: str


Heard = Callable[[Ring | None], None]
"""Told of a change; None when changes may have been missed, so that everything is to be read anew."""


def mailbox_of(subscriber: str) -> str:
    """Return a short name for a user that says nothing about them."""
    return hashlib.sha256(subscriber.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Store(Protocol):
    """Keeps interactions. Every method may raise `StoreError`; one that does has promised nothing."""

    async def open(self) -> None:
        """Make ready; called before anything else, and harmless the second time. Creates the schema where none is."""

    async def close(self) -> None:
        """Let go of every connection."""

    async def add(self, interaction: Interaction) -> bool:
        """Store a new one; False, and nothing stored, where its token is held by another of that user."""

    async def change(
        self,
        interaction_id: str,
        expected: Mapping[str, Any],
        changes: Mapping[str, Any],
        *,
        alive_at: datetime | None = None,
    ) -> Interaction | None:
        """Compare and set, in one step that no other process can come between.

        Args:
            interaction_id: which one.
            expected: fields and what they must be now; a tuple means any of these.
            changes: fields and what they become. The revision grows by one.
            alive_at: with it, its deadline must be later than this.

        Returns:
            It as it is after; None where it is not as expected, and nothing was changed.
        """

    async def get(self, subscriber: str, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of these that are this user's."""

    async def by_token(self, subscriber: str, commit_token: str) -> Interaction | None:
        """Return the one that holds a token, or else the latest that did."""

    async def pending(self, subscriber: str, limit: int) -> list[Interaction]:
        """Return a user's pending ones, the oldest first."""

    async def latest(self, subscriber: str, limit: int) -> list[Interaction]:
        """Return a user's latest ones in any state, the newest first."""

    async def due(self, now: datetime, limit: int) -> list[Interaction]:
        """Return live ones whose deadline has passed."""

    async def unheard(self, now: datetime, limit: int) -> list[Interaction]:
        """Return committed ones whose run nobody vouches for any more."""

    async def unknown(self, limit: int) -> list[Interaction]:
        """Return those whose run ended nobody knows how, the latest first."""

    async def prune(self, settled_before: datetime, limit: int) -> int:
        """Delete up to so many that settled before a time, and return how many there were."""

    async def newest_at(self) -> datetime | None:
        """Return when the newest was created; None in an empty store."""

    async def listen(self, heard: Heard) -> None:
        """Tell of every change by any process, within a second, until cancelled; None is told once it begins."""
