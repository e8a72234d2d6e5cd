"""What surrounds the pages, and the `CoworkkitProvider` that makes it all reachable for an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from nicegui import ui

from coworkkit import Agent, CoworkkitProvider
from coworkkit.interactions import Interactions
from demo_app.archive import Archive
from demo_app.audit import AuditTrail
from demo_app.audit_page import AuditPage
from demo_app.board import Board
from demo_app.header import Header
from demo_app.invoices import Invoices
from demo_app.live import broadcast
from demo_app.look import Look
from demo_app.project import ProjectPage
from demo_app.settings import Settings, declare_appearance
from demo_app.tab import Tab

if TYPE_CHECKING:
    from coworkkit.agents import MCPEndpoint


class Shown(Protocol):
    """A page of the tracker, as far as the shell cares."""

    def redraw(self) -> None:
        """Show what the data says now."""


class Shell:
    """One browser tab of the tracker."""

    def __init__(
        self,
        agent: Agent,
        audit: AuditTrail,
        approvals: Interactions | None,
        *,
        mcp: MCPEndpoint | None,
        card_seconds: float,
        dark: bool | None,
    ) -> None:
        self._audit = audit
        self._tab = Tab()
        self._page: Shown
        self._look = Look(dark)
        with CoworkkitProvider(
            agent=agent,
            on_action_record=audit.write,
            confirmation_timeout=card_seconds,
            interactions=approvals,
            mcp=mcp,
            watch=True,
        ):
            self._header = Header()
            declare_appearance(self._look)
            ui.sub_pages(
                {
                    "/": self._board,
                    "/project": self._project,
                    "/project/{number}": self._project,
                    "/invoices": self._invoices,
                    "/archive": self._archive,
                    "/audit": self._audit_trail,
                    "/settings": self._settings,
                }
            ).classes("tk-page")
        broadcast.subscribe(self._redraw)

    def _board(self, project: str = "") -> None:
        self._tab.choose(project)
        self._show("/", "Board", Board(self._tab))

    def _project(self, number: str = "") -> None:
        self._tab.choose(number)
        self._show("/project", "Project", ProjectPage(self._tab))

    def _invoices(self) -> None:
        self._show("/invoices", "Invoices", Invoices())

    def _archive(self) -> None:
        self._show("/archive", "Archive", Archive())

    def _audit_trail(self) -> None:
        self._show("/audit", "Audit", AuditPage(self._audit))

    def _settings(self) -> None:
        self._show("/settings", "Settings", Settings(self._look))

    def _show(self, path: str, title: str, page: Shown) -> None:
        self._page = page
        self._header.navigation.mark(path)
        ui.page_title(f"{title} · Tracker")

    def _redraw(self) -> None:
        self._header.redraw()
        self._page.redraw()


def add_pages(
    audit: AuditTrail,
    approvals: Interactions | None = None,
    *,
    agent: Agent,
    mcp: MCPEndpoint | None = None,
    card_seconds: float,
    dark: bool | None = None,
) -> None:
    """Serve the tracker under the paths of its pages."""

    @ui.page("/")
    @ui.page("/project")
    @ui.page("/project/{number}")
    @ui.page("/invoices")
    @ui.page("/archive")
    @ui.page("/audit")
    @ui.page("/settings")
    def tracker_page() -> None:
        Shell(agent, audit, approvals, mcp=mcp, card_seconds=card_seconds, dark=dark)
