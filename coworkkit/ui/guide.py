"""What a builder has to do next, in one line: shown where Watch is on, and gone when it is done."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.card import Card
from ..core.conversation import Message
from ..core.record import ActionRecord
from ..core.session import Session
from ..core.wording import filled
from .words import word

LONGEST_CAUSE = 160
"""Characters of a cause that fit into the line; the log has all of it."""


@dataclass(slots=True)
class Progress:
    """What has happened in this process, on whichever page: a step that was done once is not asked for again."""

    answered: bool = False
    painted: bool = False


progress = Progress()
"""The progress of this process."""


class Guide:
    """The next step of one page.

    Args:
        session: the session the page shows.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.asked = False
        self.unpainted = False
        self.cause = ""

    def message(self, message: Message) -> None:
        """Note that the user has spoken, or that the agent has answered."""
        if message.role == "user":
            self.asked = True
        elif message.role == "agent" and self.asked:
            progress.answered = True
            self.cause = ""

    def trouble(self, cause: str) -> None:
        """Note why the agent could not answer; it counts until it does."""
        self.cause = cause if len(cause) <= LONGEST_CAUSE else f"{cause[:LONGEST_CAUSE]}…"

    def card(self, card: Card | None) -> None:
        """Note that a card was painted."""
        if card is not None and card.shown_at is not None:
            progress.painted = True
            self.unpainted = False

    def record(self, record: ActionRecord) -> None:
        """Note that a card was not painted."""
        if record.evidence.cause == "not_painted":
            self.unpainted = True

    def next_step(self) -> dict[str, str] | None:
        """Return the next missing step, as the page is told it; None where nothing is missing."""
        catalogue = self.session.catalogue
        listing = catalogue.listing()
        hard = next((action.name for action in listing if action.control == "hard"), None)
        unknown = catalogue.unknown_hand_actions()
        if self.session.settings.agent is None:
            return self.told("noAgent")
        if not listing:
            return self.told("noAction")
        if unknown:
            return self.told("handAction", name=unknown[0])
        if self.unpainted:
            return self.told("notPainted")
        if self.cause:
            return self.told("agentTrouble", cause=self.cause)
        if not progress.answered:
            return self.told("noAnswer")
        return self.told("noCard", name=hard) if hard is not None and not progress.painted else None

    def told(self, step: str, **values: object) -> dict[str, str]:
        """Return a step in the page's words."""
        return {"step": step, "text": filled(word(self.session.settings.messages, f"guide.{step}"), values)}
