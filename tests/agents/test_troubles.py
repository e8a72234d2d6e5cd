"""What the user reads when an agent could not answer, and what the log is told."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import get_args

import pytest

from coworkkit import AgentTroubleError, CallResult, Turn
from coworkkit.errors import Trouble
from coworkkit.messages import GERMAN
from tests.core.scene import Scene, until


class Troubled:
    """An agent that cannot answer."""

    name = "Nova"
    greeting = ""
    connector = "carrier pigeon"

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.results: list[CallResult] = []

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        """Say a little, call, and fail."""
        yield "Let me see"
        self.results.append(await turn.call("look", {}, call_id="call_1"))
        raise self.error


def look() -> str:
    """Look."""
    return "seen"


@pytest.mark.parametrize("trouble", get_args(Trouble))
async def test_each_trouble_is_one_plain_sentence_and_its_cause_is_in_the_log(
    trouble: Trouble, caplog: pytest.LogCaptureFixture
) -> None:
    scene = Scene(look, agent=Troubled(AgentTroubleError(trouble, "HTTP 418 from the teapot")))
    with caplog.at_level(logging.WARNING, "coworkkit"):
        scene.person.says("hello")
        await until(lambda: scene.session.working is None)
    said = list(scene.session.conversation.messages.values())

    assert said[-1].role == "notice" and said[-1].tone == "failed" and said[-1].again == said[0].id
    assert "Nova" in said[-1].text and "teapot" not in said[-1].text
    assert trouble in caplog.text and "HTTP 418 from the teapot" in caplog.text


def test_every_trouble_has_a_sentence_of_its_own_in_both_languages() -> None:
    scene = Scene()
    keys = ["setupNeeded", "cannotConnect", "noAnswerCame", "lineBusy", "outOfCredit", "tooManySteps", "notAskable"]

    assert len({scene.session.say(f"said.{key}", agent="Nova") for key in keys}) == len(get_args(Trouble))
    assert all(f"said.{key}" in GERMAN for key in keys)


async def test_the_models_own_id_and_the_connector_are_in_the_record() -> None:
    agent = Troubled(RuntimeError("broken"))
    scene = Scene(look, agent=agent)
    scene.person.says("hello")
    await until(lambda: scene.session.working is None)

    assert scene.record.call_id == "call_1"
    assert scene.record.caller.agent == "Nova"
    assert scene.record.caller.connector == "carrier pigeon"
    assert agent.results[0].call_id == "call_1"
    assert agent.results[0].result == "seen"
