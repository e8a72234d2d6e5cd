"""The state machine: what may happen, in any order, with the chances that make the interesting orders likely.

Each rule is one move of `stage.py`; after each move every promise of `promises.py` is checked.
"""

from __future__ import annotations

from typing import Literal

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from coworkkit.core.record import Cause

from .app import ACTIONS, Conduct, Form, Request, Trouble
from .attempt import Attempt
from .promises import Broken
from .seen_cards import Drawn, Spoiled
from .spoken import Meaning, SeenQuestion
from .stage import Choice, Stage

USERS = ("ann", "bob")

users = st.sampled_from(("ann", "ann", "ann", "ann", "bob"))
"""Most happens to one user, so that much can happen to one call."""

names = st.sampled_from(sorted(set(ACTIONS) - {"probe"}))
forms: st.SearchStrategy[Form] = st.sampled_from(("mapping", "mapping", "mapping", "mapping", "json", "digits", "loud", "missing", "made-up yes"))
requests = st.builds(Request, names, st.sampled_from((500, 50, 5)), st.sampled_from(("ann", "ann", "bob")), forms)
conducts: st.SearchStrategy[Conduct] = st.sampled_from(("returns", "returns", "waits", "raises"))
endings: st.SearchStrategy[Literal["returns", "raises"]] = st.sampled_from(("returns", "raises"))
functions: st.SearchStrategy[Literal["level", "summary"]] = st.sampled_from(("summary", "level"))
troubles: st.SearchStrategy[Trouble] = st.sampled_from(("waits", "raises", "nonsense"))
spoiled: st.SearchStrategy[Spoiled] = st.sampled_from(("", "", "", "", "nonce", "id", "revision"))
choices: st.SearchStrategy[Choice] = st.sampled_from(("confirm", "confirm", "cancel"))
meanings: st.SearchStrategy[Meaning] = st.sampled_from(("yes", "yes", "no", "unclear"))
waits = st.sampled_from((0.25, 0.5, 1.0, 4.75, 5.0, 29.5, 31.0, 59.5, 60.0, 240.0, 300.0))
causes: st.SearchStrategy[Cause] = st.sampled_from(("tab_gone", "session_ended", "user_changed"))
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

    def question(self, back: int) -> SeenQuestion:
        """Return a question that was on some screen."""
        everything = [q for desk in self.stage.desks.values() for q in desk.book.questions.seen.values()]
        still_open = [desk.book.questions.open for desk in self.stage.desks.values() if desk.book.questions.open]
        return [*everything, *still_open][-1 - back % len([*everything, *still_open])]

    def has_cards(self) -> bool:
        """Whether any page was ever told to draw a card."""
        return any(desk.drawn for desk in (*self.stage.gone, *self.stage.desks.values()))

    def has_questions(self) -> bool:
        """Whether any question was ever on a screen of a session that goes on."""
        return any(desk.book.questions.seen for desk in self.stage.desks.values())

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
        self.stage.call(user, request, conduct, hears_user=hears_user)

    @precondition(has_attempts)
    @rule(back=back)
    def call_again(self, back: int) -> None:
        attempt = self.attempt(back)
        self.stage.call(attempt.book.user, attempt.request, hears_user=attempt.hears_user)

    @precondition(has_questions)
    @rule(back=back)
    def call_what_was_asked_about(self, back: int) -> None:
        attempt = self.question(back).attempt
        self.stage.call(attempt.book.user, attempt.request)

    @precondition(has_attempts)
    @rule(back=back)
    def change_sent(self, back: int) -> None:
        self.stage.change_sent(self.attempt(back))

    @precondition(has_attempts)
    @rule(back=back)
    def give_up(self, back: int) -> None:
        self.stage.give_up(self.attempt(back))

    @precondition(something_waits)
    @rule(back=back, conduct=endings)
    def release(self, back: int, conduct: Literal["returns", "raises"]) -> None:
        waiting = [attempt for attempt in self.stage.attempts if attempt.latch]
        self.stage.release(waiting[-1 - back % len(waiting)], conduct)

    @rule(which=functions, how=troubles)
    def trouble(self, which: Literal["level", "summary"], how: Trouble) -> None:
        self.stage.trouble(which, how)

    @rule()
    def change_world(self) -> None:
        self.stage.change_world()

    @precondition(has_attempts)
    @rule(back=back, flavour=st.sampled_from((None, "stone", "paper", "paper")))
    def mount(self, back: int, flavour: str | None) -> None:
        attempt = self.attempt(back)
        self.stage.mount(attempt.book.user, attempt.request.action, flavour)

    @rule(user=users, on=st.booleans())
    def show_board(self, user: str, on: bool) -> None:
        self.stage.show_board(user, on)

    # The user and the page

    @precondition(has_cards)
    @rule(back=back, spoiled=spoiled)
    def paint(self, back: int, spoiled: Spoiled) -> None:
        drawn = self.drawn(back)
        self.stage.paint(self.user_of(drawn), drawn, spoiled)

    @precondition(has_cards)
    @rule(back=back, spoiled=spoiled)
    def unfold(self, back: int, spoiled: Spoiled) -> None:
        drawn = self.drawn(back)
        self.stage.unfold(self.user_of(drawn), drawn, spoiled)

    @precondition(has_cards)
    @rule(back=back)
    def defer(self, back: int) -> None:
        drawn = self.drawn(back)
        self.stage.defer(self.user_of(drawn), drawn)

    @precondition(has_cards)
    @rule(back=back, choice=choices, spoiled=spoiled, elsewhere=st.sampled_from((None, None, None, *USERS)))
    def press(self, back: int, choice: Choice, spoiled: Spoiled, elsewhere: str | None) -> None:
        drawn = self.drawn(back)
        self.stage.press(elsewhere or self.user_of(drawn), choice, drawn, spoiled)

    @precondition(has_cards)
    @rule(back=back, spoiled=spoiled)
    def more_time(self, back: int, spoiled: Spoiled) -> None:
        drawn = self.drawn(back)
        self.stage.more_time(self.user_of(drawn), drawn, spoiled)

    @precondition(has_cards)
    @rule(user=users)
    def read_card(self, user: str) -> None:
        self.stage.read_card(user)

    @precondition(has_cards)
    @rule(user=users, choice=choices)
    def decide(self, user: str, choice: Choice) -> None:
        self.stage.decide(user, choice)

    @precondition(has_questions)
    @rule(back=back)
    def paint_question(self, back: int) -> None:
        question = self.question(back)
        self.stage.paint_question(question.attempt.book.user, question.id)

    @rule(user=users, meaning=meanings, back=back, seen=st.booleans(), variant=st.integers(0, 5))
    def say(self, user: str, meaning: Meaning, back: int, seen: bool, variant: int) -> None:
        question = self.question(back) if seen and self.has_questions() else None
        self.stage.say(user, meaning, question and question.id, variant)

    @precondition(has_questions)
    @rule(user=users, meaning=meanings)
    def answer(self, user: str, meaning: Meaning) -> None:
        self.stage.answer(user, meaning)

    @rule(user=users, on=st.sampled_from((True, True, False)), back=back)
    def press_hand(self, user: str, on: bool, back: int) -> None:
        self.stage.press_hand(user, on, back)

    @rule(user=users)
    def be_active(self, user: str) -> None:
        self.stage.be_active(user)

    @rule(user=users)
    def stop(self, user: str) -> None:
        self.stage.stop(user)

    @precondition(has_attempts)
    @rule(back=back)
    def lift_block(self, back: int) -> None:
        attempt = self.attempt(back)
        self.stage.lift_block(attempt.book.user, attempt.request.action)

    # Pages, sessions and time

    @rule(user=users)
    def lose_page(self, user: str) -> None:
        self.stage.lose_page(user)

    @rule(user=users, same_page=st.booleans(), framed=st.sampled_from((True, True, False)))
    def load_page(self, user: str, same_page: bool, framed: bool) -> None:
        self.stage.load_page(user, same_page=same_page, framed=framed)

    @rule(user=users, cause=causes)
    def end(self, user: str, cause: Cause) -> None:
        self.stage.end(user, cause)

    @precondition(lambda self: any(not desk.book.is_open for desk in self.stage.desks.values()))
    @rule()
    def begin_again(self) -> None:
        for user, desk in list(self.stage.desks.items()):
            if not desk.book.is_open:
                self.stage.begin_again(user)

    @rule(seconds=waits)
    def wait(self, seconds: float) -> None:
        self.stage.wait(seconds)

    @rule(seconds=st.sampled_from((0.5, 1.0, 61.0)))
    def be_late(self, seconds: float) -> None:
        self.stage.be_late(seconds)

    @rule(moves=st.sampled_from((1, 1, 2, 3)))
    def meanwhile(self, moves: int) -> None:
        self.stage.meanwhile(moves)


__all__ = ["Broken", "GateMachine"]
