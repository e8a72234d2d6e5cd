"""Drawing tasks: as a kanban board or as one list."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from demo_app.parts import by_hand, chip, count, day, empty, named, text
from demo_app.rows import Status, Task
from demo_app.tab import Mode
from demo_app.task_actions import complete_task, move_task
from demo_app.task_dialog import COLUMNS, open_task

NOTHING: dict[Status, tuple[str, str]] = {
    "todo": ("Nothing is waiting", "Add a task above."),
    "doing": ("Nothing in progress", "Move a task here when you start on it."),
    "done": ("Nothing finished yet", "Tick a task when it is done."),
}


def draw_tasks(tasks: list[Task], mode: Mode, *, filtered: bool) -> None:
    """Show the tasks, each with a box to tick and a button for the rest."""
    if filtered and not tasks:
        empty("No task here has this label", "Choose another label, or put this one on a task.")
    elif mode == "kanban":
        _draw_kanban(tasks)
    elif tasks:
        with ui.element("ul").classes("tk-tasks tk-list").props('aria-label="Tasks"'):
            for task in sorted(tasks, key=lambda task: task.status == "done"):
                _draw_task(task)
    else:
        empty("No tasks yet", "Add the first one above, or ask the assistant to.")


def _draw_kanban(tasks: list[Task]) -> None:
    with ui.element("div").classes("tk-kanban"):
        for status, name in COLUMNS.items():
            column = [task for task in tasks if task.status == status]
            with ui.element("section").classes(f"tk-column tk-{status}"):
                with ui.element("h2"):
                    ui.label(name)
                    named(ui.label(str(len(column))).classes("tk-number"), count(len(column), "task"))
                if not column:
                    empty(*NOTHING[status])
                    continue
                with ui.element("ul").classes("tk-tasks").props(f'aria-label="{name}"'):
                    for task in column:
                        _draw_task(task)


def _draw_task(task: Task) -> None:
    done = task.status == "done"
    with ui.element("li").classes("tk-task").classes("tk-is-done" if done else ""):
        box = ui.checkbox(value=done, on_change=lambda event: by_hand(partial(_tick, task.id, event.value)))
        named(box.props("dense"), f"Done: {task.title}")
        ui.label(task.title).classes("tk-title")
        with ui.element("div").classes("tk-facts"):
            chip(COLUMNS[task.status], task.status).classes("tk-status")
            if task.due:
                late = "Late: " if task.overdue else ""
                text("span", late + day(task.due), "tk-late" if late else "")
            if task.owner:
                text("span", task.owner)
            for label in task.labels:
                chip(label.capitalize(), label)
        more = ui.button(icon="more_horiz", on_click=partial(open_task, task)).props("flat round dense")
        named(more.classes("tk-quiet"), f"Change: {task.title}")


def _tick(task_id: int, done: bool) -> str:
    return complete_task(task_id) if done else move_task(task_id, "todo")
