"""Reviewing a durable card: the trusted card that is raised for it, and how a press on that is stored."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Literal

from ..errors import CoworkkitError, Refusal
from .card import Card, CardContent, Decision, Kept, Row, content_of
from .card_line import MOST_WAITING
from .durable import CardSource, DurableCard
from .record import Evidence
from .visible import segments, value_segments
from .wording import Say

if TYPE_CHECKING:
    from .session import Session

logger = logging.getLogger("coworkkit")

LONGEST_NAME = 80
"""Characters of an agent's name on a card."""

DEFAULT_LABELS = ("Confirm", "Cancel")
OWN_LABELS = ("said.confirm", "said.cancel")
ELSEWHERE = Evidence(by="gate", cause="overtaken")


class Reviews:
    """The durable cards that a session has open for a decision. Asking for one decides nothing.

    Args:
        session: whose line of cards they are raised in, and whose user they belong to.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.raised: dict[str, Card] = {}
        self.reading = False

    def is_raised(self, interaction_id: str) -> bool:
        """Return whether a card is open for a decision, or in line for it."""
        cards = self.session.cards.cards
        self.raised = {id: card for id, card in self.raised.items() if card in cards}
        return interaction_id in self.raised

    async def open(self, interaction_id: str) -> str:
        """Raise the trusted card for a durable card of this session's user, once.

        Returns:
            Why not, for the person; empty where it is raised.
        """
        session = self.session
        source, user, say = session.settings.interactions, session.user, session.say
        if session.ended or source is None or user is None:
            return say("said.cardGone")
        if session.settings.require_framed and not session.settings.framed:
            return say("said.cardUnsafe")
        if self.is_raised(interaction_id):
            return ""
        if self.reading or session.cards.waiting >= MOST_WAITING:
            return say("said.cardsFull")
        self.reading = True
        try:
            card = await source.interaction(user, interaction_id)
        except Exception as error:
            if not isinstance(error, CoworkkitError):
                logger.exception("coworkkit: a durable card could not be read; please report this")
            return say("said.cardUnread")
        finally:
            self.reading = False
        if session.ended or not session.still_same_user():
            return say("said.pageGone")
        if card is None:
            return say("said.cardGone")
        left = (card.expires_at - session.clock.now()).total_seconds()
        if card.status != "pending" or left <= 0:
            return say(ending_of(card).message)
        try:
            content = content_of_durable(card, say)
            self.raised[card.id] = session.cards.ask(content, left, partial(self.keep, source, card))
        except Refusal as refusal:
            logger.warning("coworkkit: a durable card could not be opened: %s", refusal)
            return say("said.cardsFull" if refusal.code == "confirmation_busy" else "said.cardUnread")
        return ""

    def changed(self, card: DurableCard) -> None:
        """A durable card has changed: where it can no longer be decided, the one that is raised for it ends."""
        raised = self.raised.get(card.id) if self.is_raised(card.id) else None
        if raised is not None and card.status != "pending" and raised.keeping_since is None:
            self.session.cards.end(raised, ending_of(card))

    async def keep(
        self, source: CardSource, card: DurableCard, choice: Literal["confirm", "cancel"], evidence: Evidence
    ) -> Kept:
        """Store a press on a raised card, and return what it decided."""
        session = self.session
        if session.ended or not session.still_same_user():
            return Kept(False, None, "said.pageGone")
        if session.settings.require_framed and evidence.card != "framed":
            return Kept(False, None, "said.cardUnsafe")
        try:
            decided = await source.decide(session.user, card.id, nonce=card.nonce, choice=choice, evidence=evidence)
            if decided.ok:
                confirmed = choice == "confirm"
                message = "said.durableConfirmed" if confirmed else "said.durableDeclined"
                return Kept(True, Decision("confirmed" if confirmed else "cancelled", evidence, message), message)
            now = decided.interaction
        except Exception as error:
            logger.warning(
                "coworkkit: a press on a durable card could not be stored: %s",
                error,
                exc_info=not isinstance(error, CoworkkitError),
            )
            now = await self.look_again(source, card)
            if now is None or now.status == "pending":
                return Kept(False, None, "said.cardNotStored")
        ending = Decision("timeout", ELSEWHERE, "said.cardGone") if now is None else ending_of(now)
        return Kept(False, ending, ending.message)

    async def look_again(self, source: CardSource, card: DurableCard) -> DurableCard | None:
        """Read a card whose decision failed: a database may have stored what it did not say it has."""
        try:
            return await source.interaction(self.session.user, card.id)
        except Exception:
            return None


def ending_of(card: DurableCard) -> Decision:
    """Return how a raised card ends whose durable card cannot be decided any more."""
    if card.status in ("submitted", "committed"):
        return Decision("confirmed", ELSEWHERE, "said.isConfirmed")
    if card.status == "cancelled":
        return Decision("cancelled", ELSEWHERE, "said.isDeclined")
    if card.cause == "replaced":
        return Decision("cancelled", ELSEWHERE, "said.isReplaced")
    return Decision("timeout", ELSEWHERE, "said.cardExpired")


def content_of_durable(card: DurableCard, say: Say) -> CardContent:
    """Lay out the card that is raised. An agent's own words are told apart from the app's, on the buttons too.

    Raises:
        Refusal: it is too large for a person to read.
    """
    shown = card.display
    title, description = str(shown["title"]), str(shown["description"])
    confirm, cancel = str(shown["action_label"]), str(shown["cancel_label"])
    binds = shown.get("binds", {})
    told = [(say("said.cardWhat"), description)]
    if card.words_by == "agent":
        told.insert(0, (say("said.cardTitle"), title))
        if binds:  # its names stand inside the value: as labels they would read as the app's
            binds = {say("said.agentBinds"): binds}
        title = say("said.agentAsks", agent=(card.asked_by or "")[:LONGEST_NAME])
        confirm, cancel = (
            own if own == said else say("said.agentLabel", label=say(key), said=said)
            for own, key, said in zip(DEFAULT_LABELS, OWN_LABELS, (confirm, cancel), strict=True)
        )
    content = content_of(
        title,
        binds,
        confirm_label=confirm,
        cancel_label=cancel,
        destructive=bool(shown["destructive"]),
    )
    rows = [Row(segments(label), value_segments(text), len(text)) for label, text in told]
    return content._replace(rows=(*rows, *content.rows))
