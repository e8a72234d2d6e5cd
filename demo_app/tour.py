"""A short tour of the first screen: four steps, each with a mark on what it is about (`css/tour.css`)."""

from __future__ import annotations

from nicegui import ui

from demo_app.parts import text
from demo_app.preferences import set_tour_step, tour_step

STEPS = [
    ("Say something", "Click one of the five sentences. It is said to the assistant as if you had typed it."),
    ("The assistant", "It answers in the panel that the round button opens. Hand mode is switched on there too."),
    ("Undo", "What can be taken back is one click away, whoever did it for you. “Undo that” works as well."),
    ("What happened", "Audit keeps a line for each call. Watch, Ctrl+Shift+K, shows them as a builder sees them."),
]


class Tour:
    """The strip that tells it. Gone once it is done or skipped, which is remembered; Settings brings it back."""

    def __init__(self) -> None:
        self._draw()

    @ui.refreshable_method
    def _draw(self) -> None:
        step = tour_step()
        if step >= len(STEPS):
            return
        title, words = STEPS[step]
        last = step == len(STEPS) - 1
        with ui.element("section").classes("tk-tour").props(f'aria-label="Tour" data-step={step}'):
            text("span", f"{step + 1} of {len(STEPS)}", "tk-small")
            with ui.element("p").props("role=status"):
                text("strong", title)
                text("span", f" {words}")
            with ui.element("div").classes("tk-end"):
                if not last:
                    skip = ui.button("Skip the tour", on_click=lambda: self._go(len(STEPS)))
                    skip.props("flat no-caps dense").classes("tk-quiet")
                ui.button("Done" if last else "Next", on_click=lambda: self._go(step + 1)).props(
                    "unelevated no-caps dense"
                )
        ui.element("div").classes("tk-ring").props("aria-hidden=true")

    def _go(self, step: int) -> None:
        set_tour_step(step)
        self._draw.refresh()


def start_again() -> None:
    """Show the tour on the board again, from its beginning."""
    set_tour_step(0)
