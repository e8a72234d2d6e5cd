"""What a person chose for themselves, remembered in `app.storage.user` on the server."""

from __future__ import annotations

from typing import Literal, cast

from nicegui import app, ui

Theme = Literal["system", "light", "dark"]


def who() -> str:
    """The browser of the page at hand; a record's `user` is the same.

    Read from the page and not from `app.storage`, which follows whoever's request set things going: a change by one
    person redraws the pages of all.
    """
    return str(ui.context.client.request.session["id"])


def theme() -> Theme:
    """Light, dark, or as the system says."""
    return cast(Theme, app.storage.user.get("theme", "system"))


def set_theme(chosen: Theme) -> None:
    """Remember how the tracker should look."""
    app.storage.user["theme"] = chosen


def tour_step() -> int:
    """Which step of the tour comes next, from 0."""
    return int(app.storage.user.get("tour", 0))


def set_tour_step(step: int) -> None:
    """Remember how far the tour has come."""
    app.storage.user["tour"] = step
