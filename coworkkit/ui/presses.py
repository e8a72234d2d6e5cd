"""Taking what happened on a card to the line of cards, whichever frame the card was drawn in."""

from __future__ import annotations

from typing import Literal

from ..core.card_line import CardLine, Press, PressReply
from ..core.record import Evidence
from .messages import CardMessage, Deferred, MoreTime, Painted, Unfolded


async def pressed(cards: CardLine, said: CardMessage | Deferred, drawn_as: Literal["basic", "framed"]) -> PressReply:
    """Return what the line of cards makes of it."""
    if isinstance(said, Deferred):
        return cards.deferred(said.id)
    press = Press(said.id, said.nonce, said.revision)
    if isinstance(said, Painted):
        return cards.painted(press)
    if isinstance(said, Unfolded):
        return cards.unfolded(press)
    if isinstance(said, MoreTime):
        return cards.more_time(press)
    evidence = Evidence(
        by="card", cause="click", card=drawn_as, input=said.input, early_presses=said.early, visibility=said.visible
    )
    return await cards.press(press, said.choice, evidence)
