"""The model bites: with any one fault in the gate it fails, every time, and without one it does not.

Each fault meets its own story. Those that chance finds fast also meet the search of `machine.py`, in the same order of
moves each time, with several times the runs that any of them needs.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from . import faults_at_running, faults_of_answers, faults_of_telling
from .fault import FAULTS
from .machine import GateMachine
from .promises import Broken
from .stage import Stage
from .stories import STORIES, Story

FOUND_BY_CHANCE = (
    faults_of_answers.the_nonce_is_not_compared,
    faults_of_answers.an_answer_is_not_bound_to_its_card,
    faults_of_answers.any_user_may_press,
    faults_of_answers.a_yes_may_be_used_again,
    faults_of_answers.a_yes_counts_before_the_question_was_seen,
    faults_of_answers.yes_later_counts_as_a_yes,
    faults_of_answers.a_card_has_no_deadline,
    faults_at_running.the_summary_is_not_read_again,
    faults_at_running.it_runs_before_the_decision,
    faults_at_running.cancelled_counts_as_confirmed,
    faults_at_running.silence_counts_as_a_yes,
    faults_at_running.the_safety_net_has_a_hole,
    faults_at_running.a_function_runs_twice,
    faults_of_telling.a_record_is_written_twice,
    faults_of_telling.the_record_of_a_failure_is_lost,
    faults_of_telling.the_agent_is_told_that_it_ran,
)
BUDGET = settings(
    max_examples=200,
    stateful_step_count=50,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


def tell(story: Story) -> None:
    """Play a story to its end, with all that the machine does at the end of a run."""
    stage = Stage("ann", "bob")
    try:
        story(stage)
        stage.finish()
    finally:
        stage.close()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_a_promise_in_its_story(name: str) -> None:
    fault = FAULTS[name]
    with fault.at_work(), pytest.raises(Broken) as broken:
        tell(STORIES[name])
    assert broken.value.promises & fault.breaks, broken.value


@pytest.mark.parametrize("name", STORIES)
def test_the_same_story_breaks_nothing_without_the_fault(name: str) -> None:
    tell(STORIES[name])


def test_each_fault_has_its_story_and_each_story_its_fault() -> None:
    assert FAULTS.keys() == STORIES.keys() and len(FAULTS) >= 12


@pytest.mark.parametrize("name", [make.__name__ for make in FOUND_BY_CHANCE])
def test_chance_finds_a_fault(name: str) -> None:
    with FAULTS[name].at_work(), pytest.raises(Broken):
        run_state_machine_as_test(GateMachine, settings=BUDGET)


def test_chance_finds_nothing_without_a_fault() -> None:
    run_state_machine_as_test(GateMachine, settings=BUDGET)
