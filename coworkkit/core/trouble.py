"""What the user reads when an agent could not answer, and what the log is told about it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from types import MappingProxyType

from ..errors import AgentTroubleError, Trouble

logger = logging.getLogger("coworkkit")

SENTENCE_FOR: Mapping[Trouble, str] = MappingProxyType(
    {
        "setup_needed": "said.setupNeeded",
        "cannot_connect": "said.cannotConnect",
        "no_answer": "said.noAnswerCame",
        "line_busy": "said.lineBusy",
        "out_of_credit": "said.outOfCredit",
        "too_many_steps": "said.tooManySteps",
        "not_askable": "said.notAskable",
    }
)
"""The key of the one sentence for each trouble."""


def log_trouble(agent: str, error: Exception) -> tuple[str, str]:
    """Log why an agent failed. Return the key of the sentence for its user, and the cause for its builder."""
    if isinstance(error, AgentTroubleError):
        logger.warning("coworkkit: the agent %r could not answer (%s): %s", agent, error.trouble, error.cause)
        return SENTENCE_FOR[error.trouble], error.cause
    logger.error("coworkkit: the agent %r failed while answering; mend its `answer`", agent, exc_info=error)
    return "said.agentFailed", f"{type(error).__name__}; the log has the rest"  # its text may hold anything
