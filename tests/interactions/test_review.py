"""A durable card that is raised for a decision: what decides it, what only puts it away, and what is told when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any, Literal

import pytest

from coworkkit import CoworkkitError, Evidence
from coworkkit.core.card import ARMING_SECONDS, GIVEN_UP, Card
from coworkkit.core.card_line import CardLine, PressReply
from coworkkit.core.visible import Segment
from coworkkit.interactions import Interactions, MemoryStore, StoreError
from coworkkit.testing import Person
from coworkkit.testing.person import press_on
from tests.interactions.stage import PRESS, QUESTION, Database, Stage

ESCAPE = PRESS.model_copy(update={"input": "escape"})


class FlakyStore(MemoryStore):
    """A store that can be made to fail, or to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = False
        self.stores_first = False
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.answers = asyncio.Event()
        self.answers.set()

    async def change(self, *args: Any, **given: Any) -> Any:
        await self.goes_on.wait()
        if self.fails and not self.stores_first:
            raise StoreError("The disk is full.")
        changed = await super().change(*args, **given)
        await self.answers.wait()
        if self.fails:
            raise StoreError("The line broke after it was stored.")
        return changed


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A user whose cards are in a store that can fail."""
    async with Stage(Database(None, FlakyStore())) as opened:
        opened.session.settings = replace(opened.session.settings, interactions=opened.interactions)
        opened.session.cards.page_attached()
        yield opened


def store_of(stage: Stage) -> FlakyStore:
    assert isinstance(stage.interactions.store, FlakyStore)
    return stage.interactions.store


async def raised(stage: Stage, **question: Any) -> Card:
    """Ask, review it, and look at all of the card for as long as it takes."""
    asked = await stage.asks(**question)
    assert await stage.session.reviews.open(asked.interaction_id) == ""
    card = await Person(stage.session).sees_card()
    await stage.clock.advance(ARMING_SECONDS)
    return card


async def press(
    stage: Stage, card: Card, choice: Literal["confirm", "cancel", "later"] = "confirm", evidence: Evidence = PRESS
) -> PressReply:
    return await stage.session.cards.press(press_on(card), choice, evidence)


async def status(stage: Stage) -> str:
    return (await stage.interactions.latest(stage.user))[0].status


def text_of(segments: list[Segment]) -> str:
    return "".join(one if isinstance(one, str) else f"[{one['mark']}]" for one in segments)


async def test_a_press_is_stored_before_anybody_is_told_and_ends_the_card(stage: Stage) -> None:
    card = await raised(stage)
    store_of(stage).goes_on.clear()
    pressing = asyncio.create_task(press(stage, card))
    await asyncio.sleep(0)
    second = await press(stage, card, "cancel")
    assert not second.ok and second.state == "pending" and stage.session.cards.on_screen is card
    assert await status(stage) == "pending"
    store_of(stage).goes_on.set()
    reply = await pressing
    assert reply.ok and reply.state == "confirmed" and stage.session.cards.on_screen is None
    stored = (await stage.interactions.latest(stage.user))[0]
    assert stored.status == "submitted" and stored.decided_by == PRESS
    assert (await stage.commits()).ok


async def test_the_cancel_button_declines_for_good(stage: Stage) -> None:
    card = await raised(stage)
    assert (await press(stage, card, "cancel")).state == "cancelled"
    assert await status(stage) == "cancelled" and stage.session.cards.on_screen is None


async def test_a_second_click_on_review_lands_on_no_button_that_is_stored(stage: Stage) -> None:
    asked = await stage.asks()
    assert await stage.session.reviews.open(asked.interaction_id) == ""
    card = stage.session.cards.on_screen
    assert card is not None
    unpainted = await press(stage, card, "cancel")
    await Person(stage.session).sees_card()
    unarmed = await press(stage, card, "cancel")
    assert [unpainted.ok, unarmed.ok] == [False, False] and "too fast" in unarmed.message
    assert await status(stage) == "pending" and stage.session.cards.on_screen is card
    await stage.clock.advance(ARMING_SECONDS)
    assert (await press(stage, card, "cancel")).ok


async def test_when_the_store_fails_the_person_is_told_and_can_press_again(stage: Stage) -> None:
    card = await raised(stage)
    store_of(stage).fails = True
    reply = await press(stage, card)
    assert not reply.ok and reply.state == "pending" and "nothing was decided" in reply.message
    assert stage.session.cards.on_screen is card and await status(stage) == "pending"
    store_of(stage).fails = False
    assert (await press(stage, card)).state == "confirmed"


async def test_a_press_that_was_stored_although_the_store_failed_is_told_as_what_it_is(stage: Stage) -> None:
    card = await raised(stage)
    store_of(stage).fails = store_of(stage).stores_first = True
    reply = await press(stage, card)
    assert reply.state == "confirmed" and reply.message == "This is confirmed already."
    assert stage.session.cards.on_screen is None and await status(stage) == "submitted"


@pytest.mark.parametrize("by", ["later", "escape", "stop", "not painted", "session end"])
async def test_what_only_puts_it_away_decides_nothing_and_it_can_be_opened_again(stage: Stage, by: str) -> None:
    asked = await stage.asks()
    assert await stage.session.reviews.open(asked.interaction_id) == ""
    card = stage.session.cards.on_screen
    assert card is not None
    if by == "not painted":
        await stage.clock.advance(6)
    else:
        await Person(stage.session).sees_card()
        if by == "later":
            assert (await press(stage, card, "later")).message.startswith("Put away")
        elif by == "escape":
            assert (await press(stage, card, "cancel", ESCAPE)).message.startswith("Put away")
        elif by == "stop":
            stage.session.stop()
        else:
            stage.session.end()
    assert stage.session.cards.on_screen is None and await status(stage) == "pending"
    assert (await press(stage, card)).message == "Put away, and not decided. It still waits in the conversation."
    if by != "session end":
        assert await stage.session.reviews.open(asked.interaction_id) == ""
        assert stage.session.cards.on_screen is not None


async def test_no_other_road_of_the_card_line_decides_it(stage: Stage) -> None:
    card = await raised(stage)
    line: CardLine = stage.session.cards
    roads: list[Callable[..., PressReply]] = [line.confirm, line.cancel]
    assert not any(road(press_on(card), PRESS).ok for road in roads)
    assert line.on_screen is card and await status(stage) == "pending"
    assert not line.more_time(press_on(card)).ok
    wrong = press_on(card)._replace(nonce="x" * 32)
    assert not (await line.press(wrong, "confirm", PRESS)).ok and await status(stage) == "pending"


async def test_confirm_counts_only_armed_and_unfolded(stage: Stage) -> None:
    asked = await stage.asks(description="word " * 390)
    await stage.session.reviews.open(asked.interaction_id)
    card = stage.session.cards.on_screen
    assert card is not None
    stage.session.cards.painted(press_on(card))
    assert not (await press(stage, card)).ok
    await stage.clock.advance(ARMING_SECONDS)
    assert not (await press(stage, card)).ok
    assert await status(stage) == "pending"
    stage.session.cards.unfolded(press_on(card))
    assert (await press(stage, card)).ok


async def test_it_is_raised_once_and_only_while_it_waits_for_this_user(stage: Stage) -> None:
    mine = await stage.asks()
    theirs = await stage.interactions.confirm_action("bob", title="T", description="D", commit_token="token_of_bob")
    reviews = stage.session.reviews
    assert await reviews.open(theirs.interaction_id) == "This does not wait for you any more."
    assert await reviews.open("no such card") == "This does not wait for you any more."
    assert stage.session.cards.on_screen is None
    opened = await asyncio.gather(*(reviews.open(mine.interaction_id) for _ in range(5)))
    assert opened.count("") >= 1 and len(stage.session.cards.cards) == 1
    assert await reviews.open(mine.interaction_id) == "" and len(stage.session.cards.cards) == 1
    assert not (
        await stage.interactions.decide("bob", mine.interaction_id, nonce="", choice="confirm", evidence=PRESS)
    ).ok
    await stage.presses()
    stage.session.stop()
    assert await reviews.open(mine.interaction_id) == "This is confirmed already."


@pytest.mark.parametrize("choice", ["confirm", "cancel"])
async def test_decided_elsewhere_it_ends_here_and_a_late_press_is_told_the_truth(stage: Stage, choice: str) -> None:
    card = await raised(stage)
    await stage.presses(choice=choice)
    reply = await press(stage, card)
    told = "This is confirmed already." if choice == "confirm" else "This is declined already."
    assert not reply.ok and reply.message == told
    assert await status(stage) == ("submitted" if choice == "confirm" else "cancelled")
    assert stage.session.cards.on_screen is None


async def test_word_of_a_decision_elsewhere_ends_the_raised_card(stage: Stage) -> None:
    card = await raised(stage)
    await stage.presses()
    stage.session.reviews.changed((await stage.interactions.latest(stage.user))[0])
    assert stage.session.cards.on_screen is None
    assert (await press(stage, card)).message == "This is confirmed already."


async def test_it_expires_by_the_stores_deadline_however_late_it_was_opened(stage: Stage) -> None:
    asked = await stage.asks(ttl_minutes=2)
    await stage.clock.advance(90)
    await stage.session.reviews.open(asked.interaction_id)
    card = await Person(stage.session).sees_card()
    await stage.clock.advance(29)
    assert stage.session.cards.on_screen is card
    await stage.clock.advance(1)
    assert stage.session.cards.on_screen is None
    assert (await press(stage, card)).message == "The time for this ran out. Nothing was done."
    assert await stage.session.reviews.open(asked.interaction_id) == "The time for this ran out. Nothing was done."
    assert not (await stage.commits()).ok


async def test_its_time_runs_on_while_no_page_shows_it(stage: Stage) -> None:
    asked = await stage.asks(ttl_minutes=2)
    await stage.session.reviews.open(asked.interaction_id)
    line = stage.session.cards
    line.page_detached()
    await stage.clock.advance(60)
    line.page_attached()
    await Person(stage.session).sees_card()
    await stage.clock.advance(59)
    assert line.on_screen is not None
    await stage.clock.advance(1)
    assert line.on_screen is None


async def test_its_time_runs_on_while_another_card_is_in_front(stage: Stage) -> None:
    card = await raised(stage, ttl_minutes=2)
    line = stage.session.cards
    hard = line.ask(card.content, 600)
    line.cards.remove(hard)
    line.ask_again(hard, card.content)
    await Person(stage.session).sees_card()
    await stage.clock.advance(120)
    assert line.on_screen is hard
    line.end(hard, GIVEN_UP)
    await stage.clock.advance(0.1)
    assert line.on_screen is None and await status(stage) == "expired"
    assert (await press(stage, card)).message == "The time for this ran out. Nothing was done."


async def test_word_of_its_own_press_does_not_end_it_before_the_store_has_answered(stage: Stage) -> None:
    card = await raised(stage)
    store_of(stage).answers.clear()
    pressing = asyncio.create_task(press(stage, card))
    while await status(stage) == "pending":
        await asyncio.sleep(0)
    stage.session.reviews.changed((await stage.interactions.latest(stage.user))[0])
    assert stage.session.cards.on_screen is card
    store_of(stage).answers.set()
    assert (await pressing).message == "Confirmed. Tell the agent to go on."


async def test_a_store_that_does_not_answer_holds_up_neither_stop_nor_other_cards_and_the_truth_comes_later(
    stage: Stage,
) -> None:
    card = await raised(stage)
    hard = stage.session.cards.ask(card.content, 60)
    store_of(stage).answers.clear()
    pressing = asyncio.create_task(press(stage, card))
    while await status(stage) == "pending":
        await asyncio.sleep(0)
    await stage.clock.advance(30 * 60)
    assert stage.session.cards.on_screen is hard
    assert "shows what comes of it" in (await press(stage, card)).message
    store_of(stage).answers.set()
    assert (await pressing).state == "confirmed"
    assert (await press(stage, card)).message == "Confirmed. Tell the agent to go on."


async def test_when_somebody_else_signs_in_a_press_decides_nothing(stage: Stage) -> None:
    card = await raised(stage)
    stage.session.settings = replace(stage.session.settings, user_now=lambda: "bob")
    assert not (await press(stage, card)).ok
    assert stage.session.ended and await status(stage) == "pending"


async def test_a_press_on_a_basic_card_counts_for_nothing_once_the_page_demands_framed_ones(stage: Stage) -> None:
    card = await raised(stage)
    stage.session.settings = replace(stage.session.settings, require_framed=True)
    basic = PRESS.model_copy(update={"card": "basic"})
    assert "HTTPS" in (await press(stage, card, evidence=basic)).message
    assert await status(stage) == "pending" and stage.session.cards.on_screen is card
    assert (await press(stage, card)).ok


async def test_a_page_that_demands_framed_cards_confirms_none_in_a_basic_one(stage: Stage) -> None:
    asked = await stage.asks()
    stage.session.settings = replace(stage.session.settings, require_framed=True)
    assert "HTTPS" in await stage.session.reviews.open(asked.interaction_id)
    assert stage.session.cards.on_screen is None


async def test_an_agents_own_words_are_told_apart_on_the_card_and_its_buttons(stage: Stage) -> None:
    asked = await stage.interactions.confirm_action(
        stage.user,
        asked_by="Evil\u202ebot",
        words_by="agent",
        title="Keep everything safe",
        description="Nothing bad.",
        action_label="Cancel",
        cancel_label="Confirm",
        commit_token="token_of_an_agent",
        binds={"what will happen": "delete", "to": "all"},
    )
    await stage.session.reviews.open(asked.interaction_id)
    card = await Person(stage.session).sees_card()
    content = card.content
    assert text_of(content.title) == "The agent “Evil[U+202E]bot” asks for this, in its own words"
    assert [text_of(row.label) for row in content.rows] == ["Title", "What will happen", "Values it names"]
    assert text_of(content.rows[-1].value).replace("\n", "") == '{"what will happen": "delete", "to": "all"}'
    assert text_of(content.confirm_label) == "Confirm: “Cancel”"
    assert text_of(content.cancel_label) == "Cancel: “Confirm”"


async def test_a_hard_card_is_not_decided_by_putting_it_away(stage: Stage) -> None:
    card = await raised(stage)
    hard = stage.session.cards.ask(card.content, 60)
    await press(stage, card, "later")
    assert stage.session.cards.on_screen is hard
    assert not (await press(stage, hard, "later")).ok and stage.session.cards.on_screen is hard


async def test_a_user_has_a_limited_number_of_cards_that_wait(stage: Stage) -> None:
    async with Stage(Database(None), most_pending=3) as few:
        asking = [few.asks(commit_token=f"token_number_{n}") for n in range(8)]
        told = await asyncio.gather(*asking, return_exceptions=True)
        refused = [each for each in told if isinstance(each, BaseException)]
        assert len(refused) == 5 and all(isinstance(each, CoworkkitError) for each in refused)
        assert "3 cards wait for this user already, which is the limit" in str(refused[0])
        assert (await few.asks(commit_token="token_number_0")).status == "pending"
        await few.asks(commit_token="token_number_0", description="Something else.")
        await few.interactions.confirm_action("bob", title="T", description="D", commit_token="token_of_bob")
        await few.clock.advance(31 * 60)
        await few.asks(commit_token="token_number_9")
        assert len(await few.interactions.pending(few.user)) == 1


async def test_processes_that_ask_at_once_go_over_the_limit_by_no_more_than_one_each(shared: Database) -> None:
    opened = [Interactions(store=shared.store(), most_pending=5) for _ in range(3)]
    asking = [
        each.confirm_action("ada", **(QUESTION | {"commit_token": f"token_{number}_{at}"}))
        for number, each in enumerate(opened)
        for at in range(6)
    ]
    await asyncio.gather(*asking, return_exceptions=True)
    assert 5 <= len(await opened[0].pending("ada")) <= 5 + len(opened)
    with pytest.raises(CoworkkitError, match="which is the limit"):
        await opened[1].confirm_action("ada", **QUESTION)
    for each in opened:
        await each.close()
