"""What came of a press on a durable card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .life import Interaction

WhyNot = Literal["not_found", "refused", "cancelled", "submitted", "committed", "expired"]


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of a press on a card.

    Attributes:
        ok: the press decided.
        why_not: ``not_found``: this user has no such card; ``refused``: the nonce is wrong; else the state that the
            card was in already, for the truth to be shown.
        interaction: the card as it is now; None where the user has none, or may not know.
    """

    ok: bool
    why_not: WhyNot | None
    interaction: Interaction | None
