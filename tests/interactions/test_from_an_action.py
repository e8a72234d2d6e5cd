"""The context an action's function may take: made by the gate from the session, and worth nothing afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any

import pytest
from pydantic import BaseModel

from coworkkit import ActionContext, CoworkkitError, DeclarationError
from coworkkit.agents import LocalAgent
from coworkkit.testing import Person, open_session
from tests.interactions.stage import EFFECT, PATIENCE_SECONDS, QUESTION, Database, Stage
from tests.records import keep_records

done: list[int] = []


async def cancel_order(order_id: int, ctx: ActionContext) -> dict[str, Any]:
    """Cancel an order."""
    approval = await ctx.tools.commit_action(f"cancel_order_{order_id}", f"cancel order #{order_id}")
    if approval.ok:
        done.append(order_id)
        return {"cancelled": True}
    if approval.reason in ("not_found", "expired"):
        await ctx.tools.confirm_action(
            title="Cancel order?",
            description=f"This will cancel order #{order_id}.",
            commit_token=f"cancel_order_{order_id}",
        )
        return {"asked": True}
    return approval.as_json()


kept: list[ActionContext] = []


async def keep(ctx: ActionContext) -> str:
    """Keep the context for later."""
    kept.append(ctx)
    return f"{ctx.user} {ctx.call_id}"


async def fail_after_commit(ctx: ActionContext) -> None:
    """Use the confirmation, and fail."""
    assert (await ctx.tools.commit_action(**EFFECT)).ok
    raise ValueError("the shop is closed")


async def commit_many(ctx: ActionContext) -> list[bool]:
    """Use the confirmation twenty times at once."""
    return [each.ok for each in await asyncio.gather(*(ctx.tools.commit_action(**EFFECT) for _ in range(20)))]


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    done.clear()
    kept.clear()
    async with Stage(Database(None), cancel_order, keep, fail_after_commit, commit_many) as opened:
        yield opened


async def test_one_tool_in_two_turns_reads_as_in_the_seed(stage: Stage) -> None:
    assert (await stage.calls("cancel_order", {"order_id": 4231})).result == {"asked": True}
    assert (await stage.calls("cancel_order", {"order_id": 4231})).result["reason"] == "pending"
    assert done == []
    await stage.presses()
    assert (await stage.calls("cancel_order", {"order_id": 4231})).result == {"cancelled": True}
    assert (await stage.calls("cancel_order", {"order_id": 4231})).result["reason"] == "already_used"
    assert done == [4231]


async def test_the_context_is_no_argument(stage: Stage) -> None:
    action = next(each for each in stage.session.catalogue.snapshot().actions if each.name == "cancel_order")
    assert list(action.parameters["properties"]) == ["order_id"]
    forged = await stage.calls("cancel_order", {"order_id": 4231, "ctx": {"user": "eve"}})
    assert forged.code == "invalid_args"
    assert forged.problems[0].field == "ctx"


async def test_the_context_is_of_the_sessions_user_and_the_call(stage: Stage) -> None:
    result = await stage.calls("keep")
    assert result.result == f"ada {result.call_id}"
    theirs = stage.new_session(keep, user="eve")
    assert (await theirs.call("keep")).result.startswith("eve ")


async def test_a_context_that_was_kept_is_worth_nothing(stage: Stage) -> None:
    await stage.calls("keep")
    await stage.asks()
    await stage.presses()
    with pytest.raises(CoworkkitError, match="over"):
        await kept[0].tools.commit_action(**EFFECT)
    with pytest.raises(CoworkkitError, match="over"):
        await kept[0].tools.confirm_action(**QUESTION)
    assert (await stage.commits()).ok


async def test_on_a_page_without_interactions_the_tools_say_so() -> None:
    session = open_session(cancel_order)
    result = await session.call("cancel_order", {"order_id": 1})
    assert result.code == "internal" and "interactions=" in result.message
    assert not {"confirm_action", "commit_action"} & {each.name for each in session.catalogue.snapshot().actions}


async def test_the_record_of_a_commit_has_the_interaction_and_the_press(stage: Stage) -> None:
    await stage.calls("cancel_order", {"order_id": 4231})
    assert stage.records[-1].gate == "fired" and stage.records[-1].interactions == ()
    card = await stage.card()
    stage.clock.skip(60)
    await stage.presses()
    stage.clock.skip(60)
    await stage.calls("cancel_order", {"order_id": 4231})

    record = stage.records[-1]
    assert record.interactions == (card.id,)
    assert record.gate == "confirmed"
    assert record.summary == "Cancel order?\nThis will cancel order #4231."
    assert (record.evidence.by, record.evidence.cause, record.evidence.input) == ("card", "click", "mouse")
    assert record.asked_at == card.created_at
    assert record.decided_at is not None
    assert (record.decided_at - card.created_at).total_seconds() == 60
    assert (record.settled_at - card.created_at).total_seconds() == 120
    assert record.outcome.ok and record.outcome.entered
    assert len([each for each in stage.records if each.interactions]) == 1


async def test_the_agent_has_both_tools_on_every_page(stage: Stage) -> None:
    asked = await stage.calls("confirm_action", QUESTION)
    assert asked.result["commit_token"] == QUESTION["commit_token"]
    assert asked.result["status"] == "pending"
    assert (await stage.calls("commit_action", EFFECT)).result["reason"] == "pending"
    await stage.presses()
    assert (await stage.calls("commit_action", EFFECT)).result["ok"] is True
    record = stage.records[-1]
    assert record.action == "commit_action" and record.gate == "confirmed"
    assert record.interactions == (asked.result["interaction_id"],)
    assert (await stage.calls("commit_action", EFFECT)).result["reason"] == "already_used"


@pytest.mark.scenario("S21")
async def test_tokens_are_in_no_record_and_no_log(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "coworkkit")
    await stage.calls("confirm_action", QUESTION)
    await stage.calls("commit_action", EFFECT)
    await stage.presses()
    await stage.calls("commit_action", EFFECT)
    await stage.calls("commit_action", EFFECT)
    assert len(stage.records) == 4
    for record in stage.records:
        assert "cancel_order_4231" not in record.model_dump_json()
        assert record.arguments["commit_token"] == "••••••"
    assert "cancel_order_4231" not in caplog.text


@pytest.mark.scenario("S47")
async def test_no_tool_an_agent_is_offered_decides_a_card(stage: Stage) -> None:
    asked = await stage.calls("confirm_action", QUESTION)
    told = {"interaction_id": asked.result["interaction_id"], "confirmed": True, "choice": "confirm", "nonce": "x"}
    for name in [each.name for each in stage.session.catalogue.snapshot().actions]:
        for arguments in (told, QUESTION | told, EFFECT | told, QUESTION, EFFECT):
            await stage.calls(name, arguments)
    card = await stage.card()
    assert card.status == "pending"
    assert card.nonce not in str(asked)
    await stage.presses()
    assert (await stage.calls("commit_action", EFFECT)).result["ok"] is True


@pytest.mark.scenario("S19")
async def test_after_a_failing_function_the_token_is_spent_and_the_status_says_so(stage: Stage) -> None:
    await stage.asks()
    await stage.presses()
    failed = await stage.calls("fail_after_commit")
    assert failed.code == "internal" and "the shop is closed" in failed.message
    assert stage.records[-1].gate == "confirmed" and not stage.records[-1].outcome.ok
    again = await stage.commits()
    assert again.reason == "already_used" and again.run == "failed"
    assert await stage.interactions.pending(stage.user) == []


@pytest.mark.scenario("S19")
async def test_twenty_commits_inside_one_function_give_one_ok(stage: Stage) -> None:
    await stage.asks()
    await stage.presses()
    assert (await stage.calls("commit_many")).result.count(True) == 1


async def test_a_user_who_has_changed_uses_up_nothing(stage: Stage) -> None:
    await stage.asks()
    await stage.presses()
    other = stage.new_session(fail_after_commit, cancel_order, user="eve")
    assert (await other.call("commit_action", EFFECT)).result["reason"] == "not_found"
    assert (await other.call("confirm_action", QUESTION)).result["status"] == "pending"
    assert len(await stage.interactions.pending("eve")) == 1
    assert (await stage.commits()).ok


class Order(BaseModel):
    """Which order."""

    order_id: int


SCHEMA = {"properties": {"order_id": {"type": "integer"}}, "required": ["order_id"]}


@pytest.mark.parametrize("parameters", [Order, SCHEMA])
async def test_the_context_comes_beside_declared_parameters(parameters: Any) -> None:
    async with Stage(Database(None)) as stage:
        session = open_session(cancel_order, parameters=parameters, interactions=stage.interactions)
        assert (await session.call("cancel_order", {"order_id": 7})).result == {"asked": True}
        forged = await session.call("cancel_order", {"order_id": 7, "ctx": {"user": "eve"}})
        assert forged.code == "invalid_args" or forged.result["reason"] == "pending"


async def test_an_action_that_cannot_await_the_tools_is_refused_where_it_is_declared() -> None:
    def plain(ctx: ActionContext) -> None:
        """Do."""

    async def optional(ctx: ActionContext | None = None) -> None:
        """Do."""

    async def two(ctx: ActionContext, other: ActionContext) -> None:
        """Do."""

    async def annotated(ctx: Annotated[ActionContext, "mine"]) -> str:
        """Do."""
        return ctx.call_id

    for function, said in ((plain, "async def"), (optional, "type ActionContext"), (two, "one parameter")):
        with pytest.raises(DeclarationError, match=said):
            open_session(function)
    assert (await open_session(annotated).call("annotated")).ok


async def test_an_agent_cannot_be_let_pass_the_context() -> None:
    class Forged(BaseModel):
        """What an agent would pass."""

        order_id: int
        ctx: str

    with pytest.raises(DeclarationError, match="lets an agent pass 'ctx'"):
        open_session(cancel_order, parameters=Forged)


async def test_a_user_who_signed_out_while_it_ran_uses_up_nothing(stage: Stage) -> None:
    signed_in = ["ada"]

    async def signs_out_first(ctx: ActionContext) -> None:
        """Sign out, and go on."""
        signed_in[0] = "eve"
        await ctx.tools.commit_action(**EFFECT)

    await stage.asks()
    await stage.presses()
    session = stage.new_session(signs_out_first, user="ada")
    session.settings = replace(session.settings, user_now=lambda: signed_in[0])
    result = await session.call("signs_out_first")
    assert not result.ok and "no longer the same user" in result.message
    assert (await stage.commits()).ok


async def test_a_call_that_uses_two_cards_names_both_in_its_one_record(stage: Stage) -> None:
    async def use_both(ctx: ActionContext) -> None:
        """Use both."""
        for token in ("token_one", "token_two"):
            assert (await ctx.tools.commit_action(token, "both")).ok

    for token in ("token_one", "token_two"):
        await stage.asks(commit_token=token, title=f"Do {token}?")
        stage.clock.skip(1)
    cards = await stage.interactions.pending("ada")
    for card in cards:
        await stage.presses("confirm", card)
    assert (await stage.new_session(use_both, user="ada").call("use_both")).ok
    (record,) = [each for each in stage.records if each.interactions]
    assert record.interactions == tuple(card.id for card in cards)
    assert record.summary is not None and record.summary.startswith("Do token_two?")


async def test_a_hard_call_that_uses_a_card_keeps_what_its_own_card_showed(stage: Stage) -> None:
    async def use_it(ctx: ActionContext) -> None:
        """Use the confirmation."""
        assert (await ctx.tools.commit_action(**EFFECT)).ok

    await stage.asks()
    await stage.presses()
    session = open_session(use_it, control="hard", clock=stage.clock, user="ada", interactions=stage.interactions)
    keep_records(session, stage.records)
    call = asyncio.ensure_future(session.call("use_it"))
    assert (await Person(session).confirms()).ok
    assert (await call).ok
    record = stage.records[-1]
    assert record.summary == "Use the confirmation." and len(record.interactions) == 1


async def test_a_run_that_the_server_stops_is_unknown_and_stays_used(stage: Stage) -> None:
    used = asyncio.Event()

    async def never_ends(ctx: ActionContext) -> None:
        """Use the confirmation, and never end."""
        assert (await ctx.tools.commit_action(**EFFECT)).ok
        used.set()
        await asyncio.Event().wait()

    await stage.asks()
    await stage.presses()
    session = stage.new_session(never_ends, user="ada")
    call = asyncio.ensure_future(session.call("never_ends"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await used.wait()
    after = await stage.restarted()
    async with after:
        approval = await after.commits()
        assert approval.reason == "already_used" and approval.run == "unknown"
        assert len(await after.interactions.unknown()) == 1
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)


async def test_the_agent_without_a_model_offers_no_tools_to_people() -> None:
    async def archive_thread(name: str) -> str:
        """Archive a thread."""
        return name

    async with Stage(Database(None)) as stage:
        session = open_session(archive_thread, agent=LocalAgent(), interactions=stage.interactions)
        for said in ("help", "help all", "confirm", "archive thread foo"):
            Person(session).says(said)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while session.working is not None:
                    await asyncio.sleep(0)
        everything = str(list(session.conversation.messages.values()))
        assert "foo" in everything and "archive thread" in everything
        assert "confirm action" not in everything and "approve" not in everything


async def test_an_agents_own_words_are_told_from_the_apps(stage: Stage) -> None:
    await stage.calls("cancel_order", {"order_id": 4231})
    assert (await stage.card()).words_by == "app"
    await stage.presses()
    claimed = await stage.calls("confirm_action", QUESTION | {"description": "Nothing to worry about."})
    card = await stage.card()
    assert card.id == claimed.result["interaction_id"] and card.words_by == "agent"
    assert (await stage.calls("cancel_order", {"order_id": 4231})).result["reason"] == "pending"
    assert done == []
