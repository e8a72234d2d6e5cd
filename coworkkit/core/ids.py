"""Names for things: sortable ids for calls and records, unguessable ones for secrets."""

from __future__ import annotations

import random
import secrets
import time
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

names = random.Random()
"""Seeded by the system. An id only names a thing; what is a secret comes from `new_nonce`."""

FIXED = 7 << 76 | 0b10 << 62
NOT_FIXED = ~(0b1111 << 76 | 0b11 << 62)
"""Of the 128 bits: where version and variant are, and where they are not."""


def new_id() -> str:
    """Return a UUIDv7 as text (RFC 9562 §5.7): unique, and in order of time to the millisecond."""
    chance = names.getrandbits(80) & NOT_FIXED | FIXED
    digits = (time.time_ns() // 1_000_000 << 80 | chance).to_bytes(16, "big").hex()
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def made_at(id: str) -> datetime:
    """Return when an id of ours was made, to the millisecond, by the system's clock."""
    return EPOCH + timedelta(milliseconds=int(id[:8] + id[9:13], 16))


def new_nonce() -> str:
    """Return 192 unguessable bits as URL-safe text; the rule asks for at least 128."""
    return secrets.token_urlsafe(24)
