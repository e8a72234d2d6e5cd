"""confirm_action and commit_action as their users meet them, in every kind of store."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from coworkkit import CoworkkitError, Evidence
from coworkkit.interactions import Interactions
from coworkkit.testing import FakeClock
from tests.interactions.stage import PRESS, Database, Stage


async def test_asking_returns_at_once_what_the_seed_shows(stage: Stage) -> None:
    asked = await stage.asks()

    assert asked.as_json() == {
        "action": "request_confirm",
        "interaction_id": asked.interaction_id,
        "commit_token": "cancel_order_4231",
        "expires_at": "2026-01-01T00:30:00.000Z",
        "status": "pending",
        "display": {
            "title": "Cancel order?",
            "description": "This will cancel order #4231 and issue a $49.00 refund. This cannot be undone.",
            "action_label": "Cancel order",
            "cancel_label": "Keep order",
            "destructive": True,
        },
    }


async def test_commit_is_ok_once_after_the_users_confirm(stage: Stage) -> None:
    assert (await stage.commits()).reason == "not_found"
    await stage.asks()
    assert (await stage.commits()).reason == "pending"
    assert (await stage.presses()).ok

    approval = await stage.commits()
    assert approval.ok and approval.reason is None
    again = await stage.commits()
    assert not again.ok and again.reason == "already_used"
    (stored,) = await stage.interactions.latest(stage.user)
    assert stored.status == "committed"
    assert stored.side_effect == "cancel order #4231, refund $49.00"


async def test_commit_says_cancelled_after_the_users_cancel(stage: Stage) -> None:
    await stage.asks()
    assert (await stage.presses("cancel")).ok
    assert (await stage.commits()).reason == "cancelled"


async def test_the_first_press_counts_and_a_dead_card_tells_the_truth(stage: Stage) -> None:
    await stage.asks()
    card = await stage.card()
    assert (await stage.presses("cancel", card)).ok
    late = await stage.presses("confirm", card)
    assert not late.ok and late.why_not == "cancelled"
    assert late.interaction is not None and late.interaction.status == "cancelled"
    assert (await stage.commits()).reason == "cancelled"


async def test_a_press_at_once_in_two_tabs_has_one_outcome(stage: Stage) -> None:
    await stage.asks()
    card = await stage.card()
    presses = await asyncio.gather(*(stage.presses(choice, card) for choice in ("confirm", "cancel") * 5))
    assert [press.ok for press in presses].count(True) == 1


async def test_a_press_with_another_nonce_or_of_another_user_changes_nothing(stage: Stage) -> None:
    await stage.asks()
    card = await stage.card()
    decide = stage.interactions.decide
    wrong = await decide(stage.user, card.id, nonce="guessed", choice="confirm", evidence=PRESS)
    stranger = await decide("eve", card.id, nonce=card.nonce, choice="confirm", evidence=PRESS)
    assert (wrong.why_not, stranger.why_not) == ("refused", "not_found")
    assert wrong.interaction is stranger.interaction is None
    assert (await stage.commits()).reason == "pending"
    assert (await stage.presses()).ok


async def test_what_is_no_press_on_a_card_decides_nothing(stage: Stage) -> None:
    await stage.asks()
    card = await stage.card()
    words = Evidence(by="words", words="yes")
    with pytest.raises(CoworkkitError, match="press on a card"):
        await stage.interactions.decide(stage.user, card.id, nonce=card.nonce, choice="confirm", evidence=words)
    assert (await stage.card()).status == "pending"


async def test_another_users_token_does_not_exist_for_you(stage: Stage) -> None:
    await stage.asks()
    await stage.presses()
    assert (await stage.commits("eve")).reason == "not_found"
    assert (await stage.interactions.pending("eve")) == []
    theirs = await stage.asks("eve")
    assert theirs.status == "pending"
    assert (await stage.commits("eve")).reason == "pending"
    assert (await stage.commits()).ok


async def test_a_confirmation_dies_at_its_deadline(stage: Stage) -> None:
    await stage.asks(ttl_minutes=1)
    await stage.presses()
    stage.clock.skip(60)
    assert (await stage.commits()).reason == "expired"
    assert (await stage.commits()).reason == "expired"


async def test_a_confirmation_counts_until_its_deadline(stage: Stage) -> None:
    await stage.asks(ttl_minutes=1)
    stage.clock.skip(59)
    assert (await stage.presses()).ok
    stage.clock.skip(0.999)
    assert (await stage.commits()).ok


async def test_a_press_after_the_deadline_is_told_that_the_card_has_expired(stage: Stage) -> None:
    await stage.asks(ttl_minutes=1)
    card = await stage.card()
    stage.clock.skip(60)
    late = await stage.presses("confirm", card)
    assert not late.ok and late.why_not == "expired"
    assert await stage.interactions.pending(stage.user) == []


async def test_a_clock_that_jumps_back_revives_no_card(stage: Stage) -> None:
    await stage.asks(ttl_minutes=1)
    card = await stage.card()
    stage.clock.skip(60)
    stage.clock.set_wall(FakeClock().now())
    assert (await stage.presses("confirm", card)).why_not == "expired"

    later = await stage.restarted(clock=FakeClock())
    async with later:
        assert (await later.presses("confirm", card)).why_not == "expired"
        assert (await later.commits()).reason == "expired"


async def test_a_clock_that_jumps_back_gives_a_card_no_more_time(stage: Stage) -> None:
    await stage.asks(ttl_minutes=10)
    card = await stage.card()
    stage.clock.set_wall(FakeClock().now().replace(year=2020))
    stage.clock.skip(9 * 60)
    assert (await stage.card()).id == card.id
    stage.clock.skip(60)
    assert await stage.interactions.pending(stage.user) == []


async def test_asking_the_same_again_gives_the_same_card(stage: Stage) -> None:
    first = await stage.asks()
    again = await asyncio.gather(*(stage.asks() for _ in range(10)))
    assert {each.interaction_id for each in again} == {first.interaction_id}
    await stage.presses()
    assert (await stage.asks()).as_json() == first.as_json() | {"status": "submitted"}
    assert (await stage.commits()).ok


async def test_asked_at_once_under_one_token_there_is_one_card(stage: Stage) -> None:
    asked = await asyncio.gather(*(stage.asks() for _ in range(10)))
    assert len({each.interaction_id for each in asked}) == 1
    assert len(await stage.interactions.pending(stage.user)) == 1


@pytest.mark.parametrize("confirmed", [False, True])
async def test_asking_something_else_under_a_token_voids_what_was_asked(stage: Stage, confirmed: bool) -> None:
    first = await stage.asks()
    card = await stage.card()
    if confirmed:
        await stage.presses()
    second = await stage.asks(description="This will cancel order #4231 and issue a $59.00 refund.")
    assert second.interaction_id != first.interaction_id
    assert (await stage.presses("confirm", card)).why_not == "expired"
    assert (await stage.commits()).reason == "pending"


async def test_a_used_token_is_spent(stage: Stage) -> None:
    await stage.asks()
    await stage.presses()
    await stage.commits()
    with pytest.raises(CoworkkitError, match="used already"):
        await stage.asks()
    assert await stage.interactions.pending(stage.user) == []
    assert (await stage.commits()).reason == "already_used"


@pytest.mark.parametrize("ends", ["cancelled", "expired"])
async def test_after_a_no_or_no_answer_it_can_be_asked_again(stage: Stage, ends: str) -> None:
    await stage.asks(ttl_minutes=1)
    if ends == "cancelled":
        await stage.presses("cancel")
    stage.clock.skip(60)
    assert (await stage.commits()).reason == ends
    await stage.asks()
    assert (await stage.commits()).reason == "pending"
    await stage.presses()
    assert (await stage.commits()).ok


@pytest.mark.parametrize(
    ("shown", "about_to"),
    [
        ({"amount": 49}, {"amount": 59}),
        ({"amount": 49}, None),
        (None, {"amount": 49}),
        ({"amount": 49}, {"amount": 49, "to": "eve"}),
        ({"rows": [1, 2]}, {"rows": [2, 1]}),
        ({"flag": True}, {"flag": 1}),
    ],
)
async def test_commit_says_changed_when_something_else_is_about_to_happen(
    stage: Stage, shown: Any, about_to: Any
) -> None:
    await stage.asks(binds=shown)
    await stage.presses()
    assert (await stage.commits(binds=about_to)).reason == "changed"
    assert (await stage.commits(binds=shown)).ok


async def test_what_is_bound_is_on_the_card_and_its_order_does_not_matter(stage: Stage) -> None:
    asked = await stage.asks(binds={"order": 4231, "amount": 49.0, "password": "hunter2"})
    assert asked.display["binds"] == {"order": 4231, "amount": 49.0, "password": "••••••"}
    await stage.presses()
    assert (await stage.commits(binds={"password": "hunter3", "amount": 49, "order": 4231})).reason == "changed"
    assert (await stage.commits(binds={"password": "hunter2", "amount": 49, "order": 4231})).ok


async def test_an_answer_is_kept_for_the_retention_and_then_forgotten(database: Database) -> None:
    async with Stage(database, retention=3600) as stage:
        await stage.asks(ttl_minutes=1)
        stage.clock.skip(60)
        await stage.interactions.keeper.tidy()
        stage.clock.skip(3599)
        await stage.interactions.keeper.tidy()
        assert (await stage.commits()).reason == "expired"
        stage.clock.skip(3602)
        await stage.interactions.keeper.tidy()
        assert (await stage.commits()).reason == "not_found"


async def test_nobody_signed_in_means_nobody_is_asked(stage: Stage) -> None:
    for user in (None, ""):
        with pytest.raises(CoworkkitError, match="Nobody is signed in"):
            await stage.interactions.confirm_action(user, title="T", description="D", commit_token="12345678")


async def test_text_of_every_script_and_kind_comes_back_as_it_was(stage: Stage) -> None:
    text = "Ж 取消 \u202e\u200b\x01\n\t\x7f 👩‍👩‍👧 'quote' \"double\" %s :name {x} \\"
    asked = await stage.asks(title=text, description=text, binds={text: text})
    assert asked.display["title"] == asked.display["description"] == text
    card = await stage.card()
    assert card.display["binds"] == {text: text}
    assert card.subscriber == "ada"


async def test_many_cards_wait_side_by_side_in_the_order_they_were_asked(stage: Stage) -> None:
    tokens = [f"token_number_{number}" for number in range(12)]
    for token in tokens:
        stage.clock.skip(1)
        await stage.asks(commit_token=token)
    assert [card.commit_token for card in await stage.interactions.pending(stage.user)] == tokens
    assert [card.commit_token for card in await stage.interactions.latest(stage.user, 3)] == tokens[:-4:-1]


def test_interactions_say_what_they_cannot_be_made_of() -> None:
    for given in ({"retention": 1.0}, {"url": "mysql://x/y"}, {"url": "not a url"}, {"url": "sqlite://"}):
        with pytest.raises(CoworkkitError):
            Interactions(**given)  # type: ignore[arg-type]


async def test_a_process_that_begins_late_has_the_same_time(database: Database) -> None:
    async with Stage(database) as early, Stage(database, clock=early.clock) as late:
        early.clock.skip(300)
        await early.asks(ttl_minutes=1)
        early.clock.skip(59)
        assert len(await late.interactions.pending("ada")) == 1
        assert (await late.presses()).ok
