"""Two things at the same moment, a thousand times in every order: there is one outcome, and all are told the same."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from coworkkit import ActionRecord, CallResult
from coworkkit.core.action import declare
from coworkkit.core.card import ARMING_SECONDS, Card, Decision
from coworkkit.core.card_line import Press, PressReply
from coworkkit.core.catalogue import Catalogue
from coworkkit.core.screen import Screen
from coworkkit.core.session import Session, SessionSettings
from coworkkit.testing import FakeClock
from coworkkit.testing.person import press_on, pressed

ROUNDS = 1_000
SECONDS = 60.0
OFTEN = ROUNDS // 20
"""How often each side must win, or it was no race."""

ran: list[int] = []


async def pay(amount: int) -> int:
    """Pay an amount."""
    ran.append(amount)
    return amount


PAY = declare(pay, control="hard")


class Told(Screen):
    """A page that notes how cards ended on it, and the records."""

    def __init__(self, endings: list[str], records: list[ActionRecord]) -> None:
        self.endings = endings
        self.records = records

    def record(self, record: ActionRecord) -> None:
        self.records.append(record)

    def card(self, card: Card | None, ended: Card | None, decision: Decision | None) -> None:
        if ended is not None and decision is not None:
            self.endings.append(decision.gate)


class Round:
    """One session whose user has read a card, and may press Confirm in time.

    Attributes:
        endings: how cards ended, as any page of the session was told.
        press: a press on the card, as the page drew it.
        left: what is left of the card's time.
    """

    def __init__(self, amount: int) -> None:
        self.amount = amount
        self.clock = FakeClock()
        self.settings = SessionSettings(confirmation_timeout=SECONDS)
        self.session = Session(self.settings, clock=self.clock)
        self.records: list[ActionRecord] = []
        self.endings: list[str] = []
        self.catalogue = Catalogue()
        self.catalogue.add(PAY)
        self.load()
        self.call: asyncio.Task[CallResult] | None = None

    def load(self) -> None:
        """Show the session on a page."""
        self.session.attach(self.catalogue, self.settings, Told(self.endings, self.records))

    async def begin(self) -> Press:
        """Call, and let the user read the card; return a press on it."""
        self.call = asyncio.ensure_future(self.session.call("pay", {"amount": self.amount}))
        await asyncio.sleep(0)
        card = self.session.cards.on_screen
        assert card is not None
        press = press_on(card)
        self.session.cards.painted(press)
        self.session.cards.unfolded(press)
        self.clock.skip(ARMING_SECONDS)
        self.left = SECONDS - ARMING_SECONDS
        return press

    async def outcome(self) -> str:
        """Wait for the end; return what it was, once agent, screen, record and function are known to agree on it."""
        assert self.call is not None
        await asyncio.wait((self.call,), timeout=0)
        if not self.call.done():
            await self.clock.advance(SECONDS)
        with suppress(asyncio.CancelledError):
            await self.call
        (record,) = self.records
        (ending,) = self.endings
        code = "cancelled" if self.call.cancelled() else self.call.result().code
        assert code == (record.outcome.error.code if record.outcome.error else code_of(record.gate)), (code, record)
        assert ran.count(self.amount) == (record.gate == "confirmed") == record.outcome.entered
        if record.gate == ending:
            return ending
        # A click that counted is told as such at once. What was in its way by the time it could run, the record tells.
        assert ending == "confirmed", (ending, record)
        return f"confirmed, then {record.gate}"


def code_of(gate: str) -> str | None:
    """Return what an agent is told of a call that did not fail."""
    return None if gate == "confirmed" else gate


Side = Callable[[Round, Press], Awaitable[PressReply | None]]


async def confirm(table: Round, press: Press) -> PressReply:
    return table.session.cards.confirm(press, pressed())


async def cancel(table: Round, press: Press) -> PressReply:
    return table.session.cards.cancel(press, pressed())


async def time_runs_out(table: Round, press: Press) -> None:
    await table.clock.advance(table.left)


async def the_clock_is_past_the_deadline_and_its_timer_is_not(table: Round, press: Press) -> None:
    table.clock.skip(table.left)


async def the_session_ends(table: Round, press: Press) -> None:
    table.session.end("tab_gone")


async def the_connection_is_lost(table: Round, press: Press) -> None:
    table.session.detach()


async def another_tab_shows_the_session(table: Round, press: Press) -> None:
    table.load()


async def the_user_stops(table: Round, press: Press) -> None:
    table.session.stop()


async def the_caller_gives_up(table: Round, press: Press) -> None:
    assert table.call is not None
    table.call.cancel()


RACES: dict[str, tuple[tuple[Side, ...], set[str]]] = {
    "click against deadline": ((confirm, time_runs_out), {"confirmed", "timeout"}),
    "click against a late timer": (
        (confirm, the_clock_is_past_the_deadline_and_its_timer_is_not), {"confirmed", "timeout"}),
    "confirm against cancel": ((confirm, cancel), {"confirmed", "cancelled"}),
    "confirm, cancel and deadline": ((confirm, cancel, time_runs_out), {"confirmed", "cancelled", "timeout"}),
    "disconnect against confirm": ((the_connection_is_lost, confirm), {"confirmed", "timeout"}),
    "end of the session against confirm": ((the_session_ends, confirm), {"confirmed", "timeout", "confirmed, then refused"}),
    "Stop against confirm": ((the_user_stops, confirm), {"confirmed", "cancelled"}),
    "a caller that gives up against confirm": (
        (the_caller_gives_up, confirm), {"confirmed", "cancelled", "confirmed, then cancelled"}),
    "the old tab's click against the new tab": ((another_tab_shows_the_session, confirm), {"confirmed", "timeout"}),
    "the new tab against the end": ((another_tab_shows_the_session, the_session_ends), {"timeout"}),
    "one card clicked in two tabs": ((confirm, confirm), {"confirmed"}),
}  # fmt: skip


async def race(table: Round, press: Press, sides: tuple[Side, ...], lots: random.Random) -> list[PressReply]:
    """Let all sides start at a barrier, some of them a few steps of the event loop later; return what they were told."""
    barrier = asyncio.Barrier(len(sides))

    async def start(side: Side, steps: int) -> PressReply | None:
        await barrier.wait()
        for _ in range(steps):
            await asyncio.sleep(0)
        return await side(table, press)

    in_any_order = lots.sample(sides, len(sides))
    done = await asyncio.gather(*(start(side, lots.randrange(3)) for side in in_any_order))
    return [reply for reply in done if reply is not None]


@pytest.mark.parametrize("name", RACES)
async def test_a_race_has_one_outcome_and_all_are_told_it(name: str) -> None:
    sides, possible = RACES[name]
    lots = random.Random(name)
    outcomes: Counter[str] = Counter()
    for amount in range(ROUNDS):
        ran.clear()
        table = Round(amount)
        press = await table.begin()
        replies = await race(table, press, sides, lots)
        outcomes[await table.outcome()] += 1
        counted = [reply.state for reply in replies if reply.ok]
        assert counted in ([], table.endings), (replies, table.endings)
        assert all(reply.state in (*table.endings, "pending") for reply in replies), (replies, table.endings)
    assert outcomes.keys() == possible and min(outcomes.values()) >= OFTEN, outcomes


async def test_two_tabs_that_press_each_others_buttons_decide_only_their_own() -> None:
    lots = random.Random("two tabs")
    both: Counter[tuple[str, ...]] = Counter()
    for amount in range(ROUNDS):
        ran.clear()
        tables = (Round(2 * amount), Round(2 * amount + 1))
        presses = [await table.begin() for table in tables]
        for press in lots.sample(presses, 2):  # both tabs are told of both presses, as a mix-up of ids would
            for table in lots.sample(tables, 2):
                own = press is presses[tables.index(table)]
                reply = await (confirm if own and lots.random() < 0.5 else cancel)(table, press)
                assert reply.ok == own, reply
        both[tuple([await table.outcome() for table in tables])] += 1
    assert len(both) == 4 and min(both.values()) >= OFTEN, both
