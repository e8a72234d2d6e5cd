"""Which lines of the audit trail are shown."""

from __future__ import annotations

import json
from dataclasses import dataclass

from demo_app.audit import Line

GATES = {
    "": "Any",
    "fired": "fired · ran at once",
    "confirmed": "confirmed · a person said yes",
    "cancelled": "cancelled · declined or stopped",
    "timeout": "timeout · not decided in time",
    "needs_hand_mode": "needs_hand_mode · Hand mode was off",
    "refused": "refused · not let through",
}
"""What a record calls the end of a call at the gate, as Watch does, and how a person would."""

LEVELS = {"": "Any", "open": "open", "soft": "soft", "hard": "hard"}
WHOSE = {"mine": "Mine", "": "Everyone's"}


@dataclass
class AuditFilter:
    """What a person chose to see.

    Attributes:
        user: whose lines; empty for everyone's.
        gate: how the call ended at the gate; empty for any.
        level: how firmly it was confirmed; empty for any.
        words: all of these stand somewhere in the line.
    """

    user: str = ""
    gate: str = ""
    level: str = ""
    words: str = ""

    def fits(self, line: Line) -> bool:
        """Whether a line is shown."""
        if self.user and line.get("user") != self.user:
            return False
        if self.gate not in ("", line.get("gate")) or self.level not in ("", line.get("control")):
            return False
        written = json.dumps(line, ensure_ascii=False).lower()
        return all(word in written for word in self.words.lower().split())
