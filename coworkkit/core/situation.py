"""The situation of a call: what its session is, and shows, at the moment somebody looks."""

from __future__ import annotations

from typing import Protocol

from .catalogue import Catalogue
from .hand import HandMode
from .settings import SessionSettings


class Situation(Protocol):
    """What the gate may see of its session. None of it is remembered: a page may be another one by the next look.

    Attributes:
        id: names the session in records.
        user: the app's id for the person whose session this is.
        catalogue: what is mounted now.
        settings: what the Provider of the page that is shown now has fixed.
        hand: Hand mode.
    """

    id: str
    user: str | None
    catalogue: Catalogue
    settings: SessionSettings
    hand: HandMode

    def still_same_user(self) -> bool:
        """Return whether the session's user is still the one who is signed in."""
