"""The list of projects beside the board, for the user and for the agent."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from demo_app.parts import empty
from demo_app.rows import Project
from demo_app.store import tracker


def draw_projects(projects: list[Project], on_screen: Project | None) -> None:
    """Show every project with how far it is; a click shows its board."""
    if not projects:
        empty("No projects yet", "Name your first one below.")
        return
    with ui.element("ul").classes("tk-projects"):
        for project in projects:
            current = on_screen is not None and project.id == on_screen.id
            with ui.element("li"), ui.link(target=f"/?project={project.id}").classes("tk-project") as link:
                if current:
                    link.props('aria-current="page"')
                ui.label(project.name).classes("tk-title")
                ui.label(f"{project.open} open · {project.done} done").classes("tk-small")
                share = round(100 * project.done / project.total) if project.total else 0
                with ui.element("div").classes("tk-bar").props("aria-hidden=true"):
                    ui.element("div").style(f"width: {share}%")


def name_projects() -> dict[str, Any]:
    """The projects there are, so that an agent can tell which one the user's words mean."""
    return {
        "projects": [_name(project) for project in tracker.projects()],
        "archived_projects": [_name(project) for project in tracker.projects(archived=True)],
    }


def _name(project: Project) -> dict[str, Any]:
    return {"id": project.id, "name": project.name, "open": project.open, "done": project.done}
