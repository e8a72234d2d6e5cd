"""The archive: projects that were put away, to restore or to delete."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from coworkkit import use_surface
from demo_app.actions import delete_project, delete_question, restore_project
from demo_app.facts import known_things
from demo_app.parts import ask_first, by_hand, count, empty, heading, named
from demo_app.rows import Project
from demo_app.store import tracker


class Archive:
    """One page's view of the archive. What can be done here is declared in `actions.py`, for every page."""

    def __init__(self) -> None:
        use_surface("Archive", data=known_things)
        with ui.element("section").classes("tk-narrow"):
            heading("Archive")
            ui.label("Projects that are over. Restore one to work on it again.").classes("tk-soft")
            self._draw_projects()

    def redraw(self) -> None:
        """Show what the data says now."""
        self._draw_projects.refresh()

    @ui.refreshable_method
    def _draw_projects(self) -> None:
        projects = tracker.projects(archived=True)
        if not projects:
            empty("Nothing is archived", "When a project is over, archive it on the board.")
            return
        with ui.element("ul").classes("tk-archived"):
            for project in projects:
                self._draw_project(project)

    def _draw_project(self, project: Project) -> None:
        restore = partial(by_hand, partial(restore_project, project.id))
        delete = partial(self._ask_delete, project.id)
        with ui.element("li"):
            with ui.element("div"):
                heading(project.name, level=2)
                still_open = f", {project.open} still open" if project.open else ""
                ui.label(count(project.total, "task") + still_open).classes("tk-soft")
            with ui.element("div"):
                outlined = ui.button("Restore", on_click=restore).props("outline no-caps")
                named(outlined, f"Restore {project.name}")
                quiet = ui.button("Delete…", on_click=delete).props("flat no-caps").classes("tk-quiet")
                named(quiet, f"Delete {project.name}")

    def _ask_delete(self, project_id: int) -> None:
        ask_first(delete_question(project_id), "Delete project", lambda: delete_project(project_id))
