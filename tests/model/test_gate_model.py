"""The gate under everything at once: whatever happens in whatever order, its promises hold."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from .machine import GateMachine

PROFILES = {"": (200, 40), "long": (20_000, 80)}
"""How many runs of how many moves. `COWORKKIT_MODEL=long` chooses the second, which also goes new ways each time."""

profile = os.environ.get("COWORKKIT_MODEL", "")
runs, moves = PROFILES[profile]

pytestmark = pytest.mark.timeout(0 if profile == "long" else 120)


class TestGate(GateMachine.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(
        max_examples=runs,
        stateful_step_count=moves,
        derandomize=profile != "long",
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
