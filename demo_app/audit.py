"""The audit trail: every settled call as one line of JSON in a file.

The SDK emits records and never stores them; keeping them is the app's business. This is the least
that deserves the name: append only, one line per call, whole lines only.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from coworkkit import ActionRecord

Line = dict[str, Any]

TAIL_BYTES = 400_000
"""How much of the end of the file the Audit page reads."""


class AuditTrail:
    """Appends records to a file, whichever thread or user they come from. `on_write` is called after each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.on_write: Callable[[], None] = lambda: None
        self._lock = Lock()

    def write(self, record: ActionRecord) -> None:
        """Append one record. Give this to the provider as `on_action_record`."""
        line = record.model_dump_json() + "\n"
        with self._lock, self.path.open("ab") as file:
            if file.tell() and not self._ends_with_newline():  # a crash cut the last line short
                line = "\n" + line
            file.write(line.encode())
        self.on_write()

    def read(self, *, tail_bytes: int | None = None) -> list[Line]:
        """The records, oldest first; only those at the end of the file with `tail_bytes`.

        A line that a crash cut short is left out.
        """
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            if tail_bytes is not None:
                file.seek(max(0, self.path.stat().st_size - tail_bytes))
            written = file.read()
        records = []
        for line in written.split(b"\n"):
            try:
                records.append(json.loads(line))
            except ValueError:
                continue
        return [record for record in records if isinstance(record, dict)]

    def _ends_with_newline(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"
