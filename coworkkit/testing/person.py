"""A person for tests: says things, reads cards, presses buttons, through the same rules as a real one."""

from __future__ import annotations

import asyncio

from ..core.card import ARMING_SECONDS, Card
from ..core.card_line import Press, PressReply
from ..core.record import Evidence
from ..core.session import Session
from .clock import FakeClock

PATIENCE_SECONDS = 5.0


class Person:
    """The user of one session.

    Args:
        session: the session whose user this is.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._presses = 0

    def says(self, text: str) -> None:
        """Type something and send it, having seen whatever question is open."""
        question = self.session.consent.open
        if question is not None:
            self.session.consent.painted(question.id)
        self.session.hear(text, seen=None if question is None else question.id)

    async def sees_card(self) -> Card:
        """Wait until a card is on screen, look at all of it, and return it.

        Raises:
            AssertionError: no card came.
        """
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while self.session.cards.on_screen is None:  # noqa: ASYNC110  there is no event for it
                    await asyncio.sleep(0.001)
        except TimeoutError:
            raise AssertionError("no confirmation card appeared") from None
        card = self.session.cards.on_screen
        press = press_on(card)
        self.session.cards.painted(press)
        self.session.cards.unfolded(press)
        return card

    async def confirms(self) -> PressReply:
        """Read the card, take the time it needs, and press Confirm."""
        card = await self.sees_card()
        await self.waits(ARMING_SECONDS)
        return self.session.cards.confirm(press_on(card), pressed())

    async def cancels(self) -> PressReply:
        """Read the card and press Cancel."""
        card = await self.sees_card()
        return self.session.cards.cancel(press_on(card), pressed())

    def arms_hand(self) -> None:
        """Switch Hand mode on."""
        self._press(armed=True)

    def disarms_hand(self) -> None:
        """Switch Hand mode off."""
        self._press(armed=False)

    def stops(self) -> None:
        """Press Stop."""
        self.session.stop()

    async def waits(self, seconds: float) -> None:
        """Let time pass: at once on a `FakeClock`, really on any other."""
        if isinstance(self.session.clock, FakeClock):
            await self.session.clock.advance(seconds)
        else:
            await asyncio.sleep(seconds)

    def _press(self, *, armed: bool) -> None:
        self._presses += 1
        self.session.hand.press(armed=armed, number=self._presses)


def press_on(card: Card) -> Press:
    """Return a press on a card as it is shown now."""
    return Press(card.id, card.nonce, card.revision)


def pressed() -> Evidence:
    """Return the evidence of a press with the mouse."""
    return Evidence(by="card", cause="click", card="basic", input="mouse", visibility="checked")
