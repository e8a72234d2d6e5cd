"""The board: one project's tasks, and what an agent may do and operate while it is on screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from nicegui import ui
from pydantic import Field

from coworkkit import use_action, use_element, use_surface
from demo_app.database import TrackerError
from demo_app.forms import draw_add_task, draw_new_project
from demo_app.hints import draw_hints
from demo_app.parts import count, heading, named
from demo_app.project_list import draw_projects, name_projects
from demo_app.rows import Project
from demo_app.store import tracker
from demo_app.task_list import Mode, draw_tasks
from demo_app.toolbar import draw_toolbar

CUE = "Where no project is named, the user means the one on screen."


class Board:
    """One page's view of one project.

    What is declared here lives as long as the elements around it. When the user goes to the archive or
    to another project it is gone, and a card that was still asking settles without running anything.
    """

    def __init__(self, project_id: int | None, mode: Mode, on_mode: Callable[[Mode], None]) -> None:
        self._project_id = project_id
        self._mode = mode
        self._on_mode = on_mode
        self._declare()
        self._draw()
        self.redraw()

    def _declare(self) -> None:
        use_surface("Project board", data=self._visible, cue=CUE)

        @use_action
        def add_task(
            title: Annotated[str, Field(max_length=200, description="What is to be done")],
            project_id: Annotated[int | None, Field(description="By default the project on screen")] = None,
            due: Annotated[date | None, Field(description="The day it is due")] = None,
        ) -> str:
            """Add a new task to a project."""
            task = tracker.add_task(project_id or self._on_screen().id, title, due)
            return f"Added “{task.title}” to {tracker.project(task.project_id).name}."

        self._add_task = add_task

        # The name sounds destructive and no control is given: the SDK asks in words and logs a line about it.
        @use_action(confirmation_summary=self._clear_question)
        def remove_done_tasks() -> str:
            """Remove the finished tasks of the project on screen."""
            return self._clear_done()

        # Elements are operated as by a hand. That needs Hand mode, which only the user can switch on.
        use_element(
            "view mode",
            state=lambda: {"mode": self._mode},
            actions={"set_kanban": self._set_kanban, "set_list": self._set_list},
        )
        use_element(
            "board",
            state=lambda: {"finished_tasks": self._on_screen().done},
            actions={
                "clear_done": {
                    "description": "Clear the Done column: delete its tasks.",
                    "control": "hard",
                    "confirmation_summary": self._clear_question,
                    "action_label": "Delete tasks",
                    "cancel_label": "Keep tasks",
                    "run": self._clear_done,
                },
            },
        )

    def _visible(self) -> dict[str, Any]:
        """What is on screen, with the ids that the actions take."""
        project = self._project()
        tasks = tracker.tasks(project.id) if project else []
        return {
            **name_projects(),
            "project_on_screen": project.id if project else None,
            "tasks": [{"id": t.id, "title": t.title, "status": t.status, "due": t.due} for t in tasks],
        }

    def _clear_question(self) -> str:
        project = self._on_screen()
        return f"Delete {count(project.done, 'finished task')} from “{project.name}”? This can't be undone."

    def _clear_done(self) -> str:
        project = self._on_screen()
        return f"Deleted {count(tracker.remove_done_tasks(project.id), 'finished task')} from {project.name}."

    # What changes the page is `async def`: it runs where the page lives. A `def` may get a thread of its own.

    async def _set_kanban(self) -> str:
        """Show the tasks as a kanban board with columns."""
        self._toggle.value = "kanban"
        return "The tasks are shown as a board."

    async def _set_list(self) -> str:
        """Show the tasks as a list."""
        self._toggle.value = "list"
        return "The tasks are shown as a list."

    def _project(self) -> Project | None:
        """The project on screen: the chosen one while it is on the board, else the first there."""
        projects = tracker.projects()
        first = projects[0] if projects else None
        return next((project for project in projects if project.id == self._project_id), first)

    def _on_screen(self) -> Project:
        project = self._project()
        if project is None:
            raise TrackerError("There is no project yet. Create one first.")
        return project

    # Drawing

    def _draw(self) -> None:
        draw_hints()
        with ui.element("div").classes("tk-board"):
            with ui.element("nav").props('aria-label="Projects"').classes("tk-side"):
                self._draw_projects()
                draw_new_project()
            with ui.element("section").classes("tk-main"):
                with ui.element("div").classes("tk-head"):
                    with ui.element("div"):
                        self._title = heading("")
                        self._facts = ui.label().classes("tk-soft")
                    with ui.element("div").classes("tk-tools") as self._tools:
                        modes = {"kanban": "Board", "list": "List"}
                        self._toggle = ui.toggle(modes, value=self._mode, on_change=self._change_mode)
                        named(self._toggle.props("no-caps unelevated"), "View mode")
                        draw_toolbar(self._on_screen, self._clear_done, self._clear_question)
                self._form = draw_add_task(self._add_task)
                self._draw_tasks()

    def redraw(self) -> None:
        """Show what the data says now."""
        project = self._project()
        if self._project_id is not None and (project is None or project.id != self._project_id):
            self._project_id = None  # the chosen one was archived or deleted, here or elsewhere
            ui.navigate.to("/")
        self._title.text = project.name if project else "Your projects"
        self._facts.text = _facts(project) if project else "Create a project to begin."
        for element in (self._tools, self._form):
            element.visible = project is not None
        self._draw_projects.refresh()
        self._draw_tasks.refresh()

    @ui.refreshable_method
    def _draw_projects(self) -> None:
        draw_projects(tracker.projects(), self._project())

    @ui.refreshable_method
    def _draw_tasks(self) -> None:
        project = self._project()
        if project:
            draw_tasks(tracker.tasks(project.id), self._mode)

    def _change_mode(self) -> None:
        self._mode = self._toggle.value
        self._on_mode(self._mode)
        self._draw_tasks.refresh()


def _facts(project: Project) -> str:
    late = sum(task.overdue for task in tracker.tasks(project.id))
    return f"{project.open} open · {project.done} done" + (f" · {late} late" if late else "")
