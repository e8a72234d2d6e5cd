"""Whether a record tells the truth: what it says has happened, and that has happened which it gives as the reason."""

from __future__ import annotations

from collections.abc import Callable

from coworkkit import ActionRecord, CallResult

from .app import ACTIONS
from .attempt import Attempt, Matter
from .book import Book
from .promises import Promise

MOST_WAITING = 8


def judge_record(book: Book, record: ActionRecord) -> None:
    """Judge one record at the moment it is emitted."""
    book.records.append(record)
    attempt = next((one for one in book.attempts if one.call_id == record.call_id), None)
    if attempt is None:
        book.expect(False, Promise.RECORD, f"a record of an unknown call {record.call_id!r}")
        return
    matter = attempt.own
    matter.records.append(record)
    attempt.expect(len(matter.records) == 1, Promise.RECORD, f"{len(matter.records)} records")
    attempt.expect(matter is attempt.matter, Promise.RECORD, "a record of its own, though it continued another call")
    judge_facts(book, matter, record)
    reason = REASONS[record.gate](book, matter, record)
    note_in_vain(book, record)
    attempt.expect(reason, Promise.REASON, f"{record.gate}, {record.outcome.error}, {record.evidence}: nothing was so")


def note_in_vain(book: Book, record: ActionRecord) -> None:
    """Count a card that was declined, or whose time ran out on screen."""
    had_card = any(card.attempt.call_id == record.call_id for card in book.cards.seen.values())
    if had_card and record.gate == "cancelled" and record.evidence.by == "card":
        book.patience.asked_in_vain(record.action, "cancelled", book.moment())
    elif had_card and record.gate == "timeout" and record.evidence.cause == "deadline":
        book.patience.asked_in_vain(record.action, "timeout", book.moment())


def judge_facts(book: Book, matter: Matter, record: ActionRecord) -> None:
    """Judge what a record says about the call itself."""
    attempt = matter.root
    for what, told, true in (
        ("session", record.session_id, book.session),
        ("user", record.user, book.user),
        ("action", record.action, attempt.request.action),
        ("entered", record.outcome.entered, bool(matter.entries)),
    ):
        attempt.expect(told == true, Promise.AGREE, f"the record says {what} {told}, and it is {true}")
    if attempt.request.is_valid and record.arguments:
        attempt.expect(record.arguments == attempt.request.bound, Promise.SHOWN, f"the record has {record.arguments}")
    if record.control is not None and not attempt.failed:
        attempt.expect(record.control == attempt.level, Promise.AGREE, f"the record says it was {record.control}")
    if matter.entries:
        ended = matter.entries[-1].ended
        code = record.outcome.error.code if record.outcome.error else None
        true_code = {"returned": None, "raised": "internal", "stopped": "cancelled"}.get(ended or "", "nothing yet")
        attempt.expect(code == true_code, Promise.AGREE, f"its function {ended}, and the record says {record.outcome}")
        attempt.expect(
            record.outcome.ok == (ended == "returned"), Promise.AGREE, f"{ended}, and ok is {record.outcome.ok}"
        )
    else:
        attempt.expect(not record.outcome.ok, Promise.AGREE, "ok, and its function was never entered")
    judge_card(book, matter, record)


def judge_card(book: Book, matter: Matter, record: ActionRecord) -> None:
    """Judge whether the screen was told the same end as the record."""
    card = next((card for card in book.cards.seen.values() if card.attempt is matter.root), None)
    if card is None:
        return
    if len(card.endings) < card.times_asked:  # it ended behind another card, where no ending is shown
        matter.root.expect(card is not book.cards.on_screen, Promise.AGREE, "its card is still on screen")
        return
    told = card.endings[-1]
    # Confirmed on screen, and then not found, not allowed or called off, is told by the record alone.
    after_yes = told == "confirmed" and not matter.entries and record.evidence.by != "card"
    after_yes = after_yes or (told == "confirmed" and record.gate in ("refused", "needs_hand_mode"))
    agree = record.gate == told or after_yes
    matter.root.expect(agree, Promise.AGREE, f"the screen was told {told}, and the record says {record.gate}")


def fired(book: Book, matter: Matter, record: ActionRecord) -> bool:
    """An open call ran."""
    return bool(matter.entries) and matter.root.level == "open" and record.evidence.by is None


def confirmed(book: Book, matter: Matter, record: ActionRecord) -> bool:
    """A person said yes, and it ran. That the yes was valid was judged when it ran."""
    by = "card" if book.asks_by_card(matter.root) else "words"
    return bool(matter.entries) and matter.root.level != "open" and record.evidence.by == by


def cancelled(book: Book, matter: Matter, record: ActionRecord) -> bool:
    """A person said no, in the way the record names, or the call was called off."""
    if matter.entries:
        return False
    if record.evidence.by == "card":
        return any(card.attempt is matter.root and card.pressed == "cancel" for card in book.cards.seen.values())
    if record.evidence.by == "words":
        return matter.words is not None and record.evidence.words == matter.words
    if record.evidence.by == "stop":
        return book.stopped_at > matter.root.arrived_at
    return record.evidence.cause == "given_up" and any(a.given_up and a.matter is matter for a in book.attempts)


def timeout(book: Book, matter: Matter, record: ActionRecord) -> bool:
    """Nobody decided; and if the clock was it, then the time had come."""
    if matter.entries:
        return False
    if record.evidence.by == "gate" and record.evidence.cause != "overtaken":
        return not book.is_open and record.evidence.cause == book.end_cause
    if book.asks_by_card(matter.root):
        return record.evidence.by == "clock"  # and the card's own end was judged when it ended
    question = next((q for q in reversed(book.questions.seen.values()) if q.matter is matter), None)
    if question is None:
        return False
    if record.evidence.cause == "overtaken":  # the user has spoken since, or it is another function's name by now
        return question.meaning is not None or book.mounted.get(record.action) != matter.flavour
    return record.evidence.by == "clock" and book.questions.is_dead(question)


def needs_hand_mode(book: Book, matter: Matter, record: ActionRecord) -> bool:
    """It operates the page, and Hand mode is off at this moment."""
    return not matter.entries and book.needs_hand(matter.root.request.action) and not book.hand.is_on


def refused(book: Book, matter: Matter, record: ActionRecord) -> bool:
    """It never reached a gate, or failed the checks after a yes."""
    code = record.outcome.error.code if record.outcome.error else None
    if matter.entries or code is None:
        return False
    return REFUSALS.get(code, never)(book, matter)


def not_found(book: Book, matter: Matter) -> bool:
    """Nothing, or another function, is on the page under that name."""
    return book.mounted.get(matter.root.request.action) != matter.flavour or matter.flavour is None


def invalid_args(book: Book, matter: Matter) -> bool:
    """The arguments are not valid."""
    return not matter.root.request.is_valid


def confirmation_busy(book: Book, matter: Matter) -> bool:
    """The same is being asked about, the line is full, or another question waits for its first answer."""
    attempt = matter.root
    others = [
        one for one in book.attempts if one is not attempt and one.arrived_at and not one.is_over and not one.is_inside
    ]
    if any(one.request.key == attempt.request.key for one in others) or len(others) > MOST_WAITING:
        return True
    question = book.questions.open
    return question is not None and question.meaning is None and question.attempt.request.key != attempt.request.key


def declined(book: Book, matter: Matter) -> bool:
    """The user said no to the same call in this turn."""
    return matter.root.request.key in book.declined or matter.root.request.key in book.settling


def unavailable(book: Book, matter: Matter) -> bool:
    """The session has ended, a function of the developer's did not tell, or no card may ask for it."""
    action = matter.root.request.action
    may_not_ask = book.patience.may_be_blocked(action) or (ACTIONS[action].require_framed and not book.framed)
    return not book.is_open or may_not_ask or any(one.failed for one in book.attempts if one.matter is matter)


def never(book: Book, matter: Matter) -> bool:
    """No other code is one of a refusal."""
    return False


REASONS: dict[str, Callable[[Book, Matter, ActionRecord], bool]] = {
    "fired": fired,
    "confirmed": confirmed,
    "cancelled": cancelled,
    "timeout": timeout,
    "needs_hand_mode": needs_hand_mode,
    "refused": refused,
}
REFUSALS: dict[str, Callable[[Book, Matter], bool]] = {
    "not_found": not_found,
    "invalid_args": invalid_args,
    "confirmation_busy": confirmation_busy,
    "cancelled": declined,
    "unavailable": unavailable,
}


def judge_result(attempt: Attempt, result: CallResult, record: ActionRecord) -> None:
    """Judge whether the agent was told what the record says."""
    outcome = record.outcome
    code = None if outcome.ok else outcome.error.code if outcome.error else record.gate
    told = (result.ok, result.code)
    attempt.expect(
        told == (outcome.ok, code),
        Promise.AGREE,
        f"the agent was told {told}, the record says {record.gate}, {outcome}",
    )
    if result.ok:
        token = attempt.matter.entries[-1].token if attempt.matter.entries else None
        attempt.expect(
            result.result == token, Promise.AGREE, f"the agent was told {result.result!r}, and it was {token!r}"
        )
