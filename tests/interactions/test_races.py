"""Two processes that do things to one card at the same instant: one of them was first, and both know which."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from coworkkit import ActionContext, CoworkkitError
from tests.interactions.stage import EFFECT, Database, Stage

ROUNDS = 5
"""How often each race is run: who is first is chance."""


class TwoProcesses:
    """Two processes on one database, with one clock and one user, and a function that fails once it has committed."""

    def __init__(self, shared: Database) -> None:
        self.entered: list[str] = []

        async def close_shop(ctx: ActionContext) -> str:
            """Close the shop."""
            approval = await ctx.tools.commit_action(**EFFECT)
            if approval.ok:
                self.entered.append(ctx.call_id)
                await asyncio.sleep(0)
                raise RuntimeError("the door is stuck")
            return str(approval.reason)

        self.here = Stage(shared, close_shop)
        self.there = Stage(shared, close_shop, clock=self.here.clock)
        self.both = (self.here, self.there)

    async def is_user(self, name: str) -> None:
        """Go on as a user who has been asked nothing yet."""
        for stage in self.both:
            await stage.session.close()
            stage.user = name
            stage.session = stage.new_session(*stage.actions, user=name)


@pytest.fixture
async def two(shared: Database) -> AsyncIterator[TwoProcesses]:
    processes = TwoProcesses(shared)
    async with processes.here, processes.there:
        yield processes


@pytest.mark.scenario("S19")
async def test_of_twenty_calls_from_two_processes_one_enters_also_where_it_fails(two: TwoProcesses) -> None:
    for round_ in range(ROUNDS):
        two.entered.clear()
        await two.is_user(f"u{round_}")
        await two.here.asks()
        await two.here.presses()
        results = await asyncio.gather(*(each.session.call("close_shop") for each in two.both for _ in range(10)))
        assert Counter(str(each.result if each.ok else each.code) for each in results) == {
            "already_used": 19,
            "internal": 1,
        }
        assert len(two.entered) == 1
        used = [record for stage in two.both for record in stage.records if record.interactions]
        assert len(used) == round_ + 1 and not used[-1].outcome.ok
        assert [(await each.commits()).run for each in two.both] == ["failed", "failed"]
        assert await two.there.interactions.pending(two.there.user) == []


async def test_a_card_that_is_confirmed_and_declined_at_once_is_one_of_the_two_for_everybody(
    two: TwoProcesses,
) -> None:
    for round_ in range(ROUNDS):
        await two.is_user(f"u{round_}")
        await two.here.asks()
        card = await two.here.card()
        choices = ("confirm", "cancel") * 4
        presses = await asyncio.gather(
            *(stage.presses(choice, card) for choice in choices for stage in two.both),
        )
        (first,) = [each for each in presses if each.ok]
        assert first.interaction is not None
        status = first.interaction.status
        assert {each.why_not for each in presses if not each.ok} == {status}
        for stage in two.both:
            (told,) = await stage.interactions.latest(stage.user)
            assert (told.status, told.revision) == (status, first.interaction.revision)
        committed = await asyncio.gather(*(stage.commits() for stage in two.both for _ in range(3)))
        assert [each.ok for each in committed].count(True) == (1 if status == "submitted" else 0)


async def test_what_is_confirmed_while_it_is_asked_anew_is_worth_nothing(two: TwoProcesses) -> None:
    for round_ in range(ROUNDS):
        await two.is_user(f"u{round_}")
        await two.here.asks(binds={"amount": 49})
        card = await two.here.card()
        pressed, asked = await asyncio.gather(two.there.presses("confirm", card), two.here.asks(binds={"amount": 59}))
        old = await two.here.interactions.interaction(two.here.user, card.id)
        assert old is not None and (old.status, old.cause) == ("expired", "replaced")
        assert pressed.ok or pressed.why_not == "expired"
        assert (await two.here.card()).id == asked.interaction_id != card.id
        for stage in two.both:
            for amount in (49, 59):
                assert not (await stage.commits(binds={"amount": amount})).ok


@pytest.mark.parametrize("seconds_left", [0.0, 0.001])
async def test_at_the_deadline_every_process_and_the_sweep_agree(two: TwoProcesses, seconds_left: float) -> None:
    for round_ in range(ROUNDS):
        await two.is_user(f"u{round_}")
        await two.here.asks(commit_token="confirmed_in_time", ttl_minutes=1)
        await two.here.presses()
        await two.here.asks(commit_token="not_decided_yet", ttl_minutes=1)
        card = await two.here.card()
        two.here.clock.skip(60 - seconds_left)
        swept = [stage.interactions.keeper.tidy() for stage in two.both]
        pressed, *commits = await asyncio.gather(
            two.there.presses("confirm", card),
            *(stage.commits(commit_token="confirmed_in_time") for stage in two.both),
            *swept,
        )
        oks = [each.ok for each in commits if each is not None]
        if seconds_left:
            assert pressed.ok and oks.count(True) == 1
        else:
            assert not pressed.ok and pressed.why_not == "expired" and oks == [False, False]
            assert {each.reason for each in commits if each is not None} == {"expired"}
        two.here.clock.skip(1)
        for stage in two.both:
            assert (await stage.commits(commit_token="not_decided_yet")).reason == "expired"
            assert await stage.interactions.pending(stage.user) == []


async def test_of_ten_who_ask_the_same_at_once_each_gets_the_one_card(two: TwoProcesses) -> None:
    for round_ in range(ROUNDS):
        await two.is_user(f"u{round_}")
        asked = await asyncio.gather(*(stage.asks() for stage in two.both for _ in range(5)))
        assert {each.interaction_id for each in asked} == {(await two.there.card()).id}
    await two.here.presses()
    assert (await two.there.commits()).ok
    for stage in two.both:
        with pytest.raises(CoworkkitError, match="used already"):
            await stage.asks()
