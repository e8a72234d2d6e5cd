"""Peers that misbehave, and peers that may not come: each is turned away plainly, and nothing hangs or runs twice."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from coworkkit import DeclarationError
from coworkkit.agents import MCPEndpoint
from tests.agents.outside.conftest import Stage
from tests.agents.outside.line_to import agent_at, hears, lets_in, pair, told
from tests.core.scene import PATIENCE_SECONDS, Scene, until

HANDSHAKE = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "Nova", "version": "1"},
}  # fmt: skip
ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


class Raw:
    """An agent that writes its HTTP requests by hand, in the protocol with a handshake."""

    def __init__(self, stage: Stage, bearer: str | None = None, **headers: str) -> None:
        self.url = f"http://{stage.host}/mcp"
        self.headers = {**ACCEPT, "authorization": f"Bearer {bearer or stage.bearer}", **headers}
        self.http = httpx2.AsyncClient(timeout=PATIENCE_SECONDS)

    async def __aenter__(self) -> Raw:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def post(self, body: Any, **headers: str) -> httpx2.Response:
        """Post something."""
        content = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return await self.http.post(self.url, content=content, headers={**self.headers, **headers})

    async def ask(self, id: int, method: str, **params: Any) -> httpx2.Response:
        """Make one request."""
        return await self.post({"jsonrpc": "2.0", "id": id, "method": method, "params": params})

    async def shake_hands(self) -> str:
        """Begin a session; return its id."""
        answer = await self.ask(0, "initialize", **HANDSHAKE)
        assert answer.status_code == 200, answer.text
        self.headers["mcp-session-id"] = answer.headers["mcp-session-id"]
        await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self.headers["mcp-session-id"]


def result_in(answer: httpx2.Response) -> Any:
    """The JSON-RPC answer in a response, be it plain or a stream."""
    if "event-stream" not in answer.headers["content-type"]:
        return answer.json()
    return json.loads([line for line in answer.text.splitlines() if line.startswith("data: {")][-1][6:])


# Who may come


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example", "origin": "http://evil.example"}, 421),
        ({"authorization": ""}, 401),
        ({"authorization": "Bearer"}, 401),
        ({"authorization": "Bearer cwk.a.b"}, 401),
        ({"authorization": "Basic Y3drOmE="}, 401),
    ],
)
async def test_a_request_counts_only_from_the_pages_host_with_its_pairing(
    stage: Stage, headers: dict[str, str], status: int
) -> None:
    async with Raw(stage, **headers) as agent:
        answer = await agent.ask(0, "initialize", **HANDSHAKE)
        assert answer.status_code == status
        if status != 200:
            assert answer.json()["error"]["message"]
            assert stage.scene.session.outside.connection().state == "waiting"


async def test_without_its_secret_an_id_is_worth_nothing(stage: Stage) -> None:
    prefix, id, secret = stage.bearer.split(".")
    for wrong in (f"{prefix}.{id}.", f"{prefix}.{id}.{secret[:-1]}", f"{prefix}.{id}.{secret}x", f"x.{id}.{secret}"):
        async with Raw(stage, wrong) as agent:
            assert (await agent.ask(0, "initialize", **HANDSHAKE)).status_code == 401


async def test_another_users_pairing_reaches_that_users_page_and_no_other(stage: Stage) -> None:
    other = Scene(user="somebody else")
    panel = lets_in(other, stage.endpoint, stage.host)
    others = await pair(other, panel)

    async with agent_at(stage.host, others) as agent:
        names = [tool.name for tool in (await agent.list_tools()).tools]
        assert "erase" not in names
        assert told(await agent.call_tool("erase", {"thread_id": 1}))["code"] == "not_found"
    assert stage.scene.records == [] and [record.user for record in other.records] == ["somebody else"]


async def test_a_session_id_is_worth_nothing_with_another_pairing_and_nothing_once_it_has_ended(stage: Stage) -> None:
    other = Scene(user="somebody else")
    others = await pair(other, lets_in(other, stage.endpoint, stage.host))
    async with Raw(stage) as agent, Raw(stage, others) as thief:
        id = await agent.shake_hands()
        await thief.shake_hands()
        thief.headers["mcp-session-id"] = id
        assert (await thief.ask(1, "tools/list")).status_code == 404
        assert (await agent.ask(1, "tools/list")).status_code == 200
        assert (await agent.http.delete(agent.url, headers=agent.headers)).status_code == 200
        assert (await agent.ask(2, "tools/list")).status_code == 404


async def test_a_pairing_is_for_the_first_agent_that_comes_which_may_come_again(stage: Stage, mode: str) -> None:
    for _ in range(2):
        async with agent_at(stage.host, stage.bearer, mode=mode, name="Nova") as agent:
            assert told(await agent.call_tool("add_note", {"text": "a"}))["ok"] is True
    with pytest.raises((MCPError, BaseExceptionGroup)) as refused:
        async with agent_at(stage.host, stage.bearer, mode=mode, name="Thief") as agent:
            await agent.call_tool("add_note", {"text": "b"})

    assert "in use by another agent" in str(flat(refused.value))
    assert stage.done == ["a", "a"]


def flat(error: BaseException) -> BaseException:
    """The first error in a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def test_a_pairing_runs_out_unused_and_used(stage: Stage) -> None:
    await stage.scene.clock.advance(599)
    async with agent_at(stage.host, stage.bearer) as agent:
        await agent.list_tools()
        await stage.scene.clock.advance(8 * 3600 - 600)
        await agent.list_tools()
        await stage.scene.clock.advance(2)
        with pytest.raises(MCPError, match="run out"):
            await agent.call_tool("add_note", {"text": "a"})
    assert stage.scene.session.outside.connection().state == "none"

    unused = await pair(stage.scene, stage.panel)
    await stage.scene.clock.advance(601)
    async with Raw(stage, unused) as late:
        answer = await late.ask(0, "initialize", **HANDSHAKE)
    assert answer.status_code == 401 and "not used in time" in answer.json()["error"]["message"]
    assert stage.done == []


async def test_a_change_of_user_ends_the_pairing_before_anything_is_told(stage: Stage) -> None:
    signed_in = ["tester"]
    session = stage.scene.session
    object.__setattr__(session.settings, "user_now", lambda: signed_in[0])
    async with agent_at(stage.host, stage.bearer) as agent:
        await agent.list_tools()
        signed_in[0] = "next"
        with pytest.raises(MCPError, match="signed out"):
            await agent.list_tools()
    assert session.ended


async def test_a_page_that_lets_no_agent_in_offers_none_and_one_that_moves_there_loses_its_agent(stage: Stage) -> None:
    async with agent_at(stage.host, stage.bearer) as agent:
        await agent.list_tools()
        lets_in(stage.scene, None, stage.host)
        with pytest.raises(MCPError, match="page is gone"):
            await agent.list_tools()


# What they send


@pytest.mark.parametrize(
    "body", ["", "{", "null", "[]", "17", '"text"', "{}", '{"jsonrpc": "2.0"}', "\x00", "[" * 100_000, b"\xff\xfe"]
)
async def test_what_is_no_message_is_refused_and_the_next_message_is_answered(stage: Stage, body: str | bytes) -> None:
    async with Raw(stage) as agent:
        await agent.shake_hands()
        assert 400 <= (await agent.post(body)).status_code < 500
        assert (await agent.post(body, **{"mcp-protocol-version": "2026-07-28"})).status_code in range(200, 500)
        answer = result_in(await agent.ask(2, "tools/call", name="add_note", arguments={"text": "after"}))
    assert answer["result"]["structuredContent"]["ok"] is True
    assert stage.done == ["after"]


@pytest.mark.parametrize("arguments", ['{"text": ', "text", [1], 17])
async def test_arguments_that_are_no_object_are_refused_by_the_protocol(stage: Stage, arguments: Any) -> None:
    async with Raw(stage) as agent:
        await agent.shake_hands()
        answer = result_in(await agent.ask(1, "tools/call", name="add_note", arguments=arguments))
    assert answer["error"]["code"] == -32602
    assert stage.done == [] and stage.scene.records == []


async def test_ten_megabytes_are_refused_before_they_are_read(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        with pytest.raises(MCPError):
            await agent.call_tool("add_note", {"text": "9" * 10_000_000})
        assert told(await agent.call_tool("add_note", {"text": "short"}))["ok"] is True
    assert stage.done == ["short"]


async def test_a_tool_that_does_not_exist_is_told_so(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        answer = await agent.call_tool("no_such_tool", {"x": 1})
    assert answer.is_error and told(answer)["code"] == "not_found"
    assert stage.scene.record.gate == "refused"


async def test_a_thousand_calls_at_once_each_get_an_answer_and_one_record_or_none(stage: Stage) -> None:
    async with agent_at(stage.host, stage.bearer) as agent:
        calls = [agent.call_tool("add_note", {"text": str(n)}, progress_callback=hears) for n in range(1_000)]
        answers = [told(answer) for answer in await asyncio.gather(*calls)]

    done = sum(answer["ok"] for answer in answers)
    assert done == len(stage.done) == len(stage.scene.records) > 0
    assert {answer.get("code") for answer in answers} <= {None, "confirmation_busy"}


async def test_a_flood_of_cards_is_bounded(stage: Stage) -> None:
    async with agent_at(stage.host, stage.bearer) as agent:
        calls = [
            asyncio.ensure_future(agent.call_tool("erase", {"thread_id": n}, progress_callback=hears))
            for n in range(100)
        ]
        await until(lambda: sum(call.done() for call in calls) == 91)
        assert {told(call.result())["code"] for call in calls if call.done()} == {"confirmation_busy"}
        assert stage.scene.session.cards.waiting == 8
        stage.scene.person.stops()
        await asyncio.gather(*calls)
    assert stage.done == []


@pytest.mark.scenario("S54")
async def test_a_request_that_is_sent_twice_runs_once_and_gets_its_first_outcome(stage: Stage) -> None:
    async with Raw(stage) as agent:
        await agent.shake_hands()
        given = {"name": "add_note", "arguments": {"text": "once"}}
        first = result_in(await agent.ask(5, "tools/call", **given))
        second = result_in(await agent.ask(5, "tools/call", **given))
        third = result_in(await agent.ask(6, "tools/call", **given))
    assert first["result"] == second["result"] != third["result"]
    assert stage.done == ["once", "once"]


@pytest.mark.scenario("S54")
async def test_a_connection_that_breaks_off_runs_nothing_by_itself_and_holds_up_nobody(stage: Stage) -> None:
    async with Raw(stage) as agent:
        await agent.shake_hands()
        with pytest.raises(httpx2.TimeoutException):
            await agent.http.post(
                agent.url,
                json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
                    "name": "erase", "arguments": {"thread_id": 7}, "_meta": {"progressToken": 1}}},
                headers=agent.headers, timeout=0.3,
            )  # fmt: skip
        # the user still has the card, and what they decide is what happens
        await stage.scene.person.confirms()
        await until(lambda: stage.scene.records)
        assert stage.done == [7]
        again = result_in(await agent.ask(1, "tools/call", name="erase", arguments={"thread_id": 7}))
        assert again["result"]["structuredContent"]["result"] == "erased 7" and stage.done == [7]
        assert result_in(await agent.ask(2, "tools/list"))["result"]["tools"]


async def test_streams_that_stay_half_open_do_not_keep_a_pairing_from_ending(stage: Stage) -> None:
    _, writer = await asyncio.open_connection(*stage.host.split(":"))
    writer.write(
        f"POST /mcp HTTP/1.1\r\nHost: {stage.host}\r\nAuthorization: Bearer {stage.bearer}\r\n"
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        'Content-Length: 1000\r\n\r\n{"jsonrpc"'.encode()
    )
    await writer.drain()
    async with Raw(stage) as agent:
        await agent.shake_hands()
        async with agent.http.stream("GET", agent.url, headers=agent.headers, timeout=None) as stream:
            assert stream.status_code == 200
            stage.scene.session.outside.revoke()
            async with asyncio.timeout(PATIENCE_SECONDS * 2):
                async for _ in stream.aiter_bytes():
                    pass
        assert (await agent.ask(1, "tools/list")).status_code == 401
    writer.close()


async def test_nothing_the_agent_says_or_answers_is_a_yes(stage: Stage) -> None:
    async def accepts(*_: Any) -> Any:
        raise AssertionError("the agent's side is never asked to confirm")

    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {stage.bearer}"}) as http,
        Client(
            streamable_http_client(f"http://{stage.host}/mcp", http_client=http), elicitation_callback=accepts
        ) as agent,
    ):
        answer = told(await agent.call_tool("erase", {"thread_id": 7}))
        assert answer["code"] == "needs_confirmation"
        for _ in range(3):
            assert told(await agent.call_tool("erase", {"thread_id": 7}))["code"] == "confirmation_busy"
        forged = told(await agent.call_tool("erase", {"thread_id": 7, "confirmed": True}))
        assert forged["code"] == "invalid_args"
    assert stage.done == []


# What a developer gives


@pytest.mark.parametrize(
    "given",
    [
        {"path": "mcp"}, {"path": "/"}, {"path": "/mcp/"}, {"path": "/_nicegui/x"}, {"path": "/{x}"}, {"patience": 0},
        {"patience": 601}, {"allowed_hosts": "a"}, {"allowed_hosts": ["http://a"]}, {"allowed_origins": ["a.example"]},
        {"allowed_origins": "https://a.example"},
    ],
)  # fmt: skip
def test_an_endpoint_that_cannot_work_is_refused_where_it_is_made(given: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError, match="MCPEndpoint"):
        MCPEndpoint(**given)


async def test_names_and_sites_that_the_developer_allows_may_come_too(stage: Stage) -> None:
    endpoint = MCPEndpoint(allowed_hosts=["App.lan:8080"], allowed_origins=["https://inspector.example"])
    lets_in(stage.scene, endpoint, "elsewhere")
    sent: list[Any] = []

    async def status(**headers: str) -> int:
        sent.clear()
        scope = {"type": "http", "method": "POST", "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}

        async def send(message: Any) -> None:
            sent.append(message)

        await endpoint(scope, None, send)  # type: ignore[arg-type]
        return int(sent[0]["status"])

    assert await status(host="app.lan:8080", origin="https://evil.example") == 403
    assert await status(host="app.lan:8080", origin="https://inspector.example") == 401
