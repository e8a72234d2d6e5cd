"""A page's side of an agent from outside: its user lets it in and sends it away, and its calls take the one road."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..errors import CoworkkitError, Refusal
from .card import Decision, content_of
from .catalogue import Catalogue, everywhere
from .ids import new_id
from .pairing import LONGEST_SECONDS, AgentEndpoint, Pairing, PairingEnd, pairings
from .record import ActionRecord, Caller
from .result import CallResult
from .snapshot import CatalogueSnapshot
from .turn import BY_USER, STOPPED, told_unrun

if TYPE_CHECKING:
    from .call import Call
    from .session import Session

logger = logging.getLogger("coworkkit")

MOST_UNDER_WAY = 32
"""Calls that one agent may have under way; more than can wait for a card, and bounded."""


@dataclass(frozen=True, slots=True)
class Connection:
    """What the user is shown of the agent from outside.

    Attributes:
        state: ``none``; ``asking``, a card asks whether one may come; ``waiting`` for it to come; or ``connected``.
        client: what it calls itself, once it is connected.
        seconds_left: how long it may still come, or stay.
    """

    state: Literal["none", "asking", "waiting", "connected"]
    client: str = ""
    seconds_left: float = 0.0


NOT_CONNECTED = Connection("none")


class OutsideCall:
    """One call of an agent from outside. It runs on by itself; whoever asks for its outcome may come and go.

    Attributes:
        id: our id for it, as the agent is told it.
        is_asked: whether the user is being asked about it now.
        task: done when it has settled.
    """

    def __init__(self, session: Session, name: str, arguments: Mapping[str, Any] | str, caller: Caller) -> None:
        self.id = new_id()
        self.is_asked = False
        self.record: ActionRecord | None = None
        calling = session.call(name, arguments, caller=caller, call_id=self.id)
        self.task = asyncio.get_running_loop().create_task(calling, name="coworkkit call from outside")

    @property
    def is_done(self) -> bool:
        """Whether it has settled."""
        return self.task.done()

    def stop(self, *, by_user: bool = False) -> None:
        """End it: its card is withdrawn; what runs already is told, and its true outcome recorded."""
        self.task.cancel(*([BY_USER] if by_user else []))

    def result(self) -> CallResult:
        """Return what the agent is told of it, once it has settled: the truth, also where it was stopped."""
        if not self.task.cancelled() and self.task.exception() is None:
            return self.task.result()
        record = self.record
        if record is None:
            return CallResult(self.id, False, "cancelled", STOPPED)
        if record.outcome.ok:
            return CallResult(self.id, True, None, record.outcome.note or "Done.")
        if record.outcome.error is not None:
            return CallResult(self.id, False, record.outcome.error.code, record.outcome.error.message)
        ended = Decision("timeout" if record.gate == "timeout" else "cancelled", record.evidence, "")
        return told_unrun(self.id, ended)


class Outside:
    """The agent from outside in one session; at most one at a time.

    Args:
        session: the session it is let into.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.pairing: Pairing | None = None
        self.asking: asyncio.Task[None] | None = None
        self.calls: dict[str, OutsideCall] = {}
        self.followed: list[Catalogue] = []

    # For the user, through the SDK's own input

    @property
    def endpoint(self) -> AgentEndpoint | None:
        """Where an agent of this page would come in; None for a page that lets none in."""
        return self.session.settings.endpoint

    def ask(self) -> None:
        """The user wants to connect an agent: ask them by a card, which no script of a framed page can press.

        Raises:
            CoworkkitError: this page lets none in, cannot ask safely, or has ended.
        """
        session = self.session
        if session.ended or self.endpoint is None:
            raise CoworkkitError(session.say("said.gone"))
        if session.settings.require_framed and not session.settings.framed:
            raise CoworkkitError(session.say("said.pairingNotSafe"))
        if self.asking is None:
            self.asking = asyncio.get_running_loop().create_task(self.pair(), name="coworkkit pairing")
            self.asking.add_done_callback(self.asked)
            self.tell()

    async def pair(self) -> None:
        """Ask by the card, and after a yes make a pairing and show its bearer, once."""
        session, endpoint = self.session, self.endpoint
        facts = {
            session.say("said.pairingMay"): session.say("said.pairingMayWhat"),
            session.say("said.pairingYou"): session.say("said.pairingYouWhat"),
            session.say("said.pairingUntil"): session.say("said.pairingUntilWhen", n=round(LONGEST_SECONDS / 3600)),
        }
        content = content_of(
            session.say("said.pairing"),
            facts,
            confirm_label=session.say("said.pairingConfirm"),
            cancel_label="Cancel",
            destructive=False,
        )
        try:
            card = session.cards.ask(content, session.settings.confirmation_timeout)
        except Refusal:
            session.conversation.add("notice", session.say("said.pairingBusy"))
            return
        decision = await session.cards.decision_on(card)
        if decision.gate != "confirmed" or not session.still_same_user() or session.ended:
            return
        if endpoint is None or self.endpoint is not endpoint:
            return  # another page by now, which was not what the user said yes to
        if self.pairing is not None:
            self.finish(self.pairing, "replaced")
        self.pairing, bearer = pairings.make(self, session.clock, self.tell)
        session.gate.new_user_turn()  # the user has acted, and may want again what they declined before
        self.follow(session.catalogue)
        session.show(session.screen.bearer, endpoint.path, bearer)

    def asked(self, task: asyncio.Task[None]) -> None:
        """The card about it has ended."""
        self.asking = None
        if not task.cancelled() and task.exception() is not None:
            logger.error("coworkkit: an agent could not be paired; please report this", exc_info=task.exception())
        self.tell()

    def revoke(self) -> None:
        """The user sends the agent away, or calls off its coming."""
        if self.pairing is not None:
            self.finish(self.pairing, "revoked")

    def stop(self) -> None:
        """The user's Stop: end what the agent has under way; it stays connected."""
        for call in self.calls.values():
            call.stop(by_user=True)

    # For the endpoint

    def catalogue(self) -> CatalogueSnapshot:
        """Return what the page offers right now."""
        return self.session.catalogue.snapshot()

    def may_enter(self, pairing: Pairing) -> bool:
        """Return whether a pairing still lets its agent in: it holds, and the same user is signed in."""
        return pairing.still_holds() and self.session.still_same_user() and pairing.end is None

    def call(self, pairing: Pairing, name: str, arguments: Mapping[str, Any] | str) -> OutsideCall | None:
        """Begin a call for a pairing's agent; None where too many are under way already."""
        if len(self.calls) >= MOST_UNDER_WAY:
            return None
        connector = self.endpoint.connector if self.endpoint is not None else "outside"
        caller = Caller(agent=pairing.client or "agent", connector=connector, hears_user=False)
        call = OutsideCall(self.session, name, arguments, caller)
        self.calls[call.id] = call
        call.task.add_done_callback(lambda _: self.calls.pop(call.id, None))
        return call

    # What changes

    def call_moved(self, call: Call) -> None:
        """Keep up whether a call's user is being asked, and what its record says."""
        known = self.calls.get(call.id)
        if known is not None:
            known.is_asked = call.state == "asked"
            known.record = call.record

    def page_attached(self) -> None:
        """Another page shows this session: an agent stays only where that one lets agents in too."""
        if self.pairing is None:
            return
        if self.endpoint is None:
            self.finish(self.pairing, "page_gone")
            return
        self.follow(self.session.catalogue)
        self.catalogue_changed()

    def end(self) -> None:
        """The session has ended."""
        if self.asking is not None:
            self.asking.cancel()
        if self.pairing is not None:
            self.finish(self.pairing, "page_gone")

    def finish(self, pairing: Pairing, end: PairingEnd) -> None:
        """End a pairing, and what its agent has under way."""
        if self.pairing is pairing:
            self.pairing = None
            self.follow()
        for call in self.calls.values():
            call.stop(by_user=end in ("revoked", "replaced"))
        pairing.finish(end)
        self.tell()

    def follow(self, catalogue: Catalogue | None = None) -> None:
        """Listen to what is mounted on this page, and no longer to what was followed before."""
        for followed in self.followed:
            if self.catalogue_changed in followed.listeners:
                followed.listeners.remove(self.catalogue_changed)
        self.followed = [] if catalogue is None else [catalogue, everywhere]
        for followed in self.followed:
            followed.listeners.append(self.catalogue_changed)

    def catalogue_changed(self) -> None:
        """What is mounted has changed."""
        if self.pairing is not None and self.pairing.follower is not None:
            self.pairing.follower.catalogue_changed()

    def connection(self) -> Connection:
        """Return what the user is shown of it now."""
        if self.pairing is not None:
            client = self.pairing.client
            state: Literal["waiting", "connected"] = "waiting" if client is None else "connected"
            return Connection(state, client or "", self.pairing.seconds_left)
        return NOT_CONNECTED if self.asking is None else Connection("asking")

    def tell(self) -> None:
        """Show the user how it stands."""
        self.session.show(self.session.screen.connection, self.connection())
