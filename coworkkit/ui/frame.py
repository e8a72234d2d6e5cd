"""The framed card: one frame, served once, that alone knows the card's nonce and sends the decision itself.

No script of the page can read the frame, because its origin is opaque, or fetch it, because its URL answers
only the navigation of a frame, and only once. The page itself is told neither the text nor the nonce.
See gate-security §2 and §3.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import ValidationError

from ..core.card import Card
from ..core.card_line import Press, PressReply
from ..core.ids import new_nonce
from . import adapter
from .drawing import drawn
from .frame_page import frame_page
from .messages import FrameMessage, Look, read_frame_message
from .presses import pressed

if TYPE_CHECKING:
    from .mount import Mount

logger = logging.getLogger("coworkkit")

PATH = "/_nicegui/coworkkit/card"
LARGEST_MESSAGE = 4_096

NOT_FOR_YOU = Response("This is not for you.", status_code=403)
UNKNOWN = {"ok": False, "state": "timeout", "message": ""}


@dataclass(eq=False)
class Offer:
    """One frame that a page may load, once.

    Attributes:
        mount: the page.
        card: the card it shows.
        nonce: the nonce it was offered for; a card that is shown anew has another and needs another frame.
        token: names it in its URL.
    """

    mount: Mount
    card: Card
    nonce: str
    token: str

    @property
    def url(self) -> str:
        """Where the frame is."""
        return f"{PATH}/{self.token}"


class Frames:
    """The frames on offer in this process."""

    def __init__(self) -> None:
        self.by_card: dict[str, Offer] = {}
        self.unserved: dict[str, Offer] = {}

    def offer(self, mount: Mount, card: Card) -> str:
        """Return the one URL of the frame for a card as it is to be shown now."""
        known = self.by_card.get(card.id)
        if known is not None and known.nonce == card.nonce and known.mount is mount:
            return known.url
        self.forget(mount)
        offer = Offer(mount, card, card.nonce, new_nonce())
        self.by_card[card.id] = offer
        self.unserved[offer.token] = offer
        return offer.url

    def forget(self, mount: Mount) -> None:
        """Forget the frames of a page: it shows another card now, or is gone."""
        for offers in (self.by_card, self.unserved):
            for key in [key for key, offer in offers.items() if offer.mount is mount]:
                del offers[key]

    def take(self, token: str, request: Request) -> Offer | None:
        """Return the offer a frame's navigation is for, and use it up; None for anybody else."""
        offer = self.unserved.get(token)
        if offer is None or offer.card.nonce != offer.nonce:
            return None
        headers = request.headers
        asked_as = (headers.get("sec-fetch-dest"), headers.get("sec-fetch-mode"), headers.get("sec-fetch-site"))
        browser = request.scope.get("session", {}).get("id")
        if (
            asked_as != ("iframe", "navigate", "same-origin")
            or "service-worker-navigation-preload" in headers
            or browser != adapter.browser_of(offer.mount.client)
        ):
            logger.warning(
                "coworkkit: the frame of a card was asked for by something else than its frame, and was not given. "
                "Nothing to do if it happens once; if it happens often, look for a script or a proxy that fetches "
                "what the page loads."
            )
            return None
        del self.unserved[token]
        return offer


frames = Frames()
"""The frames of this process."""


def serve_frame(token: str, request: Request) -> Response:
    """Answer the navigation of a card's frame, once."""
    offer = frames.take(token, request)
    if offer is None or offer.mount.session is None:
        return NOT_FOR_YOU
    mount = offer.mount
    given = {
        "card": drawn(offer.card, offer.mount.session),
        "post": f"{request.scope.get('root_path', '')}{PATH}",
        "words": mount.words.get("card", {}),
    }
    language = adapter.language_of(mount.client)
    document, headers = frame_page(given, host=request.url.netloc, language=language, embedded_by=mount.embedded_by)
    return HTMLResponse(document, headers=headers)


async def answer_frame(request: Request) -> Response:
    """Take what a frame says about its card, and answer how things stand."""
    if request.headers.get("origin") != "null":
        return NOT_FOR_YOU
    headers = {"Access-Control-Allow-Origin": "null", "Cache-Control": "no-store"}
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_MESSAGE:
            return Response("That is too long.", status_code=413)
    try:
        said = read_frame_message.validate_json(body)
    except ValidationError:
        return Response("That is not a message.", status_code=400)
    return JSONResponse(await answer(said), headers=headers)


async def answer(said: FrameMessage) -> dict[str, Any]:
    """Return what the line of cards makes of a frame's message, and the card as it is then."""
    offer = frames.by_card.get(said.id)
    session = offer.mount.session if offer is not None else None
    if offer is None or session is None or offer.token in frames.unserved:
        return UNKNOWN
    if isinstance(said, Look):
        reply = session.cards.look(Press(said.id, said.nonce, said.revision))
    else:
        reply = await pressed(session.cards, said, "framed")
    return reply.told() | {"card": drawn(offer.card, session) if still_shown(offer, reply) else None}


def still_shown(offer: Offer, reply: PressReply) -> bool:
    """Return whether the card is still the one this frame shows; another frame may be showing it anew."""
    return reply.state == "pending" and offer.card.nonce == offer.nonce


def open_frames() -> None:
    """Serve frames and take their answers; harmless when that is arranged already."""
    # By POST: a service worker can have the answer of a GET navigation handed to it, by preload or by racing it.
    adapter.serve("POST", PATH + "/{token}", serve_frame)
    adapter.serve("POST", PATH, answer_frame)
