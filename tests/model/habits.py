"""Several moves that belong together: what people and agents do often, and what attackers nearly get right.

Chance alone would seldom do all the right things in a row and then one wrong one.
"""

from __future__ import annotations

from collections.abc import Callable

from .app import Request
from .attempt import Attempt
from .seen_cards import ARMING, CARD_TIME, Drawn
from .spoken import SeenQuestion
from .stage import Stage

# What may happen to a call while it is under way

DISTURBANCES: tuple[str, ...] = (
    "give up", "stop", "end", "lose the page", "load the page again", "connect again", "load a page without frames",
    "unmount", "mount the same", "mount another", "go to the board", "leave the board", "hand off", "hand on",
    "change the world", "change what was sent", "be active", "be late", "lift the block", "cancel", "say no",
)  # fmt: skip


def disturb(stage: Stage, attempt: Attempt, what: str) -> None:
    """Let something happen that the call under way must take notice of, or must not mind."""
    user, action = attempt.book.user, attempt.request.action
    happens: dict[str, Callable[[], object]] = {
        "give up": lambda: stage.give_up(attempt),
        "stop": lambda: stage.stop(user),
        "end": lambda: stage.end(user, "tab_gone"),
        "lose the page": lambda: stage.lose_page(user),
        "load the page again": lambda: stage.load_page(user, same_page=False),
        "connect again": lambda: stage.load_page(user, same_page=True),
        "load a page without frames": lambda: stage.load_page(user, same_page=False, framed=False),
        "unmount": lambda: stage.mount(user, action, None),
        "mount the same": lambda: stage.mount(user, action, "paper"),
        "mount another": lambda: stage.mount(user, action, "stone"),
        "go to the board": lambda: stage.show_board(user, True),
        "leave the board": lambda: stage.show_board(user, False),
        "hand off": lambda: stage.press_hand(user, False),
        "hand on": lambda: stage.press_hand(user, True),
        "change the world": stage.change_world,
        "change what was sent": lambda: stage.change_sent(attempt),
        "be active": lambda: stage.be_active(user),
        "be late": lambda: stage.be_late(1.0),
        "lift the block": lambda: stage.lift_block(user, action),
        "cancel": lambda: press_cancel(stage, user),
        "say no": lambda: stage.say(user, "no", question_id(stage, user)),
    }
    happens[what]()


def press_cancel(stage: Stage, user: str) -> None:
    """Press Cancel on whatever card is on screen."""
    card = stage.desks[user].book.cards.on_screen
    if card is not None:
        stage.press(user, "cancel", card.drawn)


def question_id(stage: Stage, user: str) -> str | None:
    """Return the id of the open question."""
    question = stage.desks[user].book.questions.open
    return None if question is None else question.id


# Cards

CARD_FLAWS: tuple[str, ...] = (
    "nonce", "id", "revision", "early", "folded", "unpainted", "elsewhere", "late", "late, and the server too",
    "from before", "by another card", "after a change", "without painting the change", "twice",
)  # fmt: skip


def nearly_confirm(stage: Stage, user: str, flaw: str) -> None:
    """Confirm the card on screen with all that it takes, but for one thing."""
    book = stage.desks[user].book
    if book.cards.on_screen is None:
        return
    drawn = book.cards.on_screen.drawn
    if flaw == "unpainted":
        stage.unfold(user, drawn)
    else:
        stage.paint(user, drawn)
        if flaw != "folded":
            stage.unfold(user, drawn)
    stage.wait({"early": ARMING / 2, "late": CARD_TIME}.get(flaw, ARMING))
    if flaw == "late, and the server too":
        stage.be_late(CARD_TIME)
    if flaw == "nonce" or flaw == "id" or flaw == "revision":
        stage.press(user, "confirm", drawn, flaw)
    elif flaw == "elsewhere":
        stage.press(next(other for other in stage.users if other != user), "confirm", drawn)
    elif flaw == "from before":
        stage.load_page(user, same_page=True)
        stage.press(user, "confirm", drawn)
    elif flaw == "by another card":
        stage.press(user, "confirm", another_card(stage, drawn))
    else:
        if flaw in ("after a change", "without painting the change"):
            stage.change_world()
        stage.press(user, "confirm", drawn)
    if flaw in ("twice", "after a change"):
        stage.press(user, "confirm", drawn)
    if flaw == "without painting the change" and book.cards.on_screen is not None:
        stage.press(user, "confirm", book.cards.on_screen.drawn)


def another_card(stage: Stage, drawn: Drawn) -> Drawn:
    """Return another card that was drawn some time, if there is one."""
    everything = [one for desk in stage.desks.values() for one in desk.drawn]
    return next((one for one in reversed(everything) if one.id != drawn.id), drawn)


def confirm_in_the_same_moment(stage: Stage, user: str, what: str, *, before: bool) -> None:
    """Confirm the card on screen, and let something else happen in the same step of the event loop."""
    card = stage.desks[user].book.cards.on_screen
    if card is None or stage.read_card(user) is None:
        return
    stage.wait(ARMING)
    stage.meanwhile(1)
    if before:
        disturb(stage, card.attempt, what)
    stage.press(user, "confirm", card.drawn)
    if not before:
        disturb(stage, card.attempt, what)


# Words

WORD_FLAWS: tuple[str, ...] = (
    "unseen", "begun before", "about another", "later", "taken back", "for something else", "used twice", "too late",
    "the world changed",
)  # fmt: skip


def nearly_say_yes(stage: Stage, user: str, flaw: str, request: Request) -> None:
    """Say yes to the open question, and let the agent call again, with all that it takes but for one thing."""
    book = stage.desks[user].book
    question = book.questions.open
    if question is None:
        return
    if flaw != "unseen":
        stage.paint_question(user, question.id)
    seen = {"begun before": None, "about another": another_question(stage, question)}.get(flaw, question.id)
    if flaw == "later":
        stage.say(user, "unclear", seen)
    else:
        stage.say(user, "yes", seen)
    if flaw == "taken back":
        stage.say(user, "unclear", seen, variant=4)
    elif flaw == "too late":
        stage.be_late(300.0)
    elif flaw == "the world changed":
        stage.change_world()
    stage.call(user, request if flaw == "for something else" else question.attempt.request)
    if flaw == "used twice":
        stage.call(user, question.attempt.request)


def another_question(stage: Stage, question: SeenQuestion) -> str | None:
    """Return the id of another question that was asked some time, if there is one."""
    everything = [one for desk in stage.desks.values() for one in desk.book.questions.seen.values()]
    return next((one.id for one in reversed(everything) if one is not question), None)
