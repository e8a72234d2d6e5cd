"""One user turn answered by an AG-UI server: run after run, until one ends without a call for us."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any

from ag_ui.core import PROTOCOL_VERSION, Context, Interrupt, ResumeEntry, RunAgentInput
from ag_ui.core import Tool as AGUITool

from ...core.agent import Turn
from ...core.ids import new_id
from ...core.result import CallResult
from ...core.snapshot import CatalogueSnapshot
from ...errors import AgentTroubleError
from ..briefing import RULES, page_now
from ..http_trouble import cause_of
from ..tools import Toolbox, toolbox_of
from .connection import Connection
from .failing import BrokenStreamError, RefusedError
from .history import Thread, answer_to, answered, bounded, open_calls, said, sendable, start_anew, thread_of
from .interrupts import Asking, Step, asking_of, is_of_langgraph
from .reading import Reading
from .state import sent_back

logger = logging.getLogger("coworkkit")

MOST_CALLS = 100
"""How many actions an agent may call in one turn."""

OnState = Callable[[Turn, Any], object]

ABOUT_RULES = "How to work in this app"
ABOUT_PAGE = "What the user's page shows now"
ABOUT_ANSWERS = "What the user has decided about earlier calls of confirm_action since"


class Run:
    """One user turn.

    Args:
        turn: the user turn.
        connection: the server.
        most_steps: how many runs it may take.
        on_state: told of the shared state whenever it has changed.
    """

    def __init__(self, turn: Turn, connection: Connection, most_steps: int, on_state: OnState | None) -> None:
        self.turn = turn
        self.connection = connection
        self.most_steps = most_steps
        self.on_state = on_state
        self.thread: Thread = thread_of(turn)
        self.done: set[tuple[str, str]] = set()
        self.resume: list[ResumeEntry] = []
        self.is_waited_for = False

    async def pieces(self) -> AsyncGenerator[str]:
        """Yield the agent's words as they come, and keep the conversation whatever happens."""
        thread = self.thread
        thread.messages = [*thread.messages, said(self.turn.text)]
        try:
            for step in range(1, self.most_steps + 1):
                page = self.turn.catalogue()
                toolbox = toolbox_of(page)
                reading = Reading(thread)
                async with aclosing(self.read(reading, await self.given(page, toolbox))) as pieces:
                    async for words in pieces:
                        yield words
                calls = reading.end(self.done)
                if reading.cancelled:
                    raise AgentTroubleError("cannot_connect", "the server says that the run was cancelled there")
                if not calls and not reading.interrupts:
                    thread.failures = 0
                    return
                if step == self.most_steps:
                    raise AgentTroubleError("too_many_steps", f"the agent went on after {step} runs")
                await self.answer(calls, reading.interrupts, toolbox)
        except BrokenStreamError as error:
            thread.failures += 1
            raise AgentTroubleError("cannot_connect", f"{self.connection.where}: {error}") from error
        except RefusedError as error:
            thread.failures += 1
            raise AgentTroubleError(error.trouble, self.connection.hidden(error.cause)) from None
        finally:
            thread.messages = bounded(answered(thread.messages))
            if self.is_waited_for:
                start_anew(thread)  # under the old name, the server would wait for that answer for ever

    async def read(self, reading: Reading, given: RunAgentInput) -> AsyncGenerator[str]:
        """Send one run and yield what is said in it."""
        try:
            async with aclosing(self.connection.events(given)) as events:
                async for event in events:
                    self.is_waited_for, self.resume = False, []
                    words = reading.hear(event)
                    if reading.state_changed:
                        reading.state_changed = False
                        self.tell_state()
                    if words:
                        yield words
                    if reading.finished:
                        break
                    await asyncio.sleep(0)  # a server that sends very much at once holds up nobody's page
            if reading.finished and (words := reading.unsaid()):
                yield words
        finally:
            reading.settle()
            self.is_waited_for = self.is_waited_for or bool(reading.interrupts)

    async def given(self, page: CatalogueSnapshot, toolbox: Toolbox) -> RunAgentInput:
        """Return what the next run is given: the page as it is now, and everything that was said."""
        messages = answered_later = [sendable(message) for message in self.thread.messages]
        told = [Context(description=ABOUT_RULES, value=RULES)]
        told.append(Context(description=ABOUT_PAGE, value=page_now(page, toolbox)))
        if any(message.get("role") == "tool" for message in messages):
            answered_later = await self.turn.replay(messages)
        decided = [now for before, now in zip(messages, answered_later, strict=True) if now != before]
        if decided:  # a server with a memory of its own does not look at what it has heard before
            results = [{"call_id": one.get("toolCallId"), "result": one.get("content")} for one in decided]
            told.append(Context(description=ABOUT_ANSWERS, value=json.dumps(results, ensure_ascii=False)))
        return RunAgentInput.model_validate(
            {
                "thread_id": self.thread.id,
                "run_id": new_id(),
                "protocol_version": PROTOCOL_VERSION,
                "state": sent_back(self.thread.state),
                "messages": answered_later,
                "tools": [
                    AGUITool(name=name, description=tool.description, parameters=tool.parameters)
                    for name, tool in toolbox.tools.items()
                ],
                "context": told,
                "forwarded_props": {},
                "resume": self.resume or None,
            }
        )

    async def answer(self, calls: Sequence[dict[str, Any]], interrupts: Sequence[Interrupt], toolbox: Toolbox) -> None:
        """Take the calls through the gate and the interrupts to the user, and note what came of them."""
        if len(interrupts) > 1 and any(is_of_langgraph(interrupt) for interrupt in interrupts):
            raise AgentTroubleError(
                "not_askable",
                "a LangGraph server waits for several answers at once, and its adapter hands all of them to whoever "
                "asked first; let its graph interrupt once at a time",
            )
        asked = [(interrupt, self.asking(interrupt)) for interrupt in interrupts]
        steps = [step for _, asking in asked for step in asking.steps]
        if len(self.done) + len(calls) + len(steps) > MOST_CALLS:
            raise AgentTroubleError("too_many_steps", f"the agent called more than {MOST_CALLS} times in one turn")
        self.done |= {(call["by"], call["id"]) for call in calls}
        results = await asyncio.gather(
            *(self.called(call, toolbox) for call in calls),
            *(self.asked(interrupt, step) for interrupt, asking in asked for step in asking.steps),
        )
        self.thread.messages += [
            answer_to(call["id"], result.as_json()) for call, result in zip(calls, results, strict=False)
        ]
        answers = list(results[len(calls) :])
        self.resume = []
        for interrupt, asking in asked:
            own, answers = answers[: len(asking.steps)], answers[len(asking.steps) :]
            self.resume.append(ResumeEntry(interrupt_id=interrupt.id, status="resolved", payload=asking.payload(own)))

    def asking(self, interrupt: Interrupt) -> Asking:
        """Return how an interrupt is put to the user.

        Raises:
            AgentTroubleError: a yes or no on a card is not what it wants, so nobody is asked.
        """
        calls = {call["id"]: call for _, call in open_calls(self.thread.messages)}
        asking = asking_of(interrupt, calls.get(interrupt.tool_call_id or ""), datetime.now(UTC))
        if asking is None:
            raise AgentTroubleError(
                "not_askable",
                cause_of(
                    f"the agent waits ({interrupt.reason}) for something that is no plain yes or no, or waits no "
                    f"longer: {interrupt.message or ''}; let its response_schema be a boolean, or an object with one "
                    "boolean such as `approved`"
                ),
            )
        return asking

    async def called(self, call: dict[str, Any], toolbox: Toolbox) -> CallResult:
        """Take a call through the gate."""
        function = call["function"]
        return await self.turn.call(*toolbox.call(function["name"], function["arguments"]), call_id=call["id"])

    async def asked(self, interrupt: Interrupt, step: Step) -> CallResult:
        """Ask the user about one step of the agent's own."""
        return await self.turn.approve(
            step.says,
            tool=step.tool,
            arguments=step.arguments,
            details=step.details,
            call_id=interrupt.tool_call_id or interrupt.id,
        )

    def tell_state(self) -> None:
        """Tell the app what the shared state is now; what it does wrong with it disturbs nobody."""
        if self.on_state is None:
            return
        try:
            self.on_state(self.turn, copy.deepcopy(self.thread.state))
        except Exception:
            logger.exception("coworkkit: on_state of an AGUIAgent failed; mend it")
