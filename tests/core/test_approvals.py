"""A step that an agent takes outside of the page: asked about on the card, and by nobody else's word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from coworkkit import CallResult, Turn
from coworkkit.messages import GERMAN
from tests.core.scene import Scene, until

Ask = Callable[[Turn], Awaitable[CallResult]]


class Asking:
    """An agent that asks for an approval in each turn, and keeps what it is told."""

    name = "Nova"
    greeting = ""
    connector = "elsewhere"

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.told: list[CallResult] = []
        self.turn: Turn | None = None

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Ask, and say what came of it."""
        self.turn = turn
        self.told.append(await self.ask(turn))
        yield "ok" if self.told[-1].ok else "no"


async def drop(turn: Turn) -> CallResult:
    """Ask about one step."""
    return await turn.approve("Trust me", tool="drop_table", arguments={"table": "users", "password": "hunter2"})


def scene_for(ask: Ask = drop, **given: Any) -> tuple[Scene, Asking]:
    """A page whose agent asks for an approval."""
    agent = Asking(ask)
    return Scene(agent=agent, **given), agent


async def ended(scene: Scene) -> None:
    """Wait until the agent has answered."""
    await until(lambda: scene.session.working is None)


async def test_a_step_is_approved_by_the_card_and_recorded_like_every_hard_call() -> None:
    scene, agent = scene_for()
    scene.person.says("go")
    card = await scene.person.sees_card()
    assert card.content.title == [
        "Nova wants to take a step outside of this page and asks for your approval. This app cannot check what it does."
    ]
    assert [row.label for row in card.content.rows] == [["agent says"], ["agent tool"], ["agent arguments"]]
    assert card.content.confirm_label == ["Approve this step"]
    assert "hunter2" not in str(card.content)

    await scene.person.confirms()
    await ended(scene)
    assert [told.ok for told in agent.told] == [True]
    record = scene.record
    assert (record.action, record.control, record.gate, record.evidence.by) == (
        "approve_agent_step", "hard", "confirmed", "card",
    )  # fmt: skip
    assert record.caller.agent == "Nova" and record.caller.connector == "elsewhere"
    assert record.arguments["agent_says"] == "Trust me" and "hunter2" not in str(record)


@pytest.mark.parametrize("ending", ["cancels", "stops", "waits"])
async def test_everything_but_a_confirming_press_is_a_no(ending: str) -> None:
    scene, agent = scene_for(confirmation_timeout=10)
    scene.person.says("go")
    await scene.person.sees_card()
    if ending == "cancels":
        await scene.person.cancels()
    elif ending == "stops":
        scene.person.stops()
    else:
        await scene.person.waits(11)
    await ended(scene)
    assert not any(told.ok for told in agent.told)
    assert scene.record.gate == ("timeout" if ending == "waits" else "cancelled")
    assert not scene.record.outcome.entered


async def test_no_yes_in_words_approves_a_step() -> None:
    scene, agent = scene_for()
    scene.person.says("go")
    await scene.person.sees_card()
    scene.person.says("yes")
    await asyncio.sleep(0)
    assert agent.told == [] and scene.session.cards.on_screen is not None
    scene.person.stops()
    await ended(scene)


async def test_the_approval_is_no_action_that_a_page_offers_or_that_a_name_reaches() -> None:
    scene, _ = scene_for()
    assert scene.session.catalogue.snapshot().actions == ()
    assert (await scene.call("approve_agent_step", {"agent_says": "Press it"})).code == "not_found"


async def test_an_apps_own_action_of_that_name_is_not_run_by_an_approval() -> None:
    scene, agent = scene_for()
    ran = []

    def approve_agent_step(agent_says: str = "") -> str:
        """An action of the app's own."""
        ran.append(agent_says)
        return "ran"

    scene.add(approve_agent_step)
    scene.person.says("go")
    await scene.person.confirms()
    await ended(scene)
    assert agent.told[0].ok and ran == []


async def test_a_turn_that_is_over_asks_nobody() -> None:
    scene, agent = scene_for()
    scene.person.says("go")
    await scene.person.confirms()
    await ended(scene)
    assert agent.turn is not None
    late = await agent.turn.approve("Again")
    assert not late.ok and scene.session.cards.on_screen is None


async def test_a_step_that_was_declined_is_not_asked_about_again_in_the_same_turn() -> None:
    async def twice(turn: Turn) -> CallResult:
        await drop(turn)
        return await drop(turn)

    scene, agent = scene_for(twice)
    scene.person.says("go")
    await scene.person.cancels()
    await ended(scene)
    assert agent.told[0].code == "cancelled"
    assert [record.gate for record in scene.records] == ["cancelled", "refused"]


async def test_an_agent_whose_steps_are_declined_three_times_may_not_ask_any_more() -> None:
    scene, agent = scene_for()
    for _ in range(3):
        scene.person.says("go")
        await scene.person.cancels()
        await ended(scene)
    scene.person.says("go")
    await ended(scene)
    assert not agent.told[-1].ok and scene.records[-1].gate == "refused"


@pytest.mark.parametrize("says", ["", "x" * 200_000])
async def test_a_step_that_nobody_can_read_is_a_no_and_a_short_one_is_asked(says: str) -> None:
    scene, agent = scene_for(lambda turn: turn.approve(says))
    scene.person.says("go")
    if says:
        await ended(scene)
        assert not agent.told[0].ok and scene.record.gate == "refused"
    else:
        await scene.person.cancels()
        await ended(scene)


async def test_the_card_is_in_the_pages_words() -> None:
    scene, _ = scene_for()
    settings = type(scene.session.settings)(agent=scene.session.settings.agent, messages=GERMAN)
    scene.session.attach(scene.session.catalogue, settings, scene.session.screen)
    scene.person.says("los")
    card = await scene.person.sees_card()
    assert str(card.content.title[0]).startswith("Nova will einen Schritt")
    assert card.content.confirm_label == ["Diesen Schritt genehmigen"]
    scene.person.stops()
    await ended(scene)
