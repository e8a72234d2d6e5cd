"""The safety net: a destructive name without a level asks for a spoken yes; the developer is told once."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from coworkkit.core.action import declare
from coworkkit.core.catalogue import Catalogue
from coworkkit.core.control import Control, sounds_destructive
from tests.core.scene import Scene

WORDS = ["delete", "destroy", "wipe", "purge", "erase", "remove"]


def act() -> None:
    """Act."""


def named(name: str) -> Any:
    """Return a new function of that name."""
    made: dict[str, Any] = {"__name__": f"safety_net_{len(functions)}"}
    exec(f"def {name}() -> None:\n    'Act.'", made)
    functions.append(made[name])
    return made[name]


functions: list[Any] = []


def nudges(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [entry.getMessage() for entry in caplog.records if "sounds destructive" in entry.getMessage()]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("shape", ["{}_task", "{}", "Do{}Now", "bulk_{}", "un{}d"])
@pytest.mark.parametrize("case", [str.lower, str.upper, str.title])
async def test_destructive_words_are_caught_anywhere_in_any_case(word: str, shape: str, case: Any) -> None:
    scene = Scene(act, name=case(shape.format(word)))
    assert (await scene.call(case(shape.format(word)))).code == "needs_confirmation"


@pytest.mark.parametrize("name", ["add_task", "archive", "clear_filter", "show", "dele_te"])
async def test_other_names_are_open(name: str) -> None:
    assert not sounds_destructive(name)
    assert (await Scene(act, name=name).call(name)).ok


@pytest.mark.parametrize("control", ["open", "soft", "hard"])
def test_an_explicit_level_always_wins(control: Any) -> None:
    assert declare(act, name="delete_all", control=control).level(Control.OPEN) == (
        Control(control),
        "declared",
    )


@pytest.mark.parametrize(
    ("baseline", "level", "origin"),
    [
        (Control.OPEN, Control.SOFT, "safety net"),
        (Control.SOFT, Control.SOFT, "default"),
        (Control.HARD, Control.HARD, "default"),
    ],
)
def test_the_stricter_of_baseline_and_net_wins(baseline: Control, level: Control, origin: str) -> None:
    assert declare(act, name="delete_all").level(baseline) == (level, origin)


def test_a_level_function_is_a_level() -> None:
    action = declare(act, name="delete_all", control=lambda: "open")
    assert not action.caught and action.level(Control.OPEN)[1] == "computed"


def test_the_name_of_the_element_counts_too() -> None:
    assert declare(act, name="set", element="Delete button").level(Control.OPEN)[0] is Control.SOFT


async def test_the_log_says_so_in_one_line_once_per_action(caplog: pytest.LogCaptureFixture) -> None:
    run = named("delete_once")
    for _ in range(3):
        Scene(run)
    assert len(nudges(caplog)) == 1
    (line,) = nudges(caplog)
    assert "'delete_once'" in line and "\n" not in line and "control=" in line
    declare(named("delete_twice"))
    assert len(nudges(caplog)) == 2


def test_nothing_is_logged_for_an_explicit_level_or_a_harmless_name(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "coworkkit")
    declare(named("delete_openly"), control="open")
    declare(named("add_something"))
    assert nudges(caplog) == []


def test_the_nudge_is_true_under_a_stricter_baseline_too(caplog: pytest.LogCaptureFixture) -> None:
    action = declare(named("delete_under_hard"))
    Catalogue(Control.HARD).add(action)
    assert action.level(Control.HARD) == (Control.HARD, "default")
    (line,) = nudges(caplog)
    assert "asks for a spoken yes (soft)" not in line or "at least" in line
