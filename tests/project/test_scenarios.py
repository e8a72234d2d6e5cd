"""Every reported failure that a gate, a card or a timeline can meet has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]

MET_HERE = (
    "S01 S03 S05 S06 S07 S08 S10 S11 S13 S15 S16 S18 S19 S21 S23 S24 S25 S27 S29 S30 S31 S33 S34 S36 S38 S39 S40 S41 S42 "
    "S44 S46 S47 S49 S50 S52 S54 S55 S57 S58 S59"
).split()

MARK = re.compile(r"mark\.scenario\(([^)]*)\)")


def named_in_tests() -> set[str]:
    """Return the ids that tests are marked with."""
    found: set[str] = set()
    for path in TESTS.rglob("*.py"):
        for arguments in MARK.findall(path.read_text(encoding="utf-8")):
            found.update(re.findall(r'"(S\d\d)"', arguments))
    return found


def test_each_scenario_has_a_test() -> None:
    assert sorted(set(MET_HERE) - named_in_tests()) == []


def test_tests_name_only_scenarios_there_are() -> None:
    assert sorted(name for name in named_in_tests() if not 1 <= int(name[1:]) <= 59) == []
