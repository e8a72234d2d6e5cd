"""Faults in what is checked again once there is a yes, and in what then runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from coworkkit.core import action, finder, gate, judgement
from coworkkit.core.card import Card
from coworkkit.core.card_line import CardLine, StoppedWhileAsked
from coworkkit.core.control import Control
from coworkkit.core.finder import Finder
from coworkkit.core.gate import Gate
from coworkkit.errors import Refusal

from .fault import fault
from .promises import Promise

# Once more, at the moment of running


@fault(Gate, "prepare_again", Promise.SHOWN)
def the_summary_is_not_read_again(right: Any) -> Any:
    async def prepare_again(self: Gate, call: Any) -> Any:
        return self.finder.find_again(call), call.summary

    return prepare_again


@fault(Finder, "find_again", Promise.MOUNTED, Promise.DECIDED)
def what_is_mounted_is_not_checked_again(right: Any) -> Any:
    def find_again(self: Finder, call: Any) -> Any:
        self.check_hand(call, call.action)
        return call.action

    return find_again


@fault(finder, "is_same", Promise.MOUNTED)
def another_function_under_the_name_will_do(right: Any) -> Any:
    return lambda asked_about, found, *, same_page: True


@fault(Finder, "check_hand", Promise.HAND)
def hand_mode_is_not_checked_again(right: Any) -> Any:
    def check_hand(self: Finder, call: Any, action: Any) -> None:
        if call.state == "bound":
            right(self, call, action)

    return check_hand


@fault(Finder, "find", Promise.DECIDED)
def a_session_that_ended_is_not_noticed(right: Any) -> Any:
    def find(self: Finder, call: Any) -> Any:
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
        action, call.summary = await self.words_for(call, action)
        self.ask(call)
        self.cards.ask(judgement.lay_out(call, action), self.situation.settings.confirmation_timeout)
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
