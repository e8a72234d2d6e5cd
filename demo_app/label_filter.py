"""Choosing which tasks are shown, by label."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast, get_args

from demo_app.parts import choice
from demo_app.rows import Label
from demo_app.tab import Tab

LABELS = get_args(Label)


def draw_label_filter(tab: Tab, redraw: Callable[[], object]) -> None:
    """All tasks, or those with one label."""

    def change(value: str) -> None:
        tab.label = cast(Label, value) if value in LABELS else None
        redraw()

    choice("Label", {"": "All", **{label: label.capitalize() for label in LABELS}}, tab.label or "", change)
