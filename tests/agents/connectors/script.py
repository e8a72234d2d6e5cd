"""What the far end does in these tests: one step after another, each a few calls or the last words.

Each connector brings software that nobody here wrote and drives it by a script: the software asks for the next step
with the results so far. A script is told what it was offered, so that tests can ask what the agent was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from coworkkit import Agent

Results = dict[str, Any]
"""What each call was answered, by the id the far end gave it."""


@dataclass(frozen=True)
class ToolCall:
    """One call of a tool by the far end.

    Attributes:
        action: the action's name; the far end finds the tool of it among those it was offered.
        arguments: an object, or text that is sent as it is.
        id: the far end's id for the call.
    """

    action: str
    arguments: Any
    id: str


@dataclass(frozen=True)
class Step:
    """What the far end does next: say something, call, or both. A step without calls ends the turn."""

    say: str = ""
    calls: tuple[ToolCall, ...] = ()


@dataclass
class Script:
    """The far end's steps, and what it was told.

    Attributes:
        steps: what it does, over all turns.
        offered: the tools it was offered at each step, by name, with their descriptions.
        told: what it was told besides, at each step: rules, and the page.
        results: what each of its calls was answered.
    """

    steps: list[Step]
    offered: list[dict[str, str]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    results: Results = field(default_factory=dict)

    def next(self, offered: dict[str, str], told: str, results: Results) -> Step:
        """Return the next step, noting what the far end was told; what comes after the last says nothing."""
        self.offered.append(offered)
        self.told.append(told)
        self.results.update(results)
        return self.steps.pop(0) if self.steps else Step(say="")

    def tool(self, action: str) -> str:
        """Return the name of the tool that an action is offered as, in the latest step; the action's where it is none."""
        readable = "".join(char if char.isalnum() else "_" for char in action)
        names = self.offered[-1]
        return next((name for name in names if name == action or name.startswith(f"{readable}_")), action)


class Connector(Protocol):
    """One way to reach an agent, for tests.

    Attributes:
        name: what records say as the caller's connector.
        hears_user: whether the user's turns come through us; where not, a soft call is asked by the card.
        passes_unreadable: whether arguments may be text that is no JSON; some protocols cannot carry that.
    """

    name: str
    hears_user: bool
    passes_unreadable: bool

    def agent(self, script: Script) -> Agent:
        """Return an agent whose far end follows the script."""


def call(action: str, arguments: Any, id: str) -> ToolCall:
    """Return one call."""
    return ToolCall(action, arguments, id)


def steps(*given: Step | ToolCall | str) -> Sequence[Step]:
    """Return steps of single calls and words."""
    return [
        one if isinstance(one, Step) else Step(say=one) if isinstance(one, str) else Step(calls=(one,)) for one in given
    ]
