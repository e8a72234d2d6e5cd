"""What a newcomer can say, on the first screen and in the terminal."""

from __future__ import annotations

from nicegui import ui

from coworkkit import say_on_click
from demo_app.parts import chip, text

HINTS = [
    ("Add a task “Order flowers” to Office move", "Open: it runs at once"),
    ("Archive Summer party", "Soft: it asks you in words"),
    ("Delete the project Website relaunch", "Hard: it waits for your click on a card"),
    ("Show the list view", "Hand mode: only you switch it on"),
    ("Sync the calendar", "Failure: it says what went wrong"),
]
"""A sentence to try, and the idea it shows."""

TONES = {"Open": "open", "Soft": "soft", "Hard": "hard", "Hand mode": "hand", "Failure": "refunded"}


def draw_hints() -> None:
    """Five sentences to try; a click says one to the assistant."""
    with ui.element("details").classes("tk-hints").props("open"):
        with ui.element("summary"):
            text("span", "Say it, or click it", "tk-strong")
            text("span", "Each of these shows one idea of how an assistant is kept in hand.", "tk-soft")
        with ui.element("ul"):
            for sentence, shows in HINTS:
                with ui.element("li"):
                    draw_sentence(sentence, shows)


def draw_sentence(sentence: str, shows: str) -> None:
    """A sentence whose click is said to the assistant, as if the user had typed it."""
    idea, _, how = shows.partition(": ")
    with say_on_click(ui.element("button").props("type=button").classes("tk-say"), sentence):
        text("span", sentence, "tk-sentence")
        with ui.element("span").classes("tk-small"):
            chip(idea, TONES[idea])
            text("span", how)
