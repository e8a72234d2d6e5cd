"""Faults of the gate, each in one function: what the model must notice, or it is not worth much.

A fault takes the right function and returns the faulty one, which is put in its place while a test runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from coworkkit import Answer, CallResult, Evidence
from coworkkit.core import action, consent, gate, judgement
from coworkkit.core.card import Card
from coworkkit.core.card_line import CardLine, Press, StoppedWhileAsked
from coworkkit.core.consent import Consent
from coworkkit.core.control import Control
from coworkkit.core.fatigue import Fatigue
from coworkkit.core.gate import Gate
from coworkkit.core.hand import HandMode
from coworkkit.core.journal import Journal
from coworkkit.core.session import Session
from coworkkit.errors import Refusal

from .promises import Promise

Make = Callable[[Any], Any]


@dataclass(frozen=True)
class Fault:
    """One fault.

    Attributes:
        name: what goes wrong, in words.
        owner: the class or module whose function is replaced.
        attribute: the function.
        make: makes the faulty function of the right one.
        breaks: the promises it may be noticed by.
    """

    name: str
    owner: Any
    attribute: str
    make: Make
    breaks: frozenset[Promise]

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have the fault, for the time of the block."""
        with mock.patch.object(self.owner, self.attribute, self.make(getattr(self.owner, self.attribute))):
            yield


FAULTS: dict[str, Fault] = {}


def fault(owner: Any, attribute: str, *breaks: Promise) -> Callable[[Make], Make]:
    """Register a fault under the name of the function that makes it."""

    def register(make: Make) -> Make:
        FAULTS[make.__name__] = Fault(make.__name__, owner, attribute, make, frozenset(breaks))
        return make

    return register


# Whose answer, to what


@fault(CardLine, "matching", Promise.PRESS)
def the_nonce_is_not_compared(right: Any) -> Any:
    def matching(self: CardLine, press: Press) -> Card | None:
        card = self.on_screen
        return right(self, press if card is None else replace(press, nonce=card.nonce))

    return matching


@fault(CardLine, "matching", Promise.PRESS)
def an_answer_is_not_bound_to_its_card(right: Any) -> Any:
    def matching(self: CardLine, press: Press) -> Card | None:
        card = self.on_screen
        return right(self, press if card is None else Press(card.id, card.nonce, card.revision))

    return matching


@fault(CardLine, "__init__", Promise.PRESS)
def any_user_may_press(right: Any) -> Any:
    cards_of_all: list[Card] = []

    def init(self: CardLine, *given: Any) -> None:
        right(self, *given)
        self.cards = cards_of_all

    return init


@fault(Card, "renew", Promise.PRESS)
def a_press_from_before_the_reload_counts(right: Any) -> Any:
    def renew(self: Card, *content: Any) -> None:
        nonce, self_shown, unfolded = self.nonce, self.shown_at, self.unfolded
        right(self, *content)
        if not content:
            self.nonce, self.shown_at, self.unfolded = nonce, self_shown, unfolded

    return renew


@fault(consent, "same", Promise.DECIDED, Promise.ASKED, Promise.SHOWN)
def a_yes_is_not_bound_to_its_call(right: Any) -> Any:
    return lambda one, other: True


@fault(Consent, "take", Promise.DECIDED, Promise.ENDS, Promise.ONCE)
def a_yes_may_be_used_again(right: Any) -> Any:
    return lambda self, question: Evidence(by="words", cause="words", words=question.words)


@fault(Consent, "hear", Promise.DECIDED)
def a_yes_counts_before_the_question_was_seen(right: Any) -> Any:
    def hear(self: Consent, text: str, seen: str | None) -> None:
        if self.open is not None:
            self.open.painted = True
            seen = self.open.id
        right(self, text, seen)

    return hear


@fault(Consent, "reading", Promise.DECIDED, Promise.AGREE)
def yes_later_counts_as_a_yes(right: Any) -> Any:
    return lambda self, text: Answer.YES if "yes" in text.lower() else right(self, text)


@fault(Consent, "hear", Promise.DECIDED)
def a_yes_that_was_taken_back_counts(right: Any) -> Any:
    def hear(self: Consent, text: str, seen: str | None) -> None:
        question = self.open
        said_yes = question is not None and question.answer is Answer.YES
        right(self, text, seen)
        if said_yes and question is not None:
            question.answer = Answer.YES

    return hear


# When


@fault(CardLine, "painted", Promise.ENDS, Promise.PRESS)
def a_card_has_no_deadline(right: Any) -> Any:
    def painted(self: CardLine, press: Press) -> Any:
        reply = right(self, press)
        if self.on_screen is not None:
            self.on_screen.deadline = None
            self.on_screen.stop_timer()
        return reply

    return painted


@fault(CardLine, "matching", Promise.PRESS)
def a_press_after_the_deadline_counts(right: Any) -> Any:
    def matching(self: CardLine, press: Press) -> Card | None:
        card = self.on_screen
        if card is None:
            return None
        deadline, card.deadline = card.deadline, None
        matched = right(self, press)
        card.deadline = deadline
        return matched

    return matching


@fault(CardLine, "confirm", Promise.PRESS)
def a_card_needs_no_arming(right: Any) -> Any:
    def confirm(self: CardLine, press: Press, evidence: Evidence) -> Any:
        if self.on_screen is not None and self.on_screen.shown_at is not None:
            self.on_screen.shown_at -= 60
        return right(self, press, evidence)

    return confirm


@fault(CardLine, "confirm", Promise.PRESS)
def folded_values_need_not_be_opened(right: Any) -> Any:
    def confirm(self: CardLine, press: Press, evidence: Evidence) -> Any:
        if self.on_screen is not None:
            self.on_screen.unfolded = True
        return right(self, press, evidence)

    return confirm


@fault(Card, "renew", Promise.PRESS)
def a_changed_card_keeps_its_arming(right: Any) -> Any:
    def renew(self: Card, *content: Any) -> None:
        shown_at, unfolded = self.shown_at, self.unfolded
        right(self, *content)
        self.shown_at, self.unfolded = shown_at, unfolded

    return renew


@fault(Consent, "restart_timer", Promise.ENDS, Promise.DECIDED)
def a_question_never_dies(right: Any) -> Any:
    return lambda self: None


# Once more, at the moment of running


@fault(Gate, "prepare_again", Promise.SHOWN)
def the_summary_is_not_read_again(right: Any) -> Any:
    async def prepare_again(self: Gate, call: Any) -> Any:
        return self.check_again(call), call.summary

    return prepare_again


@fault(Gate, "check_again", Promise.MOUNTED, Promise.DECIDED)
def what_is_mounted_is_not_checked_again(right: Any) -> Any:
    def check_again(self: Gate, call: Any) -> Any:
        self.check_hand(call, call.action)
        return call.action

    return check_again


@fault(gate, "is_same", Promise.MOUNTED)
def another_function_under_the_name_will_do(right: Any) -> Any:
    return lambda asked_about, found, *, same_page: True


@fault(Gate, "check_hand", Promise.HAND)
def hand_mode_is_not_checked_again(right: Any) -> Any:
    def check_hand(self: Gate, call: Any, action: Any) -> None:
        if call.state == "bound":
            right(self, call, action)

    return check_hand


@fault(Gate, "find", Promise.DECIDED)
def a_session_that_ended_is_not_noticed(right: Any) -> Any:
    def find(self: Gate, call: Any) -> Any:
        was_open, self.is_open = self.is_open, self.is_open or call.state == "asked"
        try:
            return right(self, call)
        finally:
            self.is_open = was_open

    return find


@fault(Gate, "check_card", Promise.ASKED, Promise.DECIDED)
def a_basic_card_will_do(right: Any) -> Any:
    return lambda self, action: self.fatigue.check(action.name)


# What runs


@fault(gate, "bind", Promise.SHOWN)
def arguments_are_not_frozen(right: Any) -> Any:
    def bind(call: Any, action: Any, arguments: Any, *, again: bool) -> None:
        right(call, action, arguments, again=again)
        if isinstance(arguments, dict):
            call.arguments = {**call.arguments, "basket": arguments["basket"]}

    return bind


@fault(judgement, "detached", Promise.SHOWN)
def a_summary_function_gets_the_arguments_that_will_run(right: Any) -> Any:
    return lambda value: value


@fault(Gate, "ask_by_card", Promise.DECIDED)
def it_runs_before_the_decision(right: Any) -> Any:
    async def ask_by_card(self: Gate, call: Any, action: Any) -> Any:
        call.summary = await self.summary_of(call, action)
        self.ask(call)
        self.cards.ask(judgement.lay_out(call, action), self.seconds())
        call.move("confirm")
        return action

    return ask_by_card


@fault(CardLine, "decision_on", Promise.DECIDED)
def cancelled_counts_as_confirmed(right: Any) -> Any:
    async def decision_on(self: CardLine, card: Card) -> Any:
        decision = await right(self, card)
        return replace(decision, gate="confirmed") if decision.gate == "cancelled" else decision

    return decision_on


@fault(CardLine, "decision_on", Promise.DECIDED)
def silence_counts_as_a_yes(right: Any) -> Any:
    async def decision_on(self: CardLine, card: Card) -> Any:
        decision = await right(self, card)
        return replace(decision, gate="confirmed") if decision.gate == "timeout" else decision

    return decision_on


@fault(CardLine, "decision_on", Promise.DECIDED)
def a_call_that_was_called_off_runs(right: Any) -> Any:
    async def decision_on(self: CardLine, card: Card) -> Any:
        try:
            return await right(self, card)
        except StoppedWhileAsked as stop:
            return stop.decision

    return decision_on


@fault(gate, "judge_level", Promise.DECIDED)
def a_level_that_fails_counts_as_open(right: Any) -> Any:
    async def judge_level(*given: Any) -> Control:
        try:
            level: Control = await right(*given)
        except Refusal:
            return Control.OPEN
        return level

    return judge_level


@fault(gate, "read_summary", Promise.SHOWN)
def a_summary_that_fails_is_made_up_for(right: Any) -> Any:
    async def read_summary(action: Any, *given: Any) -> str:
        try:
            text: str = await right(action, *given)
        except Refusal:
            return str(action.description)
        return text

    return read_summary


@fault(action, "level_by_default", Promise.DECIDED)
def the_safety_net_has_a_hole(right: Any) -> Any:
    return lambda baseline, *, caught: (baseline, "default")


@fault(gate, "call_plain", Promise.ONCE)
def a_function_runs_twice(right: Any) -> Any:
    async def call_plain(function: Any, **given: Any) -> Any:
        await right(function, **given)
        return await right(function, **given)

    return call_plain


# What is told


@fault(Journal, "write", Promise.RECORD)
def a_record_is_written_twice(right: Any) -> Any:
    def write(self: Journal, record: Any) -> None:
        right(self, record)
        right(self, record)

    return write


@fault(Journal, "write", Promise.RECORD)
def the_record_of_a_failure_is_lost(right: Any) -> Any:
    def write(self: Journal, record: Any) -> None:
        if record.outcome.error is None or record.outcome.error.code != "internal":
            right(self, record)

    return write


@fault(Gate, "settle_unrun", Promise.RECORD)
def the_record_of_a_call_that_was_given_up_is_lost(right: Any) -> Any:
    def settle_unrun(self: Gate, call: Any, decision: Any, told_as: str) -> Any:
        if decision.evidence.cause != "given_up":
            return right(self, call, decision, told_as)
        return CallResult(told_as, False, "cancelled", "")

    return settle_unrun


@fault(Gate, "settle_unrun", Promise.AGREE)
def the_agent_is_told_that_it_ran(right: Any) -> Any:
    def settle_unrun(self: Gate, call: Any, decision: Any, told_as: str) -> Any:
        return replace(right(self, call, decision, told_as), ok=True, code=None)

    return settle_unrun


@fault(Gate, "settle_unrun", Promise.REASON)
def silence_is_recorded_as_a_refusal(right: Any) -> Any:
    def settle_unrun(self: Gate, call: Any, decision: Any, told_as: str) -> Any:
        return right(self, call, replace(decision, gate="cancelled"), told_as)

    return settle_unrun


@fault(Gate, "check_not_declined", Promise.ASKED)
def what_was_declined_is_asked_again(right: Any) -> Any:
    return lambda self, call: None


@fault(Fatigue, "check", Promise.ASKED)
def nobody_tires(right: Any) -> Any:
    return lambda self, action: None


# Hand mode, Stop and the end


@fault(HandMode, "press", Promise.HAND, Promise.AGREE)
def a_late_on_undoes_a_later_off(right: Any) -> Any:
    def press(self: HandMode, *, armed: bool, number: int) -> bool:
        self.switch(armed)
        return self.armed

    return press


@fault(HandMode, "new_page", Promise.HAND, Promise.AGREE)
def hand_mode_survives_a_reload(right: Any) -> Any:
    return lambda self: None


@fault(HandMode, "check_idle", Promise.HAND, Promise.AGREE)
def hand_mode_stays_on_while_nobody_is_there(right: Any) -> Any:
    return lambda self: None


@fault(Session, "withdraw", Promise.ENDS)
def stop_and_the_end_leave_questions_open(right: Any) -> Any:
    return lambda self, decision: None
