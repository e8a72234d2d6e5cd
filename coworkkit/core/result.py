"""What the agent is told about its call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import Code, Problem


@dataclass(slots=True)
class CallResult:
    """The answer to one call, for the agent. Everything in it may be shown to a model.

    Attributes:
        call_id: the call this answers.
        ok: whether the action ran and returned.
        code: why not, machine-readable; None when `ok`.
        message: one or two plain sentences for the agent.
        result: what the function returned, as JSON; None otherwise.
        question: with ``needs_confirmation``, the question to say to the user.
        question_id: the id of that question.
        problems: with ``invalid_args``, what is wrong with each argument.
    """

    call_id: str
    ok: bool
    code: Code | None
    message: str
    result: Any = None
    question: str | None = None
    question_id: str | None = None
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the answer as a JSON object without the parts that are empty, for a tool result."""
        told: dict[str, Any] = {"ok": self.ok}
        if self.code is not None:
            told["code"] = self.code
        if self.message:
            told["message"] = self.message
        if self.result is not None:
            told["result"] = self.result
        if self.question is not None:
            told["question"] = self.question
            told["question_id"] = self.question_id
        if self.problems:
            told["problems"] = [{"field": problem.field, "message": problem.message} for problem in self.problems]
        return told
