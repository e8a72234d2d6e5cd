"""What can be done with one task: move it, label it, choose its day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import get_args

from nicegui import ui

from demo_app.parts import by_hand, named
from demo_app.rows import Label, Status, Task
from demo_app.task_actions import label_task, move_task, set_due_date, unlabel_task

COLUMNS: dict[Status, str] = {"todo": "To do", "doing": "Doing", "done": "Done"}


def draw_task_menu(task: Task) -> None:
    """A button with three dots, and what it opens."""
    with ui.button(icon="more_horiz").props("flat round dense").classes("tk-quiet") as more, ui.menu():
        for status, name in COLUMNS.items():
            if status != task.status:
                _item(f"Move to {name}", partial(by_hand, partial(move_task, task.id, status)))
        _item("Choose the day it is due…", partial(_ask_day, task))
        ui.separator()
        for label in get_args(Label):
            has = label in task.labels
            change = partial(unlabel_task if has else label_task, task.id, label)
            _item(f"{'Remove' if has else 'Add'} label {label}", partial(by_hand, change))
    named(more, f"Change: {task.title}")


def _item(name: str, run: Callable[[], object]) -> None:
    ui.menu_item(name, lambda: run()).props("role=menuitem")


def _ask_day(task: Task) -> None:
    def save() -> None:
        if chosen.value:
            dialog.close()
            by_hand(partial(set_due_date, task.id, date.fromisoformat(chosen.value)))

    with ui.dialog(value=True) as dialog, ui.card().classes("tk-dialog"):
        named(dialog, f"Due: {task.title}").on("hide", dialog.delete)
        ui.label(task.title).classes("tk-question")
        chosen = ui.input("Due", value=str(task.due or "")).on("keydown.enter", save)
        chosen.props("outlined dense type=date stack-label autofocus")
        with ui.row().classes("tk-end"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps").classes("tk-quiet")
            ui.button("Save", on_click=save).props("unelevated no-caps")
