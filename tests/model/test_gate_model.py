"""The gate under everything at once: whatever happens in whatever order, its promises hold."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from .machine import GateMachine

PROFILES = {"": (150, 40), "long": (20_000, 80)}
"""How many runs of how many moves; choose one with `COWORKKIT_MODEL`."""

runs, moves = PROFILES[os.environ.get("COWORKKIT_MODEL", "")]


class TestGate(GateMachine.TestCase):  # type: ignore[name-defined, misc]
    settings = settings(
        max_examples=runs,
        stateful_step_count=moves,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
