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
from ..core.wording import in_english, say_in
from ..errors import CoworkkitError
from . import adapter
from .builder import from_builder
from .messages import (
    BuilderMessage,
    CardMessage,
    Connect,
    Deferred,
    Disconnect,
    HandPress,
    Hello,
    Lift,
    PaintedQuestion,
    Review,
    SaidPlaced,
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

NOT_A_MESSAGE = (
    "coworkkit: a page sent something that is not a message, and it was ignored. A page from before an upgrade does "
    "that until it is loaded again; otherwise look for a script that writes to the panel's channel"
)
TURNED_AWAY_BECAUSE = (
    "coworkkit: a message to the panel was turned away, because %s. If it is a user of yours, check that a proxy "
    "passes on cookies and the Host header (docs/security.md); otherwise there is nothing to do"
)

MOST_FIELDS = 16
LONGEST_ID = 64

TURNED_AWAY: Reply = {"ok": False, "message": in_english("said.notConnected")}


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
        rarely.warn(TURNED_AWAY_BECAUSE, why)
        return TURNED_AWAY
    try:
        inside = {name: value for name, value in message.items() if name not in ENVELOPE}
        said = read_page_message.validate_python(inside)
    except ValidationError:
        rarely.warn(NOT_A_MESSAGE)
        return TURNED_AWAY
    try:
        mount.check_user()
    except Exception:
        logger.exception("coworkkit: asking the app who the user is failed, so a message was turned away; mend `user`")
        return TURNED_AWAY
    session = mount.session
    if session is None:
        return {**TURNED_AWAY, "message": say_in(mount.settings.messages, "said.notConnected")}
    if isinstance(said, Hello):
        mount.hello()
        return {"ok": True}
    if isinstance(said, (Deferred, CardMessage)):
        return (await pressed(session.cards, said, "basic")).told()
    if isinstance(said, Review):
        why_not = await session.reviews.open(said.id)
        return {"ok": not why_not, "message": why_not}
    if isinstance(said, BuilderMessage):
        return from_builder(mount, session, said)
    if isinstance(said, SaidPlaced):
        return placed(mount, session, said)
    return from_user(session, said)


def page_of(message: Any) -> Mount | None:
    """Return the page a message names; None where it names none, or is not even shaped like a message."""
    if (
        not isinstance(message, dict)
        or len(message) > MOST_FIELDS
        or not all(isinstance(message.get(name), str) and len(message[name]) <= LONGEST_ID for name in ENVELOPE)
    ):
        rarely.warn(NOT_A_MESSAGE)
        return None
    return mounts.get(message["client_id"])


def heard(session: Session, text: str, seen: str | None) -> Reply:
    """Take a user's turn."""
    try:
        session.hear(text, seen=seen)
    except CoworkkitError as error:
        return {"ok": False, "message": str(error)}
    return {"ok": True}


def placed(mount: Mount, session: Session, said: SaidPlaced) -> Reply:
    """Say a sentence that the app has placed on the page. It answers no question."""
    text = mount.sentences.get(said.sentence)
    if text is None:
        return {"ok": False, "message": say_in(mount.settings.messages, "said.sentenceGone")}
    return heard(session, text, None)


def from_user(session: Session, said: UserMessage) -> Reply:
    """Take what the user did in the panel."""
    if isinstance(said, SaidTurn):
        return heard(session, said.text, said.seen)
    if isinstance(said, PaintedQuestion):
        session.consent.painted(said.id)
    elif isinstance(said, Stop):
        session.stop()
    elif isinstance(said, Connect):
        try:
            session.outside.ask()
        except CoworkkitError as error:
            return {"ok": False, "message": str(error)}
    elif isinstance(said, Disconnect):
        session.outside.revoke()
    elif isinstance(said, Lift):
        session.fatigue.lift(said.action)
    elif isinstance(said, HandPress):
        return {"ok": True, "armed": session.hand.press(armed=said.armed, number=said.n)}
    else:
        session.hand.seen()
    return {"ok": True}
