"""One project's own page: how far it is, what comes next, its invoices, and what happens to it as a whole."""

from __future__ import annotations

from collections import Counter
from datetime import date

from nicegui import ui

from coworkkit import use_surface
from demo_app.actions import archive_project, delete_project, delete_question, shift_deadlines
from demo_app.adding import use_add_task
from demo_app.billing import billing, money
from demo_app.facts import told_project
from demo_app.parts import ask_first, by_hand, chip, choice, day, empty, heading, text
from demo_app.project_list import draw_progress, facts_of
from demo_app.rows import Project, Task
from demo_app.store import tracker
from demo_app.tab import Tab

CUE = "Where no project is named, the user means the one on screen."
NEXT = 5
"""How many deadlines are shown."""


class ProjectPage:
    """One tab's view of the chosen project."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        use_surface("Project page", data=lambda: told_project(tab.project()), cue=CUE)
        use_add_task(tab.on_screen)
        self._draw()

    def redraw(self) -> None:
        """Show what the data says now."""
        if self._tab.lost():
            ui.navigate.to("/project")
        self._draw.refresh()

    @ui.refreshable_method
    def _draw(self) -> None:
        project = self._tab.project()
        if project is None:
            heading("Your projects")
            empty("No projects yet", "Create one on the board.")
            return
        with ui.element("div").classes("tk-head"):
            with ui.element("div"):
                heading(project.name)
                ui.label(facts_of(project)).classes("tk-soft")
            names = {str(other.id): other.name for other in tracker.projects()}
            choice("Project", names, str(project.id), lambda number: ui.navigate.to(f"/project/{number}"))
        draw_progress(project)
        tasks = tracker.tasks(project.id)
        with ui.element("div").classes("tk-panels"):
            _draw_next([task for task in tasks if task.due and task.status != "done"][:NEXT])
            _draw_people(tasks)
            _draw_invoices(project)
            _draw_whole(project)


def _draw_next(tasks: list[Task]) -> None:
    with ui.element("section").classes("tk-panel"):
        heading("Next deadlines", level=2)
        if not tasks:
            empty("Nothing is due", "Give a task a day on the board.")
            return
        with ui.element("ul").classes("tk-lines"):
            for task in tasks:
                with ui.element("li"):
                    text("span", task.title)
                    late = task.due is not None and task.due < date.today()
                    text("span", day(task.due) if task.due else "", "tk-late" if late else "tk-soft")
        ui.link("Open the board", "/").classes("tk-more")


def _draw_people(tasks: list[Task]) -> None:
    busy = Counter(task.owner or "Nobody yet" for task in tasks if task.status != "done")
    labels = Counter(label for task in tasks for label in task.labels)
    with ui.element("section").classes("tk-panel"):
        heading("Who has how much", level=2)
        if not busy:
            empty("Nothing is open", "Every task is done.")
        with ui.element("dl").classes("tk-lines"):
            for name, number in busy.most_common():
                with ui.element("div"):
                    text("dt", name)
                    text("dd", f"{number} open", "tk-soft")
        with ui.element("div").classes("tk-chips"):
            for label, number in labels.most_common():
                chip(f"{label.capitalize()} {number}", label)


def _draw_invoices(project: Project) -> None:
    invoices = [invoice for invoice in billing.invoices() if invoice.project_id == project.id]
    with ui.element("section").classes("tk-panel"):
        heading("Invoices", level=2)
        if not invoices:
            empty("No invoices", "Nothing was charged for this project.")
            return
        with ui.element("ul").classes("tk-lines"):
            for invoice in invoices:
                with ui.element("li"):
                    text("span", f"{invoice.id} · {invoice.customer}")
                    text("span", money(invoice.cents), "tk-soft")
                    chip(invoice.payment.capitalize(), invoice.payment)
        ui.link("All invoices", "/invoices").classes("tk-more")


def _draw_whole(project: Project) -> None:
    """The same functions as the agent's. What can't be undone asks first."""

    def delete() -> None:
        ask_first(delete_question(project.id), "Delete project", lambda: delete_project(project.id))

    with ui.element("section").classes("tk-panel"):
        heading("The whole project", level=2)
        with ui.element("div").classes("tk-stack"):
            shift = ui.button("Move deadlines a week later", icon="event")
            shift.on_click(lambda: by_hand(lambda: shift_deadlines(project.id, days=7)))
            archive = ui.button("Archive project", icon="inventory_2")
            archive.on_click(lambda: by_hand(lambda: archive_project(project.id)))
            for button in (shift, archive):
                button.props("outline no-caps align=left")
            ui.button("Delete project…", icon="delete", on_click=delete, color="negative").props(
                "outline no-caps align=left"
            )
