"""The list of projects beside the board."""

from __future__ import annotations

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
                draw_progress(project)


def draw_progress(project: Project) -> None:
    """A bar that says how much of a project is done; its numbers stand beside it in words."""
    share = round(100 * project.done / project.total) if project.total else 0
    with ui.element("div").classes("tk-bar").props("aria-hidden=true"):
        ui.element("div").style(f"inline-size: {share}%")


def facts_of(project: Project) -> str:
    """ "10 open · 3 done · 1 late"."""
    late = sum(task.overdue for task in tracker.tasks(project.id))
    return f"{project.open} open · {project.done} done" + (f" · {late} late" if late else "")
