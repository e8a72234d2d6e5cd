"""Everything that may happen to the gate, one method each. After each, every promise is checked.

The methods are the moves of the state machine in `machine.py` and of the stories in `stories.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from coworkkit import Caller, CallResult
from coworkkit.core import worker
from coworkkit.core.card_line import Press
from coworkkit.core.record import Cause
from coworkkit.core.turn import BY_USER
from coworkkit.errors import CoworkkitError
from coworkkit.testing.person import pressed

from .app import Conduct, Request, Trouble, current
from .attempt import Attempt, World
from .loop import SteppedClock, SteppedLoop, Workers
from .page import Desk
from .promises import Promise
from .quiet import judge_quiet
from .seen_cards import ARMING, Drawn, Spoiled
from .spoken import WORDS, Meaning

WORKERS = Workers()
OUTSIDER = Caller(agent="remote", connector="mcp", hears_user=False)
LONG = 700.0
"""Longer than a full line of unpainted cards and a question together may last."""

Choice = Literal["confirm", "cancel"]


class Stage:
    """Some users with their sessions, and agents that call.

    Args:
        users: who they are.
    """

    def __init__(self, *users: str) -> None:
        self.clock = SteppedClock()
        self.loop = SteppedLoop(self.clock, WORKERS)
        self.world = World(self.clock, WORKERS)
        self.own_threads = worker.threads
        worker.threads = dict.fromkeys(worker.threads, WORKERS)  # type: ignore[arg-type]
        self.at_once = 0
        self.is_late = False
        self.attempts: list[Attempt] = []
        self.users = users or ("ann",)
        with self.loop.inside():
            self.desks = {user: Desk(self.world, user) for user in self.users}
        self.gone: list[Desk] = []

    # Agents

    def call(self, user: str, request: Request, conduct: Conduct = "returns", *, hears_user: bool = True) -> Attempt:
        """An agent calls an action of a user's session."""
        desk = self.desks[user]
        with self.happening():
            attempt = Attempt(len(self.attempts) + 1, request, conduct, hears_user, desk.book, self.world)
            self.attempts.append(attempt)
            desk.book.attempts.append(attempt)
            attempt.task = self.loop.create_task(self.place(desk, attempt))
        return attempt

    async def place(self, desk: Desk, attempt: Attempt) -> CallResult:
        """Make the call, in a task of its own."""
        current.set(attempt)
        desk.book.arrived(attempt)
        caller = None if attempt.hears_user else OUTSIDER
        return await desk.session.call(attempt.request.action, attempt.sent, caller=caller, call_id=attempt.call_id)

    def change_sent(self, attempt: Attempt) -> None:
        """The agent changes the arguments object that it has sent."""
        with self.happening():
            if attempt.arrived_at and isinstance(attempt.sent, dict):
                attempt.sent["amount"] = 1_000_000
                attempt.sent.get("basket", {}).setdefault("to", []).append("mallory")

    def give_up(self, attempt: Attempt) -> None:
        """The caller cancels the call."""
        with self.happening():
            self.call_off(attempt)

    def call_off(self, attempt: Attempt, *why: str) -> None:
        """Cancel a call's task."""
        if attempt.task is not None and not attempt.task.done():
            attempt.given_up = True
            attempt.task.cancel(*why)

    # The app

    def release(self, attempt: Attempt, conduct: Literal["returns", "raises"] = "returns") -> None:
        """A function that an attempt waits for goes on."""
        with self.happening():
            attempt.release(conduct)

    def trouble(self, which: Literal["level", "summary"], how: Trouble) -> None:
        """The next level or summary function will fail, or take long."""
        with self.happening():
            self.world.troubles[which] = how

    def change_world(self) -> None:
        """What the summaries speak of changes."""
        with self.happening():
            self.world.version += 1

    def mount(self, user: str, name: str, flavour: str | None) -> None:
        """An action leaves the page, or comes, or another function takes its name."""
        with self.happening():
            self.desks[user].mount(name, flavour)

    def show_board(self, user: str, on: bool) -> None:
        """The user goes to, or leaves, the place whose surface has hand_actions."""
        with self.happening():
            self.desks[user].show_board(on)

    # The user and the page

    def paint(self, user: str, drawn: Drawn, spoiled: Spoiled = "") -> None:
        """A page says that it has painted a card."""
        with self.happening():
            self.desks[user].book.cards.paint(drawn, spoiled)
            self.desks[user].session.cards.painted(press_of(drawn, spoiled))

    def unfold(self, user: str, drawn: Drawn, spoiled: Spoiled = "") -> None:
        """A page says that the user has opened every folded value."""
        with self.happening():
            self.desks[user].book.cards.unfold(drawn, spoiled)
            self.desks[user].session.cards.unfolded(press_of(drawn, spoiled))

    def defer(self, user: str, drawn: Drawn, spoiled: Spoiled = "") -> None:
        """A page says that it holds a card back. That decides nothing, and needs no nonce."""
        with self.happening():
            self.desks[user].book.cards.defer(drawn)
            self.desks[user].session.cards.deferred(drawn.id)

    def press(self, user: str, choice: Choice, drawn: Drawn, spoiled: Spoiled = "") -> None:
        """A page, or somebody who would like to be one, presses a button of a card, in a user's session."""
        desk = self.desks[user]
        with self.happening():
            if choice == "confirm":
                counts = desk.book.cards.may_confirm(drawn, spoiled)
                reply = desk.session.cards.confirm(press_of(drawn, spoiled), pressed())
            else:
                counts = desk.book.cards.may_cancel(drawn, spoiled)
                reply = desk.session.cards.cancel(press_of(drawn, spoiled), pressed())
            desk.book.cards.answered(drawn, spoiled, counts, reply, choice)

    def more_time(self, user: str, drawn: Drawn, spoiled: Spoiled = "") -> None:
        """A page asks for more time."""
        desk = self.desks[user]
        with self.happening():
            granted = desk.book.cards.may_extend(drawn, spoiled)
            reply = desk.session.cards.more_time(press_of(drawn, spoiled))
            desk.book.expect(reply.ok == granted, Promise.PRESS, f"more time was given: {reply.ok}")

    def read_card(self, user: str) -> Drawn | None:
        """The user sees and reads all of the card that is on screen now; return it."""
        card = self.desks[user].book.cards.on_screen
        if card is None:
            return None
        self.paint(user, card.drawn)
        self.unfold(user, card.drawn)
        return card.drawn

    def decide(self, user: str, choice: Choice = "confirm") -> None:
        """The user reads the card, takes the time it needs, and presses a button."""
        drawn = self.read_card(user)
        if drawn is not None:
            self.wait(ARMING)
            self.press(user, choice, drawn)

    def paint_question(self, user: str, question_id: str) -> None:
        """A page says that a question can be seen."""
        with self.happening():
            self.desks[user].book.questions.paint(question_id)
            self.desks[user].session.consent.painted(question_id)

    def say(self, user: str, meaning: Meaning, seen: str | None, variant: int = 0) -> None:
        """The user sends a message; the page says which question was on screen when they began to type."""
        words = WORDS[meaning][variant % len(WORDS[meaning])]
        desk = self.desks[user]
        if desk.book.is_open:
            with self.happening():
                desk.book.user_turn(meaning, words, seen)
                with suppress(CoworkkitError):  # more waits for the agent than it takes
                    desk.session.hear(words, seen=seen)

    def answer(self, user: str, meaning: Meaning) -> None:
        """The user reads the open question, and answers it."""
        question = self.desks[user].book.questions.open
        if question is not None:
            self.paint_question(user, question.id)
            self.say(user, meaning, question.id)

    def press_hand(self, user: str, on: bool, back: int = 0) -> None:
        """The user presses the Hand switch, or an old press arrives late, `back` presses behind."""
        desk = self.desks[user]
        with self.happening():
            if back == 0:
                desk.presses += 1
            number = max(desk.presses - back, 0)
            if desk.book.is_open:  # nothing of a page reaches a session that has ended
                desk.book.hand.press(number, on=on)
                desk.session.hand.press(armed=on, number=number)

    def be_active(self, user: str) -> None:
        """The user does something on the page."""
        with self.happening():
            self.desks[user].book.hand.user_is_seen()
            self.desks[user].session.hand.seen()

    def lift_block(self, user: str, action: str) -> None:
        """The user lets an action ask again."""
        with self.happening():
            self.desks[user].book.patience.lift(action)
            self.desks[user].session.fatigue.lift(action)

    def stop(self, user: str) -> None:
        """The user presses Stop, which also ends the agent's turn and so its calls."""
        desk = self.desks[user]
        with self.happening():
            desk.book.stopped_at = desk.book.moment()
            desk.book.is_stopping = True
            desk.session.stop()
            desk.book.is_stopping = False
            for attempt in desk.book.attempts:
                self.call_off(attempt, BY_USER)

    # Pages, sessions and time

    def lose_page(self, user: str) -> None:
        """The connection to the page is lost."""
        with self.happening():
            self.desks[user].book.page_gone()
            self.desks[user].session.detach()

    def load_page(self, user: str, *, same_page: bool, framed: bool = True) -> None:
        """The page is loaded again, or its connection is back."""
        desk = self.desks[user]
        if desk.book.is_open:
            with self.happening():
                desk.load(same_page=same_page, framed=framed)

    def end(self, user: str, cause: Cause) -> None:
        """The session ends: the tab stayed away, the server stops, or somebody else has signed in."""
        with self.happening():
            if self.desks[user].book.is_open:
                self.desks[user].book.end(cause)
            self.desks[user].session.end(cause)

    def begin_again(self, user: str) -> None:
        """The user comes back after the end, to a new session."""
        with self.happening():
            self.gone.append(self.desks[user])
            self.desks[user] = Desk(self.world, user)

    def wait(self, seconds: float) -> None:
        """Time passes, and what falls due in it happens."""
        with self.happening():
            pass
        self.at_once = 0
        with self.nothing_raised():
            self.loop.advance(seconds)
        self.is_late = False
        self.check()

    def be_late(self, seconds: float) -> None:
        """Time passes, and nothing that falls due in it happens yet: the server is busy."""
        with self.happening():
            self.clock.skip(seconds)
            self.is_late = True

    def meanwhile(self, moves: int) -> None:
        """The next moves happen in one step of the event loop: no call goes on between them."""
        self.at_once = moves

    @contextmanager
    def happening(self) -> Iterator[None]:
        """One thing happens; then everything that can go on does, and every promise is checked."""
        with self.nothing_raised():
            with self.loop.inside():
                yield
            if self.at_once == 0:
                self.loop.settle()
        if self.at_once > 0:
            self.at_once -= 1
            self.world.findings.check()
        else:
            self.check()

    @contextmanager
    def nothing_raised(self) -> Iterator[None]:
        """Note what the gate raises at whoever moved it."""
        try:
            yield
        except Exception as error:
            self.world.findings.expect(False, Promise.ANSWERS, f"the gate raised {error!r}")

    def check(self) -> None:
        """Check every promise.

        Raises:
            Broken: one does not hold.
        """
        for desk in (*self.desks.values(), *self.gone):
            judge_quiet(desk.book, waiting=desk.session.cards.waiting, on_time=not self.is_late)
            desk.book.expect(
                desk.emitted == desk.book.records, Promise.RECORD, "the app's callback and the page differ"
            )
        self.world.findings.check()

    # The end

    def finish(self) -> None:
        """Let everything end that is under way, and check that nothing is left over and that the gate still works."""
        self.at_once = 0
        self.world.troubles.clear()
        while waiting := [attempt for attempt in self.attempts if attempt.latch is not None]:
            for attempt in waiting:
                self.release(attempt)
        for user in self.users:
            self.load_page(user, same_page=False)
        self.wait(LONG)
        for desk in (*self.desks.values(), *self.gone):
            over = all(attempt.is_over for attempt in desk.book.attempts)
            desk.book.expect(over and desk.is_idle, Promise.ENDS, f"something of {desk.book.user} is left over")
        self.world.findings.check()
        for user, desk in self.desks.items():
            if desk.book.is_open:
                self.expect_works(user)
                self.end(user, "session_ended")
            refused = self.call(user, Request("look"))
            code = refused.result and refused.result.code
            desk.book.expect(code == "unavailable", Promise.DECIDED, f"after the end a call got {code}")
        self.world.findings.check()

    def expect_works(self, user: str) -> None:
        """A call that the user confirms runs, whatever was before."""
        self.mount(user, "probe", "paper")
        probe = self.call(user, Request("probe"))
        self.decide(user)
        probe.expect(probe.result and probe.result.ok, Promise.ENDS, f"confirmed, and {probe.result}")
        self.world.findings.check()

    def close(self) -> None:
        """Leave nothing behind, whatever was found."""
        for attempt in self.attempts:
            attempt.release("returns")
            if attempt.task is not None:
                attempt.task.cancel()
        for desk in (*self.desks.values(), *self.gone):
            with self.nothing_raised(), self.loop.inside():
                desk.session.end()
        self.loop.settle()
        worker.threads = self.own_threads
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


def press_of(drawn: Drawn, spoiled: Spoiled) -> Press:
    """Return what a page sends about a card it has drawn, with one part of it wrong if that is asked for."""
    return Press(
        "0" * 36 if spoiled == "id" else drawn.id,
        drawn.nonce[::-1] if spoiled == "nonce" else drawn.nonce,
        drawn.revision + 1 if spoiled == "revision" else drawn.revision,
    )
