"""The two places where something new is typed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from nicegui import ui

from demo_app.actions import create_project
from demo_app.parts import by_hand, named


def draw_add_task(add_task: Callable[..., str]) -> ui.element:
    """A line to type a task into; Enter or the button adds it."""

    def add() -> None:
        day = date.fromisoformat(due.value) if due.value else None
        if by_hand(lambda: add_task(title.value, due=day)):
            title.value = due.value = ""

    with ui.element("div").classes("tk-form tk-add-task") as form:
        title = ui.input("Add a task").props("outlined dense maxlength=200").on("keydown.enter", add)
        due = ui.input("Due").props("outlined dense type=date stack-label").on("keydown.enter", add)
        ui.button("Add", on_click=add).props("unelevated no-caps")
    return form


def draw_new_project() -> None:
    """A line to type a project's name into."""

    def create() -> None:
        if by_hand(lambda: create_project(name.value)):
            name.value = ""

    with ui.element("div").classes("tk-form"):
        name = ui.input("New project").props("outlined dense maxlength=80").on("keydown.enter", create)
        named(ui.button(icon="add", on_click=create).props("flat dense"), "Create the project")
