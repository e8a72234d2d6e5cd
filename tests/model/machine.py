"""The state machine: what may happen, in any order, with the chances that make the interesting orders likely.

Each rule is one move of `stage.py`; after each move every promise of `promises.py` is checked.
"""

from __future__ import annotations

from typing import Literal

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from .app import ACTIONS, Conduct, Form, Request
from .attempt import Attempt
from .habits import (
    CARD_FLAWS,
    DISTURBANCES,
    WORD_FLAWS,
    ask_by_card,
    ask_in_words,
    confirm_in_the_same_moment,
    nearly_confirm,
    nearly_say_yes,
)
from .seen_cards import Drawn, Spoiled
from .spoken import Meaning, SeenQuestion
from .stage import Choice, Stage

USERS = ("ann", "bob")
NAMES = sorted(set(ACTIONS) - {"probe"})
MOST_SLOW = 4
"""How many functions may be slow at once: fewer than a session has room for."""

users = st.sampled_from(("ann", "ann", "ann", "ann", "bob"))
"""Most happens to one user, so that much can happen to one call."""

forms: st.SearchStrategy[Form] = st.sampled_from(
    ("mapping", "mapping", "mapping", "mapping", "mapping", "json", "digits", "loud", "missing", "made-up yes")
)
amounts = st.sampled_from((500, 50, 5))
people = st.sampled_from(("ann", "ann", "bob"))
requests = st.builds(Request, st.sampled_from(NAMES), amounts, people, forms)
soft_requests = st.builds(Request, st.sampled_from(("archive", "pay", "spend", "remove_tag")), st.just(50), people)
hard_requests = st.builds(
    Request, st.sampled_from(("erase_board", "pay", "spend", "send", "vault", "lamp.burn")), st.just(500), people
)
conducts: st.SearchStrategy[Conduct] = st.sampled_from(("returns", "returns", "waits", "raises"))
endings: st.SearchStrategy[Literal["returns", "raises"]] = st.sampled_from(("returns", "raises"))
spoiled: st.SearchStrategy[Spoiled] = st.sampled_from(("", "", "", "", "nonce", "id", "revision"))
choices: st.SearchStrategy[Choice] = st.sampled_from(("confirm", "confirm", "cancel"))
meanings: st.SearchStrategy[Meaning] = st.sampled_from(("yes", "yes", "no", "unclear"))
waits = st.sampled_from((0.25, 0.5, 1.0, 4.75, 5.0, 29.5, 31.0, 59.5, 60.0, 240.0, 300.0))
back = st.sampled_from((0, 0, 0, 1, 2, 5, 9))
"""How far back a rule reaches: 0 is the latest."""


class GateMachine(RuleBasedStateMachine):
    """Users, agents, pages and clocks, and one gate between them."""

    def __init__(self) -> None:
        super().__init__()
        self.stage = Stage(*USERS)
        self.is_broken = False

    @initialize()
    def begin(self) -> None:
        """Nothing has happened yet."""
        self.stage.check()

    def teardown(self) -> None:
        """Let everything end, and check what is left."""
        try:
            if not self.stage.world.findings.found:
                self.stage.finish()
        finally:
            self.stage.close()

    def drawn(self, back: int) -> Drawn:
        """Return a card as some page was told to draw it, late or early."""
        everything = [drawn for desk in (*self.stage.gone, *self.stage.desks.values()) for drawn in desk.drawn]
        shown = [desk.book.cards.on_screen.drawn for desk in self.stage.desks.values() if desk.book.cards.on_screen]
        latest_last = [*everything, *shown]
        return latest_last[-1 - back % len(latest_last)]

    def attempt(self, back: int) -> Attempt:
        """Return an attempt."""
        return self.stage.attempts[-1 - back % len(self.stage.attempts)]

    def question(self, back: int) -> SeenQuestion | None:
        """Return a question that was on some screen, if there was one."""
        everything = [one for desk in self.stage.desks.values() for one in desk.book.questions.seen.values()]
        still_open = [desk.book.questions.open for desk in self.stage.desks.values() if desk.book.questions.open]
        latest_last = [*everything, *still_open]
        return latest_last[-1 - back % len(latest_last)] if latest_last else None

    def has_cards(self) -> bool:
        """Whether any page was ever told to draw a card."""
        return any(desk.drawn for desk in (*self.stage.gone, *self.stage.desks.values()))

    def has_attempts(self) -> bool:
        """Whether any agent has called."""
        return bool(self.stage.attempts)

    def something_waits(self) -> bool:
        """Whether a function of the app waits."""
        return any(attempt.latch for attempt in self.stage.attempts)

    def user_of(self, drawn: Drawn) -> str:
        """Return in whose session a card was drawn; of one that is gone, any."""
        return next((user for user, desk in self.stage.desks.items() if desk.book.session == drawn.session), USERS[0])

    # Agents and the app

    @rule(user=users, request=requests, conduct=conducts, hears_user=st.sampled_from((True, True, True, False)))
    def call(self, user: str, request: Request, conduct: Conduct, hears_user: bool) -> None:
        if sum(attempt.latch is not None for attempt in self.stage.attempts) >= MOST_SLOW:
            conduct = "returns"
        self.stage.call(user, request, conduct, hears_user=hears_user)

    @precondition(has_attempts)
    @rule(back=back)
    def call_again(self, back: int) -> None:
        attempt = self.attempt(back)
        self.stage.call(attempt.book.user, attempt.request, hears_user=attempt.hears_user)

    @precondition(something_waits)
    @rule(back=back, conduct=endings)
    def release(self, back: int, conduct: Literal["returns", "raises"]) -> None:
        waiting = [attempt for attempt in self.stage.attempts if attempt.latch]
        self.stage.release(waiting[-1 - back % len(waiting)], conduct)

    @precondition(has_attempts)
    @rule(back=back, what=st.sampled_from(sorted(DISTURBANCES)))
    def disturb(self, back: int, what: str) -> None:
        DISTURBANCES[what](self.stage, self.attempt(back))

    # The user and the page

    @rule(user=users, request=hard_requests, choice=choices)
    def decide(self, user: str, request: Request, choice: Choice) -> None:
        ask_by_card(self.stage, user, request)
        self.stage.decide(user, choice)

    @rule(user=users, request=hard_requests, flaw=st.sampled_from(CARD_FLAWS))
    def nearly_confirm(self, user: str, request: Request, flaw: str) -> None:
        ask_by_card(self.stage, user, request)
        nearly_confirm(self.stage, user, flaw)

    @rule(user=users, request=hard_requests, what=st.sampled_from(sorted(DISTURBANCES)), before=st.booleans())
    def confirm_in_the_same_moment(self, user: str, request: Request, what: str, before: bool) -> None:
        ask_by_card(self.stage, user, request)
        confirm_in_the_same_moment(self.stage, user, what, before=before)

    @precondition(has_cards)
    @rule(back=back, choice=choices, spoiled=spoiled, elsewhere=st.sampled_from((None, None, None, *USERS)))
    def press(self, back: int, choice: Choice, spoiled: Spoiled, elsewhere: str | None) -> None:
        drawn = self.drawn(back)
        self.stage.press(elsewhere or self.user_of(drawn), choice, drawn, spoiled)

    @precondition(has_cards)
    @rule(back=back, what=st.sampled_from(("paint", "unfold", "more_time", "defer")), spoiled=spoiled)
    def report(self, back: int, what: str, spoiled: Spoiled) -> None:
        drawn = self.drawn(back)
        getattr(self.stage, what)(self.user_of(drawn), drawn, spoiled)

    @rule(user=users, request=soft_requests, meaning=meanings)
    def answer(self, user: str, request: Request, meaning: Meaning) -> None:
        ask_in_words(self.stage, user, request)
        self.stage.answer(user, meaning)

    @rule(user=users, request=soft_requests, flaw=st.sampled_from(WORD_FLAWS), other=requests)
    def nearly_say_yes(self, user: str, request: Request, flaw: str, other: Request) -> None:
        ask_in_words(self.stage, user, request)
        nearly_say_yes(self.stage, user, flaw, other)

    @rule(user=users, meaning=meanings, back=back, seen=st.booleans(), variant=st.integers(0, 5))
    def say(self, user: str, meaning: Meaning, back: int, seen: bool, variant: int) -> None:
        question = self.question(back) if seen else None
        self.stage.say(user, meaning, None if question is None else question.id, variant)

    # Sessions and time

    @precondition(lambda self: any(not desk.book.is_open for desk in self.stage.desks.values()))
    @rule()
    def begin_again(self) -> None:
        for user, desk in list(self.stage.desks.items()):
            if not desk.book.is_open:
                self.stage.begin_again(user)

    @rule(seconds=waits)
    def wait(self, seconds: float) -> None:
        self.stage.wait(seconds)

    @rule(moves=st.sampled_from((1, 1, 2, 3)))
    def meanwhile(self, moves: int) -> None:
        self.stage.meanwhile(moves)
