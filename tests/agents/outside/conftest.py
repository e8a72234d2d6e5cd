"""A page that lets an agent in, its user, and an agent that has come."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from coworkkit.agents import MCPEndpoint
from tests.agents.outside.line_to import Panel, lets_in, pair, served
from tests.core.scene import Scene


@dataclass
class Stage:
    """A page with actions, served to agents from outside.

    Attributes:
        scene: the page and its user.
        endpoint: where agents come in.
        host: where that is served.
        panel: what the user sees of it.
        bearer: what the user was shown.
        done: what the actions did.
    """

    scene: Scene
    endpoint: MCPEndpoint
    host: str
    panel: Panel
    bearer: str
    done: list[Any] = field(default_factory=list)

    def add_actions(self) -> None:
        """Declare one action of each kind."""
        done = self.done

        def add_note(text: str, times: int = 1) -> str:
            """Add a note to the page."""
            done.append(text)
            return " ".join([text] * times)

        def count_notes() -> int:
            """Count the notes."""
            return len(done)

        def archive(thread_id: int) -> str:
            """Archive a thread."""
            done.append(thread_id)
            return f"archived {thread_id}"

        def erase(thread_id: int) -> str:
            """Erase a thread for good."""
            done.append(thread_id)
            return f"erased {thread_id}"

        def set_list() -> None:
            """Show the list."""
            done.append("list")

        self.scene.add(add_note, destructive=False)
        self.scene.add(count_notes, kind="read")
        self.scene.add(archive, control="soft", confirmation_summary=lambda thread_id: f"Archive thread {thread_id}?")
        self.scene.add(erase, control="hard", confirmation_summary=lambda thread_id: f"Erase thread {thread_id}?")
        self.scene.add_element("view mode", set_list=set_list)


@pytest.fixture(params=["legacy", "auto"], ids=["with handshake", "without"])
def mode(request: pytest.FixtureRequest) -> str:
    """Which of MCP's two protocols the agent speaks: that of 2025, with a handshake and sessions, or that of 2026."""
    return str(request.param)


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A page with actions, whose user has paired an agent."""
    endpoint = MCPEndpoint(name="Notes", patience=1)
    scene = Scene()
    async with served(endpoint) as host:
        panel = lets_in(scene, endpoint, host)
        stage = Stage(scene, endpoint, host, panel, await pair(scene, panel))
        stage.add_actions()
        yield stage
        scene.session.end("tab_gone")
