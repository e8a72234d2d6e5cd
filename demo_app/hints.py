"""What a newcomer can say, on the first screen and in the terminal."""

from __future__ import annotations

from nicegui import ui

from coworkkit import say_on_click
from demo_app.parts import chip, text
from demo_app.store import tracker

OPEN = "Open: it runs at once"
FAILURE = "Failure: it says what went wrong"
TONES = {"Open": "open", "Soft": "soft", "Hard": "hard", "Durable": "hard", "Hand mode": "hand", "Failure": "refunded"}


def hints() -> list[tuple[str, str]]:
    """Sentences to try, each with the idea it shows. They name projects that are on the board now."""
    names = [project.name for project in tracker.projects()]
    anywhere = [("Show the list view", "Hand mode: only you switch it on"), ("Sync the calendar", FAILURE)]
    if not names:
        return [("Create a project “Garden”", OPEN), *anywhere]
    return [
        (f"Add a task “Order flowers” to {names[1 % len(names)]}", OPEN),
        (f"Archive {names[-1]}", "Soft: it asks you in words"),
        (f"Delete the project {names[0]}", "Hard: it waits for your click on a card"),
        *anywhere,
    ]


class Hints:
    """Sentences to try; a click says one to the assistant."""

    def __init__(self) -> None:
        with ui.element("details").classes("tk-hints").props("open"):
            with ui.element("summary"):
                text("span", "Say it, or click it", "tk-strong")
                text("span", "Each of these shows one idea of how an assistant is kept in hand.", "tk-soft")
            self._drawn = hints()
            self._draw()

    def redraw(self) -> None:
        """Name what there is now."""
        if self._drawn != hints():  # else what has the keyboard's focus would lose it
            self._drawn = hints()
            self._draw.refresh()

    @ui.refreshable_method
    def _draw(self) -> None:
        with ui.element("ul"):
            for sentence, shows in self._drawn:
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
