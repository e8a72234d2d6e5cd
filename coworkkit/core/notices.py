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
        action: the action it is about.
    """

    text: str
    tone: Tone
    again: bool
    action: str


def line(text: str) -> str:
    """Return an app's or an agent's text as one short line."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_WHAT else f"{text[: LONGEST_WHAT - 1]}…"


def notice_of(record: ActionRecord, say: Say) -> Notice | None:
    """Return the line about a settled call; None where nothing is to be said, or the agent can mend it itself."""
    if record.outcome.ok:
        return None
    action = record.action
    name = line(action.replace("_", " "))
    what = line(record.summary or name)
    error, by = record.outcome.error, record.evidence.by
    if by == "card" and error is not None and not record.outcome.entered:
        why = say(WHY.get(error.code, "said.whyNotPossible"))
        return Notice(say("said.notDone", why=why), "failed", True, action)
    if error is not None and error.code == "internal" and record.outcome.entered:
        return Notice(say("said.failed", what=name, why=line(error.message)), "failed", True, action)
    if record.gate == "cancelled" and by in ("card", "words"):
        return Notice(say("said.declined", what=what), "declined", False, action)
    if record.gate == "timeout" and by == "clock":
        sentence = "said.notPainted" if record.evidence.cause == "not_painted" else "said.unanswered"
        return Notice(say(sentence, what=what), "unanswered", True, action)
    if record.gate == "needs_hand_mode":
        return Notice(say("said.handOff", what=what), "unanswered", True, action)
    if record.gate == "refused" and error is not None and error.code == "unavailable":
        return Notice(say("said.notPossible", what=what), "failed", True, action)
    return None
