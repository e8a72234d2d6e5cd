"""What surrounds the pages: the header, the way between them, and the provider of the agent."""

from __future__ import annotations

from nicegui import ui

from coworkkit import CoworkkitProvider, use_element
from coworkkit.agents import LocalAgent
from demo_app.actions import sync_calendar
from demo_app.archive import Archive
from demo_app.audit import AuditTrail
from demo_app.board import Board
from demo_app.live import broadcast
from demo_app.look import apply_look
from demo_app.parts import by_hand, named
from demo_app.task_list import Mode


class Shell:
    """One browser tab of the tracker."""

    def __init__(self, audit: AuditTrail, card_seconds: float) -> None:
        self._mode: Mode = "kanban"
        self._page: Board | Archive
        apply_look()
        with CoworkkitProvider(
            agent=LocalAgent(), on_action_record=audit.write, confirmation_timeout=card_seconds, watch=True
        ):
            use_element(
                "navigation",
                state=lambda: {"page": type(self._page).__name__.lower()},
                actions={"open_board": self._open_board, "open_archive": self._open_archive},
            )
            self._draw_header()
            ui.sub_pages({"/": self._board, "/archive": self._archive}).classes("tk-page")
        broadcast.subscribe(self._redraw)

    async def _open_board(self) -> str:
        """Go to the board with the projects and tasks."""
        ui.navigate.to("/")
        return "The board is open."

    async def _open_archive(self) -> str:
        """Go to the archive of projects."""
        ui.navigate.to("/archive")
        return "The archive is open."

    def _draw_header(self) -> None:
        with ui.header().classes("tk-header"):
            ui.label("Tracker").classes("tk-brand")
            with ui.element("nav").props('aria-label="Pages"'):
                self._links = {"/": ui.link("Board", "/"), "/archive": ui.link("Archive", "/archive")}
            with ui.button(icon="sync", on_click=lambda: by_hand(sync_calendar)) as sync:
                ui.label("Sync calendar").classes("gt-xs")
            named(sync.props("flat no-caps").classes("tk-quiet"), "Sync calendar")

    def _board(self, project: str = "") -> None:
        self._mark("/")
        self._page = Board(int(project) if project.isdecimal() else None, self._mode, self._keep_mode)

    def _archive(self) -> None:
        self._mark("/archive")
        self._page = Archive()

    def _redraw(self) -> None:
        self._page.redraw()

    def _keep_mode(self, mode: Mode) -> None:
        self._mode = mode

    def _mark(self, current: str) -> None:
        for path, link in self._links.items():
            link.props('aria-current="page"') if path == current else link.props(remove="aria-current")


def add_pages(audit: AuditTrail, card_seconds: float) -> None:
    """Serve the tracker under `/` and `/archive`."""

    @ui.page("/")
    @ui.page("/archive")
    def tracker_page() -> None:
        Shell(audit, card_seconds)
