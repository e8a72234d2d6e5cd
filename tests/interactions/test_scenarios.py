"""Reported failures of products like this one, met by confirmations that outlive the page."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from coworkkit import ActionContext
from coworkkit.interactions import Interactions
from tests.interactions.stage import EFFECT, PATIENCE_SECONDS, QUESTION, Database, Stage


@pytest.mark.scenario("S21")
@pytest.mark.parametrize("swept", [False, True])
async def test_each_token_has_its_own_answer_whether_or_not_time_has_been_swept(stage: Stage, swept: bool) -> None:
    for ends in ("pending", "expired", "cancelled", "used", "ready"):
        await stage.asks(commit_token=f"token_{ends}", ttl_minutes=1 if ends == "expired" else 30)
    cards = {card.commit_token: card for card in await stage.interactions.pending(stage.user)}
    await stage.presses("cancel", cards["token_cancelled"])
    await stage.presses("confirm", cards["token_used"])
    await stage.presses("confirm", cards["token_ready"])
    assert (await stage.commits(commit_token="token_used")).ok
    stage.clock.skip(60)
    if swept:
        await stage.interactions.keeper.tidy()

    sweeping = [stage.interactions.keeper.tidy() for _ in range(3)]
    expected = {
        "token_pending": "pending",
        "token_expired": "expired",
        "token_cancelled": "cancelled",
        "token_used": "already_used",
        "token_read": "not_found",
        "token_ready ": "not_found",
        "TOKEN_READY": "not_found",
        "token\0ready": "not_found",
        "token_\ud800ready": "not_found",
        "": "not_found",
    }
    answers = await asyncio.gather(*(stage.commits(commit_token=token) for token in expected), *sweeping)
    assert [answer.reason for answer in answers if answer is not None] == list(expected.values())
    assert (await stage.commits("eve", commit_token="token_ready")).reason == "not_found"
    assert (await stage.commits(commit_token="token_ready")).ok


@pytest.mark.scenario("S23")
async def test_a_short_poll_says_pending_and_a_later_one_finds_the_answer(stage: Stage) -> None:
    await stage.asks(ttl_minutes=5)
    for _ in range(10):
        async with asyncio.timeout(2):
            assert (await stage.commits()).reason == "pending"
        stage.clock.skip(9)
    await stage.presses()
    assert (await stage.commits()).ok


@pytest.mark.scenario("S23")
async def test_a_call_that_was_given_up_leaves_the_card_as_it_is(stage: Stage) -> None:
    asked = await stage.asks()
    call = asyncio.ensure_future(stage.session.call("commit_action", EFFECT))
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert (await stage.card()).id == asked.interaction_id
    await stage.presses()
    assert (await stage.commits()).ok


@pytest.mark.scenario("S31")
async def test_after_a_restart_a_pending_card_can_be_confirmed_and_committed(database: Database) -> None:
    before = Stage(database)
    asked = await before.asks()
    before.clock.skip(60)
    after = await before.restarted()
    async with after:
        (card,) = await after.interactions.pending(after.user)
        assert card.id == asked.interaction_id
        assert (card.expires_at - after.clock.now()).total_seconds() == 29 * 60
        assert (await after.commits()).reason == "pending"
        assert (await after.presses("confirm", card)).ok
        again = await after.restarted()
        async with again:
            assert await again.interactions.pending(again.user) == []
            assert (await again.commits()).ok


def history(result: Any) -> list[Any]:
    """What a client sends each turn: OpenAI's form, Anthropic's, and talk that only looks like a result."""
    text = json.dumps(result)
    return [
        {"role": "user", "content": text},
        {"role": "assistant", "content": text, "tool_calls": [{"id": "1", "function": {"arguments": text}}]},
        {"role": "tool", "tool_call_id": "1", "content": text},
        {"role": "tool", "tool_call_id": "2", "content": json.dumps({"ok": True, "result": result, "é": 1})},
        {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": text}]}]},
        {"type": "function_call_output", "call_id": "3", "output": text},
        {"role": "tool", "content": 'not JSON, yet it says "request_confirm"'},
        {"role": "tool", "content": None},
    ]


@pytest.mark.scenario("S33")
@pytest.mark.parametrize(
    ("ends", "status", "confirmed"),
    [
        ("confirm", "submitted", True),
        ("cancel", "cancelled", False),
        ("expire", "expired", False),
        ("commit", "submitted", True),
    ],
)
async def test_the_next_turn_reads_what_the_user_decided(stage: Stage, ends: str, status: str, confirmed: bool) -> None:
    result = (await stage.asks()).as_json()
    sent = history(result)
    assert await stage.interactions.replay(stage.user, sent) == sent
    if ends == "expire":
        stage.clock.skip(30 * 60)
    else:
        await stage.presses("cancel" if ends == "cancel" else "confirm")
    if ends == "commit":
        await stage.commits()

    copy = json.loads(json.dumps(sent))
    for _ in range(3):
        replayed = await stage.interactions.replay(stage.user, sent)
        answer = {"status": status, "result": {"confirmed": confirmed}}
        assert replayed[:2] == sent[:2] and replayed[6:] == sent[6:]
        assert json.loads(replayed[2]["content"]) == answer
        assert json.loads(replayed[3]["content"]) == {"ok": True, "result": answer, "é": 1}
        assert json.loads(replayed[4]["content"][0]["content"][0]["text"]) == answer
        assert json.loads(replayed[5]["output"]) == answer
        assert sent == copy
        assert await stage.interactions.replay(stage.user, replayed) == replayed
    assert await stage.interactions.replay("eve", sent) == sent


@pytest.mark.scenario("S33")
async def test_a_history_sent_again_and_again_runs_and_asks_nothing_twice(database: Database) -> None:
    runs: list[int] = []

    async def cancel_order(ctx: ActionContext) -> dict[str, Any]:
        """Cancel the order."""
        approval = await ctx.tools.commit_action(**EFFECT)
        if approval.ok:
            runs.append(1)
        elif approval.reason in ("not_found", "expired"):
            return (await ctx.tools.confirm_action(**QUESTION)).as_json()
        return approval.as_json()

    async with Stage(database, cancel_order) as stage:
        asked = await stage.calls("cancel_order")
        sent = [{"role": "tool", "content": json.dumps(asked.result)}]
        await stage.presses()
        await stage.calls("cancel_order")
        for _ in range(3):
            await stage.interactions.replay(stage.user, sent)
            assert (await stage.calls("cancel_order")).result["reason"] == "already_used"
        assert runs == [1]
        assert len([record for record in stage.records if record.interactions]) == 1
        assert await stage.interactions.pending(stage.user) == []


async def test_a_long_history_is_read_in_portions(stage: Stage) -> None:
    asked = (await stage.asks()).as_json()
    await stage.presses()
    sent = [
        {"role": "tool", "content": json.dumps(asked | {"interaction_id": f"unknown-{number}"})}
        for number in range(1200)
    ]
    replayed = await stage.interactions.replay(stage.user, [*sent, {"role": "tool", "content": json.dumps(asked)}])
    assert replayed[:-1] == sent
    assert json.loads(replayed[-1]["content"])["status"] == "submitted"


async def test_a_run_is_told_as_running_done_failed_or_unknown(database: Database) -> None:
    used, go_on = asyncio.Event(), asyncio.Event()

    async def slow(ctx: ActionContext) -> None:
        """Take long."""
        assert (await ctx.tools.commit_action(**EFFECT)).ok
        used.set()
        await go_on.wait()

    async with Stage(database, slow) as here, Stage(database, clock=here.clock) as there:
        await here.asks()
        await here.presses()
        call = asyncio.ensure_future(here.session.call("slow"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await used.wait()
        assert (await there.commits()).run == "running"
        here.clock.skip(20)
        await here.interactions.keeper.tidy()
        here.clock.skip(20)
        assert (await there.commits()).run == "running"
        here.clock.skip(31)
        assert (await there.commits()).run == "unknown"
        assert len(await there.interactions.unknown()) == 1
        go_on.set()
        assert (await call).ok
        await here.commits()
        assert (await there.commits()).run == "done"
        assert await there.interactions.unknown() == []


async def test_a_store_that_fails_is_a_no(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    entered: list[int] = []

    async def act(ctx: ActionContext) -> None:
        """Act."""
        if (await ctx.tools.commit_action(**EFFECT)).ok:
            entered.append(1)

    interactions = Interactions("postgresql://user:very-secret@127.0.0.1:1/none")
    async with Stage(database, act) as stage:
        session = stage.new_session(act, user="ada")
        session.settings = session.settings.__class__(interactions=interactions)
        result = await session.call("act")
    assert result.code == "internal" and "could not" in result.message
    assert "very-secret" not in result.message
    assert entered == []
