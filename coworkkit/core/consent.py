"""Soft consent: one open question at a time, and only a later turn of the user answers it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..errors import Refusal
from .answer import Answer, AnswerReader
from .call import Call
from .card import Decision
from .clock import Clock, Timer
from .ids import new_id
from .record import Evidence
from .wording import Say, in_english

logger = logging.getLogger("coworkkit")

QUESTION_SECONDS = 300.0
"""How long a question may stay unanswered before it dies (design §3)."""

QUESTION_MARKS = ("?", "？", "؟", "\u037e")


@dataclass(slots=True, eq=False)
class OpenQuestion:
    """A question the agent was given to say, and what the user has said since.

    Attributes:
        id: names it; the page sends it back with what the user types once it is on screen.
        call: the call it is about, with the arguments that will run.
        text: the question.
        painted: whether it has reached the screen.
        answer: how the user's latest turn reads; None while there has been none.
        words: that turn's text.
    """

    id: str
    call: Call
    text: str
    painted: bool = False
    answer: Answer | None = None
    words: str | None = None


Standing = Literal["confirmed", "declined", "ask"]


class Consent:
    """The spoken yes of one session.

    Args:
        clock: the time a question's life is judged by.
        read: reads the user's answers.
        settle: ends a question's call without running it: the user declined, or nobody answered.
        on_change: told when the open question changes.
        say: returns the words of a key, in the app's language.
    """

    def __init__(
        self,
        clock: Clock,
        read: AnswerReader,
        settle: Callable[[Call, Decision], None],
        on_change: Callable[[OpenQuestion | None], None],
        say: Say = in_english,
    ) -> None:
        self.clock = clock
        self.read = read
        self.settle = settle
        self.on_change = on_change
        self.say = say
        self.open: OpenQuestion | None = None
        self.untold: OpenQuestion | None = None
        self.timer: Timer | None = None
        self.dies_at = 0.0

    def hear(self, text: str, seen: str | None) -> None:
        """Take a user's turn.

        Args:
            text: what the user typed.
            seen: the id of the question that was on screen when the user began to type. Without it the
                turn was composed before the question was there, and cannot be an answer to it.
        """
        self.untold = None
        self.check_time()
        question = self.open
        if question is None:
            return
        answer = Answer.UNCLEAR
        if question.painted and seen == question.id:
            answer = self.reading(text)
        question.answer = answer
        question.words = text
        if answer is Answer.NO:
            self.untold = question
            self.close(Decision("cancelled", Evidence(by="words", cause="words", words=text), "said.saidNo"))

    def reading(self, text: str) -> Answer:
        """Read an answer; a reader that fails or returns anything else has read nothing."""
        try:
            read = self.read(text)
        except Exception:
            logger.exception(
                "coworkkit: reading the user's answer failed, so it does not count as a yes; mend read_answer"
            )
            return Answer.UNCLEAR
        return read if isinstance(read, Answer) else Answer.UNCLEAR

    def painted(self, question_id: str) -> None:
        """The page has painted the question: from now on the user can answer it."""
        if self.open is not None and self.open.id == question_id:
            self.open.painted = True

    def standing(self, call: Call) -> tuple[Standing, OpenQuestion | None]:
        """Return where a call stands with the user, and the question about it.

        Raises:
            Refusal: ``confirmation_busy``, another question is waiting for its first answer.
        """
        self.check_time()
        if self.untold is not None and same(self.untold.call, call):
            question, self.untold = self.untold, None
            return "declined", question
        question_now = self.open
        if question_now is None:
            return "ask", None
        if not same(question_now.call, call):
            if question_now.answer is None:
                raise Refusal(
                    "confirmation_busy",
                    f"The user has not answered the question about {question_now.call.name!r} yet. Ask one thing "
                    "at a time: wait for the answer, then try again. Nothing was run.",
                )
            self.close(overtaken())
            return "ask", None
        if question_now.answer is Answer.YES:
            return "confirmed", question_now
        return "ask", question_now

    def ask(self, call: Call, summary: str) -> OpenQuestion:
        """Put a question to the user. Asked again before any answer, it is the same question."""
        question, text = self.open, spoken(summary, self.say)
        if question is not None and question.answer is None and question.text == text:
            return question
        self.open = OpenQuestion(new_id(), call, text)
        self.restart_timer()
        self.on_change(self.open)
        return self.open

    def taken_over(self, question: OpenQuestion, by: Call) -> Call:
        """Return the call a question is about, which goes on with what a later one of the same has found."""
        question.call.action, question.call.page, question.call.address = by.action, by.page, by.address
        return question.call

    def take(self, question: OpenQuestion) -> Evidence:
        """Use up a yes. It was good for this one run."""
        self.stop_timer()
        self.open = None
        self.on_change(None)
        return Evidence(by="words", cause="words", words=question.words)

    def close(self, decision: Decision) -> None:
        """End the open question without running its call."""
        question = self.open
        if question is None:
            return
        self.stop_timer()
        self.open = None
        self.settle(question.call, decision)
        self.on_change(None)

    def restart_timer(self) -> None:
        """Give the question its full life."""
        self.stop_timer()
        self.dies_at = self.clock.monotonic() + QUESTION_SECONDS
        self.timer = self.clock.call_later(QUESTION_SECONDS, lambda: self.close(unanswered()))

    def check_time(self) -> None:
        """End a question whose time is over, where a busy event loop has not come to its timer yet."""
        if self.open is not None and self.clock.monotonic() >= self.dies_at:
            self.close(unanswered())

    def stop_timer(self) -> None:
        """Call off the question's end."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def same(one: Call, other: Call) -> bool:
    """Return whether two calls ask for the same action with the same arguments."""
    return one.name == other.name and one.canonical == other.canonical


def spoken(summary: str, say: Say) -> str:
    """Turn a summary into something to say that ends in a question, in any script."""
    text = summary.strip()
    return text if text.endswith(QUESTION_MARKS) else say("said.goAhead", summary=text)


def unanswered() -> Decision:
    """The end of a question whose time is over. Nobody said no to it."""
    return Decision("timeout", Evidence(by="clock", cause="deadline"), "said.noAnswer")


def overtaken() -> Decision:
    """The end of a question the conversation has moved on from. Nobody said no to it."""
    return Decision("timeout", Evidence(by="gate", cause="overtaken"), "said.movedOn")
