"""Names for things: sortable ids for calls and records, unguessable ones for secrets."""

from __future__ import annotations

import random
import secrets
import time


names = random.Random()
"""Seeded by the system. An id only names a thing; what is a secret comes from `new_nonce`."""


def new_id() -> str:
    """Return a UUIDv7 as text (RFC 9562 §5.7): unique, and in order of time to the millisecond."""
    millis = time.time_ns() // 1_000_000
    chance = names.getrandbits(74)
    return "%08x-%04x-7%03x-%04x-%012x" % (
        millis >> 16,
        millis & 0xFFFF,
        chance >> 62,
        0x8000 | (chance >> 48) & 0x3FFF,
        chance & 0xFFFFFFFFFFFF,
    )


def new_nonce() -> str:
    """Return 192 unguessable bits as URL-safe text; the rule asks for at least 128."""
    return secrets.token_urlsafe(24)
