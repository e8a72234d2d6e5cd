"""The screen: what a session tells whatever shows it to the user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .call import Call
from .card import Card, Decision
from .consent import OpenQuestion
from .conversation import Message
from .outside import Connection
from .record import ActionRecord
from .wording import Say

StatusState = Literal["idle", "working", "running", "asking", "card"]


@dataclass(frozen=True, slots=True)
class Status:
    """What the agent is doing or waiting for, in a word and in words."""

    state: StatusState
    text: str


IDLE = Status("idle", "")


def status_of(running: str | None, *, card: bool, working: bool, asking: bool, say: Say) -> Status:
    """Return what is to be said of a session in which all this goes on; what holds up the rest comes first."""
    if running is not None:
        return Status("running", say("said.running", action=running))
    if card:
        return Status("card", say("said.card"))
    if working:
        return Status("working", say("said.working"))
    return Status("asking", say("said.asking")) if asking else IDLE


class Screen:
    """What a session tells the page that shows it. Each method may be overridden; none may raise."""

    def message(self, message: Message) -> None:
        """A message is new or was changed."""

    def delta(self, message_id: str, text: str) -> None:
        """Text was added to a message."""

    def status(self, status: Status) -> None:
        """What the agent is doing has changed."""

    def hand(self, armed: bool, reason: str) -> None:
        """Hand mode was switched; the reason is empty where the user did it."""

    def question(self, question: OpenQuestion | None) -> None:
        """The open spoken question has changed."""

    def card(self, card: Card | None, ended: Card | None, decision: Decision | None) -> None:
        """What should be on screen has changed, or a card has ended."""

    def blocked(self, actions: tuple[str, ...]) -> None:
        """The actions that may not ask any more have changed."""

    def record(self, record: ActionRecord) -> None:
        """A call has settled."""

    def call(self, call: Call) -> None:
        """A call was asked about, was entered, or has settled; it then has its record."""

    def trouble(self, cause: str) -> None:
        """The agent could not answer; the cause is for whoever builds the app."""

    def catalogue(self) -> None:
        """What is mounted has changed."""

    def connection(self, connection: Connection) -> None:
        """How it stands with the agent from outside has changed."""

    def bearer(self, path: str, bearer: str) -> None:
        """A pairing was made: show where its agent comes in, and its bearer, this once."""
