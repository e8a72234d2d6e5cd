"""What can be done with the project on screen, by hand."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from demo_app.actions import archive_project, delete_project, delete_question, shift_deadlines
from demo_app.parts import ask_first, by_hand, named
from demo_app.rows import Project


def draw_toolbar(
    on_screen: Callable[[], Project], clear_done: Callable[[], str], clear_question: Callable[[], str]
) -> None:
    """A menu for what is needed less often than the board's tasks."""

    def archive() -> None:
        by_hand(lambda: archive_project(on_screen().id))

    def shift() -> None:
        by_hand(lambda: shift_deadlines(on_screen().id, days=7))

    def clear() -> None:
        ask_first(clear_question(), "Delete finished tasks", clear_done)

    def delete() -> None:
        project_id = on_screen().id
        ask_first(delete_question(project_id), "Delete project", lambda: delete_project(project_id))

    with ui.button(icon="more_vert").props("flat round").classes("tk-quiet") as more, ui.menu():
        ui.menu_item("About this project", lambda: ui.navigate.to("/project")).props("role=menuitem")
        ui.menu_item("Archive project", archive).props("role=menuitem")
        ui.menu_item("Move deadlines a week later", shift).props("role=menuitem")
        ui.menu_item("Delete finished tasks…", clear).props("role=menuitem")
        ui.menu_item("Delete project…", delete).props("role=menuitem")
    named(more, "More for this project")
