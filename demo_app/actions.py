"""What an agent may do with projects, on every page. The buttons call the very same functions.

`define_action` reads the name, the docstring and the type hints; nothing is said twice. The one thing
to decide for each is its `control`: how costly is it to get this wrong?
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coworkkit import define_action
from demo_app.database import TrackerError
from demo_app.parts import count
from demo_app.store import tracker
from demo_app.undo import history

ProjectId = Annotated[int, Field(title="Project number", description="The project's id")]


# open: it is easily undone. This is what you get without `control`.


@define_action
def create_project(name: Annotated[str, Field(min_length=1, max_length=80, description="What to call it")]) -> str:
    """Create a new, empty project."""
    project = tracker.create_project(name)
    return history.remember(
        f"Created the project “{project.name}”.",
        lambda: tracker.drop_project(project.id),
        f"the project “{project.name}” is gone again.",
    )


@define_action
def restore_project(project_id: ProjectId) -> str:
    """Bring a project back from the archive."""
    name = tracker.restore_project(project_id).name
    return history.remember(
        f"“{name}” is back on the board.",
        lambda: tracker.archive_project(project_id),
        f"“{name}” is in the archive again.",
    )


# soft: it matters, but it can be undone. The agent asks in words, and the user's yes counts.
# Nobody is asked about what cannot work: it runs, changes nothing, and says why.


def archive_level(project_id: int) -> Literal["open", "soft"]:
    return "open" if tracker.project(project_id).archived_at else "soft"


def archive_question(project_id: int) -> str:
    return f"Archive “{tracker.project(project_id).name}”? You can restore it later."


@define_action(control=archive_level, confirmation_summary=archive_question)
def archive_project(project_id: ProjectId) -> str:
    """Archive a project: put it away with everything in it."""
    name = tracker.archive_project(project_id).name
    return history.remember(
        f"“{name}” is in the archive.",
        lambda: tracker.restore_project(project_id),
        f"“{name}” is out of the archive again.",
    )


# hard: it can't be undone. The agent has to wait for a click on the card.


def delete_question(project_id: int) -> str:
    """The count is read when the card is shown, and again at the click: if it changed, the card asks anew."""
    project = tracker.project(project_id)
    tasks = f"and its {count(project.total, 'task')}" if project.total else "(it has no tasks)"
    return f"Delete “{project.name}” {tasks}? This can't be undone."


@define_action(
    control="hard",
    confirmation_summary=delete_question,
    action_label="Delete project",
    cancel_label="Keep project",
)
def delete_project(project_id: ProjectId) -> str:
    """Permanently delete a project and everything in it."""
    return f"Deleted “{tracker.delete_project(project_id).name}”."


# The level can depend on the arguments: a few days are nothing, a quarter of a year is a decision.


def shift_level(days: int) -> Literal["open", "soft", "hard"]:
    return "open" if abs(days) <= 3 else "soft" if abs(days) <= 30 else "hard"


def shift_question(project_id: int, days: int) -> str:
    project = tracker.project(project_id)
    return f"Move the open deadlines of “{project.name}” {_days(days)}?"


@define_action(
    control=shift_level,
    confirmation_summary=shift_question,
    action_label="Move deadlines",
    cancel_label="Leave them",
    destructive=False,
)
def shift_deadlines(
    project_id: ProjectId,
    days: Annotated[int, Field(ge=-365, le=365, description="How many days later; negative for earlier")],
) -> str:
    """Move, shift or postpone the deadlines of a project by some days."""
    moved = tracker.shift_deadlines(project_id, days)
    done = f"Moved {count(len(moved), 'deadline')} {_days(days)}."
    return (
        history.remember(done, lambda: tracker.put_back(*moved), "the deadlines are what they were.") if moved else done
    )


# An action may fail. What it raises is what the agent tells the user: write it for a person.


@define_action
def sync_calendar() -> str:
    """Sync the due dates to the team's calendar."""
    raise TrackerError("The calendar isn't connected, so nothing was synced. Ask Mara for its link.")


def _days(days: int) -> str:
    return f"{count(abs(days), 'day')} {'later' if days >= 0 else 'earlier'}"
