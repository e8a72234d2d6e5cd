"""Print, from one interleaved run, what the gate costs as ratios to something everybody can run.

* An open call (three validated arguments, one record, one callback) against `pydantic.validate_call` on the
  same function. To reach: 5 times.
* A hard call decided in code against a bare asyncio future that another task resolves, plus an open call.
  To reach: 3 times the future plus the open call.

Ratios of medians taken in turns, because the machine may be shared; the microseconds are only for scale.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from statistics import median

from pydantic import validate_call

from coworkkit import ActionRecord, Session
from coworkkit.core.card import ARMING_SECONDS
from coworkkit.testing import FakeClock, open_session
from coworkkit.testing.person import press_on, pressed

Step = Callable[[], Awaitable[object]]

ARGUMENTS = {"title": "Book the hall", "hours": 3, "urgent": False}


async def add_task(title: str, hours: int = 1, urgent: bool = False) -> str:
    """Add a task."""
    return title


def add_task_plainly(title: str, hours: int = 1, urgent: bool = False) -> str:
    """Add a task, from a plain function."""
    return title


class Counter:
    """A callback that does as little as a callback can."""

    def __init__(self) -> None:
        self.records = 0

    async def __call__(self, _: ActionRecord) -> None:
        """Count one record."""
        self.records += 1


async def future_resolved() -> None:
    """Wait for a future that another task resolves."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[None] = loop.create_future()
    waiting = asyncio.ensure_future(future)
    resolving = loop.create_task(resolve(future))
    await waiting
    await resolving


async def resolve(future: asyncio.Future[None]) -> None:
    """Resolve a future."""
    future.set_result(None)


def hard_call(session: Session, clock: FakeClock) -> Step:
    """Return a step that makes one hard call and has it confirmed in code, by the card's own rules."""

    async def step() -> None:
        call = asyncio.get_running_loop().create_task(session.call("delete_task", ARGUMENTS))
        while (card := session.cards.on_screen) is None:  # noqa: ASYNC110  an event would cost more than the turn
            await asyncio.sleep(0)
        session.cards.painted(press_on(card))
        session.cards.unfolded(press_on(card))
        clock.skip(ARMING_SECONDS)
        session.cards.confirm(press_on(card), pressed())
        result = await call
        if not result.ok:
            raise RuntimeError(result.message)

    return step


async def timed(step: Step, rounds: int) -> float:
    """Return the seconds one step takes, on average over a batch."""
    started = time.perf_counter()
    for _ in range(rounds):
        await step()
    return (time.perf_counter() - started) / rounds


async def main(batches: int, rounds: int) -> None:
    """Take turns, and print the medians."""
    counter = Counter()
    open_calls = open_session(add_task, on_action_record=counter, name="add_task")
    plain_calls = open_session(add_task_plainly, on_action_record=counter, name="add_task")
    clock = FakeClock()
    hard_calls = open_session(add_task, on_action_record=counter, clock=clock, name="delete_task", control="hard")
    validated = validate_call(add_task)

    async def open_and_delivered() -> None:
        for _ in range(20):
            await open_calls.call("add_task", ARGUMENTS)
        await open_calls.journal.flush()

    steps: dict[str, tuple[Step, int, int]] = {
        "pydantic.validate_call": (lambda: validated(**ARGUMENTS), rounds, 1),
        "open call": (open_and_delivered, rounds // 20, 20),
        "open call, plain def": (lambda: plain_calls.call("add_task", ARGUMENTS), rounds // 20, 1),
        "asyncio future": (future_resolved, rounds // 5, 1),
        "hard call": (hard_call(hard_calls, clock), rounds // 20, 1),
    }
    taken: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(batches):
        for name, (step, times, calls) in steps.items():
            taken[name].append(await timed(step, times) / calls)
    micros = {name: median(values) * 1e6 for name, values in taken.items()}
    print(f"Medians of {batches} batches taken in turns, µs per call (for scale only):\n")
    for name, value in micros.items():
        print(f"  {name:<24}{value:>9.2f}")
    opened = micros["open call"] / micros["pydantic.validate_call"]
    budget = 3 * micros["asyncio future"] + micros["open call"]
    print(f"\n  open call / validate_call                 {opened:.2f}   (to reach: 5)")
    print(f"  hard call / (3 × future + open call)      {micros['hard call'] / budget:.2f}   (to reach: 1)")
    print(f"  plain def / async def                     {micros['open call, plain def'] / micros['open call']:.1f}")
    print("\nA plain def runs in a worker thread so that it cannot freeze the page; the hand-over is what it costs.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--batches", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=2000)
    chosen = parser.parse_args()
    asyncio.run(main(chosen.batches, chosen.rounds))
