"""How firmly a call is confirmed: the three levels, and the safety net for a forgotten one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal

from ..errors import DeclarationError

logger = logging.getLogger("coworkkit")


class Control(StrEnum):
    """How firmly one call is confirmed before it runs, from the seed "Control & confirmation"."""

    OPEN = "open"
    """Runs at once. For reads and anything reversible."""
    SOFT = "soft"
    """Needs a spoken yes. For what is meaningful but recoverable."""
    HARD = "hard"
    """Needs a person's click on the card. For what is destructive, irreversible or costly."""


Level = Control | Literal["open", "soft", "hard"]
LevelFunction = Callable[..., Any]
"""A function of some or all of an action's arguments, by name, that returns a level."""

Origin = Literal["declared", "computed", "safety net", "default"]
"""How an action came to its level; shown in Watch's catalogue."""

DESTRUCTIVE_WORDS = ("delete", "destroy", "wipe", "purge", "erase", "remove")


def parse_level(subject: str, value: object) -> Control:
    """Return the level that `value` names.

    Raises:
        DeclarationError: the developer named a level that does not exist.
    """
    try:
        return Control(value)  # type: ignore[arg-type]
    except ValueError:
        raise DeclarationError(
            subject, f"has the unknown control {value!r}", "Use 'open', 'soft', 'hard' or a function that returns one."
        ) from None


def sounds_destructive(name: str) -> bool:
    """Return whether a name holds one of the destructive words, in any case and anywhere."""
    lowered = name.lower()
    return any(word in lowered for word in DESTRUCTIVE_WORDS)


def level_by_default(baseline: Control, *, caught: bool) -> tuple[Control, Origin]:
    """Return the level of an action that declared none: the stricter of the baseline and the safety net."""
    if caught and baseline is Control.OPEN:
        return Control.SOFT, "safety net"
    return baseline, "default"


nudged: set[tuple[str, ...]] = set()
"""The actions whose nudge was logged; a page declares its actions anew each time it is loaded."""


def nudge_about_net(name: str, identity: tuple[str, ...]) -> None:
    """Log, once per action, the line that tells a developer the safety net caught it."""
    if identity in nudged:
        return
    nudged.add(identity)
    logger.warning(
        "coworkkit: action %r sounds destructive and declares no control, so it asks for a spoken yes (soft) at least. "
        "Choose one: control='hard' for a click on the card, control='open' to opt out.",
        name,
    )
