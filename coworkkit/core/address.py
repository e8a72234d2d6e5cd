"""Where a page is: what is asked in one place is not confirmed in another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """Where a page is.

    Attributes:
        served: path and query that the browser loaded; the server's own knowledge.
        shown: path and query of what the page shows now. Where a part of the page is routed without a load, the browser
            says so, and what it shows follows; elsewhere it is `served`.
    """

    served: str = ""
    shown: str = ""


NOWHERE = Address()


def nowhere() -> Address:
    """Return where a session without a page is."""
    return NOWHERE
