"""The gate logs what it refuses and what failed; thousands of times in a model, where it was meant to."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def quiet_log() -> Iterator[None]:
    """Keep the gate's log out of the report."""
    logger = logging.getLogger("coworkkit")
    logger.disabled = True
    yield
    logger.disabled = False
