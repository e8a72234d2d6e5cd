"""What one browser tab is looking at, while it goes from page to page."""

from __future__ import annotations

from typing import Literal

from demo_app.database import TrackerError
from demo_app.rows import Label, Project
from demo_app.store import tracker

Mode = Literal["kanban", "list"]


class Tab:
    """The chosen project, and how its tasks are shown.

    Attributes:
        mode: as a board with columns, or as one list.
        label: only tasks with this label are shown; None shows all.
    """

    def __init__(self) -> None:
        self.mode: Mode = "kanban"
        self.label: Label | None = None
        self._project_id: int | None = None

    def choose(self, project: str) -> None:
        """Choose the project an address names. One that names none changes nothing."""
        if project.isdecimal():
            self._project_id = int(project)

    def project(self) -> Project | None:
        """The chosen project while it is on the board, else the first there."""
        projects = tracker.projects()
        first = projects[0] if projects else None
        return next((project for project in projects if project.id == self._project_id), first)

    def lost(self) -> bool:
        """Whether the chosen project was archived or deleted since, here or elsewhere. If so, it is chosen no more."""
        project = self.project()
        gone = self._project_id is not None and (project is None or project.id != self._project_id)
        if gone:
            self._project_id = None
        return gone

    def on_screen(self) -> Project:
        """The project on screen. Raises `TrackerError` when there is none."""
        project = self.project()
        if project is None:
            raise TrackerError("There is no project yet. Create one first.")
        return project
