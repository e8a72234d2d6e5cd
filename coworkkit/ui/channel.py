"""The channel from page to server: our own Socket.IO event, believed only from the page's own socket.

NiceGUI's element events are not used for anything that decides: they come from any socket that knows two
ids (gate-security §1). Here a message counts only from a socket of that page, with the session cookie the
page was loaded with, from the page's origin, with the page's key; a decision also needs the card's nonce.
"""

from __future__ import annotations

import hmac
import logging
from typing import Any

from pydantic import ValidationError

from ..core.card_line import CardLine, Press, PressReply
from ..core.record import Evidence
from ..core.session import Session
from ..errors import CoworkkitError
from . import adapter
from .messages import (
    Active,
    CardMessage,
    Deferred,
    HandPress,
    Hello,
    MoreTime,
    Painted,
    PaintedQuestion,
    SaidTurn,
    Stop,
    Unfolded,
    read_message,
)
from .mount import Mount, mounts

logger = logging.getLogger("coworkkit")

EVENT = "coworkkit"

Reply = dict[str, Any]

TURNED_AWAY: Reply = {"ok": False, "message": "This page is not connected any more. Load it again."}


def open_channel() -> None:
    """Begin to answer pages."""
    adapter.listen(EVENT, receive)


async def receive(sid: str, message: Any) -> Reply:
    """Answer one message of a page; what is not believed changes nothing and is logged."""
    try:
        said = read_message.validate_python(message)
    except ValidationError as error:
        logger.warning("coworkkit: a page sent something that is not a message (%s)", error.errors()[0]["type"])
        return TURNED_AWAY
    mount = mounts.get(said.client_id)
    if mount is None:
        return TURNED_AWAY
    why = adapter.stranger(sid, mount.client)
    if why is None and not hmac.compare_digest(said.key.encode(), mount.key.encode()):
        why = "it does not know the page's key"
    if why is not None:
        logger.warning("coworkkit: a %r message was turned away, because %s", said.kind, why)
        return TURNED_AWAY
    try:
        mount.check_user()
    except Exception:
        logger.exception("coworkkit: asking the app who the user is failed, so a message was turned away")
        return TURNED_AWAY
    session = mount.session
    if session is None:
        return TURNED_AWAY
    if isinstance(said, Hello):
        mount.hello()
        return {"ok": True}
    if isinstance(said, CardMessage):
        reply = about_card(session.cards, said)
        return {"ok": reply.ok, "state": reply.state, "message": reply.message}
    return from_user(mount, session, said)


def from_user(mount: Mount, session: Session, said: SaidTurn | PaintedQuestion | Stop | HandPress | Active) -> Reply:
    """Take what the user did in the panel."""
    if isinstance(said, SaidTurn):
        try:
            session.hear(said.text, seen=said.seen)
        except CoworkkitError as error:
            return {"ok": False, "message": str(error)}
    elif isinstance(said, PaintedQuestion):
        session.consent.painted(said.id)
    elif isinstance(said, Stop):
        session.stop()
    elif isinstance(said, HandPress):
        return {"ok": True, "armed": session.hand.press(armed=said.armed, number=said.n)}
    else:
        session.hand.seen()
    return {"ok": True}


def about_card(cards: CardLine, said: CardMessage) -> PressReply:
    """Take what happened on the card."""
    press = Press(said.id, said.nonce, said.revision)
    if isinstance(said, Painted):
        return cards.painted(press)
    if isinstance(said, Deferred):
        return cards.deferred(press)
    if isinstance(said, Unfolded):
        return cards.unfolded(press)
    if isinstance(said, MoreTime):
        return cards.more_time(press)
    evidence = Evidence(
        by="card", cause="click", card="basic", input=said.input, early_presses=said.early, visibility=said.visible
    )
    return cards.confirm(press, evidence) if said.choice == "confirm" else cards.cancel(press, evidence)
