"""What can be changed about one task, in a dialog that is built when it is asked for."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import get_args

from nicegui import ui

from demo_app.parts import by_hand, named, open_dialog
from demo_app.rows import Label, Status, Task
from demo_app.task_actions import label_task, move_task, set_due_date, unlabel_task

COLUMNS: dict[Status, str] = {"todo": "To do", "doing": "Doing", "done": "Done"}


def open_task(task: Task) -> None:
    """Show a task's column, day and labels. Each change is made at once, and can be undone."""

    def move() -> None:
        by_hand(partial(move_task, task.id, column.value))

    def set_day() -> None:
        if due.value:
            by_hand(partial(set_due_date, task.id, date.fromisoformat(due.value)))

    with open_dialog(task.title) as dialog:
        ui.label(task.title).classes("tk-question")
        column = named(ui.toggle(COLUMNS, value=task.status, on_change=move), "Column")
        column.props("no-caps unelevated")
        due = ui.input("Due", value=str(task.due or ""), on_change=set_day)
        due.props("outlined dense type=date stack-label")
        with ui.element("div").classes("tk-labels").props('role=group aria-label="Labels"'):
            for label in get_args(Label):
                box = ui.checkbox(label.capitalize(), value=label in task.labels).props("dense")
                box.on_value_change(lambda event, label=label: _set_label(task.id, label, on=event.value))
        with ui.row().classes("tk-end"):
            ui.button("Close", on_click=dialog.close).props("flat no-caps autofocus")


def _set_label(task_id: int, label: Label, *, on: bool) -> None:
    change = label_task if on else unlabel_task
    by_hand(partial(change, task_id, label))
