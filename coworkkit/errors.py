"""What can go wrong, by whose mistake it is: the developer's, the agent's, or ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Code = Literal[
    "not_found",
    "invalid_args",
    "needs_hand_mode",
    "needs_confirmation",
    "confirmation_busy",
    "cancelled",
    "timeout",
    "internal",
    "unavailable",
]
"""Every code an agent can be given; what each means is in `docs/gate.md`."""

Trouble = Literal[
    "setup_needed", "cannot_connect", "no_answer", "line_busy", "out_of_credit", "too_many_steps", "not_askable"
]
"""Why an agent could not answer, as its user is told it in one sentence; see `AgentTroubleError`."""


class CoworkkitError(Exception):
    """The base of every error this package raises on purpose."""


class DeclarationError(CoworkkitError):
    """The developer declared something that cannot work; raised where it is declared.

    Args:
        subject: what was declared, as the developer named it, such as ``action 'archive'``.
        problem: what is wrong with it, as a clause that follows the subject.
        remedy: what to do about it, as a sentence.
    """

    def __init__(self, subject: str, problem: str, remedy: str) -> None:
        self.subject = subject
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{subject} {problem}. {remedy}")


class AgentTroubleError(CoworkkitError):
    """An agent could not answer, for a reason that can be said plainly. Raised in `Agent.answer`.

    The user reads one sentence for each `trouble`; the cause is for the log and for Watch, and so has no secret in it.

    Args:
        trouble: ``setup_needed`` (no key, a refused one, a model that is not there), ``cannot_connect``,
            ``no_answer`` (nothing came in time), ``line_busy`` (asked to slow down, or overloaded),
            ``out_of_credit``, ``too_many_steps`` (it went on and on), or ``not_askable`` (it waits for an answer that
            the user cannot be asked for faithfully).
        cause: what happened, for whoever runs the app: one or two lines of text.
    """

    def __init__(self, trouble: Trouble, cause: str) -> None:
        self.trouble: Trouble = trouble
        self.cause = cause
        super().__init__(f"{trouble}: {cause}")


class PageError(CoworkkitError):
    """The developer called a ``use_*`` function where there is no page or no Provider to attach to."""


class IllegalMoveError(CoworkkitError):
    """We tried a move that the call's transition table forbids. Nothing was changed; this is our bug."""

    def __init__(self, state: str, move: str) -> None:
        self.state = state
        self.move = move
        super().__init__(f"a call that is {state!r} cannot {move!r}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a call's arguments, in words an agent can repair from.

    Attributes:
        field: the path of the argument, such as ``due`` or ``items.0.price``; empty for the whole call.
        message: what is wrong with it.
    """

    field: str
    message: str


class Refusal(CoworkkitError):
    """The gate does not let a call through; the action's function was not entered.

    Args:
        code: what the agent is told, machine-readable.
        message: the same for the agent to read: what was wrong and what it can do.
        problems: for ``invalid_args``, one entry per argument that is wrong.
    """

    def __init__(self, code: Code, message: str, problems: tuple[Problem, ...] = ()) -> None:
        self.code: Code = code
        self.message = message
        self.problems = problems
        super().__init__(message)
