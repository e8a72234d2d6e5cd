"""A step that an agent would take somewhere else, put before the user on the card as every hard call is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .action import LONGEST_LABEL, Action, declare
from .wording import Say


def approval_of(agent: str, shown: Iterable[str], say: Say) -> Action:
    """Return the action that stands for an agent's own step. It is no part of any catalogue: no name reaches it.

    Running it does nothing. That it ran is the yes.

    Args:
        agent: what the agent is called.
        shown: the names of what the card quotes of it; nothing else is on the card.
        say: returns the words of the page.
    """

    async def approve_agent_step(**_: Any) -> str:
        """Approve a step that the agent takes outside of this page."""
        return "approved"

    return declare(
        approve_agent_step,
        parameters={"type": "object", "properties": {name: {} for name in shown}, "additionalProperties": False},
        control="hard",
        confirmation_summary=lambda: say("said.agentStep", agent=agent),
        action_label=say("said.agentStepYes")[:LONGEST_LABEL],
        cancel_label=say("said.agentStepNo")[:LONGEST_LABEL],
    )
