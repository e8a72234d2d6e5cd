"""A fault of the gate in one function: what the model must notice, or it is not worth much.

A fault takes the right function and returns the faulty one, which is put in its place while a test runs. The faults are
in `faults_of_answers.py`, `faults_at_running.py` and `faults_of_telling.py`; how each shows, in `stories.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from .promises import Promise

Make = Callable[[Any], Any]


@dataclass(frozen=True)
class Fault:
    """One fault.

    Attributes:
        name: what goes wrong, in words.
        owner: the class or module whose function is replaced.
        attribute: the function.
        make: makes the faulty function of the right one.
        breaks: the promises it may be noticed by.
    """

    name: str
    owner: Any
    attribute: str
    make: Make
    breaks: frozenset[Promise]

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have the fault, for the time of the block."""
        with mock.patch.object(self.owner, self.attribute, self.make(getattr(self.owner, self.attribute))):
            yield


FAULTS: dict[str, Fault] = {}


def fault(owner: Any, attribute: str, *breaks: Promise) -> Callable[[Make], Make]:
    """Register a fault under the name of the function that makes it."""

    def register(make: Make) -> Make:
        FAULTS[make.__name__] = Fault(make.__name__, owner, attribute, make, frozenset(breaks))
        return make

    return register
