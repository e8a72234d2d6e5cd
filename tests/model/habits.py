"""Several moves that belong together: what people and agents do often, and what attackers nearly get right.

Chance alone would seldom do all the right things in a row and then one wrong one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from .app import Request, Trouble
from .attempt import Attempt
from .seen_cards import ARMING, CARD_TIME, Drawn, Spoiled
from .spoken import SeenQuestion
from .stage import Stage

# What may happen to a call while it is under way

Disturbance = Callable[[Stage, Attempt], object]


def of_user(happens: Callable[[Stage, str], object]) -> Disturbance:
    """Return what may happen to a call because of something its user does."""
    return lambda stage, attempt: happens(stage, attempt.book.user)


def mounted(flavour: str | None) -> Disturbance:
    """Return a change of what is on the page under the call's name."""
    return lambda stage, attempt: stage.mount(attempt.book.user, attempt.request.action, flavour)


def trouble(which: Literal["level", "summary"], how: Trouble) -> Disturbance:
    """Return a fault of the app's, or its taking long."""
    return lambda stage, attempt: stage.trouble(which, how)


def press_cancel(stage: Stage, user: str) -> None:
    """Press Cancel on whatever card is on screen."""
    card = stage.desks[user].book.cards.on_screen
    if card is not None:
        stage.press(user, "cancel", card.drawn)


def say_no(stage: Stage, user: str) -> None:
    """Say no to whatever question is open, or to nothing."""
    question = stage.desks[user].book.questions.open
    stage.say(user, "no", None if question is None else question.id)


DISTURBANCES: dict[str, Disturbance] = {
    "give up": lambda stage, attempt: stage.give_up(attempt),
    "change what was sent": lambda stage, attempt: stage.change_sent(attempt),
    "change the world": lambda stage, attempt: stage.change_world(),
    "unmount": mounted(None),
    "mount the same": mounted("paper"),
    "mount another": mounted("stone"),
    "a slow summary": trouble("summary", "waits"),
    "a failing summary": trouble("summary", "raises"),
    "a blank summary": trouble("summary", "nonsense"),
    "a slow level": trouble("level", "waits"),
    "a failing level": trouble("level", "raises"),
    "an unknown level": trouble("level", "nonsense"),
    "go to the board": of_user(lambda stage, user: stage.show_board(user, True)),
    "leave the board": of_user(lambda stage, user: stage.show_board(user, False)),
    "hand on": of_user(lambda stage, user: stage.press_hand(user, True)),
    "hand off": of_user(lambda stage, user: stage.press_hand(user, False)),
    "a late hand on": of_user(lambda stage, user: stage.press_hand(user, True, back=1)),
    "be active": of_user(lambda stage, user: stage.be_active(user)),
    "stop": of_user(lambda stage, user: stage.stop(user)),
    "cancel": of_user(press_cancel),
    "say no": of_user(say_no),
    "lift the block": lambda stage, attempt: stage.lift_block(attempt.book.user, attempt.request.action),
    "lose the page": of_user(lambda stage, user: stage.lose_page(user)),
    "connect again": of_user(lambda stage, user: stage.load_page(user, same_page=True)),
    "load the page again": of_user(lambda stage, user: stage.load_page(user, same_page=False)),
    "load it without frames": of_user(lambda stage, user: stage.load_page(user, same_page=False, framed=False)),
    "the tab is gone": of_user(lambda stage, user: stage.end(user, "tab_gone")),
    "the server stops": of_user(lambda stage, user: stage.end(user, "session_ended")),
    "another user": of_user(lambda stage, user: stage.end(user, "user_changed")),
    "be late": lambda stage, attempt: stage.be_late(1.0),
}


# Cards


def ask_by_card(stage: Stage, user: str, request: Request) -> None:
    """Have an agent ask for something by the card, unless a card is on screen already."""
    if stage.desks[user].book.cards.on_screen is None:
        if request.action == "lamp.burn":
            stage.press_hand(user, True)
        stage.call(user, request)


SPOILED: tuple[Spoiled, ...] = ("nonce", "id", "revision")
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
    if flaw in SPOILED:
        stage.press(user, "confirm", drawn, next(spoiled for spoiled in SPOILED if spoiled == flaw))
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
        DISTURBANCES[what](stage, card.attempt)
    stage.press(user, "confirm", card.drawn)
    if not before:
        DISTURBANCES[what](stage, card.attempt)


# Words


def ask_in_words(stage: Stage, user: str, request: Request) -> None:
    """Have an agent ask for something in words, unless a question is open already."""
    if stage.desks[user].book.questions.open is None:
        stage.call(user, request)


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
