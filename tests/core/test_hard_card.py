"""A hard call: the card, and only a person's click on it, in time, on what they see, lets it run."""

from __future__ import annotations

import asyncio

import pytest

from coworkkit import Evidence
from coworkkit.core.card_line import Press
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene

deleted: list[str] = []


def delete_project(project: str, force: bool = False) -> str:
    """Delete a project for good."""
    deleted.append(project)
    return f"deleted {project}"


@pytest.fixture
def scene() -> Scene:
    deleted.clear()
    return Scene(delete_project, control="hard", confirmation_timeout=30.0)


async def test_hard_call_runs_after_a_click_on_confirm(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    assert not call.done() and deleted == []
    reply = await scene.person.confirms()
    assert reply.ok and reply.state == "confirmed"
    result = await scene.end_of(call)
    assert result.ok and result.result == "deleted Alpha"
    assert deleted == ["Alpha"]


async def test_confirmed_hard_call_has_one_record_with_the_click(scene: Scene) -> None:
    began = scene.clock.now()
    await scene.confirmed("delete_project", {"project": "Alpha"})
    record = scene.record
    assert (record.control, record.gate, record.summary) == (
        "hard",
        "confirmed",
        "Delete a project for good.",
    )
    assert record.evidence == Evidence(by="card", cause="click", card="basic", input="mouse", visibility="checked")
    assert record.asked_at == began and record.decided_at is not None
    assert record.asked_at < record.decided_at <= record.settled_at
    assert record.outcome.ok and record.outcome.entered


async def test_cancelled_hard_call_runs_nothing_and_nothing_failed(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    assert (await scene.person.cancels()).state == "cancelled"
    result = await scene.end_of(call)
    assert result.code == "cancelled" and "declined" in result.message
    record = scene.record
    assert record.gate == "cancelled" and record.outcome.error is None
    assert not record.outcome.ok and not record.outcome.entered and deleted == []
    assert (record.evidence.by, record.evidence.cause) == ("card", "click")


@pytest.mark.scenario("S25")
async def test_silence_is_a_timeout_and_never_said_to_be_a_refusal(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    await scene.clock.advance(30)
    result = await scene.end_of(call)
    assert result.code == "timeout"
    assert "did not refuse" in result.message and "declined" not in result.message
    record = scene.record
    assert (record.gate, record.evidence.by, record.evidence.cause) == ("timeout", "clock", "deadline")
    assert record.outcome.error is None and deleted == []


@pytest.mark.scenario("S24")
@pytest.mark.parametrize("choice", ["confirm", "cancel"])
async def test_a_press_one_second_late_does_nothing_and_is_told_so(scene: Scene, choice: str) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    press = press_on(await scene.person.sees_card())
    await scene.clock.advance(31)
    reply = getattr(scene.session.cards, choice)(press, pressed())
    assert (reply.ok, reply.state) == (False, "timeout")
    assert "ran out" in reply.message and "Nothing was done" in reply.message
    assert (await scene.end_of(call)).code == "timeout"
    assert scene.record.evidence.by == "clock" and deleted == []


@pytest.mark.scenario("S24")
async def test_the_server_judges_lateness_even_before_its_own_timer_ran(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    press = press_on(await scene.person.sees_card())
    scene.clock.skip(30)
    assert scene.session.cards.confirm(press, pressed()).state == "timeout"
    assert (await scene.end_of(call)).code == "timeout" and deleted == []


async def test_a_wall_clock_that_jumps_changes_no_deadline(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    scene.clock.set_wall(scene.clock.now().replace(year=2031))
    assert (await scene.person.confirms()).ok
    assert (await scene.end_of(call)).ok


@pytest.mark.scenario("S42")
async def test_a_double_press_on_confirm_runs_once_and_leaves_the_next_card_alone(scene: Scene) -> None:
    first = scene.start("delete_project", {"project": "Alpha"})
    second = scene.start("delete_project", {"project": "Beta"})
    press = press_on(await scene.person.sees_card())
    await scene.clock.advance(1)
    replies = [scene.session.cards.confirm(press, pressed()) for _ in range(10)]
    assert [reply.ok for reply in replies] == [True] + [False] * 9
    assert {reply.state for reply in replies} == {"confirmed"}
    assert (await scene.end_of(first)).ok and not second.done()
    assert deleted == ["Alpha"] and len(scene.records) == 1
    await scene.person.cancels()
    assert (await scene.end_of(second)).code == "cancelled"
    late = scene.session.cards.confirm(press, pressed())
    assert not late.ok and "Nothing was done" not in late.message, "something was done"


async def test_confirm_counts_only_after_the_card_was_on_screen_for_half_a_second(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    press = press_on(await scene.person.sees_card())
    for early in (0.0, 0.3):
        await scene.clock.advance(early)
        reply = scene.session.cards.confirm(press, pressed())
        assert (reply.ok, reply.state) == (False, "pending")
    await scene.clock.advance(0.3)
    assert scene.session.cards.confirm(press, pressed()).ok
    assert (await scene.end_of(call)).ok


async def test_cancel_is_never_too_early(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    assert (await scene.person.cancels()).ok
    assert (await scene.end_of(call)).code == "cancelled"


@pytest.mark.scenario("S39", "S06", "S07")
async def test_confirm_does_not_count_while_a_value_is_still_folded(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "x" * 50_000})
    await asyncio.sleep(0)
    cards = scene.session.cards
    assert cards.on_screen is not None
    press = press_on(cards.on_screen)
    cards.painted(press)
    await scene.clock.advance(1)
    reply = cards.confirm(press, pressed())
    assert (reply.ok, reply.state) == (False, "pending") and deleted == []
    cards.unfolded(press)
    assert cards.confirm(press, pressed()).ok
    assert (await scene.end_of(call)).result == "deleted " + "x" * 50_000


@pytest.mark.scenario("S13", "S39")
@pytest.mark.parametrize("wrong", ["id", "nonce", "revision", "everything"])
async def test_a_press_with_any_part_wrong_changes_nothing(scene: Scene, wrong: str) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    right = press_on(await scene.person.sees_card())
    await scene.clock.advance(1)
    press = Press(
        "another" if wrong in ("id", "everything") else right.card_id,
        "guessed" if wrong in ("nonce", "everything") else right.nonce,
        2 if wrong in ("revision", "everything") else right.revision,
    )
    cards = scene.session.cards
    for reply in (
        cards.confirm(press, pressed()),
        cards.cancel(press, pressed()),
        cards.more_time(press),
        cards.unfolded(press),
        cards.painted(press),
    ):
        assert not reply.ok
    assert not call.done() and deleted == []
    assert cards.confirm(right, pressed()).ok
    assert (await scene.end_of(call)).ok


@pytest.mark.scenario("S39")
async def test_a_card_of_another_session_cannot_be_pressed(scene: Scene) -> None:
    other = Scene(delete_project, control="hard")
    call = scene.start("delete_project", {"project": "Alpha"})
    theirs = other.start("delete_project", {"project": "Beta"})
    press = press_on(await scene.person.sees_card())
    await other.person.sees_card()
    await scene.clock.advance(1)
    await other.clock.advance(1)
    assert not other.session.cards.confirm(press, pressed()).ok
    assert deleted == [] and not call.done() and not theirs.done()
    await scene.person.confirms()
    await other.person.cancels()
    assert (await scene.end_of(call)).ok and not (await other.end_of(theirs)).ok


@pytest.mark.scenario("S39")
async def test_a_card_that_was_never_painted_cannot_be_confirmed_and_times_out(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await asyncio.sleep(0)
    cards = scene.session.cards
    assert cards.on_screen is not None
    press = press_on(cards.on_screen)
    await scene.clock.advance(4)
    cards.unfolded(press)
    assert not cards.confirm(press, pressed()).ok
    await scene.clock.advance(2)
    assert (await scene.end_of(call)).code == "timeout"
    record = scene.record
    assert (record.gate, record.evidence.cause, record.asked_at) == ("timeout", "not_painted", None)


async def test_a_browser_may_hold_the_card_back_while_the_user_types_but_not_for_ever(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await asyncio.sleep(0)
    cards = scene.session.cards
    assert cards.on_screen is not None
    press = press_on(cards.on_screen)
    for _ in range(30):
        await scene.clock.advance(4)
        assert cards.deferred(press.card_id).ok
    assert not call.done()
    for _ in range(60):
        await scene.clock.advance(4)
        cards.deferred(press.card_id)
    assert (await scene.end_of(call)).code == "timeout"


async def test_more_time_is_there_near_the_end_and_ten_times(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    card = await scene.person.sees_card()
    for left in range(10, 0, -1):
        assert card.extensions_left == left
        await scene.clock.advance(29)
        assert scene.session.cards.more_time(press_on(card)).ok
    assert not scene.session.cards.more_time(press_on(card)).ok
    await scene.clock.advance(29)
    assert not call.done()
    await scene.clock.advance(2)
    assert (await scene.end_of(call)).code == "timeout"


async def test_more_time_cannot_be_asked_for_early(scene: Scene) -> None:
    patient = Scene(delete_project, control="hard", confirmation_timeout=60.0)
    call = patient.start("delete_project", {"project": "Alpha"})
    card = await patient.person.sees_card()
    await patient.clock.advance(29)
    assert not patient.session.cards.more_time(press_on(card)).ok
    await patient.clock.advance(2)
    assert patient.session.cards.more_time(press_on(card)).ok
    await patient.clock.advance(59)
    await patient.person.confirms()
    assert (await patient.end_of(call)).ok


@pytest.mark.scenario("S27", "S05")
@pytest.mark.parametrize("words", ["yes", "change the amount to 5 first", "stop, do not run that"])
async def test_no_chat_text_decides_a_card(scene: Scene, words: str) -> None:
    """CHOICE of S27: the card stays open, and the text is answered once the agent is free again."""
    call = scene.start("delete_project", {"project": "Alpha"})
    card = await scene.person.sees_card()
    scene.person.says(words)
    assert scene.session.cards.on_screen is card and not call.done() and deleted == []
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok


@pytest.mark.scenario("S29")
async def test_a_cancelled_call_comes_back_without_a_card_for_the_rest_of_the_users_turn(
    scene: Scene,
) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.cancels()
    assert "Do not ask for it again" in (await scene.end_of(call)).message
    for _ in range(10):
        again = await scene.call("delete_project", {"project": "Alpha"})
        assert again.code == "cancelled" and "declined" in again.message
    assert scene.session.cards.on_screen is None
    assert [record.gate for record in scene.records] == ["cancelled"] + ["refused"] * 10
    scene.person.says("Delete it after all")
    assert (await scene.confirmed("delete_project", {"project": "Alpha"})).ok


@pytest.mark.scenario("S29", "S18")
async def test_calls_the_user_keeps_confirming_are_not_blocked_and_each_needs_its_own_click(
    scene: Scene,
) -> None:
    for _ in range(6):
        assert (await scene.confirmed("delete_project", {"project": "Alpha"})).ok
    assert len(deleted) == 6


@pytest.mark.scenario("S18")
async def test_a_click_covers_no_other_arguments_and_no_second_call(scene: Scene) -> None:
    await scene.confirmed("delete_project", {"project": "Alpha"})
    for project in ("Beta", "Alpha"):
        call = scene.start("delete_project", {"project": project})
        await scene.person.cancels()
        assert (await scene.end_of(call)).code == "cancelled"
    assert deleted == ["Alpha"]


@pytest.mark.scenario("S15")
@pytest.mark.parametrize("call_id", ["call_0", ""])
async def test_a_call_id_used_again_opens_its_own_card(scene: Scene, call_id: str) -> None:
    await scene.confirmed("delete_project", {"project": "Alpha"}, call_id=call_id)
    call = scene.start("delete_project", {"project": "Beta"}, call_id=call_id)
    await scene.person.cancels()
    assert (await scene.end_of(call)).code == "cancelled"
    assert deleted == ["Alpha"]
    assert [record.gate for record in scene.records] == ["confirmed", "cancelled"]


@pytest.mark.scenario("S54")
async def test_the_identical_call_while_its_card_is_open_gets_no_second_card(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    again = await scene.call("delete_project", {"project": "Alpha"})
    assert again.code == "confirmation_busy" and scene.session.cards.waiting == 0
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok and deleted == ["Alpha"]


@pytest.mark.parametrize("framed", [True, False])
async def test_an_action_that_requires_the_framed_card_is_refused_where_there_is_none(framed: bool) -> None:
    def wire_money() -> str:
        """Wire money."""
        return "wired"

    scene = Scene(wire_money, control="hard", require_framed=True, framed=framed)
    if not framed:
        refused = await scene.session.call("wire_money")
        assert (refused.code, scene.record.outcome.entered) == ("unavailable", False)
        assert "HTTPS" in refused.message
        return
    task = asyncio.create_task(scene.session.call("wire_money"))
    await scene.person.confirms()
    assert (await task).ok


async def test_an_action_that_insists_on_the_framed_card_is_not_asked_about_by_another(scene: Scene) -> None:
    scene.add(delete_project, name="insists", control="hard", require_framed=True)
    refused = await scene.call("insists", {"project": "Alpha"})
    assert refused.code == "unavailable" and "secure connection" in refused.message
    assert scene.session.cards.on_screen is None and deleted == []
    assert (await scene.confirmed("delete_project", {"project": "Alpha"})).ok
