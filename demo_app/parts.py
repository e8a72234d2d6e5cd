"""Small pieces that several pages are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from typing import TypeVar

from nicegui import ui

from demo_app.database import TrackerError
from demo_app.undo import history


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
    """Do what a button stands for and say how it went, with a way back. Returns whether it went well."""
    before = history.latest()
    try:
        done = run()
    except TrackerError as error:
        ui.notify(str(error), type="negative", position="top", timeout=8000)
        return False
    step = history.latest()
    if step is None or step is before or step.done != done:
        ui.notify(done, position="top", timeout=3000)
    else:
        back = {"label": "Undo", "color": "white", ":handler": "() => emitEvent('tracker-undo')"}
        ui.notification(done, position="top", timeout=6, actions=[back])
    return True


@contextmanager
def open_dialog(name: str) -> Iterator[ui.dialog]:
    """Open a dialog and fill it. It stays when the list it was opened from is drawn anew."""
    with ui.context.client.content, ui.dialog(value=True) as dialog, ui.card().classes("tk-dialog"):
        named(dialog, name).on("hide", dialog.delete)
        yield dialog


def ask_first(question: str, confirm: str, run: Callable[[], str]) -> None:
    """Ask the person at this page before something that can't be undone.

    This is the app's own dialog, for its own buttons. When an agent asks for the same thing, the SDK
    draws a card of its own that nothing in this file can touch.
    """

    def confirmed() -> None:
        dialog.close()
        by_hand(run)

    with open_dialog(question) as dialog:
        ui.label(question).classes("tk-question")
        with ui.row().classes("tk-end"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps autofocus").classes("tk-quiet")
            ui.button(confirm, on_click=confirmed, color="negative").props("unelevated no-caps")


Named = TypeVar("Named", bound=ui.element)


def named(element: Named, name: str) -> Named:
    """Give an icon or an input the name a screen reader says."""
    element.props["aria-label"] = name
    return element


def text(tag: str, words: str, classes: str = "") -> ui.label:
    """Words in an element of this tag, such as "span" or "td"."""
    label = ui.label(words).classes(classes)
    label.tag = tag
    return label


def heading(words: str, level: int = 1) -> ui.label:
    """A real heading, so that a screen reader can jump to it. Returns the label in it."""
    with ui.element(f"h{level}"):
        return ui.label(words)


def chip(words: str, tone: str = "") -> ui.label:
    """A short fact in a coloured pill; `tone` is one of those in `css/parts.css`."""
    return text("span", words, f"tk-chip tk-tone-{tone}" if tone else "tk-chip")


def choice(name: str, options: Mapping[str, str], value: str, on_change: Callable[[str], object]) -> None:
    """One of several, as the browser's own list: works by keyboard, by voice and on a phone."""
    with ui.element("label").classes("tk-choice"):
        text("span", name)
        with ui.element("select").on(
            "change", lambda event: on_change(event.args), js_handler="(event) => emit(event.target.value)"
        ):
            for key, words in options.items():
                option = text("option", words)
                option.props["value"] = key
                option.props["selected"] = key == value


def empty(title: str, advice: str) -> None:
    """What a list shows when nothing is in it: that, and what to do about it."""
    with ui.element("div").classes("tk-empty"):
        ui.label(title).classes("tk-strong")
        ui.label(advice)
