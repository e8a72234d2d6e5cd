"""The table of attacks in the docs is made from the marks of this suite, and every test has one."""

from __future__ import annotations

from pathlib import Path

from scripts import attack_table

WITHOUT = {"test_honest_presses.py", "test_table.py"}
"""Files whose tests try no attack."""

TWINS = {"test_hebrew_arabic_accents_and_emoji_stay_as_they_are"}
"""Positive twins that are tests of their own."""


def test_the_table_in_the_docs_is_up_to_date() -> None:
    page = attack_table.PAGE.read_text(encoding="utf-8")
    assert attack_table.written_into(page) == page, "run `python -m scripts.attack_table`"


def test_every_test_of_the_suite_names_its_attack_and_defence() -> None:
    unmarked = [
        f"{path.name}::{test.name}"
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        if path.name not in WITHOUT
        for test in attack_table.tests_in(path)
        if test.name not in TWINS and attack_table.attack_of(test, path) is None
    ]
    assert unmarked == []


def test_every_attack_says_what_stops_it_and_what_is_left() -> None:
    for tried in attack_table.attacks().values():
        for attack in tried:
            assert attack.what and attack.defence and attack.left_over, attack
            assert attack.test.startswith("test_limit_") == attack.what.startswith("limit: "), attack
