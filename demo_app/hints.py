"""What a newcomer can say, on the first screen and in the terminal."""

from __future__ import annotations

from nicegui import ui

HINTS = [
    ("Add a task “Order flowers” to Office move", "runs at once"),
    ("What is due in the next 7 days?", "only reads"),
    ("Archive Summer party", "asks you in words"),
    ("Delete the project Website relaunch", "waits for your click"),
    ("Show the list view", "needs Hand mode"),
]
"""A sentence to try, and what it shows."""


def draw_hints() -> None:
    """Five sentences to try; a click copies one."""
    with ui.element("details").classes("tk-hints").props("open"):
        with ui.element("summary"):
            ui.label("Ask in your own words").classes("tk-strong")
            ui.label("The round button at the bottom right opens the assistant. Try saying:")
        with ui.element("ul"):
            for sentence, shows in HINTS:
                with ui.element("li"), ui.element("button").on("click", lambda text=sentence: _copy(text)):
                    ui.label(sentence).classes("tk-sentence")
                    ui.label(shows).classes("tk-small")


def _copy(sentence: str) -> None:
    ui.clipboard.write(sentence)
    ui.notify("Copied. Paste it into the assistant.", position="top")
