"""What time does to interactions: cards die, runs that nobody vouches for become unknown, old rows are pruned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from ..core.record import Outcome
from .life import Interaction, Move, RunMove, after, after_run, before, before_run
from .moments import Moments
from .store import Ring, Store, StoreError, mailbox_of

logger = logging.getLogger("coworkkit")

TIDY_SECONDS = 0.5
"""How often dead cards are looked for: in every tab a card is dead within a second."""

LEASE_SECONDS = 30.0
"""How long a process vouches for a run at a time; one that is killed is known to be gone after that."""

LONGEST_BEGINNING_SECONDS = 5.0
PRUNE_SECONDS = 3600.0
AT_ONCE = 500


class Keeper:
    """Keeps a store in step with the time, for as long as a process uses it.

    Args:
        store: where the interactions are.
        moments: the time that never goes back.
        retention: seconds after which a settled one is deleted.
        heard: told of each change this process makes.
    """

    def __init__(self, store: Store, moments: Moments, retention: float, heard: Callable[[Ring | None], None]) -> None:
        self.store = store
        self.moments = moments
        self.retention = retention
        self.heard = heard
        self.held: dict[str, str] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.tidying: asyncio.Task[None] | None = None
        self.vouched_at = moments.now()
        self.pruned_at: datetime | None = None
        self.listening: asyncio.Task[None] | None = None
        self.is_running = False
        self.look_again = False
        self.failed = False
        self.hears = asyncio.Event()

    # Settling single ones

    async def move(self, row: Interaction, move: Move, **changes: Any) -> Interaction | None:
        """Make a move of the table, unless somebody was first; None then."""
        now = self.moments.now()
        changes = {"status": after(move), **changes}
        if changes["status"] != "submitted":
            changes["settled_at"] = now
        alive_at = None if move in ("expire", "replace") else now
        return self.told(
            await self.store.change(row.id, {"status": before(move), "nonce": row.nonce}, changes, alive_at=alive_at)
        )

    def told(self, row: Interaction | None) -> Interaction | None:
        """Tell this process's watchers of a change; the store tells the others."""
        if row is not None:
            self.heard(Ring(mailbox_of(row.subscriber), row.id))
        return row

    async def as_of_now(self, row: Interaction) -> Interaction:
        """Return one as it is by now: dead where its deadline has passed, unknown where its run was lost."""
        now = self.moments.now()
        changed = None
        if row.status in before("expire") and row.expires_at <= now:
            changed = await self.move(row, "expire", cause="deadline")
        elif row.run == "running" and row.run_until is not None and row.run_until <= now and row.id not in self.held:
            changed = await self.lose(row)
        else:
            return row
        return changed or next(iter(await self.store.get(row.subscriber, [row.id])), row)

    async def lose(self, row: Interaction) -> Interaction | None:
        """Give up on a run: the process that it ran in is gone, and nobody can tell how it ended."""
        logger.warning(
            "coworkkit: the process that ran what interaction %s was confirmed for is gone; whether it happened is "
            "unknown. It is not run again.",
            row.id,
        )
        expected = {"run": before_run("lose"), "run_until": row.run_until, "claim": row.claim}
        changes = {"run": after_run("lose"), "ended_at": self.moments.now()}
        return self.told(await self.store.change(row.id, expected, changes))

    # Runs of this process

    def lease(self) -> dict[str, Any]:
        """Return the fields of a run that begins now."""
        return {"run": "running", "run_until": self.moments.now() + timedelta(seconds=LEASE_SECONDS)}

    def run_ended(self, row: Interaction, outcome: Outcome) -> None:
        """Store how a run has ended, beside what goes on. Never raises."""
        move: RunMove = "succeed" if outcome.ok else "fail"
        with suppress(RuntimeError):  # no event loop any more: nobody will know, and it becomes unknown
            self.start(self.end_run(row, move))

    async def end_run(self, row: Interaction, move: RunMove) -> None:
        """Store how a run has ended."""
        changes = {"run": after_run(move), "run_until": None, "ended_at": self.moments.now()}
        try:
            self.told(await self.store.change(row.id, {"claim": row.claim, "run": before_run(move)}, changes))
        except StoreError:
            logger.warning("coworkkit: how the run of interaction %s ended could not be stored; it is unknown", row.id)
        finally:
            self.held.pop(row.id, None)

    async def ends_are_stored(self) -> None:
        """Wait until how this process's last runs ended is stored, so that whoever asks next is told."""
        if self.tasks:
            await asyncio.wait(self.tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside what goes on, and keep hold of it."""
        try:
            task = asyncio.get_running_loop().create_task(work, name="coworkkit interactions")
        except RuntimeError:
            work.close()
            raise
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # Again and again

    async def begin(self) -> None:
        """Look after the store from now on, and wait until changes of other processes are heard.

        A database that takes part but lets nobody listen delays the first use, and no more.
        """
        if not self.is_running:
            self.is_running = True
            loop = asyncio.get_running_loop()
            self.listening = loop.create_task(self.store.listen(self.hear), name="coworkkit changes")
            self.later()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hears.wait(), LONGEST_BEGINNING_SECONDS)

    def hear(self, ring: Ring | None) -> None:
        """Take word of a change from the store."""
        self.hears.set()
        self.heard(ring)

    def later(self) -> None:
        """Look again after a while."""
        if self.is_running:
            self.moments.clock.call_later(TIDY_SECONDS, self.look)

    def look(self) -> None:
        """Begin to tidy up, unless that is still going on."""
        if self.tidying is not None and not self.tidying.done():
            self.look_again = True
        elif self.is_running:
            self.tidying = asyncio.get_running_loop().create_task(self.tidy_safely(), name="coworkkit tidying")
        self.later()

    async def tidy_safely(self) -> None:
        """Tidy up; what fails is logged once, and tried until it does not."""
        self.look_again = True
        while self.look_again and self.is_running:
            self.look_again = False
            try:
                await self.tidy()
                self.failed = False
            except StoreError:
                if not self.failed:
                    logger.warning("coworkkit: the store of interactions could not be tidied up; trying until it can")
                self.failed = True
            except Exception:
                logger.exception("coworkkit: tidying up the interactions failed")

    async def tidy(self) -> None:
        """Settle what is dead, vouch for what runs here, give up what is lost, delete what is old."""
        now = self.moments.now()
        while rows := await self.store.due(now, AT_ONCE):
            for row in rows:
                await self.as_of_now(row)
        if self.held and now - self.vouched_at >= timedelta(seconds=LEASE_SECONDS / 3):
            self.vouched_at = now
            for interaction_id, claim in list(self.held.items()):
                await self.store.change(interaction_id, {"claim": claim, "run": ("running", "unknown")}, self.lease())
        for row in await self.store.unheard(now, AT_ONCE):
            await self.as_of_now(row)
        if self.pruned_at is None or now - self.pruned_at >= timedelta(seconds=PRUNE_SECONDS):
            while await self.store.prune(now - timedelta(seconds=self.retention), AT_ONCE) == AT_ONCE:
                pass
            self.pruned_at = now

    async def end(self) -> None:
        """Stop: finish storing how runs ended, and give up those whose end is not known."""
        self.is_running = False
        if self.listening is not None:
            self.listening.cancel()
        going_on = [*self.tasks, *(task for task in (self.listening, self.tidying) if task is not None)]
        await asyncio.gather(*going_on, return_exceptions=True)
        for interaction_id, claim in list(self.held.items()):
            changes = {"run": after_run("lose"), "ended_at": self.moments.now()}
            with suppress(StoreError):
                await self.store.change(interaction_id, {"claim": claim, "run": before_run("lose")}, changes)
        self.held.clear()
