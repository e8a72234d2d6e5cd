"""Reads a sentence as each action of the page and says which it most likely means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .fill_name import fill_name
from .fill_text import fill_quoted, fill_texts
from .fill_things import fill_parts, fill_things
from .fill_values import fill_formats, fill_values, unfit_choice
from .filling import Filling, Gap, Page
from .mentions import Mention, full_mentions
from .names import Known
from .schema import Parameter
from .sentence import Sentence, negates
from .things import Thing
from .vocabulary import ALL, CONDITIONS, OPENINGS
from .words import SAME, SYNONYM, name_words, read_words

SURE = 74.0
"""From this score on a write runs, unless something else makes it doubtful."""
READ_SURE = 62.0
"""From this score on a read runs: a wrong one harms nobody."""
OFFER = 60.0
"""From this score on LocalAgent asks “Did you mean …?”."""
MARGIN = 7.0
"""How far the best reading must be ahead of the second; else both are offered."""
SHORTLIST = 12
"""How many actions, by their names, are read in full."""
_PARTICLES = frozenset(("on", "off", "in", "out", "up", "down"))


@dataclass(frozen=True)
class Reading:
    """One way to understand a sentence.

    Attributes:
        known: the action.
        arguments: what was found for its parameters.
        things: the things among the arguments, by parameter.
        gaps: what is open, required parameters and those the user spoke of.
        score: how well the words fit, 0 to 100.
        doubts: why it must not run without asking; empty when it may.
        negated: whether the sentence says not to.
        named_fully: whether the action's object was said, not only its verb.
        named_exactly: whether its verb and all its nouns were said as they are.
        takes_rest: whether the end of the sentence is a free text that goes on as long as it likes.
        unused: the words that this reading has no use for.
        kinds: the kind of thing each parameter takes, for those that take one.
    """

    known: Known
    arguments: dict[str, Any]
    things: dict[str, Thing]
    gaps: tuple[Gap, ...]
    score: float
    doubts: tuple[str, ...]
    negated: bool
    named_fully: bool = True
    named_exactly: bool = False
    takes_rest: bool = False
    unused: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)

    def kind_of(self, parameter: Parameter) -> str | None:
        """Return the kind of thing a parameter takes; None when it takes no thing."""
        return self.kinds.get(parameter.name)

    def rivals(self, best: Reading) -> bool:
        """Return whether this should be offered beside the best reading.

        A write whose verb is missing, or is not where a verb belongs, does not cast doubt on a sure reading.
        """
        if self.score < OFFER or self.negated or (best.named_exactly and not self.named_fully):
            return False
        return not (best.sure and self.known.writes and {"no verb", "verb not first"} & {*self.doubts})

    @property
    def sure(self) -> bool:
        """Whether this may run, or be completed, without “Did you mean …?”."""
        if not self.known.writes:
            unknown = any(gap.reason == "unknown" for gap in self.gaps)
            return self.score >= (SURE if unknown else READ_SURE) and "condition" not in self.doubts
        return self.score >= SURE and not self.doubts


def readings(sentence: Sentence, actions: Sequence[Known], page: Page) -> list[Reading]:
    """Return how a sentence may be understood, the best first."""
    if not sentence.words:
        return []
    mentions = full_mentions(sentence.words, page.named(None))
    named: list[tuple[float, int, Filling]] = []
    stems = {word.stem for word in sentence.words if word.content or word.key in _PARTICLES}
    for number, known in enumerate(actions):
        if not known.may_mean(stems):
            continue
        filling = Filling(known, sentence, page)
        fill_name(filling, mentions)
        named.append((filling.name_score + 0.2 * _described(filling), number, filling))
    named.sort(key=lambda entry: (-entry[0], entry[1]))
    found = [_read(filling, mentions) for _, _, filling in named[:SHORTLIST]]
    found.sort(key=lambda reading: -reading.score)
    exact = [reading for reading in found if not reading.negated and _is_name(sentence, reading.known)]
    if len(exact) == 1:
        return [replace(exact[0], score=max(exact[0].score, SURE), doubts=())]
    return found


def _is_name(sentence: Sentence, known: Known) -> bool:
    """Return whether a sentence is just the name of an action: “show counts”."""
    words = sentence.words[sentence.head : sentence.tail]
    said = [word.key for word in words if word.key not in ("the", "a", "an")]
    own = known.info.name.removeprefix(f"{known.info.element}.")
    name = [word.key for word in read_words(" ".join(name_words(own)))]
    return not sentence.asks and not sentence.ends_open and said == name


def has_rival(found: Sequence[Reading]) -> bool:
    """Return whether another reading comes so close to the best that the user has to choose."""
    return any(each.rivals(found[0]) and found[0].score - each.score < MARGIN for each in found[1:])


def _described(filling: Filling) -> float:
    content = filling.free_content()
    if not content:
        return 0.0
    return sum(filling.words[i].stem in filling.known.described for i in content) / len(content)


def _read(filling: Filling, mentions: list[Mention]) -> Reading:
    fill_things(filling, mentions)
    fill_formats(filling)
    fill_quoted(filling)
    fill_values(filling)
    fill_parts(filling)
    said = _kinds_said(filling)
    filling.text_is_sure = filling.text_is_sure or filling.missing_nouns <= said
    fill_texts(filling)
    _use_parameter_names(filling)
    _note_missing(filling)
    negated = _is_negated(filling)
    doubts = _doubts(filling)
    order = {parameter.name: number for number, parameter in enumerate(filling.known.parameters)}
    gaps = sorted(filling.gaps, key=lambda gap: order[gap.parameter.name])
    wants_text = any(filling.takes_text(gap.parameter) for gap in filling.gaps)
    return Reading(
        known=filling.known,
        arguments=filling.arguments,
        things=filling.things,
        gaps=tuple(gaps),
        score=_score(filling),
        doubts=tuple(doubts),
        negated=negated,
        named_fully=not filling.missing_nouns - _kinds_said(filling),
        named_exactly=not filling.missing_nouns and filling.verb_likeness >= SAME,
        takes_rest=wants_text
        or any(u == "text" and not w.quoted for u, w in zip(filling.used, filling.words, strict=True)),
        unused=tuple(filling.words[i].text for i in filling.free_content()),
        kinds={p.name: kind for p in filling.known.parameters if (kind := filling.kind_of(p)) is not None},
    )


def _use_parameter_names(filling: Filling) -> None:
    """Use the names of parameters that were filled: “status” in “set the status of Fix login to done”."""
    filled = [p for p in filling.known.parameters if p.name in filling.arguments and p.name not in filling.things]
    named = {word for parameter in filled for word in parameter.words}
    for index in filling.free_content():
        if not filling.words[index].quoted and filling.words[index].stem in named:
            filling.take(index, index + 1, "marker")


def _note_missing(filling: Filling) -> None:
    for parameter in filling.open_parameters():
        if not parameter.required:
            continue
        run = unfit_choice(filling, parameter)
        if run is None:
            filling.gaps.append(Gap(parameter, "missing"))
        else:
            filling.gaps.append(Gap(parameter, "unfit", filling.sentence.raw(*run)))
            filling.take(*run, "unknown")


def _kinds_said(filling: Filling) -> set[str]:
    """Return the kinds of the things that were found: “finish Write tests” says that it is a task."""
    kinds = {thing.kind for thing in filling.things.values()}
    return kinds | {gap.choices[0].kind for gap in filling.gaps if gap.choices and not gap.other_kind}


def _score(filling: Filling) -> float:
    """Return how well the sentence fits: how much of the name it says, and how much of it is used."""
    kinds = _kinds_said(filling)
    whole = sum(part.weight for part in filling.known.parts)
    implied = sum(part.weight for part in filling.known.parts if part.stem in filling.missing_nouns & kinds)
    sure = 0.5 if any(gap.reason == "unknown" for gap in filling.gaps) else 0.95
    name = min(1.0, filling.name_score + sure * implied / whole)
    return round(100 * (0.55 * name + 0.45 * _explained(filling)), 1)


def _explained(filling: Filling) -> float:
    """Return the share of the meaningful words that this reading has a use for."""
    shares = []
    for index, word in enumerate(filling.words):
        use = filling.used[index]
        if use == "opening" or (use == "" and not word.content):
            continue
        if use == "text":
            unsure = 0.5 if filling.verb_likeness >= SAME or not filling.known.writes else 0.1
            shares.append(1.0 if filling.text_is_sure or word.quoted else unsure)
        elif use == "unknown":
            shares.append(0.0 if any(gap.other_kind for gap in filling.gaps) else 0.5)
        elif use:
            shares.append(1.0)
        else:
            shares.append(0.6 if word.stem in filling.known.described else 0.0)
    return sum(shares) / len(shares) if shares else 0.0


def _is_negated(filling: Filling) -> bool:
    """Return whether the sentence says not to. “Don't” inside a free text belongs to the text."""
    return any(
        negates(filling.words, index)
        for index, use in enumerate(filling.used)
        if use == "" or (use == "text" and filling.verb < 0) or index < filling.sentence.head
    )


def _doubts(filling: Filling) -> list[str]:
    """Return what makes a reading unsafe to run as a write."""
    words, used = filling.words, filling.used
    doubts = list(filling.doubts)
    loose = [words[i] for i in range(len(words)) if used[i] in ("", "marker", "unknown") and not words[i].quoted]
    if filling.sentence.asks or (filling.sentence.ends_open and (not used or used[-1] != "text")):
        doubts.append("question")
    if any(word.key in CONDITIONS and word.stem not in filling.known.described for word in loose):
        doubts.append("condition")
    takes_one = any(filling.kind_of(p) is not None and p.kind != "list" for p in filling.known.parameters)
    if takes_one and any(word.key in ALL and used[index] == "" for index, word in enumerate(words)):
        doubts.append("all")
    if not filling.text_is_sure and "text" in used:
        doubts.append("text")
    if any(gap.other_kind for gap in filling.gaps):
        doubts.append("another kind of thing")
    if filling.verb < 0:
        doubts.append("no verb")
    elif filling.verb_likeness < SYNONYM:
        doubts.append("spelling")
    elif words[filling.verb].key.endswith(("ed", "ing")) and words[filling.verb].stem != words[filling.verb].key:
        doubts.append("not a request")
    if filling.verb > filling.sentence.head and not _generic_head(filling):
        doubts.append("verb not first")
    unused = [i for i in _unexplained(filling) if words[i].key not in ALL]
    strict = filling.known.info.control in ("open", "depends")
    if len(unused) > (0 if strict else 2):
        doubts.append("unused words")
    if strict and not filling.gaps and not filling.arguments and filling.missing_nouns - _kinds_said(filling):
        doubts.append("not named in full")
    return doubts


def _unexplained(filling: Filling) -> list[int]:
    """Return the words that neither this reading uses nor the action's description holds."""
    known = filling.known.described | _HARMLESS
    return [i for i in filling.free_content() if not {filling.words[i].stem, filling.words[i].key} & known]


_HARMLESS = frozenset(word for opening in OPENINGS for word in opening.split())


def _generic_head(filling: Filling) -> bool:
    """Return whether what stands before the verb was used, or carries no meaning."""
    between = range(filling.sentence.head, filling.verb)
    return all(filling.used[i] in ("name", "value") or not filling.words[i].content for i in between)
