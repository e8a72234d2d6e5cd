"""The audit trail: one whole line per record, whoever writes at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from coworkkit import ActionRecord
from demo_app.audit import AuditTrail


def record(number: int = 1, **arguments: Any) -> ActionRecord:
    return ActionRecord.model_validate(
        {
            "id": f"record-{number}",
            "call_id": f"call-{number}",
            "session_id": "session",
            "action": "delete_project",
            "element": None,
            "kind": "write",
            "control": "hard",
            "gate": "confirmed",
            "outcome": {"ok": True, "entered": True, "duration": 0.01},
            "caller": {"agent": "LocalAgent"},
            "user": "mara",
            "arguments": arguments,
            "summary": "Delete “Office move” and its 8 tasks?",
            "evidence": {"by": "card", "cause": "click", "card": "basic", "input": "mouse"},
            "asked_at": datetime.now(UTC),
            "decided_at": datetime.now(UTC),
            "interactions": (),
            "settled_at": datetime.now(UTC),
            "digest": "0" * 64,
        }
    )


def test_record_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    audit = AuditTrail(tmp_path / "audit.jsonl")
    assert audit.read() == []
    written = record(project_id=7)
    audit.write(written)
    assert audit.read() == [written.model_dump(mode="json")]


def test_line_breaks_in_a_value_do_not_break_the_line(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    AuditTrail(path).write(record(title="one\ntwo\u2028three\x85four"))
    assert path.read_bytes().count(b"\n") == 1
    (read,) = AuditTrail(path).read()
    assert read["arguments"] == {"title": "one\ntwo\u2028three\x85four"}


def test_writers_at_the_same_time_keep_their_lines_whole(tmp_path: Path) -> None:
    audit = AuditTrail(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: audit.write(record(number, text="x" * 5000)), range(80)))
    assert {line["id"] for line in audit.read()} == {f"record-{number}" for number in range(80)}


def test_trail_goes_on_after_a_line_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    AuditTrail(path).write(record(1))
    with path.open("ab") as file:
        file.write(b'{"id": "record-2", "acti')
    audit = AuditTrail(path)
    assert [line["id"] for line in audit.read()] == ["record-1"]
    audit.write(record(3))
    assert [line["id"] for line in audit.read()] == ["record-1", "record-3"]
