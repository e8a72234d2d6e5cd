"""Names for things: sortable ids for calls and records, unguessable ones for secrets."""

from __future__ import annotations

import random
import secrets
import time
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

names = random.Random()
"""Seeded by the system. An id only names a thing; what is a secret comes from `new_nonce`."""


def new_id() -> str:
    """Return a UUIDv7 as text (RFC 9562 §5.7): unique, and in order of time to the millisecond."""
    number = time.time_ns() // 1_000_000 << 80 | names.getrandbits(80)
    digits = number.to_bytes(16, "big").hex("-", 6)  # with the first and the last of the four dashes
    return f"{digits[:13]}-7{digits[14:17]}-8{digits[18:]}"


def made_at(id: str) -> datetime:
    """Return when an id of ours was made, to the millisecond, by the system's clock."""
    return EPOCH + timedelta(milliseconds=int(id[:8] + id[9:13], 16))


def new_nonce() -> str:
    """Return 192 unguessable bits as URL-safe text; the rule asks for at least 128."""
    return secrets.token_urlsafe(24)
