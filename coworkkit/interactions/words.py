"""What an agent is told of a confirmation that it may not use."""

from __future__ import annotations

from ..core.tools import Approval, Reason
from .life import Interaction
from .requests import LONGEST_TOKEN, SHORTEST_TOKEN

WORDS: dict[Reason, str] = {
    "not_found": "The user was asked nothing under this commit_token "
    f"({SHORTEST_TOKEN} to {LONGEST_TOKEN} of a-z, A-Z, 0-9, _ and -). Ask with confirm_action first.",
    "pending": "The user has not decided yet. Wait for them; do not ask again.",
    "cancelled": "The user declined this. Do not ask for it again unless the user brings it up.",
    "expired": "Nobody confirmed it and used it in time. The user did not refuse; ask again with confirm_action.",
    "changed": "What is about to happen is not what the user was shown. Ask again with confirm_action.",
    "already_used": "This confirmation was used already, and counts once.",
}
"""For each reason, what is so and what to do. Nothing was done in any of these cases."""

RUNS = {
    None: "",
    "running": " What it was used for is still running; do not start it again.",
    "done": " What it was used for has been done; do not do it again.",
    "failed": " What it was used for failed; ask under a new commit_token before trying again.",
    "unknown": " Whether what it was used for has happened is unknown; find out before doing anything.",
}


def not_ok(known: Interaction | None, reason: Reason | None = None) -> Approval:
    """Return a no, and why."""
    if known is None:
        return Approval(False, "not_found", WORDS["not_found"])
    if reason is None:
        reasons: dict[str, Reason] = {"committed": "already_used", "submitted": "pending"}
        named: dict[str, Reason] = {"pending": "pending", "cancelled": "cancelled", "expired": "expired"}
        reason = (named | reasons)[known.status]
    run = known.run if reason == "already_used" else None
    return Approval(False, reason, WORDS[reason] + RUNS[run], known.id, run)


def spent(known: Interaction) -> str:
    """Say that a token can be asked about no more."""
    return (
        "confirm_action: commit_token names an action that was confirmed and used already, and counts once."
        f"{RUNS[known.run]} Nobody was asked; use a new commit_token for another action."
    )
