"""The gate: the one road from an agent's call to an action's function. It fails closed.

Find, bind, Hand, control, ask, again at the moment of running, run, record: in this order, in one coroutine.
Nothing else in the package calls an action's function.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from types import CoroutineType
from typing import Any

from ..errors import Refusal
from .account import failed, failure_of, log_failure, outcome_of_result, outcome_of_stopped, record_of
from .action import Action
from .binding import bind
from .call import Call, TurnEnd
from .card import GIVEN_UP, LONGEST_SUMMARY, Decision
from .card_line import CardLine
from .clock import Clock
from .consent import Consent, overtaken
from .control import Control
from .fatigue import Fatigue
from .finder import Finder
from .journal import Journal
from .judgement import judge_level, lay_out, read_summary
from .open_call import tell_settled
from .record import Caller, Failure, GateDecision, Outcome
from .result import CallResult
from .sameness import means_the_same
from .situation import Situation
from .tools import ActionContext
from .turn import DECLINED, MOVED_ON, NotConfirmed, decision_of, told_unrun
from .worker import NO_PLACE, Place, Room, StoppedWhileRunning, call_plain, was_stopped
from .yielded import FINISHED, completed

logger = logging.getLogger("coworkkit")

Answer = Coroutine[Any, Any, CallResult]


@dataclass(kw_only=True, eq=False)
class Gate:
    """The gate of one session.

    Args:
        situation: what the session is and shows now.
        finder: finds what is called.
        clock: the time.
        cards: the line of waiting cards.
        fatigue: stops an action that the user keeps declining.
        consent: the spoken questions.
        journal: where records go.
        context: makes the context of a call whose function takes one.
        on_call: told after a call was asked about, entered or settled.
    """

    situation: Situation
    finder: Finder
    clock: Clock
    cards: CardLine
    fatigue: Fatigue
    consent: Consent
    journal: Journal
    context: Callable[[Call], ActionContext]
    on_call: Callable[[Call], None]
    room: Room = field(default_factory=Room)
    question_room: Room = field(default_factory=Room)
    declined: set[tuple[str, bytes]] = field(default_factory=set)
    asking: set[tuple[str, bytes]] = field(default_factory=set)

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Any] | str | bytes,
        caller: Caller,
        call_id: str | None = None,
        turn_end: TurnEnd | None = None,
        turn_id: str | None = None,
        unlisted: Action | None = None,
    ) -> CallResult:
        """Take one call down the road and return what the agent is told.

        Args:
            name: the action's name.
            arguments: a mapping, or the JSON text of an object.
            caller: who asks.
            call_id: the caller's id for the call.
            turn_end: returns what ended the turn it belongs to.
            turn_id: that turn.
            unlisted: an action of the SDK's own that is in no catalogue; it takes the same road.

        Raises:
            asyncio.CancelledError: the task was cancelled. The call is settled and recorded first.
        """
        call = Call(name, caller, call_id, turn_end, turn_id)
        call.unlisted = unlisted
        told_as = call.id
        try:
            action = self.finder.find(call)
            level, _ = action.level(self.situation.catalogue.baseline)
            if isinstance(level, Control):
                call.control = level
            bind(call, action, arguments, again=level is not Control.OPEN)
            self.finder.check_hand(call, action)
            if level is Control.OPEN:
                call.move("fire")
                return await self.run(call, action, "fired", told_as)
            if not isinstance(level, Control):
                with self.situation.settings.on_page(action):
                    level = await judge_level(action, level, call.arguments, self.question_room)
                call.control = level
                action = self.finder.find_again(call)
            if level is Control.OPEN:
                call.move("fire")
                return await self.run(call, action, "fired", told_as)
            self.check_not_declined(call)
            if level is Control.HARD or not caller.hears_user:
                action = await self.ask_by_card(call, action)
                return await self.run(call, action, "confirmed", told_as)
            standing, question = self.consent.standing(call)
            if standing == "declined":
                self.declined.add((call.name, call.canonical))
                return CallResult(told_as, False, "cancelled", DECLINED)
            if standing == "confirmed" and question is not None:
                call = question.call
                call.turn_end = turn_end
                call.evidence = self.consent.take(question)
                call.decided_at = self.clock.now()
                action, summary = await self.prepare_again(call)
                if summary == call.summary:
                    call.move("confirm")
                    return await self.run(call, action, "confirmed", told_as)
            return await self.ask_aloud(call, action, told_as)
        except Refusal as refusal:
            return self.refuse(call, refusal, told_as)
        except NotConfirmed as no:
            return self.settle_unrun(call, no.decision, told_as)
        except asyncio.CancelledError as stop:
            if call.state != "settled":
                self.settle_unrun(call, decision_of(stop), told_as)
            # In Python 3.11 asyncio.timeout only knows its own cancellation by the plain class.
            raise asyncio.CancelledError(*stop.args) from stop
        except (Exception, SystemExit):
            if call.state == "settled":
                raise
            logger.exception("coworkkit: the gate failed on a call of %r, so nothing was run; please report this", name)
            fault = Refusal("unavailable", "The gate could not decide about this call, so nothing was run.")
            return self.refuse(call, fault, told_as)
        except BaseException:  # nobody waits for this call any more: its coroutine was closed
            if call.state != "settled":
                self.settle_unrun(call, GIVEN_UP, told_as)
            raise

    # Asking

    def check_not_declined(self, call: Call) -> None:
        """Refuse what the user has declined in this turn, or is being asked about at this moment."""
        key = (call.name, call.canonical)
        if key in self.declined:
            raise Refusal("cancelled", DECLINED)
        if key in self.asking:
            raise Refusal(
                "confirmation_busy", "The user is being asked about exactly this already. Wait for the answer."
            )

    def check_card(self, action: Action) -> None:
        """Refuse what may not ask any more, or may not be confirmed by the cards this page can show."""
        self.fatigue.check(action.name)
        if not self.situation.settings.trusts_card_of(action):
            raise Refusal(
                "unavailable",
                f"{action.name!r} may only be confirmed over a secure connection (HTTPS), and this page has none. "
                "Nothing was run.",
            )

    async def ask_by_card(self, call: Call, action: Action) -> Action:
        """Ask by the card until a click confirms exactly what will run; return the action to run.

        Raises:
            NotConfirmed: the person cancelled, or nobody decided.
        """
        self.check_card(action)
        key = (call.name, call.canonical)
        self.asking.add(key)
        try:
            action, call.summary = await self.words_for(call, action)
            self.ask(call)
            call.card = card = self.cards.ask(lay_out(call, action), self.situation.settings.confirmation_timeout)
            while True:
                try:
                    decision = await self.cards.decision_on(card)
                finally:
                    call.asked_at = card.first_shown_at
                call.decided_at = self.clock.now()
                call.evidence = decision.evidence
                self.fatigue.note(action.name, decision)
                if decision.gate != "confirmed":
                    raise NotConfirmed(decision)
                action, summary = await self.prepare_again(call)
                self.check_card(action)
                if summary == call.summary:
                    call.move("confirm")
                    return action
                call.summary = summary
                self.ask(call)
                self.cards.ask_again(card, lay_out(call, action))
        finally:
            self.asking.discard(key)

    async def ask_aloud(self, call: Call, action: Action, told_as: str) -> CallResult:
        """Give the agent the question to say. The call waits; nothing is settled."""
        _, summary = await self.words_for(call, action)
        standing, question = self.consent.standing(call)
        is_it = question is not None and means_the_same(question.call, call)
        if call.state == "asked" and (is_it or standing == "declined"):  # asked anew, and meanwhile by another call
            self.consent.settle(call, overtaken())
        if standing == "declined":
            self.declined.add((call.name, call.canonical))
            return CallResult(told_as, False, "cancelled", DECLINED)
        if question is not None and is_it:
            question.call.turn_end = call.turn_end
            call = self.consent.taken_over(question, call)
        elif question is not None:
            self.consent.close(overtaken())
        call.summary = summary
        call.asked_at = self.clock.now()
        self.ask(call)
        asked = self.consent.ask(call, summary)
        return CallResult(
            told_as,
            False,
            "needs_confirmation",
            "Ask the user this and stop. Call again, with the same arguments, after they have answered.",
            question=asked.text,
            question_id=asked.id,
        )

    async def prepare_again(self, call: Call) -> tuple[Action, str]:
        """After a yes: check everything again, the arguments too, and read the summary anew."""
        action = self.finder.find_again(call)
        if not action.parameters.plain:
            action.parameters.bind(call.raw)
        return await self.words_for(call, action)

    async def words_for(self, call: Call, action: Action) -> tuple[Action, str]:
        """Read the words to ask with, on the page of the user who is asked; check again what may have changed by then.

        An action without a summary function is asked about with its description, and nothing can change meanwhile.
        """
        if action.summary is None:
            return action, action.description[:LONGEST_SUMMARY]
        with self.situation.settings.on_page(action):
            summary = await read_summary(action, action.summary, call.arguments, call.secrets, self.question_room)
        return self.finder.find_again(call), summary

    def ask(self, call: Call) -> None:
        """Note that the user is being asked."""
        call.move("ask")
        self.on_call(call)

    # Running

    def run(self, call: Call, action: Action, decision: GateDecision, told_as: str) -> Answer:
        """Run the function: an async one at once, a plain one when there is a thread for it."""
        if action.is_async:
            return self.enter(call, action, decision, told_as, NO_PLACE)
        return self.run_in_room(call, action, decision, told_as)

    async def run_in_room(self, call: Call, action: Action, decision: GateDecision, told_as: str) -> CallResult:
        """Run a plain function when there is room for it; what had to wait is checked once more."""
        had_to_wait = self.room.is_full
        place = await self.room.place()
        try:
            if had_to_wait and call.asked_at is None:
                action = self.finder.find_again(call)
            elif had_to_wait:
                action, summary = await self.prepare_again(call)
                if summary != call.summary:
                    raise Refusal("unavailable", MOVED_ON)
            return await self.enter(call, action, decision, told_as, place)
        finally:
            place.leave()

    async def enter(self, call: Call, action: Action, decision: GateDecision, told_as: str, place: Place) -> CallResult:
        """Enter the function, once, with the frozen arguments; settle whatever comes of it."""
        started = perf_counter()
        try:
            with self.situation.settings.on_page(action):
                call.move("enter")
                self.on_call(call)
                given = call.arguments
                if action.parameters.context is not None:
                    given = {**given, action.parameters.context: self.context(call)}
                if action.is_async:
                    value = action.run(**given)
                    if type(value) is CoroutineType:
                        value = await value
                else:
                    value = await call_plain(partial(action.run, **given))
                    place.leave()
                if type(value) not in FINISHED:
                    value = await completed(value, self.room)
        except StoppedWhileRunning as stopped:
            self.settle(call, decision, outcome_of_stopped(call, stopped, perf_counter() - started))
            raise
        except BaseException as error:
            failure = failure_of(call, error)
            self.settle(call, decision, failed(call, failure, perf_counter() - started))
            if not isinstance(error, (Exception, SystemExit, asyncio.CancelledError)) or was_stopped(error):
                raise
            if not call.left_behind:
                log_failure(call, error)
            return CallResult(told_as, False, failure.code, failure.message)
        outcome, told = outcome_of_result(call, value, perf_counter() - started)
        self.settle(call, decision, outcome)
        return CallResult(told_as, True, None, outcome.note or "Done.", told)

    # Settling

    def refuse(self, call: Call, refusal: Refusal, told_as: str) -> CallResult:
        """Settle a call the gate did not let through."""
        failure = failure_of(call, refusal)
        decision: GateDecision = "needs_hand_mode" if refusal.code == "needs_hand_mode" else "refused"
        self.settle(call, decision, failed(call, failure))
        return CallResult(told_as, False, failure.code, failure.message, problems=refusal.problems)

    def settle_unrun(self, call: Call, decision: Decision, told_as: str) -> CallResult:
        """Settle a call that a person declined or nobody decided. Nothing failed; nothing ran."""
        call.evidence = decision.evidence
        call.decided_at = call.decided_at or self.clock.now()
        if decision.evidence.by == "card":
            self.declined.add((call.name, call.canonical))
        self.settle(call, decision.gate, Outcome(ok=False, entered=False))
        return told_unrun(told_as, decision)

    def settle(self, call: Call, decision: GateDecision, outcome: Outcome) -> None:
        """End a call and emit its one record."""
        if call.left_behind:
            return
        call.move("settle")
        if call.interactions and decision == "fired":
            decision = "confirmed"
        call.record = record_of(call, decision, outcome, self.situation, self.clock.now())
        self.journal.write(call.record)
        self.on_call(call)
        if call.when_settled:
            tell_settled(call, outcome)

    def leave_behind(self, call: Call, failure: Failure) -> None:
        """Settle a call that is still under way when the server stops; what comes of it later changes nothing."""
        if call.state == "entered":
            call.when_settled = ()  # how it ends is not known
            self.settle(call, "fired" if call.control is Control.OPEN else "confirmed", failed(call, failure))
        else:
            self.settle_unrun(call, GIVEN_UP, call.id)
        call.left_behind = True

    def new_user_turn(self) -> None:
        """Forget what was declined: the user has spoken again, and may have brought it up."""
        self.declined.clear()
