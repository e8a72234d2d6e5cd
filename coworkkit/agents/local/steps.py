"""Does what the user said, step by step: understand, ask for what is missing, call, tell what came of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from coworkkit.core.tools import TOOL_NAMES

from . import say
from .filling import MADE, Gap, Page
from .help import help_text, nearest_actions
from .match import MARGIN, OFFER, Reading, readings
from .memory import Asked, Halted, Memory, Offered, Question
from .names import Known, known
from .parts import MAX_PARTS, Splitter
from .schema import Parameter
from .sentence import excepts, is_negated, is_taken_back, read_sentence
from .things import things_in
from .words import groups_of, name_words, read_words

if TYPE_CHECKING:
    from coworkkit.core.agent import Turn
    from coworkkit.core.result import CallResult

MAX_OFFERED = 3
DOUBTS = {
    "condition": "I can only do things right away and cannot judge conditions.",
    "all": "I can do this for one at a time only.",
    "question": "I am not sure whether you are asking or want me to do it.",
    "not a request": "I am not sure whether you want me to do it.",
}


class Steps:
    """Does the steps of one turn. What outlives the turn is in `Memory`."""

    def __init__(self, turn: Turn, memory: Memory, greeting: str, today: Callable[[], date]) -> None:
        self.greeting = greeting
        self.turn = turn
        self.memory = memory
        self._today = today
        self.silent = False
        self.look()

    def look(self) -> None:
        """Read the page as it is now; a call may have changed it."""
        self.catalogue = self.turn.catalogue()
        self.actions: list[Known] = known([each for each in self.catalogue.actions if each.name not in TOOL_NAMES])
        self.page = Page(things_in(self.catalogue), self._today(), self.memory.last)

    def readings(self, text: str) -> list[Reading]:
        return readings(read_sentence(text), self.actions, self.page)

    # Requests

    async def request(self, text: str) -> AsyncIterator[str]:
        """Do what is asked, one thing after another."""
        if is_taken_back(text):
            self.memory.rest.clear()
            yield "OK, you took that back. I did nothing."
            return
        parts = Splitter(text, self.actions, self.page).parts()
        left_out = [part.text for part in parts if part.negated]
        wanted = [part.text for part in parts if not part.negated]
        if left_out:
            yield f"You said not to, so I leave this alone: {say.quoted_list(left_out)}."
        if len(wanted) > MAX_PARTS:
            yield f"I take {MAX_PARTS} things at a time and leave out the last {len(wanted) - MAX_PARTS}."
        self.memory.rest[:0] = wanted[:MAX_PARTS]
        async for piece in self.work():
            yield piece

    async def work(self) -> AsyncIterator[str]:
        """Do what waits, until something has to be asked or does not work."""
        memory = self.memory
        said = False
        while memory.rest and memory.waiting is None:
            step = memory.rest.pop(0)
            self.look()
            async for piece in self.understand(step) if isinstance(step, str) else self.proceed(step):
                said = True
                yield piece
        if memory.rest and memory.waiting is not None and not isinstance(memory.waiting, Halted):
            yield f"After that I go on with: {say.quoted_list(step_in_words(step) for step in memory.rest)}."
        if not said and self.silent:
            yield "Done."

    async def understand(self, text: str) -> AsyncIterator[str]:
        """Do one thing, ask about it, or say that it is not understood."""
        found = self.readings(text)
        best = found[0] if found and found[0].score >= OFFER else None
        if best is None:
            for piece in self._not_understood(text):
                yield piece
            return
        if best.negated:
            yield f"You said not to, so I did nothing: {say.action_in_words(best.known)}."
            return
        close = [r for r in found if r is best or (r.rivals(best) and best.score - r.score < MARGIN)]
        only_all = set(best.doubts) == {"all"} and bool(best.gaps)
        if (best.sure or only_all) and len(close) == 1:
            if only_all:
                yield DOUBTS["all"]
            async for piece in self.proceed(best):
                yield piece
            return
        if best.known.writes and best.things and excepts(read_words(text)):
            yield f"I cannot leave out some of many. {DOUBTS['all']} I did nothing: name the one you mean."
            return
        offered = tuple(close[:MAX_OFFERED])
        self.memory.waiting = Offered(offered)
        reason = next((DOUBTS[doubt] for doubt in best.doubts if doubt in DOUBTS and best.known.writes), "")
        yield f"{reason} {offer(offered)}".strip()

    def _not_understood(self, text: str) -> list[str]:
        memory = self.memory
        if not self.actions:
            return [help_text(self.catalogue, self.actions, self.page)]
        near = [say.action_in_words(each) for each in nearest_actions(text, self.actions, MAX_OFFERED)]
        nearest = f" The nearest I know: {say.quoted_list(near)}." if near else ""
        nothing = " I did nothing." if is_negated(read_words(text)) else ""
        for word in read_words(text):
            if word.stem in self.page.things.kinds and not word.quoted:
                names = [thing.name for thing in self.page.things.of(word.stem)[: say.MAX_ITEMS]]
                nearest += f" On this page I see under “{word.text}”: {say.quoted_list(names)}."
                break
        said = f"{text[:100]}…" if len(text) > 100 else text
        told = [f"I don't understand “{said}”.{nothing}{nearest} Say “help” for all I can do."]
        if memory.rest:
            memory.waiting = Halted()
            told.append(self._rest_after_trouble())
        return told

    def _rest_after_trouble(self) -> str:
        rest = say.quoted_list(step_in_words(step) for step in self.memory.rest)
        return f"Still to do: {rest}. Say “go on” to continue with that, or “never mind”."

    async def proceed(self, reading: Reading) -> AsyncIterator[str]:
        """Ask for what is missing, or make the call."""
        if reading.gaps:
            async for piece in self.ask(reading, reading.gaps[0]):
                yield piece
            return
        if unused := [word for word in reading.unused if self._is_said_in_vain(word, reading)]:
            yield f"I made no use of {say.quoted_list(unused)}."
        self.note(reading)
        result = await self.turn.call(reading.known.info.name, reading.arguments)
        async for piece in self.report(reading, result):
            yield piece

    def _is_said_in_vain(self, text: str, reading: Reading) -> bool:
        """Return whether a word that a call leaves out may have asked for something of its own."""
        apart = [word for word in read_words(text) if word.stem not in reading.known.described]
        return any(groups_of(word.stem) or not reading.known.writes for word in apart)

    async def ask(self, reading: Reading, gap: Gap) -> AsyncIterator[str]:
        parameter = gap.parameter
        if parameter.kind == "other" and reading.kind_of(parameter) is None:
            name = say.action_in_words(reading.known)
            yield f"To {name} I need “{parameter.spoken}”, which does not fit in a sentence. I did nothing."
            return
        kind = reading.kind_of(parameter)
        if kind is not None and not gap.choices:
            gap = Gap(parameter, gap.reason, gap.said, self.page.things.of(kind)[: say.MAX_ITEMS])
        self.memory.waiting = Asked(reading, gap)
        yield say.question_for(reading, gap)

    def note(self, reading: Reading) -> None:
        """Remember what the call is about, so that “it” means that."""
        if reading.things:
            self.memory.last.pop(MADE, None)
        for thing in reading.things.values():
            self.memory.last[thing.kind] = thing.id

    # Outcomes

    async def report(self, reading: Reading, result: CallResult, keeps_rest: bool = False) -> AsyncIterator[str]:
        """Tell what came of a call, and decide what becomes of the rest."""
        memory = self.memory
        if result.ok:
            self._note_new(reading, result.result)
            if reading.known.info.silent:
                self.silent = True
            else:
                yield say.result_in_words(reading, result.result)
        elif result.code == "needs_confirmation":
            question = result.question or f"Shall I {say.call_in_words(reading)}?"
            memory.waiting, memory.parked = Question(reading, question, keeps_rest), None
            yield question
        elif result.code == "invalid_args":
            async for piece in self._ask_again(reading, result):
                yield piece
        elif result.code == "confirmation_busy" and memory.parked is not None:
            memory.rest.insert(0, reading)
            parked, memory.parked = memory.parked, None
            memory.waiting = Question(parked.reading, parked.question, True)
            yield f"Another question is still open, so this one first: {parked.question}"
        else:
            yield say.refusal_in_words(reading, result)
            if result.code == "needs_hand_mode":
                memory.waiting = Halted(reading)
            elif result.code in ("cancelled", "timeout") and not keeps_rest:
                for piece in self.drop_rest():
                    yield piece
            elif memory.rest and not keeps_rest:
                memory.waiting = Halted()
                yield self._rest_after_trouble()

    def _note_new(self, reading: Reading, result: Any) -> None:
        """Remember what was made, when the result says its id."""
        if reading.known.creates:
            made = result.get("id") if isinstance(result, dict) else None
            for noun in reading.known.nouns[:1]:
                self.memory.last[noun] = made if isinstance(made, (str, int)) else ""
                self.memory.last[MADE] = noun

    async def _ask_again(self, reading: Reading, result: CallResult) -> AsyncIterator[str]:
        """Say what is wrong with the arguments and ask for the first of them again."""
        problems = "; ".join(f"{field(p.field)} {p.message}".strip() for p in result.problems) or result.message
        yield f"That does not fit: {problems.rstrip('.')}."
        wrong = result.problems[0].field.split(".")[0] if result.problems else ""
        parameter: Parameter | None = next((p for p in reading.known.parameters if p.name == wrong), None)
        if parameter is None:
            for piece in self.drop_rest():
                yield piece
            return
        kept = {name: value for name, value in reading.arguments.items() if name != parameter.name}
        things = {name: thing for name, thing in reading.things.items() if name != parameter.name}
        async for piece in self.ask(
            replace(reading, arguments=kept, things=things, gaps=()), Gap(parameter, "missing")
        ):
            yield piece

    async def _drop(self) -> AsyncIterator[str]:
        """Forget what was being asked and what waits."""
        memory = self.memory
        waiting, memory.waiting = memory.waiting, None
        if waiting is None and not memory.rest:
            yield "There is nothing to cancel. I have not started anything."
            return
        if isinstance(waiting, Question):
            memory.parked = waiting
        yield "OK, never mind. I did nothing."
        for piece in self.drop_rest():
            yield piece

    def drop_rest(self) -> list[str]:
        rest, self.memory.rest = self.memory.rest, []
        return [f"I also dropped the rest: {say.quoted_list(step_in_words(step) for step in rest)}."] if rest else []


def step_in_words(step: str | Reading) -> str:
    return step if isinstance(step, str) else say.call_in_words(step)


def offer(offered: tuple[Reading, ...]) -> str:
    """Ask which of several readings is meant."""
    if len(offered) == 1:
        return f"Did you mean “{say.call_in_words(offered[0])}”? Say yes or no."
    listed = "\n".join(f"{number}. {say.call_in_words(each)}" for number, each in enumerate(offered, 1))
    return f"Did you mean one of these? Say its number, or no.\n{listed}"


def field(name: str) -> str:
    return " ".join(name_words(name)) or name
