"""Faults in whose answer counts, to what, and when."""

from __future__ import annotations

from typing import Any

from coworkkit import Answer, Evidence
from coworkkit.core import consent
from coworkkit.core.card import Card
from coworkkit.core.card_line import CardLine, Press
from coworkkit.core.consent import Consent

from .fault import fault
from .promises import Promise

# Whose answer, to what


@fault(CardLine, "matching", Promise.PRESS)
def the_nonce_is_not_compared(right: Any) -> Any:
    def matching(self: CardLine, press: Press) -> Any:
        card = self.on_screen
        return right(self, press if card is None else press._replace(nonce=card.nonce))

    return matching


@fault(CardLine, "matching", Promise.PRESS)
def an_answer_is_not_bound_to_its_card(right: Any) -> Any:
    def matching(self: CardLine, press: Press) -> Any:
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
        was = (self.nonce, self.shown_at, self.unfolded)
        right(self, *content)
        if not content:
            self.nonce, self.shown_at, self.unfolded = was

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
    def matching(self: CardLine, press: Press) -> Any:
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


@fault(Consent, "check_time", Promise.DECIDED)
def a_yes_outlives_its_question_while_the_server_is_busy(right: Any) -> Any:
    return lambda self: None
