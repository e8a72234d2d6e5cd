"""Small pieces that several pages are made of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import TypeVar

from nicegui import ui

from demo_app.database import TrackerError


def count(number: int, noun: str) -> str:
    """ "1 task", "12 tasks"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def day(due: date) -> str:
    """A date as people say it: "Today", "Tomorrow", "Fri 12 Jun"."""
    today = date.today()
    near = {today - timedelta(days=1): "Yesterday", today: "Today", today + timedelta(days=1): "Tomorrow"}
    if due in near:
        return near[due]
    return f"{due:%a} {due.day} {due:%b}" + ("" if due.year == today.year else f" {due.year}")


def by_hand(run: Callable[[], str]) -> bool:
    """Do what a button stands for and say how it went. Returns whether it went well."""
    try:
        ui.notify(run(), position="top", timeout=3000)
    except TrackerError as error:
        ui.notify(str(error), type="negative", position="top", timeout=8000)
        return False
    return True


def ask_first(question: str, confirm: str, run: Callable[[], str]) -> None:
    """Ask the person at this page before something that can't be undone.

    This is the app's own dialog, for its own buttons. When an agent asks for the same thing, the SDK
    draws a card of its own that nothing in this file can touch.
    """

    def confirmed() -> None:
        dialog.close()
        by_hand(run)

    with ui.dialog(value=True) as dialog, ui.card().classes("tk-dialog"):
        named(dialog, question).on("hide", dialog.delete)
        ui.label(question).classes("tk-question")
        with ui.row().classes("tk-end"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps autofocus").classes("tk-quiet")
            ui.button(confirm, on_click=confirmed, color="negative").props("unelevated no-caps")


Named = TypeVar("Named", bound=ui.element)


def named(element: Named, name: str) -> Named:
    """Give an icon or an input the name a screen reader says."""
    element.props["aria-label"] = name
    return element


def heading(text: str, level: int = 1) -> ui.label:
    """A real heading, so that a screen reader can jump to it. Returns the label in it."""
    with ui.element(f"h{level}"):
        return ui.label(text)


def empty(title: str, advice: str) -> None:
    """What a list shows when nothing is in it: that, and what to do about it."""
    with ui.element("div").classes("tk-empty"):
        ui.label(title).classes("tk-strong")
        ui.label(advice)
