"""Every sentence the person can be shown, by its key, and the app's own words in their place.

The words of the page and of the card are kept where they are used, in `js/words.js` and `js/card_words.js`;
those the server makes are in `core/wording.py` and below. Here they become one table of flat keys, such as
``panel.close`` or ``card.timeLeft.one``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..core.wording import BLANK, SENTENCES
from ..errors import DeclarationError

SCRIPTS = Path(__file__).parent / "js"

SOURCES = (("words.js", "words", ""), ("card_words.js", "cardWords", "card."))
"""Where words are kept in the page's own modules: the file, the constant, what its keys begin with here."""

JAVASCRIPT = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_]\w*)(?=\s*:)|(?P<spare>,(?=\s*[}\]])|//[^\n]*)')

OF_THE_SERVER = (["said"], ["mark"], ["label"], ["guide"])
"""What keys begin with whose words never travel as such: the server puts them into what it sends."""

PLURALS = ("zero", "one", "two", "few", "many", "other")
"""The forms a language may have for numbers (Unicode CLDR); a sentence with numbers needs at least ``other``."""

NEEDED = frozenset({"summary", "what", "why"})
"""Blanks that a sentence may not lose: they say what is asked or what came of it."""

MARKS: Mapping[str, str] = MappingProxyType(
    {
        # what stands on the card for values and characters that cannot be seen
        "mark.none": "none",
        "mark.emptyText": "empty text",
        "mark.emptyBytes": "empty bytes",
        "mark.emptyList": "empty list",
        "mark.emptyObject": "empty object",
        "mark.bytes.one": "1 byte, base64",
        "mark.bytes.other": "{n} bytes, base64",
        "mark.lineBreak.one": "1 line break",
        "mark.lineBreak.other": "{n} line breaks",
        "mark.tab.one": "tab",
        "mark.tab.other": "{n} tabs",
        "mark.space.one": "space",
        "mark.space.other": "{n} spaces",
        "mark.noBreakSpace.one": "no-break space",
        "mark.noBreakSpace.other": "{n} no-break spaces",
        "mark.narrowSpace.one": "narrow no-break space",
        "mark.narrowSpace.other": "{n} narrow no-break spaces",
        "mark.ideographicSpace.one": "ideographic space",
        "mark.ideographicSpace.other": "{n} ideographic spaces",
        "mark.otherKind.one": "1 other kind",
        "mark.otherKind.other": "{n} other kinds",
        "mark.unseen": "{n} unseen characters: {names}",
        # the buttons of a card whose action names none
        "label.confirm": "Confirm",
        "label.cancel": "Cancel",
        # what a builder is told in the page
        "guide.noAgent": "Next step: give CoworkkitProvider an agent, such as agent=LocalAgent().",
        "guide.noAction": "Next step: declare something the agent may do, with @use_action on a function.",
        "guide.handAction": "Next step: declare {name}, or take it out of the surface's hand_actions.",
        "guide.notPainted": "Next step: see in the browser's console why a confirmation card was not painted.",
        "guide.agentTrouble": "Next step: mend why the agent could not answer. {cause}",
        "guide.noAnswer": "Next step: say something to the agent, which has not answered yet.",
        "guide.noCard": "Next step: ask for {name} and see its confirmation card.",
    }
)


@cache
def english() -> Mapping[str, str]:
    """Return every sentence in our words, by its key."""
    found: dict[str, str] = {}
    for name, constant, prefix in SOURCES:
        found |= flat(table_in((SCRIPTS / name).read_text(encoding="utf-8"), constant), prefix)
    return MappingProxyType({**found, **SENTENCES, **MARKS})


def table_in(source: str, constant: str) -> dict[str, Any]:
    """Return an object of texts that a JavaScript module exports; it is written as JSON with bare names."""
    start = source.index(f"export const {constant} = {{") + len(f"export const {constant} = ")
    body = source[start : source.index("\n};", start) + 2]

    def as_json(found: re.Match[str]) -> str:
        if found["name"] is not None:
            return json.dumps(found["name"])
        return found["text"] or ""

    table: dict[str, Any] = json.loads(JAVASCRIPT.sub(as_json, body))
    return table


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return a table of tables as one, with dots in its keys."""
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= {prefix + name: value} if isinstance(value, str) else flat(value, f"{prefix}{name}.")
    return found


def nested(messages: Mapping[str, str]) -> dict[str, Any]:
    """Return what of an app's words the page draws itself, as its modules keep them: a table of tables."""
    if not messages:
        return {}
    # the card takes its words whole: with one form of a plural replaced, it still needs the others
    whole = {key: text for key, text in english().items() if key.startswith("card.")} | dict(messages)
    tree: dict[str, Any] = {}
    for key, text in whole.items():
        *path, name = key.split(".")
        if path[:1] in OF_THE_SERVER:
            continue
        branch = tree
        for part in path:
            branch = branch.setdefault(part, {})
        branch[name] = text
    return tree


def original(key: str) -> str | None:
    """Return our words for a key; a plural form we do not have is held against ``other``. None: no such key."""
    stem, _, form = key.rpartition(".")
    other = english().get(f"{stem}.other") if form in PLURALS else None
    return english().get(key, other)


def read_messages(given: Mapping[str, str]) -> dict[str, str]:
    """Return an app's own words, checked.

    Raises:
        DeclarationError: there is no such key, its value is no text, it has a blank that nothing fills, or lacks
            one that says what it is about.
    """
    if not isinstance(given, Mapping):
        raise DeclarationError(
            "CoworkkitProvider", f"has messages of type {type(given).__name__}", "Give a mapping of keys to texts."
        )
    for key, text in given.items():
        ours = original(key) if isinstance(key, str) else None
        if ours is None:
            near = get_close_matches(str(key), english(), n=3, cutoff=0.5)
            remedy = f"Did you mean {' or '.join(map(repr, near))}?" if near else "See coworkkit.messages.ENGLISH."
            raise DeclarationError("CoworkkitProvider", f"has a message {key!r}, and there is no such key", remedy)
        if not isinstance(text, str):
            raise DeclarationError(
                "CoworkkitProvider", f"has a message {key!r} that is {text!r}", "Give the words, as a text."
            )
        unknown = sorted(set(BLANK.findall(text)) - set(BLANK.findall(ours)))
        if unknown:
            blanks = ", ".join(f"{{{name}}}" for name in BLANK.findall(ours)) or "none"
            raise DeclarationError(
                "CoworkkitProvider",
                f"has a message {key!r} with the blank {{{unknown[0]}}}, which nothing fills",
                f"The blanks of {ours!r} are: {blanks}.",
            )
        lost = sorted((set(BLANK.findall(ours)) & NEEDED) - set(BLANK.findall(text)))
        if lost:
            raise DeclarationError(
                "CoworkkitProvider",
                f"has a message {key!r} without the blank {{{lost[0]}}}",
                f"Without it nobody knows what it is about. Ours is {ours!r}.",
            )
    return dict(given)


def word(messages: Mapping[str, str], key: str) -> str:
    """Return an app's words for a key, or else ours."""
    return messages.get(key) or english()[key]
