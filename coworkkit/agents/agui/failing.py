"""What a server's refusal, or the end of a run that failed, means for the user."""

from __future__ import annotations

import json
import re
from typing import Any

from ...errors import AgentTroubleError
from ..http_trouble import TROUBLE_OF_REASON, cause_of, trouble_of_status

STATUS_IN_TEXT = re.compile(r"(?i)\b(?:status[_ ]?code|error code|http(?: error)?|status)\W{0,3}([45]\d\d)\b")
"""How pydantic-ai, and the clients of the model providers, write the status of what a model's server answered."""

MOST_LEVELS = 4


class BrokenStreamError(Exception):
    """The server sent what is no AG-UI, or stopped in the middle.

    Args:
        cause: what was wrong, for the log.
    """


class RefusedError(AgentTroubleError):
    """The server could do nothing with what it was sent, and perhaps never will."""


def refused(status: int, body: str, where: str) -> AgentTroubleError:
    """Return what an answer that is no run means for the user.

    Args:
        status: its HTTP status.
        body: the beginning of what came with it.
        where: the server's address, without anything secret.
    """
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        told = body
    reason = reason_in(told)
    cause = cause_of(f"{where} answered {status}: {body[:1_000]}")
    trouble = trouble_of_status(status, reason)
    return RefusedError("setup_needed", cause) if trouble is None else AgentTroubleError(trouble, cause)


def reason_in(told: Any, level: int = 0) -> str | None:
    """Return a reason that we know from the body of an answer, wherever the server has put it."""
    if level > MOST_LEVELS:
        return None
    if isinstance(told, str):
        words = re.findall(r"[a-z_]+", told[:10_000].lower().replace("-", "_"))
        return next((word for word in words if word in TROUBLE_OF_REASON and "_" in word), None) or (
            told.strip() if told.strip().lower() in TROUBLE_OF_REASON else None
        )
    if isinstance(told, dict):
        first = [told[name] for name in ("reason", "code", "type") if name in told]
        items = [*first, *told.values()]
    elif isinstance(told, list):
        items = told
    else:
        return None
    return next((found for item in items if (found := reason_in(item, level + 1))), None)


def run_failed(message: str, code: str | None) -> AgentTroubleError:
    """Return what the end of a run that failed means for the user.

    Args:
        message: what the server says went wrong.
        code: the server's own code for it.
    """
    status = STATUS_IN_TEXT.search(message)
    reason = reason_in(code) or reason_in(message)
    number = int(status[1]) if status else int(code) if code and re.fullmatch(r"[45]\d\d", code) else 0
    cause = cause_of(f"the run failed ({code}): {message}" if code else f"the run failed: {message}")
    return RefusedError(trouble_of_status(number, reason) or "cannot_connect", cause)
