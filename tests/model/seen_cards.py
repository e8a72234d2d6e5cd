"""What one user saw of cards, and which presses on them count, by gate-security §2-3 and docs/gate.md.

The numbers of the rules are written down here once more, on purpose: nothing is taken from the gate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from coworkkit.core.card import Decision
from coworkkit.core.card_line import PressReply

from .attempt import Attempt, Yes
from .promises import Promise

if TYPE_CHECKING:
    from .book import Book

ARMING = 0.5
PAINTING = 5.0
MORE_TIME_FROM = 30.0
EXTENSIONS = 10
LONGEST_UNPAINTED = 300.0
CARD_TIME = 60.0

Spoiled = Literal["", "nonce", "id", "revision"]
"""What is wrong with a message about a card, if anything is."""


@dataclass(frozen=True)
class Drawn:
    """A card as one page was told to draw it.

    Attributes:
        session: whose card it is.
        page: the page that was told; a page that is loaded again is another one.
        title: the words it asks with.
        rows: its table of arguments.
    """

    session: str
    page: int
    id: str
    nonce: str
    revision: int
    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(eq=False)
class SeenCard:
    """A card that was on screen.

    Attributes:
        attempt: the attempt it asks about.
        drawn: how it was drawn last.
        paint_by: when this page must have painted it.
        painted_at: when the page did; None when it has not.
        unfolded: whether the user has seen all of it.
        first_by: when any page must have painted it, however often it was put off.
        deadline: when it ends; None until it was first painted.
        behind_since: since when it is behind a card that has changed, where its time stands still.
        times_asked: how often it was put to the user with other words.
        endings: how it ended, each time.
    """

    attempt: Attempt
    drawn: Drawn
    paint_by: float
    first_by: float
    painted_at: float | None = None
    unfolded: bool = False
    deadline: float | None = None
    behind_since: float | None = None
    extensions: int = EXTENSIONS
    pressed: Literal["confirm", "cancel"] | None = None
    times_asked: int = 1
    endings: list[str] = field(default_factory=list)


class SeenCards:
    """The cards of one user.

    Args:
        book: the rest of what is known about the user.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.seen: dict[str, SeenCard] = {}
        self.on_screen: SeenCard | None = None
        self.attached = True

    # What the page is told

    def told(self, drawn: Drawn | None, ended: str | None, decision: Decision | None) -> None:
        """The page was told what to have on screen, and how a card has ended."""
        if ended is not None and decision is not None:
            self.end(ended, decision)
            self.on_screen = None
        if self.on_screen is not None and (drawn is None or drawn.id != self.on_screen.drawn.id):
            self.on_screen.behind_since = self.book.now
        if drawn is None:
            self.on_screen = None
            return
        card = self.seen.get(drawn.id)
        if card is None:
            now = self.book.now
            card = self.seen[drawn.id] = SeenCard(self.attempt_on(drawn), drawn, now, now + LONGEST_UNPAINTED)
            self.present(card)
        elif (card.drawn.title, card.drawn.rows) != (drawn.title, drawn.rows):
            self.ask_again(card, drawn)
        elif card.drawn != drawn or card is not self.on_screen:
            card.drawn = drawn
            self.present(card)
        self.on_screen = card

    def attempt_on(self, drawn: Drawn) -> Attempt:
        """Return the attempt a new card asks about."""
        asked = {card.attempt for card in self.seen.values()}
        waiting = [
            attempt
            for attempt in self.book.attempts
            if attempt.arrived_at and not attempt.is_over and attempt not in asked
            if (attempt.told[0], attempt.rows) == (drawn.title, drawn.rows)
        ]
        self.book.expect(len(waiting) == 1, Promise.SHOWN, f"a card shows {drawn}, and {waiting} could be meant")
        attempt = waiting[0] if waiting else self.book.attempts[-1]
        self.book.expect(self.book.asks_by_card(attempt), Promise.ASKED, f"{attempt} needs no card and has one")
        self.book.expect_not_declined(attempt)
        self.book.expect_may_ask(attempt)
        return attempt

    def ask_again(self, card: SeenCard, drawn: Drawn) -> None:
        """A card asks with other words: with its own time, and whatever was pressed before counts for nothing."""
        attempt = card.attempt
        right = (attempt.told[0], attempt.rows)
        self.book.expect((drawn.title, drawn.rows) == right, Promise.SHOWN, f"a card shows {drawn}, and not {right}")
        confirmed = card.endings[-1:] == ["confirmed"]
        self.book.expect(confirmed, Promise.ASKED, f"the card of {attempt} changed while it was being read")
        attempt.yes = card.pressed = card.deadline = None
        card.drawn = drawn
        card.times_asked += 1
        card.first_by = self.book.now + LONGEST_UNPAINTED
        card.behind_since = None
        self.present(card)

    def present(self, card: SeenCard) -> None:
        """A card is new to the eye: it has to be painted, read and armed, on this page, as it is now."""
        card.painted_at = None
        card.unfolded = False
        card.paint_by = self.book.now + PAINTING
        if card.behind_since is not None:
            hidden, card.behind_since = self.book.now - card.behind_since, None
            card.first_by += hidden
            card.deadline = card.deadline and card.deadline + hidden

    def end(self, card_id: str, decision: Decision) -> None:
        """A card has ended."""
        card = self.seen.get(card_id)
        self.book.expect(
            card is not None and card is self.on_screen, Promise.AGREE, "a card ended that was not on screen"
        )
        if card is None:
            return
        card.endings.append(decision.gate)
        if decision.gate == "confirmed":
            reason = card.pressed == "confirm"
        elif decision.gate == "cancelled":
            reason = card.pressed == "cancel" or card.attempt.given_up or self.book.is_stopping
        else:
            reason = self.is_due(card) or not self.book.is_open
        self.book.expect(
            reason, Promise.REASON, f"the card of {card.attempt} ended {decision.gate} ({decision.evidence.cause})"
        )

    def is_due(self, card: SeenCard) -> bool:
        """Whether the clock may end a card."""
        if self.book.now >= (card.first_by if card.deadline is None else card.deadline):
            return True
        return self.attached and card.painted_at is None and self.book.now >= card.paint_by

    # What the user does

    def current(self, drawn: Drawn, spoiled: Spoiled) -> SeenCard | None:
        """Return the card that a message is about, if the user may say anything about it."""
        card = self.on_screen
        if spoiled or card is None or card.drawn != drawn or not self.book.is_open:
            return None
        return None if card.deadline is not None and self.book.now >= card.deadline else card

    def paint(self, drawn: Drawn, spoiled: Spoiled) -> None:
        """The page says it has painted the card."""
        card = self.current(drawn, spoiled)
        if card is not None and card.painted_at is None:
            card.painted_at = self.book.now
            card.deadline = card.deadline or self.book.now + CARD_TIME

    def unfold(self, drawn: Drawn, spoiled: Spoiled) -> None:
        """The page says that every folded value was opened."""
        card = self.current(drawn, spoiled)
        if card is not None:
            card.unfolded = True

    def defer(self, drawn: Drawn) -> None:
        """The page says that it holds the card back while the user types."""
        card = self.current(drawn, "")
        if card is not None and card.painted_at is None:
            card.paint_by = self.book.now + PAINTING

    def may_extend(self, drawn: Drawn, spoiled: Spoiled) -> bool:
        """Give more time, where the user may have it; return whether that is so."""
        card = self.current(drawn, spoiled)
        if card is None or card.deadline is None or card.extensions == 0:
            return False
        if card.deadline - self.book.now > MORE_TIME_FROM:
            return False
        card.extensions -= 1
        card.deadline = self.book.now + CARD_TIME
        return True

    def may_cancel(self, drawn: Drawn, spoiled: Spoiled) -> bool:
        """Note a press on Cancel, and return whether it counts. It is never too early."""
        card = self.current(drawn, spoiled)
        if card is None:
            return False
        card.pressed = "cancel"
        self.book.decline(card.attempt)
        return True

    def may_confirm(self, drawn: Drawn, spoiled: Spoiled) -> bool:
        """Note a press on Confirm, and return whether it counts: on what is on screen, painted, armed, seen, in time."""
        card = self.current(drawn, spoiled)
        if card is None or card.painted_at is None or not card.unfolded:
            return False
        if self.book.now - card.painted_at < ARMING:
            return False
        card.pressed = "confirm"
        self.book.patience.forget(card.attempt.request.action)
        card.attempt.yes = Yes("card", drawn.title, self.book.moment())
        return True

    def answered(self, drawn: Drawn, spoiled: Spoiled, counts: bool, reply: PressReply, choice: str) -> None:
        """Judge what a press was answered."""
        self.book.expect(reply.ok == counts, Promise.PRESS, f"{choice} on {drawn} {spoiled} counted: {reply.ok}")
        card = None if spoiled == "id" else self.seen.get(drawn.id)
        if card is None:
            truth = "timeout"  # nothing is known of such a card
        else:
            truth = "pending" if len(card.endings) < card.times_asked else card.endings[-1]
        self.book.expect(
            reply.state == truth, Promise.AGREE, f"{choice} on {drawn} was told {reply.state}, not {truth}"
        )
