"""One line of the audit trail, as a person reads it; opened, as it stands in the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from nicegui import ui

from demo_app.audit import Line
from demo_app.audit_filter import GATES
from demo_app.parts import chip, text


def draw_line(line: Line, *, is_open: bool, on_toggle: Callable[[Any, bool], None]) -> None:
    """What was called, how firmly, and how it ended; the rest unfolds."""
    outcome = line.get("outcome") or {}
    failed = bool(outcome.get("entered") and outcome.get("error"))
    with ui.element("details").props("open" if is_open else "") as details:
        details.on(
            "toggle",
            lambda event: on_toggle(line.get("id"), bool(event.args)),
            js_handler="(event) => emit(event.target.open)",
        )
        with ui.element("summary"):
            text("span", _time(line), "tk-small")
            with ui.element("span").classes("tk-what"):
                text("code", str(line.get("action")))
                text("span", _how(line), "tk-small")
            chip(str(line.get("control") or "no level"), str(line.get("control")))
            chip(GATES.get(str(line.get("gate")), str(line.get("gate"))), str(line.get("gate")))
            chip("failed" if failed else "ok" if outcome.get("ok") else "not entered", "failed" if failed else "")
        text("pre", json.dumps(line, indent=2, ensure_ascii=False)).props("tabindex=0 aria-label=Record")


def _how(line: Line) -> str:
    """The words a person was asked with, or what went wrong, or the arguments."""
    error = (line.get("outcome") or {}).get("error") or {}
    if error:
        return str(error.get("message", ""))
    if line.get("summary"):
        return str(line["summary"])
    arguments = line.get("arguments") or {}
    return ", ".join(f"{name}: {value}" for name, value in arguments.items() if value is not None)


def _time(line: Line) -> str:
    try:
        at = datetime.fromisoformat(str(line["settled_at"])).astimezone()
        return f"{at:%H:%M:%S}" if at.date() == date.today() else f"{at:%Y-%m-%d %H:%M:%S}"
    except (KeyError, ValueError):
        return "–"
