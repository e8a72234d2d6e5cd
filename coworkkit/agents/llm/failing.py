"""What a failure of pydantic-ai or of a model means for the user."""

from __future__ import annotations

from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelOverloadedError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelTimeoutError,
    ModelUnavailableError,
    UsageLimitExceeded,
    UserError,
)

from ...errors import AgentTroubleError, Trouble
from ..http_trouble import cause_of, trouble_of_status

TROUBLE_OF_ERROR: tuple[tuple[type[Exception], Trouble], ...] = (
    (ModelQuotaExceededError, "out_of_credit"),
    (ModelAuthenticationError, "setup_needed"),
    (ModelNotFoundError, "setup_needed"),
    (ModelRateLimitError, "line_busy"),
    (ModelOverloadedError, "line_busy"),
    (ModelRequestTimeout, "no_answer"),
    (ModelTimeoutError, "no_answer"),
    (ModelConnectionError, "cannot_connect"),
    (UsageLimitExceeded, "too_many_steps"),
    (UserError, "setup_needed"),
    (ImportError, "setup_needed"),
)
"""The first that fits counts."""

MOST_CAUSES = 3


def trouble_of(error: Exception) -> AgentTroubleError | None:
    """Return what an error means for the user; None for one that nobody expects."""
    cause = cause_of(", from ".join(chain_of(error)))
    for kind, trouble in TROUBLE_OF_ERROR:
        if isinstance(error, kind):
            return AgentTroubleError(trouble, cause)
    if isinstance(error, ModelHTTPError):
        told = trouble_of_status(error.status_code, error.provider_error_code or error.provider_error_type)
        return None if told is None else AgentTroubleError(told, cause)
    if isinstance(error, ModelUnavailableError):
        return AgentTroubleError("line_busy", cause)
    return AgentTroubleError("cannot_connect", cause) if isinstance(error, ModelAPIError) else None


def chain_of(error: BaseException | None) -> list[str]:
    """Return what led to an error in words, the error itself first."""
    chain: list[str] = []
    while error is not None and len(chain) < MOST_CAUSES:
        chain.append(f"{type(error).__name__}: {error}")
        error = error.__cause__
    return chain


def was_refused(error: Exception) -> bool:
    """Return whether the provider refused what it was sent, such as a history that has grown too long for it."""
    return isinstance(error, ModelRequestRejectedError) and not isinstance(
        error, ModelAuthenticationError | ModelNotFoundError
    )
