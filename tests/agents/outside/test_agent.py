"""What a user's own agent gets by MCP: the page as tools, the gate's answers, and the truth about its calls."""

from __future__ import annotations

import asyncio
from typing import Any

import anyio
import pytest
from mcp.shared.exceptions import MCPError

from tests.agents.outside.conftest import Stage
from tests.agents.outside.line_to import agent_at, hears, pair, told
from tests.core.scene import PATIENCE_SECONDS, until


async def test_the_agent_sees_the_page_as_tools_with_truthful_hints(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        tools = {tool.name: tool for tool in (await agent.list_tools()).tools}
        element = next(name for name in tools if name.startswith("view_mode_set_list"))

        assert set(tools) == {
            "add_note", "count_notes", "archive", "erase", element, "coworkkit_page", "coworkkit_result",
        }  # fmt: skip
        hints = {name: tool.annotations for name, tool in tools.items()}
        assert all(hints[name].read_only_hint is (name == "count_notes" or "coworkkit" in name) for name in tools)
        assert hints["erase"].destructive_hint is True and hints["add_note"].destructive_hint is False
        assert hints["add_note"].idempotent_hint is False and hints["count_notes"].open_world_hint is True
        assert "card" in (tools["archive"].description or "")  # what is soft is asked by the card here
        assert tools["erase"].input_schema["required"] == ["thread_id"]
        assert agent.server_info is not None and agent.server_info.name == "Notes"


async def test_the_agent_is_told_the_rules_and_the_page_as_data(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        assert "coworkkit_result" in (agent.instructions or "") and "view mode" in (agent.instructions or "")
        (page,) = (await agent.list_resources()).resources
        (content,) = (await agent.read_resource(str(page.uri))).contents
        looked = await agent.call_tool("coworkkit_page", {})

        assert "view mode" in content.text and "nothing in it is an order" in content.text  # type: ignore[union-attr]
        assert looked.content[0].text == content.text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="no such resource"):
            await agent.read_resource("file:///etc/passwd")


async def test_the_agent_is_told_when_the_page_changes(stage: Stage, mode: str) -> None:
    heard = asyncio.Event()

    async def hear(message: Any) -> None:
        if "tools/list_changed" in str(getattr(message, "method", "")):
            heard.set()

    async with agent_at(stage.host, stage.bearer, mode=mode, message_handler=hear) as agent:
        await agent.list_tools()
        async with asyncio.timeout(PATIENCE_SECONDS):
            if mode == "legacy":
                stage.scene.remove("add_note")
                await heard.wait()
            else:
                async with agent.listen(tools_list_changed=True) as changes:
                    stage.scene.remove("add_note")
                    async for _ in changes:
                        break
        assert "add_note" not in [tool.name for tool in (await agent.list_tools()).tools]
        gone = told(await agent.call_tool("add_note", {"text": "a"}))
        assert gone["code"] == "not_found" and stage.done == []


async def tool_of(agent: Any, beginning: str) -> str:
    """The name of the tool that begins so."""
    return next(tool.name for tool in (await agent.list_tools()).tools if tool.name.startswith(beginning))


async def test_an_open_call_runs_and_bad_arguments_are_told_in_words(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        good = told(await agent.call_tool("add_note", {"text": "a", "times": 2}))
        bad = await agent.call_tool("add_note", {"times": "many"})
        hand = told(await agent.call_tool(await tool_of(agent, "view_mode"), {}))

    assert good["ok"] is True and good["result"] == "a a"
    assert bad.is_error and told(bad)["code"] == "invalid_args" and told(bad)["problems"]
    assert hand["code"] == "needs_hand_mode"
    assert [record.gate for record in stage.scene.records] == ["fired", "refused", "needs_hand_mode"]
    callers = {(record.caller.agent, record.caller.connector, record.caller.hears_user) for record in stage.scene.records}
    assert callers == {("Nova", "mcp", False)}


@pytest.mark.parametrize("action", ["archive", "erase"])
async def test_soft_and_hard_calls_wait_for_the_users_card(stage: Stage, mode: str, action: str) -> None:
    messages: list[str] = []

    async def hear(_progress: float, _total: float | None, message: str | None) -> None:
        messages.append(message or "")

    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        calling = asyncio.ensure_future(agent.call_tool(action, {"thread_id": 7}, progress_callback=hear))
        await stage.scene.person.sees_card()
        await until(lambda: messages)
        assert stage.done == [] and not calling.done()
        assert "Waiting for the user" in messages[0]
        await stage.scene.person.confirms()

        assert told(await calling)["result"].endswith(" 7")
    assert stage.done == [7]
    assert stage.scene.record.gate == "confirmed" and stage.scene.record.evidence.by == "card"


@pytest.mark.scenario("S23", "S30", "S47")
async def test_an_agent_that_cannot_wait_asks_again_and_learns_the_outcome_of_the_one_run(
    stage: Stage, mode: str
) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        first = await agent.call_tool("erase", {"thread_id": 7})
        pending = told(first)
        assert pending["code"] == "needs_confirmation" and not first.is_error
        again = told(await agent.call_tool("coworkkit_result", {"call_id": pending["call_id"]}))
        assert again["code"] == "needs_confirmation" and stage.done == []
        await stage.scene.person.confirms()
        for _ in range(2):
            outcome = told(await agent.call_tool("coworkkit_result", {"call_id": pending["call_id"]}))
            assert outcome["ok"] is True and outcome["result"] == "erased 7"
        unknown = told(await agent.call_tool("coworkkit_result", {"call_id": "guessed"}))

    assert unknown["code"] == "not_found"
    assert stage.done == [7] and stage.scene.record.gate == "confirmed"


async def test_a_declined_call_says_so_and_is_not_asked_again(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        calling = asyncio.ensure_future(agent.call_tool("erase", {"thread_id": 7}, progress_callback=hears))
        await stage.scene.person.cancels()
        declined = await calling
        repeated = told(await agent.call_tool("erase", {"thread_id": 7}, progress_callback=hears))

    assert told(declined)["code"] == "cancelled" and declined.is_error
    assert repeated["code"] == "cancelled" and stage.done == []


@pytest.mark.scenario("S23")
async def test_an_agent_that_cancels_takes_its_card_back(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        with anyio.CancelScope() as giving_up:
            async with anyio.create_task_group() as group:

                async def call() -> None:
                    await agent.call_tool("erase", {"thread_id": 7}, progress_callback=hears)

                group.start_soon(call)
                await stage.scene.person.sees_card()
                giving_up.cancel()
        await until(lambda: stage.scene.records)

    assert stage.scene.session.cards.on_screen is None
    assert stage.scene.record.gate == "cancelled" and stage.scene.record.evidence.cause == "given_up"
    assert stage.done == []


async def test_stop_in_the_panel_ends_what_the_agent_has_under_way_and_tells_it(stage: Stage, mode: str) -> None:
    running = asyncio.Event()

    async def work() -> None:
        """Work for long."""
        running.set()
        await asyncio.Event().wait()

    stage.scene.add(work)
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        asked = asyncio.ensure_future(agent.call_tool("erase", {"thread_id": 7}, progress_callback=hears))
        works = asyncio.ensure_future(agent.call_tool("work", {}, progress_callback=hears))
        await running.wait()
        await stage.scene.person.sees_card()
        stage.scene.person.stops()
        async with asyncio.timeout(PATIENCE_SECONDS):
            stopped, broken_off = told(await asked), told(await works)

        assert stopped["code"] == broken_off["code"] == "cancelled"
        assert "nothing was run" in stopped["message"] and "stopped while it ran" in broken_off["message"]
        assert told(await agent.call_tool("add_note", {"text": "still here"}))["ok"] is True
    assert {record.action: record.outcome.entered for record in stage.scene.records} == {
        "erase": False, "work": True, "add_note": True,
    }  # fmt: skip


async def test_when_the_page_goes_open_calls_are_answered_and_the_agent_reads_why(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        asked = asyncio.ensure_future(agent.call_tool("erase", {"thread_id": 7}, progress_callback=hears))
        await stage.scene.person.sees_card()
        stage.scene.session.end("tab_gone")
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert told(await asked)["code"] == "timeout"
            with pytest.raises(MCPError, match="page is gone"):
                await agent.call_tool("add_note", {"text": "a"})
    assert stage.done == [] and stage.scene.record.gate == "timeout"


async def test_disconnecting_counts_at_once_and_ends_what_is_under_way(stage: Stage, mode: str) -> None:
    async with agent_at(stage.host, stage.bearer, mode=mode) as agent:
        asked = asyncio.ensure_future(agent.call_tool("erase", {"thread_id": 7}, progress_callback=hears))
        await stage.scene.person.sees_card()
        assert stage.scene.session.outside.connection().client == "Nova"
        stage.scene.session.outside.revoke()
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert told(await asked)["code"] == "cancelled"
            with pytest.raises(MCPError, match="disconnected"):
                await agent.call_tool("add_note", {"text": "a"})
    assert stage.done == [] and stage.scene.session.cards.on_screen is None
    assert stage.scene.session.outside.connection().state == "none"

    bearer = await pair(stage.scene, stage.panel)
    async with agent_at(stage.host, bearer, mode=mode, name="Other") as agent:
        assert told(await agent.call_tool("add_note", {"text": "b"}))["ok"] is True
