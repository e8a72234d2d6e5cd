"""Colours, type and spacing: `tracker.css`, and the few that Quasar wants to know."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

STYLES = (Path(__file__).parent / "tracker.css").read_text(encoding="utf-8")


def apply_look() -> None:
    """Dress the current page. Dark or light is the system's choice, unless `--dark` was given."""
    ui.colors(primary="#1f6b58", negative="#b3261e", dark="#1e2120", dark_page="#151716")
    ui.add_css(STYLES)
