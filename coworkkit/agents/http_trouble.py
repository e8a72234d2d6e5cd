"""What an HTTP status, and the reason a peer gives with it, mean for the user."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ..errors import Trouble

TROUBLE_OF_STATUS: Mapping[int, Trouble] = MappingProxyType(
    {
        401: "setup_needed",
        402: "out_of_credit",
        403: "setup_needed",
        404: "setup_needed",
        408: "no_answer",
        429: "line_busy",
        500: "cannot_connect",
        502: "cannot_connect",
        503: "line_busy",
        504: "no_answer",
        529: "line_busy",
    }
)

TROUBLE_OF_REASON: Mapping[str, Trouble] = MappingProxyType(
    {
        "authentication_error": "setup_needed",
        "invalid_api_key": "setup_needed",
        "invalid_token": "setup_needed",
        "model_not_found": "setup_needed",
        "not_found_error": "setup_needed",
        "permission_error": "setup_needed",
        "billing_error": "out_of_credit",
        "billing_hard_limit_reached": "out_of_credit",
        "credit_exhausted": "out_of_credit",
        "insufficient_credits": "out_of_credit",
        "insufficient_quota": "out_of_credit",
        "out_of_credit": "out_of_credit",
        "payment_required": "out_of_credit",
        "overloaded": "line_busy",
        "overloaded_error": "line_busy",
        "rate_limit_error": "line_busy",
        "rate_limit_exceeded": "line_busy",
        "rate_limited": "line_busy",
        "timeout": "no_answer",
        "unavailable": "cannot_connect",
    }
)
"""Tokens that say more than the status. The set is open: one that is not known leaves the word to the status."""

LONGEST_CAUSE = 500
LIKE_A_KEY = re.compile(r"(?i)\b(bearer\s+|eyJ|(?:sk|pk|key|token|api[-_]?key)[-_=:]\s*)[^\s'\",}]{4,}")
"""Keys and tokens as they usually look; ``eyJ`` begins a JSON Web Token."""


def trouble_of_status(status: int, reason: str | None = None) -> Trouble | None:
    """Return what an HTTP answer means for the user; None where it says that we asked for the wrong thing.

    Args:
        status: the HTTP status.
        reason: a token that the peer gave with it, in any case, such as ``insufficient_quota``.
    """
    told = TROUBLE_OF_REASON.get((reason or "").strip().lower().replace("-", "_").replace(" ", "_"))
    return told or TROUBLE_OF_STATUS.get(status) or ("cannot_connect" if status >= 500 else None)


def cause_of(text: object) -> str:
    """Return what happened as the log may have it: on one line, not too long, and without what looks like a key."""
    line = " ".join(str(text).split())
    line = LIKE_A_KEY.sub(lambda found: f"{found[1]}…", line)
    return line if len(line) <= LONGEST_CAUSE else f"{line[:LONGEST_CAUSE]}…"
