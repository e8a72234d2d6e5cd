"""The book: one user's own account of what they saw, said and switched, and of what may therefore run.

It is written from design §3, docs/gate.md and gate-security, and takes nothing from the gate but what the gate tells
the page, the agent and the record.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from coworkkit import ActionRecord

from .app import ACTIONS, HAND_ACTIONS, Entry
from .attempt import Attempt, World
from .promises import Promise
from .seen_cards import SeenCards
from .spoken import Meaning, SeenQuestions

HAND_IDLE = 300.0
IN_VAIN = {"cancelled": 3, "timeout": 4}
"""How often a user may cancel, or leave unanswered, the cards of one action."""


class HandSwitch:
    """The switch as the user left it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.pressed_on = False
        self.last_number = 0
        self.seen_at = 0.0

    @property
    def is_on(self) -> bool:
        """Whether it is on: the user's last press said so, on this page, and the user was seen since."""
        if self.pressed_on and self.world.clock.monotonic() - self.seen_at >= HAND_IDLE:
            self.pressed_on = False
        return self.pressed_on

    def press(self, number: int, *, on: bool) -> None:
        """The page says that the user pressed it; the number grows with each press, so that an old "on" is known."""
        if not on:
            self.pressed_on = False
        elif number > self.last_number and not self.is_on:
            self.pressed_on = True
            self.seen_at = self.world.clock.monotonic()
        self.last_number = max(self.last_number, number)

    def user_is_seen(self) -> None:
        """The user did something on the page."""
        if self.is_on:
            self.seen_at = self.world.clock.monotonic()

    def start_over(self) -> None:
        """Another page was loaded, or the session has ended."""
        self.pressed_on = False
        self.last_number = 0


class Patience:
    """How often the user was asked about an action in vain, and whether it may still ask (gate-security §4).

    Attributes:
        blocked: the actions that must not ask, and the moment since when.
        ever: what was counted since the last block was lifted, whatever the user confirmed in between.
    """

    def __init__(self) -> None:
        self.blocked: dict[str, int] = {}
        self.ever: Counter[tuple[str, str]] = Counter()
        self.lately: Counter[tuple[str, str]] = Counter()

    def asked_in_vain(self, action: str, why: Literal["cancelled", "timeout"], moment: int) -> None:
        """The user has declined a card, or let its time run out."""
        self.ever[action, why] += 1
        self.lately[action, why] += 1
        if self.lately[action, why] >= IN_VAIN[why]:
            self.blocked.setdefault(action, moment)

    def may_be_blocked(self, action: str) -> bool:
        """Whether there is any reason to block an action."""
        return any(self.ever[action, why] >= most for why, most in IN_VAIN.items())

    def forget(self, action: str) -> None:
        """The user has confirmed the action, and so wants to be asked."""
        self.blocked.pop(action, None)
        for why in IN_VAIN:
            self.lately[action, why] = 0

    def lift(self, action: str) -> None:
        """The user lets the action ask again."""
        if action in self.blocked:
            self.forget(action)
            for why in IN_VAIN:
                self.ever[action, why] = 0


class Book:
    """What is known about one session.

    Attributes:
        session: its id.
        user: whose it is.
        attempts: every call that was made of it.
        mounted: what is on the page: the name of an action to the flavour of its function.
        on_board: whether the surface with hand_actions is the active one.
        declined: what the user has said no to in this turn, and when.
        settling: what they said no to in the same step of the event loop, before this turn; it may count as either.
        framed: whether this page draws its cards in a frame of their own.
        loaded_at: the moment this page was connected.
        is_open: whether the session has not ended.
        is_stopping: whether the user is pressing Stop at this moment.
        stopped_at: the moment the user last did.
    """

    def __init__(self, world: World, session: str, user: str) -> None:
        self.world = world
        self.session = session
        self.user = user
        self.attempts: list[Attempt] = []
        self.records: list[ActionRecord] = []
        self.mounted: dict[str, str] = {}
        self.on_board = False
        self.hand = HandSwitch(world)
        self.cards = SeenCards(self)
        self.questions = SeenQuestions(self)
        self.declined: dict[tuple[Any, ...], int] = {}
        self.settling: set[tuple[Any, ...]] = set()
        self.patience = Patience()
        self.framed = False
        self.loaded_at = 0
        self.is_open = True
        self.end_cause = ""
        self.is_stopping = False
        self.stopped_at = 0
        self.blocked_shown: set[str] = set()
        self.status = "idle"
        self.hand_shown = False

    @property
    def now(self) -> float:
        """The time in seconds."""
        return self.world.clock.monotonic()

    def moment(self) -> int:
        """Return a number that is later than every earlier one."""
        return next(self.world.moments)

    def expect(self, holds: object, promise: Promise, otherwise: str) -> None:
        """Note a broken promise."""
        self.world.findings.expect(holds, promise, otherwise)

    # What the rules say

    def needs_hand(self, action: str) -> bool:
        """Whether an action operates the page, here and now."""
        return ACTIONS[action].element is not None or (self.on_board and action in HAND_ACTIONS)

    def asks_by_card(self, attempt: Attempt) -> bool:
        """Whether an attempt is decided on the card: a hard one, or a soft one whose agent's talk we cannot hear."""
        return attempt.level == "hard" or (attempt.level == "soft" and not attempt.hears_user)

    def decline(self, attempt: Attempt) -> None:
        """The user has said no to this call."""
        self.declined[attempt.request.key] = self.moment()

    def expect_not_declined(self, attempt: Attempt) -> None:
        """The user is asked: they must not have said no to the same call before it was made, in the same turn."""
        declined_at = self.declined.get(attempt.request.key)
        in_time = declined_at is None or attempt.arrived_at < declined_at
        self.expect(in_time, Promise.ASKED, f"{attempt} was declined and is asked again")

    def expect_may_ask(self, attempt: Attempt) -> None:
        """A new card is shown: the action must not have been blocked, nor ask for another kind of card."""
        action = attempt.request.action
        since = self.patience.blocked.get(action, attempt.arrived_at)
        self.expect(attempt.arrived_at <= since, Promise.ASKED, f"{attempt} is blocked and asks all the same")
        framed = self.framed or not ACTIONS[action].require_framed or attempt.arrived_at < self.loaded_at
        self.expect(framed, Promise.ASKED, f"{attempt} asks by a card that cannot confirm it")

    # What happens

    def arrived(self, attempt: Attempt) -> None:
        """An agent's call reaches the gate."""
        attempt.arrived_at = self.moment()
        attempt.own.flavour = self.mounted.get(attempt.request.action)

    def user_turn(self, meaning: Meaning, words: str, seen: str | None) -> None:
        """The user has sent a message."""
        pressed = [card.attempt for card in self.cards.seen.values() if card.pressed == "cancel"]
        self.settling = {attempt.request.key for attempt in pressed if not attempt.own.records}
        self.declined.clear()
        self.hand.user_is_seen()
        self.questions.hear(meaning, words, seen)

    def page_loaded(self, *, same_page: bool, framed: bool) -> None:
        """A browser has connected; on another page Hand mode starts off."""
        self.framed = framed
        self.loaded_at = self.moment()
        self.cards.attached = True
        if not same_page:
            self.hand.start_over()

    def page_gone(self) -> None:
        """The connection is lost: a card that cannot be seen is not painted."""
        self.cards.attached = False
        if self.cards.on_screen is not None:
            self.cards.on_screen.painted_at = None

    def end(self, cause: str) -> None:
        """The session ends."""
        self.is_open = False
        self.end_cause = cause
        self.hand.start_over()

    def entered(self, entry: Entry, name: str, flavour: str, arguments: dict[str, Any]) -> None:
        """A function of the app is entered: was that allowed, at this moment?"""
        attempt = entry.attempt
        matter = attempt.matter
        attempt.expect(not matter.entries, Promise.ONCE, f"entered again, after {len(matter.entries)} times")
        matter.entries.append(entry)
        asked_for = (attempt.request.action, attempt.request.bound)
        attempt.expect((name, arguments) == asked_for, Promise.SHOWN, f"{name} was given {arguments}")
        on_page = self.mounted.get(name)
        attempt.expect(
            flavour == on_page == matter.flavour,
            Promise.MOUNTED,
            f"{flavour} ran, asked about {matter.flavour}, there {on_page}",
        )
        attempt.expect(self.hand.is_on or not self.needs_hand(name), Promise.HAND, "entered without Hand mode")
        framed = self.framed or not ACTIONS[name].require_framed
        attempt.expect(framed, Promise.DECIDED, "entered by a card that cannot confirm it")
        attempt.expect(self.is_open, Promise.DECIDED, "entered after the session had ended")
        attempt.expect(not attempt.given_up, Promise.DECIDED, "entered after its caller had called it off")
        if attempt.level != "open":
            self.expect_decided(attempt)

    def expect_decided(self, attempt: Attempt) -> None:
        """A call that needs a decision runs: there must be one, of the right kind, that still fits."""
        attempt.expect(attempt.level is not None, Promise.DECIDED, "entered, and no level is known")
        yes, attempt.yes = attempt.yes, None
        if yes is None:
            attempt.expect(False, Promise.DECIDED, "entered, and nobody has said yes")
            return
        by = "card" if self.asks_by_card(attempt) else "words"
        attempt.expect(yes.by == by, Promise.DECIDED, f"entered by {yes.by}, and must be decided by {by}")
        if ACTIONS[attempt.request.action].has_summary:
            text, told_at = attempt.told
            again = text == yes.text and told_at > yes.moment
            attempt.expect(
                again, Promise.SHOWN, f"yes was said to {yes.text!r}, and the summary read last was {text!r}"
            )
