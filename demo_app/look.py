"""Colours, type and spacing: the files in `css/`, and the few that Quasar wants to know."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

from demo_app.preferences import Theme, set_theme, theme

STYLES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "css").glob("*.css")))


class Look:
    """How one page looks: dark or light as its person chose in Settings.

    Args:
        dark: what it is for those who have chosen nothing; None is what their system says.

    Attributes:
        chosen: what its person chose.
    """

    def __init__(self, dark: bool | None) -> None:
        self._unchosen = dark
        self.chosen = theme()
        ui.colors(primary="#1f6b58", negative="#b3261e", dark="#1e2120", dark_page="#151716")
        ui.add_css(STYLES)
        self._mode = ui.dark_mode(self._wanted())

    def choose(self, chosen: Theme) -> None:
        """Look like this from now on, on this page and on later ones."""
        set_theme(chosen)
        self.chosen = chosen
        self._mode.value = self._wanted()

    def _wanted(self) -> bool | None:
        return {"system": self._unchosen, "light": False, "dark": True}[self.chosen]
