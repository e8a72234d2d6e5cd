"""LocalAgent in front of the real gate: who says yes, and what runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from coworkkit.agents.local import LocalAgent
from coworkkit.core.action import declare
from coworkkit.core.catalogue import Surface
from coworkkit.core.session import Session
from coworkkit.testing import Person, open_session

PROJECTS = {1: "Website relaunch", 2: "Mobile app", 3: "Office move"}
ProjectId = Annotated[int, Field(description="The project's id")]


class Desk:
    """A page with three projects, a person, and the agent."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.records: list[tuple[str, str, bool]] = []
        self.session: Session = open_session(
            agent=LocalAgent(),
            on_action_record=lambda r: self.records.append((r.action, r.gate, r.outcome.ok)),
        )
        self.person = Person(self.session)
        catalogue = self.session.catalogue
        catalogue.add_surface(Surface("Projects", self.data, ()))
        for run, more in self.actions():
            catalogue.add(declare(run, **more))

    def data(self) -> dict[str, Any]:
        return {"projects": [{"id": number, "name": name} for number, name in PROJECTS.items()]}

    def actions(self) -> list[tuple[Callable[..., Any], dict[str, Any]]]:
        def archive_project(project_id: ProjectId) -> str:
            """Archive a project."""
            self.done.append(f"archive {project_id}")
            return f"“{PROJECTS[project_id]}” is in the archive."

        def delete_project(project_id: ProjectId) -> str:
            """Delete a project."""
            self.done.append(f"delete {project_id}")
            return f"Deleted “{PROJECTS[project_id]}”."

        def add_task(title: str) -> str:
            """Add a task."""
            self.done.append(f"add {title}")
            return f"Added “{title}”."

        def list_projects() -> list[str]:
            """List the projects."""
            return list(PROJECTS.values())

        def ask(project_id: int) -> str:
            return f"Archive “{PROJECTS[project_id]}”?"

        return [
            (archive_project, {"control": "soft", "confirmation_summary": ask}),
            (delete_project, {"control": "hard"}),
            (add_task, {}),
            (list_projects, {"kind": "read"}),
        ]

    async def says(self, text: str) -> str:
        """Say something and return what the agent answers."""
        self.person.says(text)
        return await self.answer()

    async def answer(self) -> str:
        """Wait until the agent has finished and return everything it said in this turn."""
        async with asyncio.timeout(5):
            while self.session.working is not None:
                await asyncio.sleep(0.001)
        await self.session.journal.flush()
        said: list[str] = []
        for message in reversed(self.session.conversation.messages.values()):
            if message.role == "user":
                break
            if message.role == "agent":
                said.insert(0, message.text.strip())
        return "\n".join(said)


async def test_a_yes_runs_it_once() -> None:
    desk = Desk()
    assert "Archive “Mobile app”?" in await desk.says("archive Mobile app")
    assert desk.done == []
    assert await desk.says("yes") == "“Mobile app” is in the archive."
    await desk.says("yes")
    assert desk.done == ["archive 2"]
    assert desk.records == [("archive_project", "confirmed", True)]


async def test_a_no_leaves_it() -> None:
    desk = Desk()
    await desk.says("archive Mobile app")
    assert "OK, I left it" in await desk.says("no")
    assert desk.done == []
    assert desk.records == [("archive_project", "cancelled", False)]


async def test_unclear_is_asked_again() -> None:
    desk = Desk()
    await desk.says("archive Mobile app")
    for unclear in ("hmm", "yes, later", "what would that do?"):
        assert "Archive “Mobile app”?" in await desk.says(unclear)
    assert desk.done == []
    await desk.says("yes")
    assert desk.done == ["archive 2"]


async def test_another_request_is_done_instead() -> None:
    desk = Desk()
    await desk.says("archive Mobile app")
    assert "Archive “Office move”?" in await desk.says("archive Office move")
    await desk.says("yes")
    await desk.says("archive Website relaunch")
    assert "Added “Buy milk”." in await desk.says("add task Buy milk")
    await desk.says("yes")
    assert desk.done == ["archive 3", "add Buy milk"]


async def test_no_and_another_one() -> None:
    desk = Desk()
    await desk.says("archive Mobile app")
    await desk.says("no, archive Office move")
    await desk.says("yes")
    assert desk.done == ["archive 3"]


async def test_a_question_in_between_keeps_it_open() -> None:
    desk = Desk()
    await desk.says("archive Mobile app")
    assert "Archive “Mobile app”?" in await desk.says("list projects")
    await desk.says("yes")
    assert desk.done == ["archive 2"]


async def test_the_rest_waits_for_the_yes_and_for_the_card() -> None:
    desk = Desk()
    await desk.says("archive Mobile app, then delete Office move, then add task Buy milk")
    assert desk.done == []
    desk.person.says("yes")
    await desk.person.confirms()
    await desk.answer()
    assert desk.done == ["archive 2", "delete 3", "add Buy milk"]


async def test_a_cancelled_card_drops_the_rest() -> None:
    desk = Desk()
    desk.person.says("delete Office move, then add task Buy milk")
    await desk.person.cancels()
    answer = await desk.answer()
    assert answer.endswith("I also dropped the rest: “add task Buy milk”.")
    assert desk.done == []
