"""What a request becomes: an interaction to store, and what the one who asked is told."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from ..core.ids import new_id, new_nonce
from ..core.jsonable import well_formed
from ..core.tools import Asked
from ..errors import CoworkkitError
from .life import Interaction, as_told
from .requests import ConfirmRequest, canonical, shown_binds


def new_interaction(
    subscriber: str,
    request: ConfirmRequest,
    now: datetime,
    *,
    asked_by: str | None,
    words_by: Literal["app", "agent"],
    session_id: str | None,
) -> Interaction:
    """Return what a request asks for, ready to be stored."""
    shown = shown_binds(request.binds)
    bound = bound_to(subscriber, request.commit_token, request.binds)
    labels = (request.action_label, request.cancel_label, request.destructive)
    return Interaction(
        id=new_id(),
        subscriber=subscriber,
        commit_token=request.commit_token,
        title=request.title,
        description=request.description,
        action_label=request.action_label,
        cancel_label=request.cancel_label,
        destructive=request.destructive,
        binds=shown,
        bound=bound,
        content=digest_of(words_by, request.title, request.description, *labels, shown, bound),
        nonce=new_nonce(),
        asked_by=None if asked_by is None else storable(asked_by),
        words_by=words_by,
        session_id=session_id,
        created_at=now,
        expires_at=now + timedelta(minutes=request.ttl_minutes),
    )


def subscriber_of(user: str | None) -> str:
    """Return whose cards they are.

    Raises:
        CoworkkitError: nobody is signed in, so there is nobody to ask.
    """
    if user is None or not str(user):
        raise CoworkkitError("Nobody is signed in, so nobody can be asked or has confirmed anything.")
    return str(user)


def storable(text: str) -> str:
    """Return a name that others have chosen as every database can keep it."""
    return well_formed(text.replace("\0", "␀"))


def asked(row: Interaction) -> Asked:
    """Return what `confirm_action` answers with."""
    status: Literal["pending", "submitted"] = "submitted" if row.status == "submitted" else "pending"
    return Asked(row.id, row.commit_token, as_told(row.expires_at), status, row.display)


def bound_to(subscriber: str, commit_token: str, binds: Mapping[str, Any] | None) -> str | None:
    """Return the digest of what is bound; None where nothing is."""
    return None if binds is None else digest_of(subscriber, commit_token, canonical(binds))


def digest_of(*parts: object) -> str:
    """Return the SHA-256 over some parts, in hex."""
    return hashlib.sha256(canonical(list(parts)).encode()).hexdigest()
