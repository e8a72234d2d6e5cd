"""What one user was asked in words, and which of their words answer it, by design §3 and docs/gate.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .attempt import Attempt, Matter, Yes
from .promises import Promise

if TYPE_CHECKING:
    from .book import Book

QUESTION_LIFE = 300.0

Meaning = Literal["yes", "no", "unclear"]

WORDS: dict[Meaning, tuple[str, ...]] = {
    "yes": ("yes", "Yes, please!", "ok, go ahead"),
    "no": ("no", "No, thanks.", "don't"),
    "unclear": ("yes, later", "do not approve this", "yes?", "да", "what would that cost", "not yet"),
}
"""What the user may say. The words between the lists are the business of `tests/core/test_answers.py`."""


@dataclass(eq=False)
class SeenQuestion:
    """A question on screen.

    Attributes:
        matter: what it is about.
        asked_at: when it was put, in seconds.
        painted: whether the page has said that the user can see it.
        meaning: what the user's latest turn means for it; None while there was none.
        answered_at: the moment of that turn.
    """

    id: str
    text: str
    matter: Matter
    asked_at: float
    painted: bool = False
    meaning: Meaning | None = None
    answered_at: int = 0

    @property
    def attempt(self) -> Attempt:
        """The attempt it was asked for first."""
        return self.matter.root


class SeenQuestions:
    """The questions of one user.

    Args:
        book: the rest of what is known about the user.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.seen: dict[str, SeenQuestion] = {}
        self.open: SeenQuestion | None = None

    def is_dead(self, question: SeenQuestion) -> bool:
        """Whether a question's time is over."""
        return self.book.now >= question.asked_at + QUESTION_LIFE

    # What the page is told

    def told(self, question_id: str | None, text: str, asking: Attempt | None) -> None:
        """The page was told which question is open, while `asking` was under way, if any was."""
        before, self.open = self.open, None
        if question_id is None:
            if before is not None:
                self.close(before, asking)
            return
        if asking is None:
            self.book.expect(False, Promise.ASKED, f"a question came from nowhere: {text}")
            return
        if before is not None:
            same = before.attempt.request.key == asking.request.key
            self.book.expect(same, Promise.ASKED, f"{asking} was asked about while {before.attempt} was open")
            lost = before.meaning == "yes" and before.text.startswith(asking.told[0]) and not self.is_dead(before)
            self.book.expect(not lost, Promise.ENDS, f"the user said yes to {before.text!r} and is asked again")
            asking.matter = before.matter
        self.book.expect(
            asking.level == "soft" and asking.hears_user, Promise.ASKED, f"{asking} is not to be asked about in words"
        )
        self.book.expect(text.startswith(asking.told[0]), Promise.SHOWN, f"{asking} is asked about with {text!r}")
        self.book.expect_not_declined(asking)
        asking.yes = None
        self.open = self.seen[question_id] = SeenQuestion(question_id, text, asking.matter, self.book.now)

    def close(self, question: SeenQuestion, asking: Attempt | None) -> None:
        """The open question is gone, without another in its place."""
        if question.matter.records:
            return  # settled without running; whether there was a reason was judged with the record
        if asking is not None and asking.request.key == question.attempt.request.key:
            self.take(question, asking)
        else:
            self.book.expect(False, Promise.RECORD, f"the question {question.text!r} is gone, and there is no record")

    def take(self, question: SeenQuestion, asking: Attempt) -> None:
        """An attempt goes on with what the user said: it must have been a yes, to this, and their last word."""
        asking.matter = question.matter
        if question.meaning == "yes" and not self.is_dead(question):
            asking.yes = Yes("words", question.text, question.answered_at)
        else:
            self.book.expect(False, Promise.DECIDED, f"{asking} used up {question.text!r}, answered {question.meaning}")

    # What the user does

    def paint(self, question_id: str) -> None:
        """The page says that the user can see a question."""
        if self.open is not None and self.open.id == question_id:
            self.open.painted = True

    def hear(self, meaning: Meaning, words: str, seen: str | None) -> None:
        """The user says something; the page says which question was on screen when they began."""
        question = self.open
        if question is None:
            return
        was_seen = question.painted and seen == question.id
        question.meaning = meaning if was_seen and not self.is_dead(question) else "unclear"
        question.answered_at = self.book.moment()
        if question.meaning == "no":
            question.matter.words = words
            self.book.decline(question.attempt)
