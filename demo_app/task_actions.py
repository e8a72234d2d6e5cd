"""What an agent may do with tasks, on every page. The buttons call the very same functions.

All of it is `open`, which is what you get without `control`: it only reads, or it can be undone.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from coworkkit import define_action
from demo_app.parts import count, day
from demo_app.rows import Label, Status, Task
from demo_app.store import tracker
from demo_app.undo import history

TaskId = Annotated[int, Field(title="Task number", description="The task's id")]

AnyProject = Annotated[int | None, Field(description="All projects by default")]
AnyLabel = Annotated[Label | None, Field(description="Only tasks with this label")]


@define_action(kind="read")
def list_tasks(project_id: AnyProject = None, label: AnyLabel = None) -> list[Task]:
    """List the tasks of a project with their status and due date."""
    if project_id:
        tracker.project(project_id)  # says so if there is no such project
    return [task for task in tracker.tasks(project_id) if label is None or label in task.labels]


@define_action(kind="read")
def task_numbers(project_id: AnyProject = None) -> str:
    """Count the tasks: how many are still open or left to do, late, or done."""
    tasks = tracker.tasks(project_id)
    still_open = sum(task.status != "done" for task in tasks)
    late = sum(task.overdue for task in tasks)
    where = tracker.project(project_id).name if project_id else "All projects"
    return f"{where}: {count(still_open, 'task')} open ({late} late), {len(tasks) - still_open} done."


@define_action(kind="read")
def list_late_tasks(project_id: AnyProject = None) -> list[dict[str, Any]]:
    """List the late tasks: overdue, past their due date, and not done."""
    return _told_due([task for task in list_tasks(project_id) if task.overdue])


@define_action(kind="read")
def list_due_tasks(
    days: Annotated[int, Field(ge=0, le=365, description="How many days to look ahead")] = 7,
) -> list[dict[str, Any]]:
    """Show what is due soon or overdue, in all projects."""
    return _told_due(tracker.tasks(due_by=date.today() + timedelta(days=days)))


def _told_due(tasks: list[Task]) -> list[dict[str, Any]]:
    names = {project.id: project.name for project in [*tracker.projects(), *tracker.projects(archived=True)]}
    return [{"title": task.title, "project": names.get(task.project_id), "due": task.due} for task in tasks]


@define_action
def complete_task(task_id: TaskId) -> str:
    """Mark a task as done, finished or completed."""
    before = tracker.task(task_id)
    return _changed(before, tracker.move_task(task_id, "done"), "is done", f"is in {before.status} again")


@define_action
def move_task(task_id: TaskId, status: Status) -> str:
    """Move a task to another column: todo, doing or done."""
    before = tracker.task(task_id)
    return _changed(before, tracker.move_task(task_id, status), f"is in {status}", f"is in {before.status} again")


@define_action
def set_due_date(task_id: TaskId, due: Annotated[date, Field(description="The day it is due")]) -> str:
    """Set or change the due date of a task."""
    before = tracker.task(task_id)
    was = f"is due again: {day(before.due)}" if before.due else "has no due date again"
    return _changed(before, tracker.set_due(task_id, due), f"is due: {day(due)}", was)


@define_action
def label_task(task_id: TaskId, label: Label) -> str:
    """Put a label on a task, or tag it: design, writing, tech, people or urgent."""
    return _changed(
        tracker.task(task_id),
        tracker.set_label(task_id, label, on=True),
        f"is labelled {label}",
        "has the labels it had",
    )


@define_action
def unlabel_task(task_id: TaskId, label: Label) -> str:
    """Take a label off a task."""
    return _changed(
        tracker.task(task_id),
        tracker.set_label(task_id, label, on=False),
        f"has no label {label}",
        "has the labels it had",
    )


@define_action
def undo() -> str:
    """Undo the last change: take back what was just done."""
    return history.undo()


def _changed(before: Task, after: Task, what: str, was: str) -> str:
    return history.remember(
        f"“{after.title}” {what}.", lambda: tracker.put_back((before, after)), f"“{after.title}” {was}."
    )
