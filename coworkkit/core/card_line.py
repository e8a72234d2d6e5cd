"""The line of waiting cards: one on screen, the rest behind it, and one way for each to end."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from ..errors import Refusal
from .card import ARMING_SECONDS, GIVEN_UP, PAINT_SECONDS, Card, CardContent, Decision, Keep, Kept
from .clock import Clock
from .record import Cause, Evidence
from .wording import Say, in_english

logger = logging.getLogger("coworkkit")

MOST_WAITING = 8
"""How many cards may wait behind the one on screen; a further call is refused."""

MORE_TIME_FROM = 30.0
"""More time can be asked for once this many seconds or fewer are left."""

CardState = Literal["pending", "confirmed", "cancelled", "timeout"]

STORING_SECONDS = 10.0
"""How long past its deadline a card stays while a press on it is being stored."""

MOST_ENDINGS = 100
"""How many ended cards are remembered, so that a late press on one is answered with the truth."""


class StoppedWhileAsked(asyncio.CancelledError):
    """A call was cancelled in the moment its card ended; `decision` says how that was."""

    def __init__(self, decision: Decision, *why: object) -> None:
        super().__init__(*why)
        self.decision = decision


class Press(NamedTuple):
    """What a browser reports of a press on the card.

    Attributes:
        card_id: which card.
        nonce: the nonce that came with it.
        revision: the content it was pressed on.
    """

    card_id: str
    nonce: str
    revision: int


class PressReply(NamedTuple):
    """What a press did: whether it counted, the card's state after it, and a sentence for the person."""

    ok: bool
    state: CardState
    message: str = ""

    def told(self) -> dict[str, Any]:
        """Return it as the browser is told it."""
        return {"ok": self.ok, "state": self.state, "message": self.message}


class CardLine:
    """The cards of one session.

    Args:
        clock: the time deadlines are judged by.
        on_change: told whenever what should be on screen changes: the card on screen, if any, and how the
            last one ended, if it did.
        say: returns the words of a key, in the app's language.
    """

    def __init__(
        self,
        clock: Clock,
        on_change: Callable[[Card | None, Card | None, Decision | None], None],
        say: Say = in_english,
    ) -> None:
        self.clock = clock
        self.on_change = on_change
        self.say = say
        self.cards: list[Card] = []
        self.endings: dict[str, Decision] = {}
        self.attached = False
        self.storing: set[asyncio.Task[PressReply]] = set()

    @property
    def on_screen(self) -> Card | None:
        """The card the person sees or is about to see."""
        return self.cards[0] if self.cards else None

    @property
    def waiting(self) -> int:
        """How many cards wait behind it."""
        return max(len(self.cards) - 1, 0)

    def ask(self, content: CardContent, seconds: float, keep: Keep | None = None) -> Card:
        """Put a card in line and return it; `decision_on` waits for what the person decides.

        Args:
            content: what it shows.
            seconds: how long the person has: from when it was painted, or from now on where it has a `keep`.
            keep: stores a press on a card that outlives the page.

        Raises:
            Refusal: ``confirmation_busy``, the line is full.
        """
        if self.waiting >= MOST_WAITING:
            raise Refusal(
                "confirmation_busy",
                f"{MOST_WAITING} confirmations are waiting for the user already. Nothing was run; try again "
                "when some of them are decided.",
            )
        card = Card(content, seconds, keep)
        if keep is not None:
            card.deadline = self.clock.monotonic() + seconds
        self.cards.append(card)
        if card is self.on_screen:
            self.show()
        else:
            self.on_change(self.on_screen, None, None)
        return card

    def ask_again(self, card: Card, content: CardContent) -> None:
        """Ask about changed content, first in line; an earlier click counts for nothing."""
        card.renew(content)
        if (first := self.on_screen) is not None:
            first.stop_timer()
            first.pushed_back_at = self.clock.monotonic()
            first.renew()
        self.cards.insert(0, card)
        self.show()

    async def decision_on(self, card: Card) -> Decision:
        """Wait for a card's decision; a call that is stopped takes its card with it.

        Raises:
            StoppedWhileAsked: the call was cancelled, and by then its card had ended for a reason of its own.
            asyncio.CancelledError: the call was cancelled.
        """
        decided = card.decided
        try:
            return await decided
        except asyncio.CancelledError as stop:
            if decided.done() and not decided.cancelled():
                raise StoppedWhileAsked(decided.result(), *stop.args) from None
            raise
        finally:
            if card in self.cards:
                self.end(card, GIVEN_UP)

    # What the page reports

    def page_attached(self) -> None:
        """A page is there: show it what is being asked, with the time that is really left."""
        self.attached = True
        if (card := self.on_screen) is not None:
            card.renew()
            self.show()

    def page_detached(self) -> None:
        """The page is gone for now: a card cannot be painted, but its time runs on."""
        self.attached = False
        if (card := self.on_screen) is not None:
            card.shown_at = None
            self.set_timer(card)

    def painted(self, press: Press) -> PressReply:
        """The browser has painted the card: its arming begins, and its time if it had not begun."""
        card = self.matching(press)
        if card is None:
            return self.too_late(press)
        if card.shown_at is None:
            now = self.clock.monotonic()
            card.shown_at = now
            card.first_shown_at = card.first_shown_at or self.clock.now()
            card.deadline = card.deadline or now + card.seconds
            self.set_timer(card)
            self.on_change(card, None, None)
        return PressReply(True, "pending")

    def deferred(self, card_id: str) -> PressReply:
        """The browser holds the card back while the user types; give it more time to paint. Decides nothing."""
        card = self.on_screen
        if card is None or card.id != card_id:
            return PressReply(False, "timeout", self.say("said.cardStale"))
        if card.shown_at is None:
            self.set_timer(card)
        return PressReply(True, "pending")

    def unfolded(self, press: Press) -> PressReply:
        """The person has opened every folded value of the card."""
        card = self.matching(press)
        if card is None:
            return self.too_late(press)
        card.unfolded = True
        return PressReply(True, "pending")

    def look(self, press: Press) -> PressReply:
        """How a card stands that is on screen somewhere."""
        return PressReply(True, "pending") if self.matching(press) is not None else self.too_late(press)

    def more_time(self, press: Press) -> PressReply:
        """The person asks for more time: the card's own time again, counted from now."""
        card = self.matching(press)
        if card is None:
            return self.too_late(press)
        now = self.clock.monotonic()
        if card.deadline is None or card.deadline - now > MORE_TIME_FROM or card.extensions_left == 0:
            return PressReply(False, "pending", self.say("said.cardNoTime"))
        card.extensions_left -= 1
        card.deadline = now + card.seconds
        self.set_timer(card)
        self.on_change(card, None, None)
        return PressReply(True, "pending")

    async def press(
        self, press: Press, choice: Literal["confirm", "cancel", "later"], evidence: Evidence
    ) -> PressReply:
        """The person has pressed a button of whichever card is on screen; Escape puts away what outlives the page."""
        card = self.matching(press)
        if card is None or card.keep is None:
            if choice == "confirm":
                return self.confirm(press, evidence)
            return self.cancel(press, evidence) if choice == "cancel" else self.too_late(press)
        if card.keeping_since is not None:
            return PressReply(False, "pending", self.say("said.cardStoring"))
        if choice == "later" or evidence.input == "escape":
            return self.put_away(card, evidence)
        # what is stored cannot be taken back, so a second click on Review is no answer either
        early = self.too_soon(card) if choice == "confirm" else self.unarmed(card)
        if early is not None:
            return early
        card.keeping_since = self.clock.monotonic()
        storing = asyncio.get_running_loop().create_task(self.store(card, card.keep, press, choice, evidence))
        self.storing.add(storing)
        storing.add_done_callback(self.storing.discard)
        return await asyncio.shield(storing)  # it goes on where whoever brought the press is gone

    async def store(
        self, card: Card, keep: Keep, press: Press, choice: Literal["confirm", "cancel"], evidence: Evidence
    ) -> PressReply:
        """Have a press stored, and only then let it end the card."""
        try:
            kept = await keep(choice, evidence)
        except Exception:
            logger.exception("coworkkit: a press on a card could not be stored and counts for nothing")
            kept = Kept(False, None, "said.cardNotStored")
        finally:
            card.keeping_since = None
        if kept.decision is None:
            if card in self.cards:
                return PressReply(False, "pending", self.say(kept.message))
            return self.too_late(press)
        if card in self.cards:
            self.end(card, kept.decision)
        else:
            self.endings[card.id] = kept.decision
        return PressReply(kept.ok, kept.decision.gate, self.say(kept.message))

    def cancel(self, press: Press, evidence: Evidence) -> PressReply:
        """The person declines; never too early, and only too late when the time has run out."""
        card = self.matching(press)
        if card is None or card.keep is not None:
            return self.too_late(press)
        self.end(card, Decision("cancelled", evidence, "said.cardCancelled"))
        return PressReply(True, "cancelled", self.say("said.cardCancelled"))

    def confirm(self, press: Press, evidence: Evidence) -> PressReply:
        """The person confirms. Only counts on what they see now, armed, unfolded and in time."""
        card = self.matching(press)
        if card is None or card.keep is not None:
            return self.too_late(press)
        if (early := self.too_soon(card)) is not None:
            return early
        self.end(card, Decision("confirmed", evidence, ""))
        return PressReply(True, "confirmed")

    def unarmed(self, card: Card) -> PressReply | None:
        """Return why no button counts that cannot be taken back; None once the card has been on screen long enough."""
        if card.shown_at is None or self.clock.monotonic() - card.shown_at < ARMING_SECONDS:
            logger.warning(
                "coworkkit: a press came before the card was armed and counts for nothing. The person can press again; "
                "if it happens often, look for a script that presses for them."
            )
            return PressReply(False, "pending", self.say("said.cardTooFast"))
        return None

    def too_soon(self, card: Card) -> PressReply | None:
        """Return why Confirm does not count yet; None where it does."""
        if (early := self.unarmed(card)) is not None:
            return early
        if not card.unfolded:
            logger.warning(
                "coworkkit: a press on Confirm came before every folded value was opened and counts for nothing. The "
                "card shows the person what to open; if it happens often, keep long text out of the arguments."
            )
            return PressReply(False, "pending", self.say("said.cardFolded"))
        return None

    # How it ends

    def withdraw_all(self, decision: Decision) -> None:
        """End every card in the same way, because nobody can be asked any more."""
        for card in list(self.cards):
            if card.keep is None:
                self.end(card, decision)
            else:
                self.put_away(card, decision.evidence)

    def put_away(self, card: Card, evidence: Evidence) -> PressReply:
        """Take a card that outlives the page off the screen. It stays as it is stored, and can be opened again."""
        message = "said.cardPutAway" if card.keeping_since is None else "said.cardNotKnown"
        self.end(card, Decision("cancelled", evidence, message))
        return PressReply(True, "cancelled", self.say(message))

    def end(self, card: Card, decision: Decision) -> None:
        """The one place where a card ends. It leaves the line, and the next is shown."""
        card.stop_timer()
        was_on_screen = card is self.on_screen
        self.cards.remove(card)
        if not card.decided.done():
            card.decided.set_result(decision)
        self.endings[card.id] = decision
        if len(self.endings) > MOST_ENDINGS:
            del self.endings[next(iter(self.endings))]
        if was_on_screen:
            self.show(card, decision)
        else:
            self.on_change(self.on_screen, None, None)

    def show(self, ended: Card | None = None, decision: Decision | None = None) -> None:
        """Put the first card in line on screen."""
        card = self.on_screen
        if card is not None:
            self.set_timer(card)
        self.on_change(card, ended, decision)

    def set_timer(self, card: Card) -> None:
        """Set the one timer of a card: to its deadline, or to when it must have been painted."""
        card.stop_timer()
        now = self.clock.monotonic()
        limit = card.comes_first(now)
        seconds = limit - now
        if card.shown_at is None and self.attached:
            seconds = min(seconds, PAINT_SECONDS)
        card.timer = self.clock.call_later(seconds, lambda: self.time_out(card))

    def time_out(self, card: Card) -> None:
        """End a card whose time has run out, or that no browser would paint."""
        now = self.clock.monotonic()
        if card.keeping_since is not None and now - card.keeping_since < STORING_SECONDS:
            left = STORING_SECONDS - (now - card.keeping_since)
            card.timer = self.clock.call_later(left, lambda: self.time_out(card))
            return
        expired = card.deadline is not None and now >= card.deadline
        # A timer may fire a moment before the clock says so; a card that is on screen only ends by its deadline.
        cause: Cause = "deadline" if expired or card.shown_at is not None else "not_painted"
        if cause == "not_painted":
            logger.warning(
                "coworkkit: the browser did not paint a confirmation card, so nothing was run. See in its console what "
                "stopped it, and whether a content security policy of the app forbids frames or inline scripts."
            )
        evidence = Evidence(by="clock", cause=cause)
        if card.keep is not None and (card.keeping_since is not None or not expired):
            self.put_away(card, evidence)
        else:
            self.end(card, Decision("timeout", evidence, "said.cardExpired"))

    def matching(self, press: Press) -> Card | None:
        """Return the card a press is really about, if it can still be decided."""
        card = self.on_screen
        if card is None or card.id != press.card_id or card.revision != press.revision:
            return None
        if not hmac.compare_digest(card.nonce.encode(), press.nonce.encode()):
            logger.warning(
                "coworkkit: a message about a card came with the wrong nonce and counts for nothing. Nothing to do if "
                "a page was loaded again at that moment; otherwise look for a script that forges presses."
            )
            return None
        if card.deadline is not None and self.clock.monotonic() >= card.deadline:
            self.time_out(card)
            return None
        return card

    def too_late(self, press: Press) -> PressReply:
        """Answer a press on what is not, or not so, being asked about, with the truth."""
        if any(card.id == press.card_id for card in self.cards):
            return PressReply(False, "pending", self.say("said.cardChanged"))
        decision = self.endings.get(press.card_id)
        if decision is None:
            return PressReply(False, "timeout", self.say("said.cardStale"))
        return PressReply(False, decision.gate, self.say(decision.message or "said.cardDecided"))
