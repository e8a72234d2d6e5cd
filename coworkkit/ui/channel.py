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
from .builder import from_builder
from .messages import (
    BuilderMessage,
    CardMessage,
    Deferred,
    HandPress,
    Hello,
    Lift,
    PaintedQuestion,
    SaidTurn,
    Stop,
    UserMessage,
    read_page_message,
)
from .mount import Mount, mounts
from .presses import pressed
from .rarely import rarely

logger = logging.getLogger("coworkkit")

EVENT = "coworkkit"

Reply = dict[str, Any]

ENVELOPE = ("client_id", "key")
"""What every message carries: which page says it, and that page's key."""

MOST_FIELDS = 16
LONGEST_ID = 64

TURNED_AWAY: Reply = {"ok": False, "message": "This page is not connected any more. Load it again."}


def open_channel() -> None:
    """Begin to answer pages."""
    adapter.listen(EVENT, receive)


async def receive(sid: str, message: Any = None, *_: Any) -> Reply:
    """Answer one message of a page; what is not believed changes nothing and is logged.

    Who speaks is settled first: a stranger's message is neither read nor copied, however large it is.
    """
    mount = page_of(message)
    if mount is None:
        return TURNED_AWAY
    why = adapter.stranger(sid, mount.client)
    if why is None and not hmac.compare_digest(str(message["key"]).encode(), mount.key.encode()):
        why = "it does not know the page's key"
    if why is not None:
        rarely.warn("coworkkit: a message to the panel was turned away, because %s", why)
        return TURNED_AWAY
    try:
        inside = {name: value for name, value in message.items() if name not in ENVELOPE}
        said = read_page_message.validate_python(inside)
    except ValidationError:
        rarely.warn("coworkkit: a page sent something that is not a message")
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
    if isinstance(said, BuilderMessage):
        return from_builder(mount, session, said)
    return from_user(session, said)


def page_of(message: Any) -> Mount | None:
    """Return the page a message names; None where it names none, or is not even shaped like a message."""
    if (
        not isinstance(message, dict)
        or len(message) > MOST_FIELDS
        or not all(isinstance(message.get(name), str) and len(message[name]) <= LONGEST_ID for name in ENVELOPE)
    ):
        rarely.warn("coworkkit: a page sent something that is not a message")
        return None
    return mounts.get(message["client_id"])


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
