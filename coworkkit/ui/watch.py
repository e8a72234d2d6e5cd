"""Watch's own account of a session: the latest records, as the timeline shows them."""

from __future__ import annotations

from collections import deque
from typing import Any

from ..core.record import ActionRecord

MOST_ROWS = 1_000
"""How many records a page that is loaded again is given back. The app's own log keeps them all."""

LONGEST_VALUE = 500
"""Characters of a value that a row carries; the true length is said."""


class WatchFeed:
    """The latest records of one session, kept for its own page only."""

    def __init__(self) -> None:
        self.records: deque[ActionRecord] = deque(maxlen=MOST_ROWS)

    def add(self, record: ActionRecord) -> None:
        """Keep a record, and let go of the oldest when there are too many."""
        self.records.append(record)

    def rows(self) -> list[dict[str, Any]]:
        """Return the kept records as rows, oldest first."""
        return [row_of(record) for record in self.records]


def row_of(record: ActionRecord) -> dict[str, Any]:
    """Return a record as a row of the timeline; long values are cut, and say so."""
    error = record.outcome.error
    return {
        "id": record.id,
        "call_id": record.call_id,
        "at": record.settled_at.isoformat(),
        "action": record.action,
        "element": record.element,
        "control": record.control,
        "gate": record.gate,
        "ok": record.outcome.ok,
        "entered": record.outcome.entered,
        "code": error.code if error else None,
        "error": error.message if error else None,
        "note": record.outcome.note,
        "duration_ms": round(record.outcome.duration * 1000, 3),
        "summary": record.summary,
        "arguments": {name: cut(value) for name, value in record.arguments.items()},
        "caller": f"{record.caller.agent} · {record.caller.connector}",
        "user": record.user,
        "evidence": record.evidence.model_dump(exclude_none=True),
        "digest": record.digest,
    }


def cut(value: Any) -> Any:
    """Return a value short enough for a row."""
    if isinstance(value, (bool, int, float, type(None))):
        return value
    text = value if isinstance(value, str) else repr(value)
    if len(text) <= LONGEST_VALUE:
        return value
    return f"{text[:LONGEST_VALUE]}… ({len(text):,} characters)"
