"""Faults in what is told and recorded, in Hand mode, and in how things end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from coworkkit import CallResult
from coworkkit.core.fatigue import Fatigue
from coworkkit.core.gate import Gate
from coworkkit.core.hand import HandMode
from coworkkit.core.journal import Journal
from coworkkit.core.session import Session

from .fault import fault
from .promises import Promise

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


@fault(HandMode, "still_armed", Promise.HAND)
def hand_mode_outlives_its_time_while_the_server_is_busy(right: Any) -> Any:
    return lambda self: self.armed


@fault(Session, "card_changed", Promise.AGREE)
def the_panel_waits_for_a_click_that_was_made(right: Any) -> Any:
    return lambda self, *changed: self.show(self.screen.card, *changed)


@fault(Session, "worked", Promise.AGREE)
def an_agent_that_was_stopped_before_it_began_works_for_ever(right: Any) -> Any:
    return lambda self, task: None if task.cancelled() else right(self, task)
