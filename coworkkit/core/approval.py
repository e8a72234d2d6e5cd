"""A step that an agent would take somewhere else, put before the user on the card as every hard call is."""

from __future__ import annotations

from typing import Any

from .action import LONGEST_LABEL, Action, declare
from .wording import Say

NAME = "approve_agent_step"


def approval_of(agent: str, say: Say) -> Action:
    """Return the action that stands for an agent's own step. It is no part of any catalogue: no name reaches it.

    Running it does nothing. That it ran is the yes.

    Args:
        agent: what the agent is called.
        say: returns the words of the page.
    """

    async def approve_agent_step(
        agent_says: str, agent_tool: str | None = None, agent_arguments: Any = None, agent_details: Any = None
    ) -> str:
        """Approve a step that the agent takes outside of this page."""
        return "approved"

    return declare(
        approve_agent_step,
        control="hard",
        confirmation_summary=lambda: say("said.agentStep", agent=agent),
        action_label=say("said.agentStepYes")[:LONGEST_LABEL],
        cancel_label=say("said.agentStepNo")[:LONGEST_LABEL],
    )
