"""The tools of one call, and the same two as actions that every page offers its agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from ..core.action import Action, declare
from ..core.open_call import OpenCall
from ..core.tools import TOOL_NAMES, ActionContext, Approval, Asked
from .requests import CommitRequest, ConfirmRequest

if TYPE_CHECKING:
    from .interactions import Interactions


class CallTools:
    """The tools of one call. Whose cards they are is the session's user, whatever the arguments say.

    Args:
        interactions: where the cards are.
        call: the call they are used in; once it is over they do nothing any more.
    """

    def __init__(self, interactions: Interactions, call: OpenCall) -> None:
        self._interactions = interactions
        self._call = call

    async def confirm_action(self, **given: Any) -> Asked:
        """Ask the user by a card that outlives the page. See `Tools.confirm_action`."""
        self._call.check()
        words_by: Literal["app", "agent"] = "agent" if self._call.name in TOOL_NAMES else "app"
        asked = await self._interactions.confirm_action(
            self._call.user,
            asked_by=self._call.caller.agent,
            words_by=words_by,
            session_id=self._call.session_id,
            **given,
        )
        self._call.asked(asked.interaction_id)
        return asked

    async def commit_action(
        self, commit_token: str, side_effect: str, binds: Mapping[str, Any] | None = None
    ) -> Approval:
        """Use up the user's confirmation. See `Tools.commit_action`."""
        self._call.check()
        return await self._interactions.commit_action(
            self._call.user, commit_token=commit_token, side_effect=side_effect, binds=binds, call=self._call
        )


async def confirm_action(context: ActionContext, **given: Any) -> dict[str, Any]:
    """Ask the user to approve a destructive action, by a card that stays until it is decided or has expired.

    Returns at once with an interaction_id and no answer. Tell the user that you have asked, and stop. When they have
    decided, the earlier result reads submitted, cancelled or expired. Then call commit_action with the same
    commit_token, and do what was approved only when it says ok.
    """
    return (await context.tools.confirm_action(**given)).as_json()


async def commit_action(context: ActionContext, **given: Any) -> dict[str, Any]:
    """Use up the user's confirmation, right before the destructive action it was given for. It counts once.

    ok is true only when the user has pressed the confirming button of the card that was asked under this
    commit_token. Otherwise do nothing: reason says why.
    """
    return (await context.tools.commit_action(**given)).as_json()


@cache
def agent_actions() -> tuple[Action, ...]:
    """Return the two tools as actions. They take the gate's one road like any other, and ask nothing of it."""
    ask = declare(confirm_action, parameters=ConfirmRequest, control="open")
    commit = declare(commit_action, parameters=CommitRequest, control="open")
    return replace(ask, told_back=frozenset({"commit_token"})), commit
