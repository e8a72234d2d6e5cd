"""The session: one user's tab and its agent. Everything the gate decides on comes together here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from ..errors import CoworkkitError
from .action import Action
from .agent import caller_of, closing, name_of
from .call import Call, TurnEnd
from .card import Card, Decision
from .card_line import CardLine
from .catalogue import Catalogue, everywhere
from .clock import Clock, SystemClock
from .consent import Consent, OpenQuestion
from .conversation import Conversation, Saying, check_turn
from .fatigue import Fatigue
from .finder import Finder
from .gate import Gate
from .hand import HandMode
from .ids import new_id
from .journal import Journal
from .jsonable import well_formed
from .notices import notice_of
from .open_call import OpenCall, context_of
from .outside import Outside
from .record import ActionRecord, Caller, Cause, Evidence, Failure, Outcome
from .result import CallResult
from .review import Reviews
from .screen import IDLE, Screen, status_of
from .settings import SessionSettings
from .token import Bearer
from .trouble import log_trouble
from .turn import ANSWERED, BY_USER, STOPPED_BY_USER, SessionTurn
from .wording import say_in

__all__ = ["Session", "SessionSettings"]

logger = logging.getLogger("coworkkit")

CLOSING_SECONDS = 5.0

CUT_OFF = Failure(code="internal", message="The server stopped while it ran; how it ended is not known.")


class Session:
    """One user's tab and its agent.

    Args:
        settings: what the Provider of its first page fixed.
        user: the app's id for the person.
        clock: the time; tests give their own.
    """

    def __init__(
        self, settings: SessionSettings | None = None, *, user: str | None = None, clock: Clock | None = None
    ) -> None:
        self.id = new_id()
        self.settings = settings or SessionSettings()
        self.user = None if user is None else str(user)  # an app's ids are often numbers
        self.clock: Clock = clock or SystemClock()
        self.bearer = Bearer(self.clock)
        self.catalogue = Catalogue(everywhere=everywhere)
        self.memory: dict[str, Any] = {}
        self.screen: Screen = Screen()
        self.status = IDLE
        self.ended = self.status_due = self.stopped = False
        self.turns: list[tuple[str, str]] = []
        self.working: asyncio.Task[None] | None = None
        self.turn: SessionTurn | None = None
        self.moving: set[Call] = set()
        self.nothing_moves: asyncio.Event | None = None
        self.caller = caller_of(self.settings.agent)
        self.hand = HandMode(self.clock, self.hand_changed)
        self.cards = CardLine(self.clock, self.card_changed, self.say)
        self.reviews = Reviews(self)
        self.fatigue = Fatigue(lambda: self.show(self.screen.blocked, tuple(self.fatigue.blocked)))
        self.journal = Journal(self.settings.on_action_record)
        self.conversation = Conversation(
            self.clock,
            lambda message: self.show(self.screen.message, message),
            lambda id, text: self.show(self.screen.delta, id, text),
        )
        self.consent = Consent(
            self.clock,
            lambda text: self.settings.read_answer(text),
            self.settle_question,
            self.question_changed,
            self.say,
        )
        self.finder = Finder(self)
        self.gate = Gate(
            situation=self,
            finder=self.finder,
            clock=self.clock,
            cards=self.cards,
            fatigue=self.fatigue,
            consent=self.consent,
            journal=self.journal,
            context=lambda call: context_of(
                OpenCall(call, self.id, self.user, self.still_same_user), self.settings.interactions
            ),
            on_call=self.call_moved,
        )
        self.outside = Outside(self)
        if self.settings.agent is not None and self.settings.agent.greeting:
            self.conversation.add("agent", self.settings.agent.greeting)

    # For agents

    def call(
        self,
        name: str,
        arguments: Mapping[str, Any] | str | bytes | None = None,
        *,
        caller: Caller | None = None,
        call_id: str | None = None,
    ) -> Coroutine[Any, Any, CallResult]:
        """Call an action through the gate.

        Args:
            name: the action's name in the catalogue.
            arguments: a mapping, or the JSON text of an object.
            caller: who asks; by default this session's own agent.
            call_id: the caller's id for the call. It names the call and identifies nothing.

        Returns:
            To be awaited: the answer, whatever happened.

        Raises:
            asyncio.CancelledError: the calling task was cancelled; the call is settled first.
        """
        return self.gate.call(name, {} if arguments is None else arguments, caller or self.caller, call_id)

    def call_in(
        self,
        turn: SessionTurn,
        name: str,
        arguments: Mapping[str, Any] | str,
        call_id: str | None,
        unlisted: Action | None = None,
    ) -> Coroutine[Any, Any, CallResult]:
        """Call an action through the gate for as long as a turn is open."""
        given = {} if arguments is None else arguments
        return self.gate.call(name, given, self.caller, call_id, turn.ended_by, turn.id, unlisted)

    def agent_name(self) -> str:
        """Return what this session's agent is called, as a page can show it."""
        return "" if self.settings.agent is None else name_of(self.settings.agent)

    def still_same_user(self) -> bool:
        """Return whether the session's user is still the one who is signed in; another one ends the session."""
        if self.settings.user_now is None:
            return True
        try:
            told = self.settings.user_now()
        except (Exception, SystemExit):
            logger.exception("coworkkit: asking the app who the user is failed, so a call was refused; mend `user`")
            return False
        if (None if told is None else str(told)) == self.user:
            return True
        self.end("user_changed")
        return False

    # For the user, through the SDK's own input

    def hear(self, text: str, *, seen: str | None = None) -> None:
        """Take what the user typed: it may answer the open question, and the agent is given its turn.

        Only the SDK's own input calls this; nothing an agent can reach does.

        Args:
            text: what the user typed, at most `LONGEST_TURN` characters.
            seen: the id of the question that was on screen when the user began to type it.

        Raises:
            CoworkkitError: the session has ended, the text is empty or too long, or too much is waiting.
        """
        if self.ended:
            raise CoworkkitError(self.say("said.gone"))
        check_turn(text, waiting=len(self.turns), say=self.say)
        text = well_formed(text)
        busy = self.working is not None
        message_id = self.conversation.add("user", text, queued=busy)
        self.hand.seen()
        self.gate.new_user_turn()
        self.consent.hear(text, seen)
        if self.settings.agent is None:
            return
        self.turns.append((message_id, text))
        if self.working is None:
            self.work()

    def stop(self) -> None:
        """The user's Stop: end the agent's turn, forget what is queued, and take back what is being asked."""
        for message_id, _ in self.turns:
            self.conversation.mark(message_id, queued=False)
        self.turns.clear()
        self.stopped = True
        if self.turn is not None:
            self.turn.end(STOPPED_BY_USER)
        elif self.consent.open is not None:
            self.conversation.add("notice", self.say("said.takenBack"))
        self.withdraw(STOPPED_BY_USER)
        self.outside.stop()
        if self.working is not None:
            self.working.cancel(BY_USER)

    def work(self) -> None:
        """Let the agent begin with the turns that wait."""
        self.working = asyncio.get_running_loop().create_task(self.answer_turns(), name="coworkkit agent")
        # not a `finally` in the task: one that is stopped before its first step runs none of its code
        self.working.add_done_callback(self.worked)

    async def answer_turns(self) -> None:
        """Give the agent one user turn after the other, in the order they came."""
        task = asyncio.current_task()
        while self.turns and not (task is not None and task.cancelling()):  # an agent may swallow its stop
            message_id, text = self.turns.pop(0)
            self.conversation.mark(message_id, queued=False)
            self.tell_status()
            await self.answer(message_id, text)

    def worked(self, _: asyncio.Task[None]) -> None:
        """The agent has answered, or was stopped."""
        self.working = None
        if self.turns:  # said after Stop, while the stopped turn was still ending
            self.work()
        self.tell_status()

    async def answer(self, turn_id: str, text: str) -> None:
        """Let the agent answer one turn; whatever it does wrong becomes one plain sentence."""
        agent = self.settings.agent
        if agent is None:
            return
        saying = Saying(self.conversation, self.say)
        self.turn = turn = SessionTurn(self, turn_id, text, saying)
        try:
            async with closing(agent.answer(turn)) as pieces:
                async for piece in pieces:
                    if turn.ended_by() is not None:
                        raise asyncio.CancelledError(BY_USER)  # the agent has swallowed its stop
                    saying.hear(piece)
        except asyncio.CancelledError:
            self.conversation.add("notice", self.say("said.stopped"), again=turn_id)
            raise
        except Exception as error:
            key, cause = log_trouble(agent.name, error)
            told = self.say(key, agent=self.agent_name())
            self.conversation.add("notice", told, tone="failed", again=turn_id)
            self.show(self.screen.trouble, cause)
        finally:
            self.turn = None
            turn.end(ANSWERED)
            saying.finish()
            self.withdraw_cards_of(turn.ended_by)
            self.conversation.tell_in_full()

    def withdraw_cards_of(self, turn_end: TurnEnd) -> None:
        """Take back the cards that a turn has left behind. Its spoken question stays: the next turn answers it."""
        for call in [call for call in self.moving if call.turn_end == turn_end]:
            if call.card is not None and call.card in self.cards.cards:
                self.cards.end(call.card, ANSWERED)

    # What changes

    def say(self, key: str, **values: object) -> str:
        """Return the sentence of a key, in the words of the page that is shown."""
        return say_in(self.settings.messages, key, **values)

    def show(self, tell: Callable[..., None], *what: Any) -> None:
        """Tell the page something. A page that cannot show it disturbs no call; a card it did not paint ends."""
        try:
            tell(*what)
        except Exception:
            logger.exception("coworkkit: the page was not told what happened; please report this")

    def hand_changed(self, reason: str) -> None:
        """Show the Hand switch, and why it went off by itself."""
        self.show(self.screen.hand, self.hand.armed, self.say(reason) if reason else "")

    def card_changed(self, card: Card | None, ended: Card | None, decision: Decision | None) -> None:
        """Show the card on screen, how one has ended, and what waits for it."""
        self.show(self.screen.card, card, ended, decision)
        self.tell_status_soon()

    def question_changed(self, question: OpenQuestion | None) -> None:
        """Show the open question, and what waits for it."""
        self.show(self.screen.question, question)
        self.tell_status()

    def unsuccessful(self, record: ActionRecord, call: Call) -> None:
        """Say in the conversation what was declined, failed or came to nothing, whatever the agent makes of it.

        What was called outside of a turn is no part of the conversation, unless the person was asked by a card.
        """
        turn_id = call.turn_id
        notice = None if self.ended else notice_of(record, call.label, self.say)
        if notice is None or (turn_id is None and record.evidence.by != "card"):
            return
        speaks = self.turn is not None and self.turn.id == turn_id
        answers = record.evidence.by == "words" and self.settings.agent is not None
        again = turn_id if notice.again else None
        self.conversation.tell(notice, again=again, record_id=record.id, briefly=speaks or answers)

    def settle_question(self, call: Call, decision: Decision) -> None:
        """Settle a spoken question's call without running it."""
        call.evidence = decision.evidence
        call.decided_at = self.clock.now()
        self.gate.settle(call, decision.gate, Outcome(ok=False, entered=False))

    def call_moved(self, call: Call) -> None:
        """Keep up which calls are under way, and what the panel says the agent is doing."""
        if call.state == "settled":
            self.moving.discard(call)
            if self.nothing_moves is not None and not self.moving:
                self.nothing_moves.set()
        else:
            self.moving.add(call)
        self.outside.call_moved(call)
        record = call.record
        if record is not None:
            self.show(self.screen.record, record)
            if not record.outcome.ok:
                self.show(self.unsuccessful, record, call)
        self.show(self.screen.call, call)
        if not self.status_due:
            self.tell_status_soon()

    def tell_status_soon(self) -> None:
        """Tell the page what the agent is doing, once what happens now has happened."""
        if not self.status_due:
            self.status_due = True
            try:
                asyncio.get_running_loop().call_soon(self.tell_status)
            except RuntimeError:  # a call was closed with no event loop around; nobody is there to be told
                self.status_due = False

    def tell_status(self) -> None:
        """Work out what the agent is doing or waiting for, and tell the page."""
        self.status_due = False
        entered = next((call.label for call in self.moving if call.state == "entered"), None)
        status = status_of(
            entered,
            card=self.cards.on_screen is not None,
            working=self.working is not None,
            asking=self.consent.open is not None,
            say=self.say,
        )
        if status != self.status:
            self.status = status
            self.show(self.screen.status, status)

    # The page comes and goes

    def attach(
        self, catalogue: Catalogue, settings: SessionSettings, screen: Screen, *, same_page: bool = False
    ) -> None:
        """Show this session on a page that a browser has just connected to.

        Args:
            catalogue: what the page offers.
            settings: what its Provider fixed.
            screen: where to show what happens.
            same_page: the page was there before and only its connection was lost; on any other page Hand
                mode starts off.
        """
        self.catalogue = catalogue
        self.settings = settings
        self.caller = caller_of(self.settings.agent)
        self.journal.callback_is(settings.on_action_record)
        self.screen = screen
        if not same_page:
            self.hand.new_page()
        self.cards.page_attached()
        self.outside.page_attached()

    def detach(self) -> None:
        """The page is gone for now."""
        self.cards.page_detached()

    def withdraw(self, decision: Decision) -> None:
        """Take back everything the user is being asked."""
        self.cards.withdraw_all(decision)
        self.consent.close(decision)

    def end(self, cause: Cause = "session_ended") -> None:
        """End the session: what is open settles `timeout`, what runs is told, nothing new is let in."""
        if self.ended:
            return
        self.ended = True
        self.finder.is_open = False
        self.turns.clear()
        gone = Decision("timeout", Evidence(by="gate", cause=cause), "said.pageGone")
        if self.turn is not None:
            self.turn.end(gone)
        self.withdraw(gone)
        self.outside.end()
        self.hand.disarm("said.handEnded")
        if self.working is not None:
            self.working.cancel()

    async def close(self) -> None:
        """Wait, for a bounded time, until what ran has settled and every record was handed on."""
        until = asyncio.get_running_loop().time() + CLOSING_SECONDS
        if self.working is not None:
            await asyncio.wait((self.working,), timeout=CLOSING_SECONDS)
        if self.moving:
            self.nothing_moves = asyncio.Event()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self.nothing_moves.wait()
        for call in list(self.moving):
            self.gate.leave_behind(call, CUT_OFF)
        await self.journal.flush(CLOSING_SECONDS)
