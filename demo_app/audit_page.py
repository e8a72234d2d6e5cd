"""The audit trail on screen: the end of the file, live, filtered as the person likes."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from coworkkit import use_element, use_surface
from demo_app.audit import TAIL_BYTES, AuditTrail
from demo_app.audit_filter import GATES, LEVELS, WHOSE, AuditFilter
from demo_app.audit_line import draw_line
from demo_app.facts import known_things
from demo_app.live import audit_news
from demo_app.parts import choice, count, empty, heading, text
from demo_app.preferences import who

MOST = 100
"""How many lines are shown, the newest first."""


class AuditPage:
    """One page's view of the trail. The SDK's own view of the same records is Watch, for builders."""

    def __init__(self, audit: AuditTrail) -> None:
        self._audit = audit
        self._me = who()
        self._filter = AuditFilter(user=self._me)
        self._opened: set[str] = set()
        use_surface("Audit trail", data=known_things)
        with ui.element("div").classes("tk-middle"):
            self._draw()
        audit_news.subscribe(self._draw_lines.refresh)

    def redraw(self) -> None:
        """A change of the data is none of the trail; its own news come from `audit_news`."""

    def _draw(self) -> None:
        with ui.element("div").classes("tk-head"), ui.element("div"):
            heading("Audit")
            with ui.element("p").classes("tk-soft"):
                text("span", "Each settled call is a line of JSON in ")
                text("code", self._audit.path.name)
                text("span", ". New ones appear here by themselves.")
        self._draw_filters()
        self._draw_lines()

    @ui.refreshable_method
    def _draw_filters(self) -> None:
        with ui.element("div").classes("tk-filters").props('role=group aria-label="Filter"'):
            words = ui.input("Find", value=self._filter.words, on_change=lambda event: self._set(words=event.value))
            words.props("outlined dense debounce=200 clearable")
            choice("Gate", GATES, self._filter.gate, lambda gate: self._set(gate=gate))
            choice("Level", LEVELS, self._filter.level, lambda level: self._set(level=level))
            choice("Whose", WHOSE, "mine" if self._filter.user else "", self._set_whose)
        use_element(
            "audit filter",
            state=lambda: {"gate": self._filter.gate or "any", "level": self._filter.level or "any"},
            actions={"show_declined_calls": self._show_declined, "show_all_calls": self._show_all},
        )

    async def _show_declined(self) -> str:
        """Show only the calls that were declined."""
        self._set(gate="cancelled")
        self._draw_filters.refresh()
        return "Only declined calls are shown."

    async def _show_all(self) -> str:
        """Show all calls again."""
        self._filter = AuditFilter(user=self._me)
        self._draw_filters.refresh()
        self._draw_lines.refresh()
        return "All calls are shown."

    def _set(self, **chosen: str | None) -> None:
        for name, value in chosen.items():
            setattr(self._filter, name, value or "")
        self._draw_lines.refresh()

    def _set_whose(self, whose: str) -> None:
        self._set(user=self._me if whose == "mine" else "")

    @ui.refreshable_method
    def _draw_lines(self) -> None:
        lines = self._audit.read(tail_bytes=TAIL_BYTES)
        found = [line for line in reversed(lines) if self._filter.fits(line)]
        if not lines:
            empty("Nothing happened yet", "Say something to the assistant, and see it written down.")
            return
        if self._filter.user and not any(line.get("user") == self._filter.user for line in lines):
            advice = "Say something to the assistant, or choose Everyone's under “Whose” to see what others did."
            empty("Nothing happened yet", advice)
            return
        shown = count(min(len(found), MOST), "call") + (f", the newest of {len(found)}" if len(found) > MOST else "")
        text("p", shown, "tk-small tk-count").props("role=status")
        if not found:
            empty("No such call", "Choose less in the filter.")
            return
        with ui.element("ul").classes("tk-trail"):
            for line in found[:MOST]:
                with ui.element("li"):
                    draw_line(line, is_open=line.get("id") in self._opened, on_toggle=self._toggled)

    def _toggled(self, record_id: Any, is_open: bool) -> None:
        (self._opened.add if is_open else self._opened.discard)(str(record_id))
