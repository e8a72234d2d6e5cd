"""The audit trail: every settled call as one line of JSON in a file.

The SDK emits records and never stores them; keeping them is the app's business. This is the least
that deserves the name: append only, one line per call, whole lines only.
"""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from typing import Any

from coworkkit import ActionRecord


class AuditTrail:
    """Appends records to a file, whichever thread or user they come from."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()

    def write(self, record: ActionRecord) -> None:
        """Append one record. Give this to the provider as `on_action_record`."""
        line = record.model_dump_json() + "\n"
        with self._lock, self._path.open("ab") as file:
            if file.tell() and not self._ends_with_newline():  # a crash cut the last line short
                line = "\n" + line
            file.write(line.encode())

    def read(self) -> list[dict[str, Any]]:
        """All records, oldest first. A line that a crash cut short is left out."""
        if not self._path.exists():
            return []
        records = []
        for line in self._path.read_bytes().split(b"\n"):
            try:
                records.append(json.loads(line))
            except ValueError:
                continue
        return records

    def _ends_with_newline(self) -> bool:
        with self._path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"
