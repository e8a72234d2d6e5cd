"""Names for things: sortable ids for calls and records, unguessable ones for secrets."""

from __future__ import annotations

import os
import secrets
import time


def new_id() -> str:
    """Return a UUIDv7 as text (RFC 9562 §5.7): unique, and in order of time to the millisecond."""
    digits = f"{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}"
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-7{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def new_nonce() -> str:
    """Return 192 unguessable bits as URL-safe text; the rule asks for at least 128."""
    return secrets.token_urlsafe(24)
