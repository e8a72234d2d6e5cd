"""Finds the words of a sentence that name the action."""

from __future__ import annotations

from .filling import Filling
from .mentions import Mention
from .words import SYNONYM, TYPO, likeness

_FAR = 12
_SCANNED = 60
"""The action is looked for in this many words; what follows can only be a text or a thing."""


def fill_name(filling: Filling, mentions: list[Mention]) -> None:
    """Use the words that say the action's verb, nouns and element, and weigh how much of its name they are.

    Words inside the name of a thing do not count: “finish Delete old accounts” deletes nothing.
    """
    reserved = {
        index
        for mention in mentions
        if mention.words > 1
        for index in range(mention.start, mention.end)
        if index != filling.sentence.head or mention.end >= filling.sentence.tail
    }
    said: dict[str, float] = {}
    for part in filling.known.parts:
        found = _verb(filling, reserved) if part.role == "verb" else _noun(filling, part.stem, reserved)
        if found is None:
            continue
        index, alike = found
        filling.used[index] = "name"
        said[part.stem] = alike
        if part.role == "verb":
            filling.verb, filling.verb_likeness = index, alike
        if part.role != "element" or index <= filling.object_end + 1:
            filling.object_end = max(filling.object_end, index + 1)
    _use_repeated(filling, reserved)
    whole = sum(part.weight for part in filling.known.parts)
    filling.name_score = sum(part.weight * said.get(part.stem, 0.0) for part in filling.known.parts) / whole
    nouns = (part.stem for part in filling.known.parts if part.role == "noun")
    filling.missing_nouns = frozenset(stem for stem in nouns if stem not in said)
    filling.text_is_sure = not filling.missing_nouns


def _verb(filling: Filling, reserved: set[int]) -> tuple[int, float] | None:
    best: tuple[int, float] | None = None
    for index, word in enumerate(filling.words[:_SCANNED]):
        if word.quoted or not filling.free(index) or index in reserved:
            continue
        alike = filling.known.verb_likeness(word.stem)
        # the head of the sentence is where a verb belongs; a better word elsewhere is likely part of a text
        if alike and index == filling.sentence.head and alike >= SYNONYM:
            return index, alike
        if alike and (best is None or alike > best[1]):
            best = index, alike
    return best


def _noun(filling: Filling, stem: str, reserved: set[int]) -> tuple[int, float] | None:
    best: tuple[int, float] | None = None
    for index, word in enumerate(filling.words[:_SCANNED]):
        if word.quoted or not filling.free(index) or index in reserved:
            continue
        alike = likeness(word.stem, stem)
        if alike and filling.wants_text and not _near_verb(filling, index):
            break
        if alike and (best is None or alike > best[1]):
            best = index, alike
    return best


def _near_verb(filling: Filling, index: int) -> bool:
    """Return whether only words that are part of the request stand between the verb and a noun.

    Where a free text follows, “add call the task force” must not lose its “task”.
    """
    if filling.verb < 0:
        return index - filling.sentence.head <= 1
    if index < filling.verb:
        return filling.verb - index <= 2
    if index - filling.verb > _FAR:
        return False
    between = [i for i in range(filling.verb + 1, index) if filling.used[i] == "" and filling.words[i].content]
    return all(filling.words[i].quoted or _describes(filling, i) for i in between)


def _describes(filling: Filling, index: int) -> bool:
    """Return whether a word can stand between verb and noun: “new” or “urgent” in “add a new urgent task”."""
    word = filling.words[index]
    choices = [str(choice).casefold() for parameter in filling.known.parameters for choice in parameter.choices]
    own = [stem for parameter in filling.known.parameters for stem in parameter.words]
    return word.key in choices or word.stem in own or word.stem in filling.known.described


def _use_repeated(filling: Filling, reserved: set[int]) -> None:
    """Use further words that only say the name again: “new” in “add a new task”, “done” in “mark it done”."""
    end = filling.object_end if filling.wants_text else min(len(filling.words), _SCANNED)
    for index in range(max(filling.verb, 0), end):
        word = filling.words[index]
        if filling.free(index) and not word.quoted and word.content and index not in reserved:
            again = max(likeness(word.stem, part.stem) for part in filling.known.parts)
            if max(again, filling.known.verb_likeness(word.stem)) > TYPO:
                filling.used[index] = "name"
