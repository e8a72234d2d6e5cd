"""What a session shows, as messages to the page that shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from ..core.action import name_in_words
from ..core.call import Call
from ..core.card import Card, Decision
from ..core.consent import OpenQuestion
from ..core.conversation import Message
from ..core.durable import DurableCard
from ..core.hand import IDLE_SECONDS
from ..core.outside import Connection
from ..core.record import ActionRecord
from ..core.screen import Screen, Status
from ..core.session import Session
from .drawing import drawn, timed
from .entries import Entries
from .guide import Guide
from .watch import MOST_ROWS, Row, WatchFeed, row_now, shortened

BATCH_SECONDS = 0.1
"""Calls and catalogue changes are sent together this often, so that a busy agent does not flood the page."""

Send = Callable[[dict[str, Any]], None]


class PageScreen(Screen):
    """The screen of one page.

    Args:
        session: whose screen it is.
        send: sends a message to the page's component.
        feed: the calls Watch shows; None where Watch is off.
        offer: returns the URL of a card's frame; None where cards are drawn in the page itself.
        quick_answers: whether a question can be answered by one press.
        root: what stands before the app's own paths.
    """

    def __init__(
        self,
        session: Session,
        send: Send,
        feed: WatchFeed | None,
        offer: Callable[[Card], str] | None = None,
        *,
        quick_answers: bool = True,
        root: str = "",
    ) -> None:
        self.session = session
        self.send_now = send
        self.feed = feed
        self.offer = offer
        self.quick_answers = quick_answers
        self.root = root
        self.guide = Guide(session) if feed is not None else None
        self.hint: dict[str, str] | None = None
        self.ready = False
        self.changed: dict[str, Row | Call] = {}
        self.entries = Entries()
        self.cards_reachable = True
        self.catalogue_changed = False
        self.batch: asyncio.TimerHandle | None = None

    def send(self, kind: str, **payload: Any) -> None:
        """Send a message, once the page has said hello; what came before is in its snapshot."""
        if self.ready:
            self.send_now({"kind": kind, **payload})

    def hello(self) -> None:
        """Send everything there is to show, and from now on what changes."""
        self.ready = True
        self.changed.clear()
        session = self.session
        question = session.consent.open
        self.send(
            "snapshot",
            messages=[as_sent(message) for message in session.conversation.messages.values()],
            status=asdict(session.status),
            hand={"armed": session.hand.armed, "idle_ms_left": round(IDLE_SECONDS * 1000)},
            question=None if question is None else {"id": question.id, "text": question.text},
            card=self.shown(session.cards.on_screen),
            interactions=self.entries.all(),
            blocked=self.named(tuple(session.fatigue.blocked)),
            agent={"name": session.agent_name() if session.settings.agent else ""},
            quick_answers=self.quick_answers,
            connection=self.connected(session.outside.connection()),
            hint=self.find_hint(),
            watch=self.feed is not None,
            session_id=session.id,
            session=self.facts() if self.feed else None,
            records=self.feed.rows() if self.feed else [],
            unkept=self.feed.unkept if self.feed else 0,
            cards_reachable=self.cards_reachable,
            now=session.clock.now().isoformat(),
            catalogue=self.listed() if self.feed else None,
        )

    def message(self, message: Message) -> None:
        """A message is new or was changed."""
        self.send("message", message=as_sent(message))
        if self.guide is not None:
            self.guide.message(message)
            self.tell_hint()

    def delta(self, message_id: str, text: str) -> None:
        """Text was added to a message."""
        self.send("delta", id=message_id, text=text)

    def status(self, status: Status) -> None:
        """What the agent is doing has changed."""
        self.send("status", status=asdict(status))

    def hand(self, armed: bool, reason: str) -> None:
        """Hand mode was switched."""
        self.send("hand", armed=armed, reason=reason)

    def question(self, question: OpenQuestion | None) -> None:
        """The open spoken question has changed."""
        self.send("question", question=None if question is None else {"id": question.id, "text": question.text})

    def card(self, card: Card | None, ended: Card | None, decision: Decision | None) -> None:
        """What should be on screen has changed, or a card has ended."""
        ending = None
        if ended is not None and decision is not None:
            said = self.session.say(decision.message) if decision.message else ""
            ending = {"id": ended.id, "state": decision.gate, "message": said}
        self.send("card", card=self.shown(card), ending=ending)
        if self.guide is not None:
            self.guide.card(card)
            self.tell_hint()

    def blocked(self, actions: tuple[str, ...]) -> None:
        """The actions that may not ask any more have changed."""
        self.send("blocked", actions=self.named(actions))

    def named(self, actions: tuple[str, ...]) -> list[dict[str, str]]:
        """Return actions with what people call them."""
        found = {name: self.session.catalogue.find(name) for name in actions}
        labels = {name: action.label if action else name_in_words(name) for name, action in found.items()}
        return [{"name": name, "label": label} for name, label in labels.items()]

    def call(self, call: Call) -> None:
        """A call was asked about, was entered, or has settled."""
        if self.feed is not None:
            noted = self.feed.note(call)
            if self.ready:
                self.changed[call.record_id] = noted
                self.send_soon()

    def durable_card(self, card: DurableCard) -> None:
        """A durable card of the user is new or has changed."""
        self.entries.note(card)
        self.send_soon()
        self.session.reviews.changed(card)
        self.watch_card(card)

    def watch_card(self, card: DurableCard) -> None:
        """Show a durable card in Watch."""
        if self.feed is not None:
            row = self.feed.note_card(card)
            if self.ready:
                self.changed[card.id] = row
                while len(self.changed) > MOST_ROWS:  # a user may have thousands of cards when a page is opened
                    del self.changed[next(iter(self.changed))]
                self.send_soon()

    def durable_reach(self, reachable: bool) -> None:
        """The user's durable cards can no longer be read, or can again."""
        self.cards_reachable = reachable
        self.send("cards_reachable", reachable=reachable)

    def record(self, record: ActionRecord) -> None:
        """A call has settled."""
        if self.guide is not None:
            self.guide.record(record)
            self.tell_hint()

    def trouble(self, cause: str) -> None:
        """The agent could not answer."""
        if self.guide is not None:
            self.guide.trouble(cause)
            self.tell_hint()

    def connection(self, connection: Connection) -> None:
        """How it stands with the agent from outside has changed."""
        self.send("connection", connection=self.connected(connection))

    def connected(self, connection: Connection) -> dict[str, Any] | None:
        """Return it as the page is told it; None where this page lets no agent in."""
        if self.session.outside.endpoint is None:
            return None
        left = round(connection.seconds_left * 1000)
        return {"state": connection.state, "client": connection.client, "ms_left": left}

    def bearer(self, path: str, bearer: str) -> None:
        """A pairing was made: show where its agent comes in, and its bearer."""
        self.send("pairing", path=f"{self.root}{path}", bearer=bearer)

    def catalogue(self) -> None:
        """What is mounted has changed."""
        if self.feed is not None:
            self.catalogue_changed = True
            self.send_soon()

    def send_soon(self) -> None:
        """Send calls and catalogue with the next batch."""
        if self.ready and self.batch is None:
            with suppress(RuntimeError):  # a page is deleted with no event loop around; nobody is there to be told
                self.batch = asyncio.get_running_loop().call_later(BATCH_SECONDS, self.send_batch)

    def send_batch(self) -> None:
        """Send what has gathered."""
        self.batch = None
        changed, self.changed = self.changed, {}
        if entries := self.entries.news():
            self.send("interactions", entries=entries)
        if changed:
            self.send("records", rows=[row_now(noted) for noted in changed.values()])
        if self.catalogue_changed:
            self.catalogue_changed = False
            self.send("catalogue", **self.listed())
            self.tell_hint()

    def find_hint(self) -> dict[str, str] | None:
        """Return what the builder has to do next; None where nothing is missing, or nobody is building."""
        self.hint = None if self.guide is None else self.guide.next_step()
        return self.hint

    def tell_hint(self) -> None:
        """Send what the builder has to do next, when that is another thing now."""
        before = self.hint
        if self.ready and self.find_hint() != before:
            self.send("hint", hint=self.hint)

    def facts(self) -> dict[str, Any]:
        """Return what Watch says about the session itself; the rest it knows already."""
        return {
            "id": self.session.id,
            "user": None if self.session.user is None else shortened(self.session.user),
            "card": "basic" if self.offer is None else "framed",
        }

    def listed(self) -> dict[str, Any]:
        """Return the catalogue as Watch lists it."""
        catalogue = self.session.catalogue
        surface = catalogue.surface()
        return {
            "actions": [asdict(listing) for listing in catalogue.listing()],
            "surface": None if surface is None else surface.label,
            "elements": [
                {"name": element.name, "actions": [action.name for action in element.actions]}
                for element in catalogue.elements.values()
            ],
        }

    def shown(self, card: Card | None) -> dict[str, Any] | None:
        """Return a card as the page is told it: where its frame is, or all of it for the basic card."""
        if card is None:
            return None
        if self.offer is None:
            return drawn(card, self.session)
        return timed(card, self.session) | {"url": self.offer(card)}


def as_sent(message: Message) -> dict[str, Any]:
    """Return a message as the page is told it."""
    return {**asdict(message), "at": message.at.isoformat()}
