"""A call while its function runs, as the SDK's tools see it; and the context made of it for the function."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from ..errors import CoworkkitError
from .action import Action
from .call import Call
from .record import Caller, Evidence, Outcome
from .tools import ActionContext, NoTools, Tools

logger = logging.getLogger("coworkkit")


class OpenCall:
    """What a tool may know of the call it is used in, and note about it.

    Args:
        call: the call.
        session_id: the session it is made in.
        user: the app's id for the person whose session that is.
        still_same_user: returns whether that person is still the one who is signed in.
    """

    def __init__(self, call: Call, session_id: str, user: str | None, still_same_user: Callable[[], bool]) -> None:
        self.id = call.id
        self.name = call.name
        self.caller: Caller = call.caller
        self.session_id = session_id
        self.user = user
        self._call = call
        self._still_same_user = still_same_user

    def check(self) -> None:
        """Make sure that the call still runs, for the same user.

        Raises:
            CoworkkitError: it does not; a context that somebody kept is worth nothing.
        """
        if self._call.state != "entered" or self._call.left_behind:
            raise CoworkkitError("This call is over. Its context can be used only while its function runs.")
        if not self._still_same_user():
            raise CoworkkitError("This page is no longer the same user's.")

    def committed(
        self, interaction_id: str, summary: str, evidence: Evidence, asked_at: datetime, decided_at: datetime | None
    ) -> None:
        """Note, for the call's record, that it used up the user's confirmation of a card."""
        call = self._call
        if call.asked_at is None or call.interactions:  # what its own card or question showed stays
            call.summary, call.evidence = summary, evidence
            call.asked_at, call.decided_at = asked_at, decided_at
        call.interactions = (*call.interactions, interaction_id)

    def asked(self, interaction_id: str) -> None:
        """Note, for Watch, that it asked the user by a card that outlives the page."""
        self._call.asked_cards = (*self._call.asked_cards, interaction_id)

    def when_settled(self, told: Callable[[Outcome], None]) -> None:
        """Have something told how the call ended, once it has."""
        self._call.when_settled = (*self._call.when_settled, told)


class ToolSource(Protocol):
    """Where the tools of calls come from."""

    @property
    def actions(self) -> Sequence[Action]:
        """The tools as actions that every page offers its agent."""

    def tools_for(self, call: OpenCall) -> Tools:
        """Return the tools of one call."""


def context_of(call: OpenCall, source: ToolSource | None) -> ActionContext:
    """Return the context of one call."""
    return ActionContext(NoTools() if source is None else source.tools_for(call), call.user, call.id)


def tell_settled(call: Call, outcome: Outcome) -> None:
    """Tell the tools that were used how the call ended; what fails there changes nothing about the call."""
    for told in call.when_settled:
        try:
            told(outcome)
        except Exception:
            logger.exception("coworkkit: a tool was not told how its call ended; please report this")
