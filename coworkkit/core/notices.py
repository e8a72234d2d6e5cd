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
        text: the whole line.
        brief: the line in a few words, for where the agent tells the rest itself.
        tone: what kind of outcome it is, for how it looks.
        again: whether saying the same again may help.
        action: the action it is about.
    """

    text: str
    brief: str
    tone: Tone
    again: bool
    action: str


def line(text: str) -> str:
    """Return an app's or an agent's text as one short line."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_WHAT else f"{text[: LONGEST_WHAT - 1]}…"


def notice_of(record: ActionRecord, label: str, say: Say) -> Notice | None:
    """Return the line about a settled call; None where nothing is to be said, or the agent can mend it itself.

    Args:
        record: the call's record.
        label: what people call its action.
        say: returns a sentence in the words of the page.
    """
    if record.outcome.ok:
        return None
    name = line(label)
    what = line(record.summary or name)
    error, by = record.outcome.error, record.evidence.by

    def notice(key: str, tone: Tone, *, again: bool = True, **blanks: str) -> Notice:
        text = say(f"said.{key}", **({"what": what} | blanks))
        return Notice(text, say(f"said.{key}Brief", what=name), tone, again, record.action)

    if by == "card" and error is not None and not record.outcome.entered:
        return notice("notDone", "failed", why=say(WHY.get(error.code, "said.whyNotPossible")))
    if error is not None and error.code == "internal" and record.outcome.entered:
        return notice("failed", "failed", what=name, why=line(error.message))
    if record.gate == "cancelled" and by in ("card", "words"):
        return notice("declined", "declined", again=False)
    if record.gate == "timeout" and by == "clock":
        return notice("notPainted" if record.evidence.cause == "not_painted" else "unanswered", "unanswered")
    if record.gate == "needs_hand_mode":
        return notice("handOff", "unanswered")
    if record.gate == "refused" and error is not None and error.code == "unavailable":
        return notice("notPossible", "failed")
    return None
