"""The way between the pages: links for the person, and an element an agent operates in Hand mode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from coworkkit import use_element
from demo_app.parts import text

PAGES = {
    "/": ("Board", "view_kanban"),
    "/project": ("Project", "folder_open"),
    "/invoices": ("Invoices", "receipt_long"),
    "/audit": ("Audit", "fact_check"),
    "/settings": ("Settings", "tune"),
}
"""What the bar links to: path, name and icon."""

DESTINATIONS = {
    "open_board": ("/", "Go to the board with the projects and tasks."),
    "open_project": ("/project", "Go to the project's own page."),
    "open_invoices_page": ("/invoices", "Go to the page with the invoices."),
    "open_archive": ("/archive", "Go to the archive of projects."),
    "open_audit": ("/audit", "Go to the audit trail of what the agent did."),
    "open_settings": ("/settings", "Go to the settings."),
}
"""Where an agent may go: the action, its path, and what the agent is told of it."""


class Navigation:
    """The links between the pages, one of which is the current one."""

    def __init__(self) -> None:
        self._path = "/"
        use_element(
            "navigation",
            state=lambda: {"page": self._path},
            actions={
                name: {"description": description, "run": _go(path, name)}
                for name, (path, description) in DESTINATIONS.items()
            },
        )
        with ui.element("nav").props('aria-label="Pages"'):
            self._links = {path: self._draw_link(path, *page) for path, page in PAGES.items()}

    def mark(self, current: str) -> None:
        """Show which page is open."""
        self._path = current
        for path, link in self._links.items():
            link.props('aria-current="page"') if path == current else link.props(remove="aria-current")

    def _draw_link(self, path: str, name: str, icon: str) -> ui.link:
        with ui.link(target=path) as link:
            ui.icon(icon).props("aria-hidden=true")
            text("span", name)
        return link


def _go(path: str, name: str) -> Callable[[], Awaitable[str]]:
    # What changes the page is `async def`: it runs where the page lives. A `def` may get a thread of its own.
    async def go() -> str:
        ui.navigate.to(path)
        return f"{name.removeprefix('open_').removesuffix('_page').capitalize()} is open."

    return go
