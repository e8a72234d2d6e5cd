"""What an agent is told on every page: the things there are, with the ids that the actions take."""

from __future__ import annotations

from typing import Any

from demo_app.billing import billing
from demo_app.rows import Project, Task
from demo_app.store import tracker


def known_things() -> dict[str, Any]:
    """Projects and invoices by name, so that an agent can tell which one the user's words mean."""
    return {
        "projects": [_project(project) for project in tracker.projects()],
        "archived_projects": [_project(project) for project in tracker.projects(archived=True)],
        "invoices": [
            {"id": invoice.id, "name": f"Invoice {invoice.id}", "customer": invoice.customer, "status": invoice.payment}
            for invoice in billing.invoices()
        ],
    }


def told_tasks(tasks: list[Task]) -> list[dict[str, Any]]:
    """Tasks as an agent is told of them."""
    return [
        {"id": task.id, "title": task.title, "status": task.status, "due": task.due, "labels": task.labels}
        for task in tasks
    ]


def _project(project: Project) -> dict[str, Any]:
    return {"id": project.id, "name": project.name, "open": project.open, "done": project.done}


def told_project(project: Project | None) -> dict[str, Any]:
    """What is known everywhere, and the tasks of the project on screen."""
    return {
        **known_things(),
        "project_on_screen": project.id if project else None,
        "tasks": told_tasks(tracker.tasks(project.id)) if project else [],
    }
