"""What must hold whenever nothing moves: everything that waits, waits for something, and what is over is accounted for."""

from __future__ import annotations

from .attempt import Attempt, Matter
from .book import Book
from .promises import Promise
from .reasons import MOST_WAITING, judge_result


def judge_quiet(book: Book, *, waiting: int, on_time: bool) -> None:
    """Judge a session in which nothing can go on by itself.

    Args:
        book: what is known about it.
        waiting: how many cards the gate says wait behind the one on screen.
        on_time: whether everything that was due has happened.
    """
    for attempt in book.attempts:
        if attempt.is_over and not attempt.is_judged:
            attempt.is_judged = True
            judge_end(book, attempt)
        elif not attempt.is_over:
            attempt.expect(not attempt.own.records, Promise.RECORD, "a record, and it is not settled")
    judge_line(book, waiting)
    judge_questions(book)
    judge_status(book)
    judge_stop(book)
    if on_time:
        judge_time(book)


def judge_end(book: Book, attempt: Attempt) -> None:
    """Judge an attempt that is over."""
    assert attempt.task is not None
    if not attempt.arrived_at:
        attempt.expect(not attempt.own.records, Promise.RECORD, "a record, and the call never reached the gate")
        return
    if attempt.task.cancelled():
        attempt.expect(attempt.given_up, Promise.ENDS, "stopped by nobody")
        attempt.expect(len(attempt.matter.records) == 1, Promise.RECORD, f"{len(attempt.matter.records)} records")
        return
    error = attempt.task.exception()
    if error is not None:
        attempt.expect(False, Promise.ENDS, f"the agent got the exception {error!r}")
        return
    result = attempt.result = attempt.task.result()
    attempt.expect(result.call_id == attempt.call_id, Promise.AGREE, f"answered as {result.call_id}")
    if result.code == "needs_confirmation":
        judge_asked(book, attempt)
        return
    if result.code == "cancelled" and not attempt.own.records:
        attempt.matter = told_of_no(book, attempt)
    count = len(attempt.matter.records)
    attempt.expect(count == 1, Promise.RECORD, f"over, with {result.code}, and {count} records")
    if count:
        judge_result(attempt, result, attempt.matter.records[0])


def judge_asked(book: Book, attempt: Attempt) -> None:
    """Judge an attempt whose agent was given a question to say."""
    assert attempt.result is not None
    question = book.questions.seen.get(attempt.result.question_id or "")
    if question is None or question.text != attempt.result.question:
        attempt.expect(False, Promise.AGREE, f"was told to ask {attempt.result.question!r}, which is not on the page")
        return
    same = question.attempt.request.key == attempt.request.key
    attempt.expect(same, Promise.SHOWN, f"was told to ask {question.text!r}")
    attempt.matter = question.matter


def told_of_no(book: Book, attempt: Attempt) -> Matter:
    """Return the call whose no this attempt was told of: the user had declined in words before it asked again."""
    for question in reversed(book.questions.seen.values()):
        if question.meaning == "no" and question.attempt.request.key == attempt.request.key:
            return question.matter
    return attempt.own


def judge_line(book: Book, waiting: int) -> None:
    """Every call that is not over runs, waits for a function of the app, or has its card in line."""
    asked = [one for one in book.attempts if one.arrived_at and not one.is_over and not one.is_inside and not one.latch]
    in_line = waiting + (book.cards.on_screen is not None)
    book.expect(len(asked) == in_line, Promise.ENDS, f"{asked} wait, and {in_line} cards are there")
    book.expect(in_line <= MOST_WAITING + 1, Promise.ASKED, f"{in_line} cards wait")
    card = book.cards.on_screen
    book.expect(card is None or card.attempt in asked, Promise.AGREE, "the card on screen is about nothing that waits")


def judge_questions(book: Book) -> None:
    """A question that is over has its record, and an open one has none."""
    for question in book.questions.seen.values():
        waits = question is book.questions.open
        under_way = any(one.matter is question.matter and not one.is_over for one in book.attempts)
        if waits or not under_way:
            records = len(question.matter.records)
            is_open = waits or (book.questions.open is not None and book.questions.open.matter is question.matter)
            book.expect(
                records == (not is_open), Promise.RECORD, f"{question.text!r} is open: {is_open}; {records} records"
            )


def judge_status(book: Book) -> None:
    """The screen says what the agent is doing or waiting for, and how Hand mode is."""
    if any(one.is_inside for one in book.attempts):
        status = "running"
    elif book.cards.on_screen is not None:
        status = "card"
    else:
        status = "asking" if book.questions.open is not None else "idle"
    book.expect(book.status == status, Promise.AGREE, f"the screen says {book.status}, and it is {status}")
    blocked = set(book.patience.blocked)
    book.expect(blocked <= book.blocked_shown, Promise.AGREE, f"{blocked} are blocked, shown are {book.blocked_shown}")


def judge_stop(book: Book) -> None:
    """The user's Stop, and the end of the session, take back everything that was being asked."""
    card, question = book.cards.on_screen, book.questions.open
    since = book.stopped_at if book.is_open else book.moment()
    asked = [card.attempt] if card is not None else []
    asked += [question.attempt] if question is not None else []
    for attempt in asked:
        attempt.expect(attempt.arrived_at > since, Promise.ENDS, "the user is asked about it, after Stop or the end")


def judge_time(book: Book) -> None:
    """What the clock must have ended is over, and the switch on screen is the one in force."""
    card = book.cards.on_screen
    book.expect(card is None or not book.cards.is_due(card), Promise.ENDS, "a card is open after its time")
    question = book.questions.open
    book.expect(question is None or not book.questions.is_dead(question), Promise.ENDS, "a question outlived its time")
    book.expect(book.hand_shown == book.hand.is_on, Promise.AGREE, f"the screen shows Hand mode {book.hand_shown}")
