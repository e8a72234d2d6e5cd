"""Adding a task: an action of the pages that have a project on screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated

from pydantic import Field

from coworkkit import use_action
from demo_app.rows import Project
from demo_app.store import tracker
from demo_app.undo import history


def use_add_task(on_screen: Callable[[], Project]) -> Callable[..., str]:
    """Declare `add_task` on the page being built. Returns it, for the page's own form."""

    @use_action
    def add_task(
        title: Annotated[str, Field(min_length=1, max_length=200, description="What is to be done")],
        project_id: Annotated[int | None, Field(description="By default the project on screen")] = None,
        due: Annotated[date | None, Field(description="The day it is due")] = None,
    ) -> str:
        """Add a new task to a project."""
        task = tracker.add_task(project_id or on_screen().id, title, due)
        done = f"Added “{task.title}” to {tracker.project(task.project_id).name}."
        return history.remember(done, lambda: tracker.drop_task(task), f"“{task.title}” is gone again.")

    return add_task
