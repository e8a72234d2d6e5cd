"""Whatever is done in whatever order by two processes: at most one ok for each card, and only a confirmed one."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from coworkkit import CoworkkitError
from coworkkit.testing import FakeClock
from tests.interactions.stage import Database, Stage

TOKENS = st.sampled_from(["token_one", "token_two"])
CONTENT = st.sampled_from([None, {"amount": 49}, {"amount": 59}])
PROCESS = st.integers(0, 1)
days = itertools.count()


@dataclass
class Known:
    """What a card must be by now."""

    token: str
    content: dict[str, int] | None
    dies_at: float
    status: str = "pending"
    oks: int = 0


class Cards(RuleBasedStateMachine):
    """Two processes and one user, compared with a model that is told everything."""

    database: Database
    runner: asyncio.Runner
    cards = Bundle("cards")

    @initialize()
    def begin(self) -> None:
        number = next(days)  # one day each, because what was stored yesterday is in the same database
        self.today = FakeClock().now() + timedelta(days=number)
        self.clock = FakeClock(self.today)
        self.user = f"user{number}"
        self.processes = [self.new_process(), self.new_process()]
        self.known: dict[str, Known] = {}
        self.stored: dict[str, Any] = {}

    def new_process(self) -> Stage:
        async def opened() -> Stage:
            return Stage(self.database, clock=self.clock, user=self.user)

        return self.does(opened())

    def does(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def holder(self, token: str) -> Known | None:
        """The live or used card that has a token, else the latest that had it."""
        for known in self.known.values():
            if known.status in ("pending", "submitted") and known.dies_at <= self.clock.monotonic():
                known.status = "expired"
        of_token = [known for known in self.known.values() if known.token == token]
        held = [known for known in of_token if known.status in ("pending", "submitted", "committed")]
        assert len(held) <= 1
        return held[0] if held else of_token[-1] if of_token else None

    @rule(target=cards, at=PROCESS, token=TOKENS, content=CONTENT, minutes=st.integers(1, 3))
    def asks(self, at: int, token: str, content: dict[str, int] | None, minutes: int) -> str:
        holder = self.holder(token)
        asking = self.processes[at].asks(commit_token=token, binds=content, ttl_minutes=minutes)
        if holder is not None and holder.status == "committed":
            with pytest.raises(CoworkkitError, match="used already"):
                self.does(asking)
            return ""
        asked = self.does(asking)
        if holder is not None and holder.status in ("pending", "submitted"):
            if holder.content == content:
                assert asked.status == holder.status
                assert self.known[asked.interaction_id] is holder
                return str(asked.interaction_id)
            holder.status = "expired"
        assert asked.interaction_id not in self.known
        self.known[asked.interaction_id] = Known(token, content, self.clock.monotonic() + 60 * minutes)
        found = self.processes[at].interactions.interaction(self.user, asked.interaction_id)
        self.stored[asked.interaction_id] = self.does(found)
        return str(asked.interaction_id)

    @rule(at=PROCESS, card=cards, choice=st.sampled_from(["confirm", "confirm", "cancel"]))
    def presses(self, at: int, card: str, choice: str) -> None:
        if not card:
            return
        known = self.known[card]
        self.holder(known.token)
        decided = self.does(self.processes[at].presses(choice, self.stored[card]))
        assert decided.ok is (known.status == "pending")
        if decided.ok:
            known.status = "submitted" if choice == "confirm" else "cancelled"
        else:
            assert decided.why_not == known.status

    @rule(at=PROCESS, token=TOKENS, content=CONTENT, times=st.integers(1, 3))
    def commits(self, at: int, token: str, content: dict[str, int] | None, times: int) -> None:
        async def at_once() -> Any:
            both = itertools.islice(itertools.cycle([self.processes[at], self.processes[1 - at]]), times)
            return await asyncio.gather(*(each.commits(commit_token=token, binds=content) for each in both))

        holder = self.holder(token)
        approvals = self.does(at_once())
        if holder is None:
            expected = {"not_found"}
        elif holder.status == "submitted" and holder.content == content:
            holder.status = "committed"
            holder.oks += sum(approval.ok for approval in approvals)
            assert [approval.ok for approval in approvals].count(True) == 1
            expected = {None, "already_used"}
        else:
            expected = {
                {"committed": "already_used", "submitted": "changed"}.get(holder.status, holder.status),
            }
        assert {approval.reason for approval in approvals} <= expected

    @rule(seconds=st.sampled_from([1, 30, 60, 200]))
    def passes(self, seconds: int) -> None:
        self.clock.skip(seconds)

    @rule()
    def the_wall_clock_jumps_back(self) -> None:
        for process in self.processes:
            self.does(process.interactions.pending(self.user))
        self.clock.set_wall(self.today)

    @rule(at=PROCESS)
    def tidies(self, at: int) -> None:
        self.does(self.processes[at].interactions.open())
        self.does(self.processes[at].interactions.keeper.tidy())

    @invariant()
    def no_card_was_used_twice(self) -> None:
        if hasattr(self, "known"):
            assert all(known.oks <= 1 for known in self.known.values())

    def teardown(self) -> None:
        if hasattr(self, "processes"):
            for process in self.processes:
                self.does(process.close())


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgresql"])
def test_in_any_order_each_card_is_used_once_at_most(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = {"memory": None, "sqlite": f"sqlite:///{tmp_path}/cards.db"}.get(kind, "")
    if kind == "postgresql":
        server: str = request.getfixturevalue("postgres_server")
        url = server
    with asyncio.Runner() as runner:
        machine = type("CardsOf" + kind, (Cards,), {"database": Database(url), "runner": runner})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=60 if kind == "memory" else 8,
                stateful_step_count=25,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
