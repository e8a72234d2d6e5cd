"""The board: one project's tasks, and what an agent may do and operate while it is on screen."""

from __future__ import annotations

from nicegui import ui

from coworkkit import use_action, use_element, use_surface
from demo_app.adding import use_add_task
from demo_app.facts import told_project
from demo_app.forms import draw_add_task, draw_new_project
from demo_app.hints import Hints
from demo_app.label_filter import draw_label_filter
from demo_app.parts import count, heading, named
from demo_app.project_list import draw_projects, facts_of
from demo_app.store import tracker
from demo_app.tab import Tab
from demo_app.task_list import draw_tasks
from demo_app.toolbar import draw_toolbar
from demo_app.tour import Tour

CUE = "Where no project is named, the user means the one on screen."


class Board:
    """One tab's view of one project's tasks.

    What is declared here lives as long as the elements around it. When the user goes to another page or
    to another project it is gone, and a card that was still asking settles without running anything.
    """

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._declare()
        self._draw()
        self.redraw()

    def _declare(self) -> None:
        use_surface("Project board", data=lambda: told_project(self._tab.project()), cue=CUE)
        self._add_task = use_add_task(self._tab.on_screen)

        # The name sounds destructive and no control is given: the SDK asks in words and logs a line about it.
        @use_action(confirmation_summary=self._clear_question)
        def remove_done_tasks() -> str:
            """Remove the finished tasks of the project on screen."""
            return self._clear_done()

        # Elements are operated as by a hand. That needs Hand mode, which only the user can switch on.
        use_element(
            "view mode",
            state=lambda: {"mode": self._tab.mode},
            actions={"set_kanban": self._set_kanban, "set_list": self._set_list},
        )
        use_element(
            "board",
            state=lambda: {"finished_tasks": project.done if (project := self._tab.project()) else 0},
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

    def _clear_question(self) -> str:
        project = self._tab.on_screen()
        return f"Delete {count(project.done, 'finished task')} from “{project.name}”? This can't be undone."

    def _clear_done(self) -> str:
        project = self._tab.on_screen()
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

    # Drawing

    def _draw(self) -> None:
        Tour()
        self._hints = Hints()
        with ui.element("div").classes("tk-board"):
            with ui.element("nav").props('aria-label="Projects"').classes("tk-side"):
                self._draw_projects()
                draw_new_project()
                ui.link("Archive", "/archive").classes("tk-more")
            with ui.element("section").classes("tk-main"):
                with ui.element("div").classes("tk-head"):
                    with ui.element("div"):
                        self._title = heading("")
                        self._facts = ui.label().classes("tk-soft")
                    with ui.element("div").classes("tk-tools") as self._tools:
                        draw_label_filter(self._tab, self._draw_tasks.refresh)
                        modes = {"kanban": "Board", "list": "List"}
                        self._toggle = ui.toggle(modes, value=self._tab.mode, on_change=self._change_mode)
                        named(self._toggle.props("no-caps unelevated"), "View mode")
                        draw_toolbar(self._tab.on_screen, self._clear_done, self._clear_question)
                self._form = draw_add_task(self._add_task)
                self._draw_tasks()

    def redraw(self) -> None:
        """Show what the data says now."""
        if self._tab.lost():
            ui.navigate.to("/")
        project = self._tab.project()
        self._title.text = project.name if project else "Your projects"
        self._facts.text = facts_of(project) if project else "Create a project to begin."
        for element in (self._tools, self._form):
            element.visible = project is not None
        self._hints.redraw()
        self._draw_projects.refresh()
        self._draw_tasks.refresh()

    @ui.refreshable_method
    def _draw_projects(self) -> None:
        draw_projects(tracker.projects(), self._tab.project())

    @ui.refreshable_method
    def _draw_tasks(self) -> None:
        project = self._tab.project()
        if project:
            tasks = [task for task in tracker.tasks(project.id) if self._tab.label in (None, *task.labels)]
            draw_tasks(tasks, self._tab.mode, filtered=self._tab.label is not None)

    def _change_mode(self) -> None:
        self._tab.mode = self._toggle.value
        self._draw_tasks.refresh()
