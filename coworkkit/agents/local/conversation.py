"""One turn of a conversation: a new request, or the answer to what was asked before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from . import say
from .answers import picked, read_answer
from .help import help_text
from .match import OFFER, Reading, has_rival
from .memory import Asked, Halted, Offered, Question
from .mentions import best_fit, full_mentions
from .names import is_verb
from .parts import Splitter
from .sentence import after_openings, excepts, is_taken_back
from .steps import DOUBTS, Steps, offer
from .things import Thing
from .vocabulary import ALL, BESIDE_AN_ANSWER, CANCEL, GO_ON, GREETINGS, HELP, HELP_ALL, NO, THANKS, YES
from .words import SYNONYM, fold, read_words

MAX_TEXT = 2000


class Conversation(Steps):
    """Answers one turn: decides what the user's words are an answer to."""

    async def answer(self) -> AsyncIterator[str]:
        """Yield what to say, a paragraph at a time; make the calls on the way."""
        memory = self.memory
        text = self.turn.text[:MAX_TEXT]
        if len(self.turn.text) > MAX_TEXT:
            yield f"That was long. I read only the first {MAX_TEXT:,} characters."
        plain = " ".join(word.key for word in read_words(text))
        if getattr(self.turn, "stopped_before", False):
            memory.waiting, memory.parked = None, None
            memory.rest.clear()
        waiting = memory.waiting
        if waiting is None and memory.rest:  # the turn before was stopped
            memory.rest.clear()
        if isinstance(waiting, Question):
            steps = self._settle(waiting, text, plain)
        elif not plain:
            steps = self._told("I could not find any words in that. Tell me what to do, or say “help”.", again=True)
        elif plain in CANCEL and (waiting is not None or not self._means_something(text)):
            steps = self._drop()
        elif plain in GREETINGS and not self._means_something(text):
            steps = self._told(self.greeting)
        elif plain in THANKS and not self._means_something(text):
            memory.waiting = None  # people say it when they are done with something
            memory.rest.clear()
            steps = self._told("You're welcome.")
        elif plain in HELP | HELP_ALL and not self._means_something(text):
            steps = self._told(self._help(plain), again=True)
        elif isinstance(waiting, Asked):
            steps = self._take_answer(waiting, text, plain)
        elif isinstance(waiting, Offered):
            steps = self._take_choice(waiting, text, plain)
        elif isinstance(waiting, Halted):
            steps = self._go_on(waiting, text, plain)
        elif plain in YES | NO:
            steps = self._told("I have not asked you anything. Say “help” to see what I can do here.")
        else:
            steps = self.request(text)
        async for piece in steps:
            yield piece

    def _means_something(self, text: str) -> bool:
        """Return whether a word such as “stop” or “help” is the name of an action here."""
        found = self.readings(text)
        return bool(found) and found[0].sure and found[0].named_exactly

    def _help(self, plain: str) -> str:
        return help_text(self.catalogue, self.actions, self.page, whole=plain in HELP_ALL)

    async def _told(self, text: str, again: bool = False) -> AsyncIterator[str]:
        """Say something; then repeat what is being waited for, so that it is not forgotten."""
        yield text
        waiting = self.memory.waiting
        if again and waiting is not None:
            yield self._asking(waiting)

    def _asking(self, waiting: Asked | Offered | Question | Halted) -> str:
        if isinstance(waiting, Asked):
            return say.question_for(waiting.reading, waiting.gap)
        if isinstance(waiting, Offered):
            return offer(waiting.readings)
        if isinstance(waiting, Question):
            return waiting.question
        return "Say “go on” to continue, or “never mind”."

    # Answers

    async def _settle(self, question: Question, text: str, plain: str) -> AsyncIterator[str]:
        """Call again: the gate has read the user's words, and says what they mean.

        Only a clear request for another change is done instead. Then the call is not made again, so that the
        gate, which has one question open at a time, is free for the next.
        """
        memory = self.memory
        reading = question.reading
        memory.waiting, memory.parked = None, question  # kept should this turn be stopped
        other = self._other_request(text, reading)
        if other is not None and other.known.writes:
            yield f"I leave that question and do what you just asked. (It was: {question.question})"
            for piece in self.drop_rest():
                yield piece
            async for piece in self.request(_without_no(text)):
                yield piece
            return
        result = await self.turn.call(reading.known.info.name, reading.arguments)
        memory.parked = None
        if result.code == "needs_confirmation":
            question = Question(reading, result.question or question.question, question.keeps_rest)
            async for piece in self._ask_anew(question, text, plain, other):
                yield piece
            return
        async for piece in self.report(reading, result, question.keeps_rest):
            yield piece
        self.look()
        if memory.waiting is None and (more := self._said_beside(text, reading, result.ok)):
            memory.rest[:0] = more
        async for piece in self.work():
            yield piece

    async def _ask_anew(self, question: Question, text: str, plain: str, other: Reading | None) -> AsyncIterator[str]:
        """Say the gate's question again; what the user said was no answer to it."""
        memory = self.memory
        memory.waiting = question
        if plain in CANCEL:
            async for piece in self._drop():
                yield piece
        elif plain in HELP | HELP_ALL:
            async for piece in self._told(self._help(plain), again=True):
                yield piece
        elif other is None:
            yield f"Please answer yes or no. {question.question}"
        else:  # a question in between, which only reads
            memory.waiting = None
            kept, memory.rest = memory.rest, []
            async for piece in self.request(text):
                yield piece
            memory.rest, memory.waiting = kept, question
            yield f"The question is still open: {question.question}"

    def _other_request(self, text: str, than: Reading) -> Reading | None:
        """Return what a sentence asks for, after a “no” or not, if that is certain and not the same."""
        if is_taken_back(text):
            return None
        for part in Splitter(_without_no(text), self.actions, self.page).parts()[:1]:
            best = self._certain(part.text)
            if best is not None and not part.negated and not _same(best, than):
                return best
        return None

    def _certain(self, text: str) -> Reading | None:
        found = self.readings(text)
        if not found or not found[0].sure or found[0].negated or found[0].gaps:
            return None
        return None if has_rival(found) else found[0]

    def _said_beside(self, text: str, settled: Reading, confirmed: bool) -> list[str | Reading]:
        """Return what was asked beside a yes or no: “no, archive Mobile app”, “yes, and show the list”."""
        words = read_words(text)
        first = next((i for i, word in enumerate(words) if fold(word.text) not in _SHORT), len(words))
        if not 0 < first < len(words) or (confirmed and words[first - 1].key not in ("and", "then")):
            return []
        rest = text[words[first].start :]
        best = self._certain(rest)
        return [] if best is None or _same(best, settled) or is_taken_back(text) else [rest]

    async def _take_answer(self, asked: Asked, text: str, plain: str) -> AsyncIterator[str]:
        """Complete the call with an answer, unless the user clearly asks for something else."""
        memory = self.memory
        reading, gap = asked.reading, asked.gap
        takes_text = gap.parameter.kind == "text" and reading.kind_of(gap.parameter) is None
        fresh = self._instead(text, takes_text)
        if fresh is not None and not fresh.known.writes:
            memory.waiting = None
            kept, memory.rest = memory.rest, []
            async for piece in self.request(text):
                yield piece
            memory.rest = kept
            if memory.waiting is None:
                memory.waiting = asked
                yield self._asking(asked)
            return
        if fresh is not None and fresh.known.info.name != reading.known.info.name:
            memory.waiting = None
            yield f"OK, that instead. I leave this: {say.action_in_words(reading.known)}."
            for piece in self.drop_rest():
                yield piece
            async for piece in self.request(text):
                yield piece
            return
        if (plain in NO and gap.parameter.kind != "boolean") or is_taken_back(text):
            async for piece in self._drop():
                yield piece
            return
        if fresh is None and (reason := self._is_no_answer(asked, text)):
            if reason == "another action":
                memory.waiting = None
                yield f"I leave this: {say.action_in_words(reading.known)}."
                for piece in self.drop_rest():
                    yield piece
                async for piece in self.request(text):
                    yield piece
            else:
                yield f"{DOUBTS['all']} {self._asking(asked)}"
            return
        if fresh is not None:  # the same action, said again with more
            filled, unclear = _merged(reading, fresh), None
        else:
            filled, unclear = read_answer(reading, gap, text, self.page)
        if unclear is not None:
            async for piece in self.ask(reading, unclear):
                yield piece
            return
        memory.waiting = None
        memory.rest.insert(0, filled)
        async for piece in self.work():
            yield piece

    def _is_no_answer(self, asked: Asked, text: str) -> str:
        """Return why words are not the thing that was asked for: they tell to do something else, or speak of all."""
        kind = asked.reading.kind_of(asked.gap.parameter)
        if kind is None:
            return ""
        words = read_words(text)
        of_kind = self.page.named(kind)
        if best_fit(words, of_kind, lambda word: word.stem == kind) and not excepts(words):
            return ""  # a name, such as “Delete old accounts”
        head, _ = after_openings(words)
        own = asked.reading.known
        others = [each for each in self.actions if each.info.name != own.info.name]
        named = full_mentions(words, of_kind)
        in_name = any(mention.start == head and mention.words > 1 for mention in named)
        if head < len(words) - 1 and not words[head].quoted and not in_name:
            stem = words[head].stem
            if is_verb(stem, others) and own.verb_likeness(stem) < SYNONYM:
                return "another action"
        loose = [w for i, w in enumerate(words) if not w.quoted and not any(m.start <= i < m.end for m in named)]
        whole = asked.gap.parameter.kind != "list" and any(word.key in ALL for word in loose)
        if whole or excepts(loose):
            return "all"
        places = {stem for mention in named for thing in mention.things for stem in _places(thing)}
        beside = {kind, *asked.gap.parameter.words, *places}
        said_more = any(word.content and word.key not in BESIDE_AN_ANSWER and word.stem not in beside for word in loose)
        return "another action" if named and said_more and picked(text, len(asked.gap.choices)) is None else ""

    def _instead(self, text: str, takes_text: bool) -> Reading | None:
        """Return the request that an answer really is; where a title is wanted only a complete one."""
        found = self.readings(text)
        if not found or not found[0].sure or found[0].negated or (takes_text and found[0].gaps):
            return None
        first = found[0]
        if first.gaps and any(gap.reason == "unknown" for gap in first.gaps):
            return None
        return None if has_rival(found) else first

    async def _take_choice(self, offered: Offered, text: str, plain: str) -> AsyncIterator[str]:
        """Do what was chosen from “Did you mean …?”."""
        memory = self.memory
        number = picked(text, len(offered.readings))
        if number is None and plain in YES and len(offered.readings) == 1:
            number = 0
        if number is None:
            labels = [fold(say.action_in_words(each.known)) for each in offered.readings]
            number = labels.index(plain) if labels.count(plain) == 1 else None
        if number is not None:
            memory.waiting = None
            memory.rest.insert(0, offered.readings[number])
            async for piece in self.work():
                yield piece
        elif plain in NO:
            async for piece in self._drop():
                yield piece
        elif (found := self.readings(text)) and found[0].score >= OFFER:
            memory.waiting = None
            async for piece in self.request(text):
                yield piece
        else:
            yield f"I don't understand that. {offer(offered.readings)}"

    async def _go_on(self, halted: Halted, text: str, plain: str) -> AsyncIterator[str]:
        """Continue after something did not work, or drop the rest for a new request."""
        memory = self.memory
        memory.waiting = None
        if plain in GO_ON:
            if halted.retry is not None:
                memory.rest.insert(0, halted.retry)
            async for piece in self.work():
                yield piece
        elif plain in NO:
            memory.waiting = halted
            async for piece in self._drop():
                yield piece
        else:
            for piece in self.drop_rest():
                yield piece
            async for piece in self.request(text):
                yield piece


def _places(thing: Thing) -> set[str]:
    """Return the words for where a thing is: “Write tests in Mobile app”."""
    return {word.stem for word in read_words(thing.within or "")}


def _without_no(text: str) -> str:
    """Return what follows a “no” at the front: “no, archive Mobile app”."""
    words = read_words(text)
    return text[words[1].start :] if len(words) > 1 and words[0].key in ("no", "nope", "nah") else text


_SHORT = YES | NO | {"and", "then", "but", "please", "instead", "dont", "do", "it"}


def _same(one: Reading, other: Reading) -> bool:
    return one.known.info.name == other.known.info.name and one.arguments == other.arguments


def _merged(reading: Reading, fresh: Reading) -> Reading:
    """Add what was said before to the same request said again."""
    arguments = {**reading.arguments, **fresh.arguments}
    gaps = tuple(gap for gap in fresh.gaps if gap.parameter.name not in arguments)
    return replace(fresh, arguments=arguments, things={**reading.things, **fresh.things}, gaps=gaps)
