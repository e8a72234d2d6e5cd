"""What LocalAgent keeps between the turns of one session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .filling import Gap
from .match import Reading

KEY = "local_agent"


@dataclass(frozen=True)
class Asked:
    """The user was asked for a value. The answer completes the call."""

    reading: Reading
    gap: Gap


@dataclass(frozen=True)
class Offered:
    """The user was asked “Did you mean …?”. Nothing runs without a yes or a choice."""

    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Question:
    """The gate wants a yes. The gate itself reads the answer; the call is only made again.

    Attributes:
        reading: the call.
        question: the gate's words.
        keeps_rest: whether what waits goes on even if the user says no, because it was asked for apart.
    """

    reading: Reading
    question: str
    keeps_rest: bool = False


@dataclass(frozen=True)
class Halted:
    """A step did not work. “Go on” continues with what waits, beginning with `retry` if there is one."""

    retry: Reading | None = None


@dataclass
class Memory:
    """Everything kept between turns.

    Attributes:
        waiting: what the user is expected to say next, if anything.
        rest: what is still to be done, in order: the user's words, or a call that is complete.
        parked: a question that was left unanswered. The gate still holds it open.
        last: for each kind, the id of the thing the last call was about.
    """

    waiting: Asked | Offered | Question | Halted | None = None
    rest: list[str | Reading] = field(default_factory=list)
    parked: Question | None = None
    last: dict[str, str | int] = field(default_factory=dict)


def recall(kept: dict[str, Any]) -> Memory:
    """Return the memory of this session, a new one the first time."""
    memory = kept.get(KEY)
    if not isinstance(memory, Memory):
        memory = kept[KEY] = Memory()
    return memory
