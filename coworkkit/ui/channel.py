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

from ..core.session import Session
from ..errors import CoworkkitError
from . import adapter
from .messages import (
    CardMessage,
    Deferred,
    Envelope,
    HandPress,
    Hello,
    Lift,
    PageMessage,
    PaintedQuestion,
    SaidTurn,
    Stop,
    UserMessage,
    read_page_message,
)
from .mount import mounts
from .presses import pressed

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
        from_page, said = opened(message)
    except ValidationError as error:
        logger.warning("coworkkit: a page sent something that is not a message (%s)", error.errors()[0]["type"])
        return TURNED_AWAY
    mount = mounts.get(from_page.client_id)
    if mount is None:
        return TURNED_AWAY
    why = adapter.stranger(sid, mount.client)
    if why is None and not hmac.compare_digest(from_page.key.encode(), mount.key.encode()):
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
    if isinstance(said, (Deferred, CardMessage)):
        return pressed(session.cards, said, "basic").told()
    return from_user(session, said)


def opened(message: Any) -> tuple[Envelope, PageMessage]:
    """Take a message out of its envelope.

    Raises:
        ValidationError: it is not one.
    """
    envelope = Envelope.model_validate(message)
    inside = {name: value for name, value in message.items() if name not in Envelope.model_fields}
    return envelope, read_page_message.validate_python(inside)


def from_user(session: Session, said: UserMessage) -> Reply:
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
    elif isinstance(said, Lift):
        session.fatigue.lift(said.action)
    elif isinstance(said, HandPress):
        return {"ok": True, "armed": session.hand.press(armed=said.armed, number=said.n)}
    else:
        session.hand.seen()
    return {"ok": True}
