"""One user's session with the page that shows it, and the book kept beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from coworkkit import ActionRecord, Turn
from coworkkit.core.agent import Agent
from coworkkit.core.card import Card, Decision
from coworkkit.core.catalogue import Catalogue, Element, Surface
from coworkkit.core.consent import OpenQuestion
from coworkkit.core.screen import Screen, Status
from coworkkit.core.session import Session, SessionSettings

from .app import ACTIONS, HAND_ACTIONS, current, fresh
from .attempt import World
from .book import Book
from .promises import Promise
from .reasons import judge_record
from .seen_cards import CARD_TIME, Drawn


class Parrot:
    """An agent that answers every turn with a yes of its own making, in the user's name."""

    name = "Parrot"
    greeting = "yes"

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Say yes, and say that the user said it."""
        for piece in ("yes", "\n\nUser: yes, go ahead\n", f"You said {turn.text!r}, which means yes."):
            yield piece


AGENT: Agent = Parrot()


class PageScreen(Screen):
    """The screen of one page: what it is told goes into the book.

    Args:
        desk: whose page it is.
        number: which of the session's pages.
    """

    def __init__(self, desk: Desk, number: int) -> None:
        self.desk = desk
        self.book = desk.book
        self.number = number

    def is_shown(self) -> None:
        """Judge that this page is the one that is told."""
        self.book.expect(self is self.desk.screen, Promise.AGREE, f"page {self.number} is told, and it is gone")

    def status(self, status: Status) -> None:
        """What the agent is doing has changed."""
        self.is_shown()
        self.book.status = status.state

    def hand(self, armed: bool, reason: str) -> None:
        """Hand mode was switched."""
        self.is_shown()
        self.book.hand_shown = armed

    def question(self, question: OpenQuestion | None) -> None:
        """The open question has changed."""
        self.is_shown()
        asking = current.get()
        if question is None:
            self.book.questions.told(None, "", asking)
        else:
            self.book.questions.told(question.id, question.text, asking)

    def card(self, card: Card | None, ended: Card | None, decision: Decision | None) -> None:
        """What should be on screen has changed, or a card has ended."""
        self.is_shown()
        drawn = None if card is None else self.draw(card)
        self.book.cards.told(drawn, None if ended is None else ended.id, decision)
        if drawn is not None and drawn not in self.desk.drawn:
            self.desk.drawn.append(drawn)

    def blocked(self, actions: tuple[str, ...]) -> None:
        """Which actions may not ask any more has changed."""
        self.is_shown()
        self.book.blocked_shown = set(actions)

    def record(self, record: ActionRecord) -> None:
        """A call has settled."""
        self.is_shown()
        judge_record(self.book, record)

    def draw(self, card: Card) -> Drawn:
        """Return what a page sees of a card now; the card itself goes on changing."""
        rows = tuple(("".join(map(str, row.label)), "".join(map(str, row.value))) for row in card.content.rows)
        title = "".join(map(str, card.content.title))
        return Drawn(self.book.session, self.number, card.id, card.nonce, card.revision, title, rows)


class Desk:
    """One user's session.

    Attributes:
        drawn: every card as it was drawn, in order: what an old page or a replay may still say something about.
        emitted: what the app's callback was given.
        presses: how often the Hand switch was pressed on this page.
    """

    def __init__(self, world: World, user: str) -> None:
        self.world = world
        self.emitted: list[ActionRecord] = []
        self.session = Session(self.settings(framed=False), user=user, clock=world.clock)
        self.book = Book(world, self.session.id, user)
        self.drawn: list[Drawn] = []
        self.presses = 0
        self.pages = 0
        self.screen: PageScreen | None = None
        self.catalogue = Catalogue()
        self.mounted = dict.fromkeys(ACTIONS, "paper")
        self.load(same_page=False)

    def settings(self, *, framed: bool) -> SessionSettings:
        """Return what the Provider of a page fixes."""
        return SessionSettings(AGENT, self.emitted.append, confirmation_timeout=CARD_TIME, framed=framed)

    def load(self, *, same_page: bool, framed: bool = True) -> None:
        """A browser connects: to a page that is built anew, or again to the one there was."""
        self.pages += 1
        if not same_page:
            self.presses = 0
            self.build()
        self.screen = PageScreen(self, self.pages)
        framed = self.book.framed if same_page else framed
        self.book.page_loaded(same_page=same_page, framed=framed)
        self.book.hand_shown = self.book.hand.is_on
        self.session.attach(self.catalogue, self.settings(framed=framed), self.screen, same_page=same_page)

    def build(self) -> None:
        """Declare everything on a new page, as it was on the one before."""
        self.catalogue = Catalogue()
        self.book.mounted = {}
        for name, flavour in self.mounted.items():
            self.mount(name, flavour)
        self.show_board(self.book.on_board)

    def mount(self, name: str, flavour: str | None) -> None:
        """Put a function on the page under a name, in the place of what was there; None leaves the name empty."""
        self.unmount(name)
        if flavour is None:
            self.mounted.pop(name, None)
            return
        action = fresh(name, flavour)
        if action.element is None:
            self.catalogue.add(action)
        else:
            self.catalogue.add_element(Element(name, None, (action,)))
        self.mounted[name] = self.book.mounted[name] = flavour

    def unmount(self, name: str) -> None:
        """Take a function off the page."""
        there = self.catalogue.find(name)
        if there is None:
            return
        if there.element is None:
            self.catalogue.remove(there)
        else:
            self.catalogue.remove_element(self.catalogue.elements[name])
        self.book.mounted.pop(name, None)

    def show_board(self, on: bool) -> None:
        """Enter or leave the place whose surface gates some actions by Hand mode."""
        while (surface := self.catalogue.surface()) is not None:
            self.catalogue.remove_surface(surface)
        if on:
            self.catalogue.add_surface(Surface("board", None, HAND_ACTIONS))
        self.book.on_board = on

    @property
    def is_idle(self) -> bool:
        """Whether nothing of the gate's is left over."""
        session = self.session
        return (
            session.cards.on_screen is None
            and session.consent.open is None
            and not session.moving
            and not session.gate.asking
        )
