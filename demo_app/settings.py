"""Settings: how the tracker looks, the tour, and what the assistant may do."""

from __future__ import annotations

from typing import cast

from nicegui import ui

from coworkkit import use_element, use_surface
from demo_app.facts import known_things
from demo_app.live import broadcast
from demo_app.look import Look
from demo_app.parts import chip, heading, named, text
from demo_app.preferences import Theme
from demo_app.tour import start_again

THEMES: dict[Theme, str] = {"system": "As the system", "light": "Light", "dark": "Dark"}

LEVELS = {
    "open": "Runs at once: it only reads, or it is easily undone.",
    "soft": "The assistant asks in words, and runs it after your yes.",
    "hard": "A card appears, and only your click on it runs it.",
    "hand": "What operates the page needs Hand mode, which only you can switch on.",
}


class Settings:
    """One page's settings."""

    def __init__(self, look: Look) -> None:
        self._look = look
        use_surface("Settings", data=known_things)
        with ui.element("div").classes("tk-narrow"):
            heading("Settings")
            self._draw_appearance()
            _draw_tour()
            _draw_levels()

    def redraw(self) -> None:
        """Show the appearance that was chosen last, here or by the assistant."""
        self._draw_appearance.refresh()

    @ui.refreshable_method
    def _draw_appearance(self) -> None:
        with ui.element("section").classes("tk-panel tk-setting"):
            with ui.element("div"):
                heading("Appearance", level=2)
                ui.label("Remembered in this browser.").classes("tk-soft")
            toggle = ui.toggle(THEMES, value=self._look.chosen)
            toggle.on_value_change(lambda event: self._look.choose(cast(Theme, event.value)))
            named(toggle.props("no-caps unelevated"), "Appearance")


def declare_appearance(look: Look) -> None:
    """Let an agent change the look in Hand mode, on every page."""

    async def set_dark_mode() -> str:
        """Switch to dark mode."""
        look.choose("dark")
        broadcast.announce()
        return "The tracker is dark."

    async def set_light_mode() -> str:
        """Switch to light mode."""
        look.choose("light")
        broadcast.announce()
        return "The tracker is light."

    use_element(
        "appearance",
        state=lambda: {"theme": look.chosen},
        actions={"set_dark_mode": set_dark_mode, "set_light_mode": set_light_mode},
    )


def _draw_tour() -> None:
    def show() -> None:
        start_again()
        ui.navigate.to("/")

    with ui.element("section").classes("tk-panel tk-setting"):
        with ui.element("div"):
            heading("Tour", level=2)
            ui.label("A short tour: four steps.").classes("tk-soft")
        ui.button("Show the tour", on_click=show).props("outline no-caps")


def _draw_levels() -> None:
    with ui.element("section").classes("tk-panel"):
        heading("What the assistant may do", level=2)
        with ui.element("dl").classes("tk-levels"):
            for level, meaning in LEVELS.items():
                with ui.element("div"):
                    with ui.element("dt"):
                        chip("Hand mode" if level == "hand" else level.capitalize(), level)
                    text("dd", meaning)
