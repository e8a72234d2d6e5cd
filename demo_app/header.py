"""What stays above every page: its name, the way between the pages, undo, and the calendar."""

from __future__ import annotations

from nicegui import ui

from demo_app.actions import sync_calendar
from demo_app.navigation import Navigation
from demo_app.parts import by_hand, named
from demo_app.task_actions import undo
from demo_app.undo import history


class Header:
    """The bar of one page."""

    def __init__(self) -> None:
        with ui.header().classes("tk-header"):
            ui.label("Tracker").classes("tk-brand")
            self.navigation = Navigation()
            self._undo = ui.button(icon="undo", on_click=lambda: by_hand(undo))
            self._undo.props("flat no-caps").classes("tk-quiet tk-undo")
            with self._undo:
                self._step = ui.tooltip("")
            with ui.button(icon="sync", on_click=lambda: by_hand(sync_calendar)) as sync:
                ui.label("Sync calendar").classes("tk-wide")
            named(sync.props("flat no-caps").classes("tk-quiet"), "Sync calendar")
        ui.on("tracker-undo", lambda: by_hand(undo))  # the button in a toast, see `by_hand`
        self.redraw()

    def redraw(self) -> None:
        """Say what would be undone next."""
        step = history.latest()
        self._undo.enabled = step is not None
        words = f"Undo: {step.done}" if step else "Nothing to undo"
        named(self._undo, words).update()
        self._step.text = words
