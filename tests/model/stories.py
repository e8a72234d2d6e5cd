"""For each seeded fault, the shortest course of events in which it shows. A right gate gets through all of them.

A story makes the same moves as the machine, and is judged by the same promises.
"""

from __future__ import annotations

from collections.abc import Callable

from .app import Request
from .attempt import Attempt
from .book import HAND_IDLE
from .seen_cards import ARMING, CARD_TIME, Drawn, Spoiled
from .spoken import QUESTION_LIFE
from .stage import Stage

ANN, BOB = "ann", "bob"

PAY = Request("pay")
SEND = Request("send")
ERASE = Request("erase_board")
ARCHIVE = Request("archive")
BURN = Request("lamp.burn")
VAULT = Request("vault")
SWITCH = Request("lamp.switch")

Story = Callable[[Stage], None]
STORIES: dict[str, Story] = {}


def story(tell: Story) -> Story:
    """Register a story under its name, which is that of the fault it is about."""
    STORIES[tell.__name__] = tell
    return tell


def card_of(stage: Stage, request: Request, user: str = ANN) -> Drawn:
    """Have an agent call a hard action, and let its user read the card until a press on it counts."""
    stage.call(user, request)
    drawn = stage.read_card(user)
    assert drawn is not None, f"{request} brought no card"
    stage.wait(ARMING)
    return drawn


def asked(stage: Stage, request: Request) -> Attempt:
    """Have an agent call a soft action."""
    attempt = stage.call(ANN, request)
    assert stage.desks[ANN].book.questions.open is not None, f"{request} brought no question"
    return attempt


def press(stage: Stage, drawn: Drawn, spoiled: Spoiled = "", user: str = ANN) -> None:
    """Press Confirm."""
    stage.press(user, "confirm", drawn, spoiled)


# Whose answer, to what


@story
def the_nonce_is_not_compared(stage: Stage) -> None:
    press(stage, card_of(stage, PAY), "nonce")


@story
def an_answer_is_not_bound_to_its_card(stage: Stage) -> None:
    first = card_of(stage, PAY)
    press(stage, first)
    card_of(stage, ERASE)
    press(stage, first)


@story
def any_user_may_press(stage: Stage) -> None:
    press(stage, card_of(stage, PAY, user=ANN), user=BOB)


@story
def a_press_from_before_the_reload_counts(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.load_page(ANN, same_page=False)
    press(stage, drawn)


@story
def a_yes_is_not_bound_to_its_call(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.answer(ANN, "yes")
    stage.call(ANN, Request("archive", to="bob"))


@story
def a_yes_may_be_used_again(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.answer(ANN, "yes")
    stage.call(ANN, ARCHIVE)
    stage.call(ANN, ARCHIVE)


@story
def a_yes_counts_before_the_question_was_seen(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.say(ANN, "yes", seen=None)
    stage.call(ANN, ARCHIVE)


@story
def yes_later_counts_as_a_yes(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.answer(ANN, "unclear")
    stage.call(ANN, ARCHIVE)


@story
def a_yes_that_was_taken_back_counts(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.answer(ANN, "yes")
    stage.answer(ANN, "unclear")
    stage.call(ANN, ARCHIVE)


# When


@story
def a_card_has_no_deadline(stage: Stage) -> None:
    card_of(stage, PAY)
    stage.wait(CARD_TIME)


@story
def a_press_after_the_deadline_counts(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.be_late(CARD_TIME)
    press(stage, drawn)


@story
def a_card_needs_no_arming(stage: Stage) -> None:
    stage.call(ANN, PAY)
    drawn = stage.read_card(ANN)
    assert drawn is not None
    press(stage, drawn)


@story
def folded_values_need_not_be_opened(stage: Stage) -> None:
    stage.call(ANN, PAY)
    drawn = stage.desks[ANN].drawn[-1]
    stage.paint(ANN, drawn)
    stage.wait(ARMING)
    press(stage, drawn)


@story
def a_changed_card_keeps_its_arming(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.change_world()
    press(stage, drawn)
    press(stage, stage.desks[ANN].drawn[-1])


@story
def a_question_never_dies(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.wait(QUESTION_LIFE)


@story
def a_yes_outlives_its_question_while_the_server_is_busy(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.answer(ANN, "yes")
    stage.be_late(QUESTION_LIFE)
    stage.call(ANN, ARCHIVE)


# Once more, at the moment of running


@story
def the_summary_is_not_read_again(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.change_world()
    press(stage, drawn)


@story
def what_is_mounted_is_not_checked_again(stage: Stage) -> None:
    drawn = card_of(stage, SEND)
    stage.mount(ANN, "send", None)
    press(stage, drawn)


@story
def another_function_under_the_name_will_do(stage: Stage) -> None:
    drawn = card_of(stage, SEND)
    stage.mount(ANN, "send", "stone")
    press(stage, drawn)


@story
def hand_mode_is_not_checked_again(stage: Stage) -> None:
    stage.press_hand(ANN, True)
    drawn = card_of(stage, BURN)
    stage.press_hand(ANN, False)
    press(stage, drawn)


@story
def a_session_that_ended_is_not_noticed(stage: Stage) -> None:
    drawn = card_of(stage, ERASE)
    stage.trouble("summary", "waits")
    press(stage, drawn)
    stage.end(ANN, "tab_gone")
    stage.release(stage.attempts[-1])


@story
def a_basic_card_will_do(stage: Stage) -> None:
    stage.load_page(ANN, same_page=False, framed=False)
    stage.call(ANN, VAULT)


# What runs


@story
def arguments_are_not_frozen(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.change_sent(stage.attempts[-1])
    press(stage, drawn)


@story
def a_summary_function_gets_the_arguments_that_will_run(stage: Stage) -> None:
    press(stage, card_of(stage, PAY))


@story
def it_runs_before_the_decision(stage: Stage) -> None:
    stage.call(ANN, PAY)


@story
def cancelled_counts_as_confirmed(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.press(ANN, "cancel", drawn)


@story
def silence_counts_as_a_yes(stage: Stage) -> None:
    card_of(stage, PAY)
    stage.wait(CARD_TIME)


@story
def a_call_that_was_called_off_runs(stage: Stage) -> None:
    drawn = card_of(stage, PAY)
    stage.meanwhile(1)
    press(stage, drawn)
    stage.give_up(stage.attempts[-1])


@story
def a_level_that_fails_counts_as_open(stage: Stage) -> None:
    stage.trouble("level", "raises")
    stage.call(ANN, PAY)


@story
def a_summary_that_fails_is_made_up_for(stage: Stage) -> None:
    stage.trouble("summary", "raises")
    stage.call(ANN, PAY)


@story
def the_safety_net_has_a_hole(stage: Stage) -> None:
    stage.call(ANN, Request("remove_tag"))


@story
def a_function_runs_twice(stage: Stage) -> None:
    stage.call(ANN, Request("look"))


# What is told


@story
def a_record_is_written_twice(stage: Stage) -> None:
    stage.call(ANN, Request("look"))


@story
def the_record_of_a_failure_is_lost(stage: Stage) -> None:
    stage.call(ANN, Request("look"), "raises")


@story
def the_record_of_a_call_that_was_given_up_is_lost(stage: Stage) -> None:
    card_of(stage, PAY)
    stage.give_up(stage.attempts[-1])


@story
def the_agent_is_told_that_it_ran(stage: Stage) -> None:
    stage.press(ANN, "cancel", card_of(stage, PAY))


@story
def silence_is_recorded_as_a_refusal(stage: Stage) -> None:
    card_of(stage, PAY)
    stage.wait(CARD_TIME)


@story
def what_was_declined_is_asked_again(stage: Stage) -> None:
    stage.press(ANN, "cancel", card_of(stage, PAY))
    stage.call(ANN, PAY)


@story
def nobody_tires(stage: Stage) -> None:
    for to in ("ann", "bob", "cleo"):
        stage.press(ANN, "cancel", card_of(stage, Request("pay", to=to)))
    stage.say(ANN, "unclear", seen=None)
    stage.call(ANN, PAY)


# Hand mode, Stop and the end


@story
def a_late_on_undoes_a_later_off(stage: Stage) -> None:
    stage.press_hand(ANN, True)
    stage.press_hand(ANN, False)
    stage.press_hand(ANN, True, back=1)
    stage.call(ANN, SWITCH)


@story
def hand_mode_survives_a_reload(stage: Stage) -> None:
    stage.press_hand(ANN, True)
    stage.load_page(ANN, same_page=False)
    stage.call(ANN, SWITCH)


@story
def hand_mode_stays_on_while_nobody_is_there(stage: Stage) -> None:
    stage.press_hand(ANN, True)
    stage.wait(HAND_IDLE)
    stage.call(ANN, SWITCH)


@story
def stop_and_the_end_leave_questions_open(stage: Stage) -> None:
    asked(stage, ARCHIVE)
    stage.stop(ANN)


@story
def hand_mode_outlives_its_time_while_the_server_is_busy(stage: Stage) -> None:
    stage.press_hand(ANN, True)
    stage.be_late(HAND_IDLE)
    stage.call(ANN, SWITCH)


@story
def the_panel_waits_for_a_click_that_was_made(stage: Stage) -> None:
    drawn = card_of(stage, ERASE)
    stage.trouble("summary", "waits")
    press(stage, drawn)


@story
def an_agent_that_was_stopped_before_it_began_works_for_ever(stage: Stage) -> None:
    stage.meanwhile(1)
    stage.say(ANN, "unclear", seen=None)
    stage.stop(ANN)
