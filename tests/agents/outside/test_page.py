"""A real page of NiceGUI that lets an agent in: where it is served, whose storage is read, and what the card asks."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from nicegui import app, core, ui
from nicegui.testing import User

from coworkkit import CoworkkitError, CoworkkitProvider, DeclarationError, Session, use_action
from coworkkit.agents import MCPEndpoint
from coworkkit.testing import Person, session_on
from tests.agents.outside.conftest import Stage
from tests.agents.outside.line_to import Panel, lets_in, told
from tests.core.scene import Scene, until


async def paired(session: Session) -> str:
    """The user connects an agent; return the bearer they are shown."""
    panel = Panel()
    session.attach(session.catalogue, session.settings, panel)
    session.outside.ask()
    await Person(session).confirms()
    await until(lambda: panel.bearers)
    return panel.bearers[-1][1]


async def test_an_action_called_from_outside_reads_the_storage_of_the_pages_user(user: User) -> None:
    endpoint = MCPEndpoint()

    @app.get("/whose")
    def whose() -> str:
        return str(app.storage.user.get("name"))

    @ui.page("/")
    def page() -> None:
        app.storage.user["name"] = "Ada"
        with CoworkkitProvider(mcp=endpoint):

            @use_action
            async def who() -> str:
                """Say whose page this is."""
                return str(app.storage.user.get("name"))

            @use_action
            def who_in_a_thread() -> str:
                """Say whose page this is."""
                ui.label("drawn by the agent")
                return str(app.storage.user.get("name"))

    session = session_on(await user.open("/"))
    bearer = await paired(session)
    headers = {"Authorization": f"Bearer {bearer}"}
    # through the whole app with its middleware, where every request has a storage of its own
    transport = httpx2.ASGITransport(core.app)
    base = f"http://{session.settings.host}"
    async with (
        httpx2.AsyncClient(transport=transport, base_url=base, headers=headers) as http,
        Client(streamable_http_client(f"{base}/mcp", http_client=http)) as agent,
    ):
        assert (await http.get("/whose")).json() == "None"  # what the agent's own requests would read
        assert told(await agent.call_tool("who", {}))["result"] == "Ada"
        assert told(await agent.call_tool("who_in_a_thread", {}))["result"] == "Ada"
    await user.should_see("drawn by the agent")


async def test_without_an_endpoint_nothing_is_served_and_nobody_can_be_paired(user: User) -> None:
    @ui.page("/")
    def page() -> None:
        CoworkkitProvider()

    session = session_on(await user.open("/"))
    assert (await user.http_client.post("/mcp", json={})).status_code in (404, 405)
    with pytest.raises(CoworkkitError):
        session.outside.ask()
    assert session.cards.on_screen is None


async def test_a_path_that_the_app_has_already_is_refused_where_the_page_is_made(user: User) -> None:
    @ui.page("/tools")
    def tools() -> None:
        ui.label("mine")

    @ui.page("/")
    def page() -> None:
        with pytest.raises(DeclarationError, match="has that path already"):
            CoworkkitProvider(mcp=MCPEndpoint("/tools"))
        with pytest.raises(DeclarationError, match="MCPEndpoint"):
            CoworkkitProvider(mcp=MCPEndpoint)  # type: ignore[arg-type]

    await user.open("/")


async def test_only_the_users_yes_on_the_card_makes_a_pairing(stage: Stage) -> None:
    scene, outside = Scene(), None
    panel = lets_in(scene, stage.endpoint, stage.host)
    outside = scene.session.outside
    outside.ask()
    outside.ask()  # asked once, however often it is pressed
    card = await scene.person.sees_card()
    assert scene.session.cards.waiting == 0 and "Connect an agent" in str(card.content.title)
    assert outside.connection().state == "asking"
    await scene.person.cancels()
    await until(lambda: outside.connection().state == "none")

    outside.ask()
    await scene.person.sees_card()
    await scene.person.waits(61)
    await until(lambda: outside.connection().state == "none")

    outside.ask()
    await scene.person.sees_card()
    scene.person.stops()
    await until(lambda: outside.connection().state == "none")
    assert panel.bearers == [] and scene.records == []


async def test_another_pairing_takes_the_place_of_the_first(stage: Stage) -> None:
    panel = stage.panel
    stage.scene.session.outside.ask()
    await stage.scene.person.confirms()
    await until(lambda: len(panel.bearers) == 2)
    answer = await asyncio.to_thread(
        httpx2.post, f"http://{stage.host}/mcp", json={}, headers={"authorization": f"Bearer {stage.bearer}"}
    )
    assert answer.status_code == 401 and "connected another agent" in answer.text


async def test_a_page_that_demands_framed_cards_lets_no_agent_in_over_an_insecure_connection(stage: Stage) -> None:
    scene = Scene()
    lets_in(scene, stage.endpoint, stage.host)
    session = scene.session
    session.attach(session.catalogue, replace(session.settings, require_framed=True, framed=False), Panel())
    with pytest.raises(CoworkkitError, match="HTTPS"):
        session.outside.ask()
    assert session.cards.on_screen is None


async def test_the_secret_is_in_no_record_no_log_and_not_kept(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = stage.bearer.rsplit(".", 1)[1]
    answers: list[Any] = []
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {stage.bearer}"}, timeout=30) as http,
        Client(streamable_http_client(f"http://{stage.host}/mcp", http_client=http)) as agent,
    ):
        answers.append(await agent.call_tool("add_note", {"text": "a"}))
        answers.append(await agent.call_tool("coworkkit_page", {}))
    stage.scene.session.outside.revoke()
    await until(lambda: stage.panel.connections[-1].state == "none")

    kept = [record.model_dump_json() for record in stage.scene.records]
    assert kept and secret not in " ".join([*kept, *(str(answer) for answer in answers)])
    ours = [entry for entry in caplog.records if not entry.name.startswith(("httpcore", "httpx", "hpack"))]
    assert ours and not any(secret in entry.getMessage() for entry in ours)
    assert secret not in str(vars(stage.scene.session.outside)) + str(stage.panel.connections)
