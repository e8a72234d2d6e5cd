"""The state that an AG-UI agent shares with its page: replaced as a whole, or patched by RFC 6902."""

from __future__ import annotations

import json
import logging
from typing import Any

import jsonpatch

logger = logging.getLogger("coworkkit")

LARGEST_STATE = 200_000
"""Characters of JSON; a state that grows beyond is given up."""

MOST_OPERATIONS = 1_000

NO_STATE = frozenset({"ag-ui", "copilotkit", "messages", "tools"})


def kept(state: Any) -> Any:
    """Return a state that is not too large to be kept and sent back; an empty one in the place of one that is."""
    try:
        size = len(json.dumps(state))
    except (ValueError, RecursionError):
        size = LARGEST_STATE + 1
    if size > LARGEST_STATE:
        logger.warning("coworkkit: an AG-UI agent's state is too large or too deep to be kept, so it is forgotten")
        return {}
    return state


def sent_back(state: Any) -> Any:
    """Return a state as the next run is given it.

    LangGraph's adapter shows the conversation, the tools and the page as parts of the state, and would offer tools that
    come back in it again, although the page has them no more.
    """
    if not isinstance(state, dict) or "ag-ui" not in state:
        return state
    return {name: value for name, value in state.items() if name not in NO_STATE}


def patched(state: Any, delta: list[dict[str, Any]]) -> Any:
    """Return a state with a patch applied; one that does not fit leaves the state as it was."""
    if len(delta) > MOST_OPERATIONS:
        logger.warning("coworkkit: an AG-UI agent's patch has %d operations, so it is passed over", len(delta))
        return state
    new = state
    try:
        for operation in delta:
            new = jsonpatch.JsonPatch([operation]).apply(new)
            if operation.get("op") == "copy":  # the one operation by which few words make much
                new = kept(new)
    except Exception as error:  # whatever a patch by somebody else does, it is only a patch
        logger.warning("coworkkit: an AG-UI agent's patch does not fit its state: %s", type(error).__name__)
        return state
    return kept(new)
