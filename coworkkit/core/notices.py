"""Lines in the conversation that tell the person what came of a call, whatever the agent makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .record import ActionRecord
from .wording import Say

Tone = Literal["failed", "declined", "unanswered"]

LONGEST_WHAT = 200

WHY: dict[str, str] = {
    "not_found": "said.whyMissing",
    "invalid_args": "said.whyInvalid",
    "needs_hand_mode": "said.whyHand",
}
"""Why a confirmed call was not done, in words for a person; an error's own message is for the agent."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One such line.

    Attributes:
        text: the line.
        tone: what kind of outcome it is, for how it looks.
        again: whether saying the same again may help.
    """

    text: str
    tone: Tone
    again: bool


def notice_of(record: ActionRecord, say: Say) -> Notice | None:
    """Return the line about a settled call; None where nothing is to be said, or the agent can mend it itself."""
    what = (record.summary or record.action.replace("_", " "))[:LONGEST_WHAT]
    error, by = record.outcome.error, record.evidence.by
    if by == "card" and error is not None and not record.outcome.entered:
        return Notice(say("said.notDone", why=say(WHY.get(error.code, "said.whyNotPossible"))), "failed", True)
    if error is not None and error.code == "internal" and record.outcome.entered:
        name = record.action.replace("_", " ")
        return Notice(say("said.failed", what=name[:LONGEST_WHAT], why=error.message), "failed", True)
    if record.gate == "cancelled" and by in ("card", "words"):
        return Notice(say("said.declined", what=what), "declined", False)
    if record.gate == "timeout" and by == "clock":
        painted = record.evidence.cause != "not_painted"
        return Notice(say("said.unanswered" if painted else "said.notPainted", what=what), "unanswered", True)
    if record.gate == "needs_hand_mode":
        return Notice(say("said.handOff", what=what), "unanswered", True)
    if record.gate == "refused" and error is not None and error.code == "unavailable":
        return Notice(say("said.notPossible", what=what), "failed", True)
    return None
