"""One user turn, as an agent is given it: open until it is answered, stopped, or the session has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import CoworkkitError
from .approval import approval_of
from .card import GIVEN_UP, Decision
from .card_line import StoppedWhileAsked
from .conversation import Saying
from .record import Evidence
from .result import CallResult
from .snapshot import CatalogueSnapshot
from .token import TokenContext

if TYPE_CHECKING:
    from .session import Session

logger = logging.getLogger("coworkkit")

BY_USER = "stopped by the user"
"""What a task is cancelled with when the user pressed Stop, so that the record can tell."""

STOPPED_BY_USER = Decision("cancelled", Evidence(by="stop", cause="stopped"), "said.stopped")
ANSWERED = Decision("cancelled", Evidence(by="gate", cause="given_up"), "said.notAsked")

DECLINED = "The user declined this. Do not ask for it again unless the user brings it up."
EXPIRED = "Nobody decided in time, so nothing was run. The user did not refuse."
STOPPED = "The user stopped this; nothing was run."
MOVED_ON = "What was confirmed has changed by the time it could run. Nothing was run; ask again."
OVER = "The turn this was called in is over, so nothing was run."


class NotConfirmed(Exception):
    """The person, or the clock, decided against a call."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(decision.gate)


def told_unrun(told_as: str, decision: Decision) -> CallResult:
    """Return what the agent is told of a call that a person declined, or that nobody decided."""
    if decision.gate == "timeout":
        return CallResult(told_as, False, "timeout", EXPIRED)
    words = {"stop": STOPPED, "gate": OVER}.get(decision.evidence.by or "", DECLINED)
    return CallResult(told_as, False, "cancelled", words)


def decision_of(stop: asyncio.CancelledError) -> Decision:
    """Return how a cancelled call ended: as its card did, or else by the stop itself. A stop is never a yes.

    Without the user's own Stop, a cancelled call was given up by whoever made it.
    """
    if isinstance(stop, StoppedWhileAsked) and stop.decision.gate != "confirmed":
        return stop.decision
    return STOPPED_BY_USER if BY_USER in stop.args else GIVEN_UP


class SessionTurn:
    """One user turn, as an agent is given it. It reaches the gate and nothing else of the session.

    A turn that is over lets no further call run, whatever task the agent may have left behind.
    """

    def __init__(self, session: Session, turn_id: str, text: str, saying: Saying) -> None:
        self.id = turn_id
        self.text = text
        self.stopped_before = session.stopped
        session.stopped = False
        self._session = session
        self._saying = saying
        self._task = asyncio.current_task()
        self._over: Decision | None = None

    @property
    def memory(self) -> dict[str, Any]:
        """What this agent keeps between the turns of this session."""
        return self._session.memory

    def catalogue(self) -> CatalogueSnapshot:
        """Return what the page offers right now."""
        return self._session.catalogue.snapshot()

    @property
    def session_id(self) -> str:
        """The id of the session this is a turn of."""
        return self._session.id

    @property
    def user(self) -> str | None:
        """The app's id for the person whose session this is."""
        return self._session.user

    async def replay(self, messages: Sequence[Any]) -> list[Any]:
        """Return a history in which earlier results of `confirm_action` read what the user decided."""
        source = self._session.settings.interactions
        if source is None or self.user is None:
            return list(messages)
        try:
            return await source.replay(self.user, messages)
        except CoworkkitError as error:
            logger.warning("coworkkit: the user's answers could not be read, so the agent is not told them: %s", error)
            return list(messages)

    async def call(self, name: str, arguments: Mapping[str, Any] | str, *, call_id: str | None = None) -> CallResult:
        """Call an action through the gate."""
        if self._over is None:
            self._saying.finish()
        return self._heard(await self._session.call_in(self, name, arguments, call_id))

    async def approve(
        self,
        says: str,
        *,
        tool: str | None = None,
        arguments: Any = None,
        details: Any = None,
        call_id: str | None = None,
    ) -> CallResult:
        """Ask the user, on the card, to approve a step that this agent would take outside of the page."""
        if self._over is None:
            self._saying.finish()
        session = self._session
        given = {"agent_says": says, "agent_tool": tool, "agent_arguments": arguments, "agent_details": details}
        shown = {name: value for name, value in given.items() if value is not None}
        action = approval_of(session.agent_name(), shown, session.say)
        return self._heard(await session.call_in(self, action.name, shown, call_id, action))

    async def token(self, refused: str | None = None) -> str | None:
        """Return the bearer token that the app's `get_token` gives this session; None where the app has none."""
        session = self._session
        get_token = session.settings.get_token
        if get_token is None:
            return None
        return await session.bearer.good(get_token, TokenContext(session.user, session.id), refused)

    def _heard(self, result: CallResult) -> CallResult:
        """Return a call's answer to the agent, which is still to hear of a stop that an action has swallowed."""
        task = asyncio.current_task()
        if self._over is not None and task is self._task and task is not None and task.cancelling():
            raise asyncio.CancelledError(BY_USER if self._over is STOPPED_BY_USER else "the session has ended")
        return result

    def ended_by(self) -> Decision | None:
        """Return what ended this turn; None while it is open."""
        return self._over

    def end(self, decision: Decision) -> None:
        """Make the turn be over; what ended it first counts."""
        self._over = self._over or decision
