"""MCP clients that nobody here wrote, beside the official one: FastMCP's, and the Inspector's command line."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from typing import Any

import pytest
from fastmcp import Client as FastMCPClient
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.exceptions import ToolError

from tests.agents.outside.conftest import Stage
from tests.agents.outside.line_to import hears

INSPECTOR = ["npx", "--yes", "--package", "@modelcontextprotocol/inspector@1.0.3", "--", "mcp-inspector", "--cli"]
INSTALL_SECONDS = 240


async def test_fastmcps_client_lists_calls_and_waits_for_the_card(stage: Stage) -> None:
    transport = StreamableHttpTransport(f"http://{stage.host}/mcp", auth=stage.bearer)
    async with FastMCPClient(transport, progress_handler=hears) as agent:
        tools = {tool.name for tool in await agent.list_tools()}
        noted = await agent.call_tool("add_note", {"text": "a"})
        erasing = asyncio.ensure_future(agent.call_tool("erase", {"thread_id": 7}))
        await stage.scene.person.confirms()
        erased = await erasing
        refused = await agent.call_tool("erase", {"thread_id": "x"}, raise_on_error=False)
        with pytest.raises(ToolError, match="not_found"):
            await agent.call_tool("no_such_tool", {})
        (page,) = await agent.list_resources()
        (content,) = await agent.read_resource(page.uri)

    assert {"add_note", "erase", "coworkkit_page"} <= tools
    assert noted.structured_content["result"] == "a" and erased.structured_content["result"] == "erased 7"
    assert refused.is_error and refused.structured_content["code"] == "invalid_args"
    assert "view mode" in content.text
    assert stage.done == ["a", 7]


@pytest.fixture(scope="session")
def inspector() -> list[str]:
    """The Inspector's command line, installed by npm; skips where there is no Node or nothing can be installed."""
    if shutil.which("npx") is None:
        pytest.skip("the MCP Inspector needs Node, which is not installed here")
    try:
        done = subprocess.run(
            [*INSPECTOR, "--help"], capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm did not install the MCP Inspector within {INSTALL_SECONDS} seconds")
    if done.returncode != 0:
        pytest.skip(f"npm could not install the MCP Inspector: {done.stderr.strip()[-200:]}")
    return INSPECTOR


@pytest.mark.timeout(INSTALL_SECONDS + 120)
async def test_the_inspectors_command_line_lists_calls_and_asks_again(stage: Stage, inspector: list[str]) -> None:
    async def inspect(method: str, *more: str, bearer: str = stage.bearer) -> Any:
        command = [
            *inspector, f"http://{stage.host}/mcp", "--transport", "http", "--header",
            f"Authorization: Bearer {bearer}", "--method", method, *more,
        ]  # fmt: skip
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, failed = await process.communicate()
        return json.loads(out) if process.returncode == 0 else failed.decode()

    tools = {tool["name"]: tool for tool in (await inspect("tools/list"))["tools"]}
    assert tools["erase"]["annotations"]["destructiveHint"] is True
    assert tools["count_notes"]["annotations"]["readOnlyHint"] is True

    noted = await inspect("tools/call", "--tool-name", "add_note", "--tool-arg", "text=from the inspector")
    assert noted["structuredContent"]["result"] == "from the inspector"

    pending = await inspect("tools/call", "--tool-name", "erase", "--tool-arg", "thread_id=7")
    assert pending["structuredContent"]["code"] == "needs_confirmation"
    await stage.scene.person.confirms()
    call_id = pending["structuredContent"]["call_id"]
    ended = await inspect("tools/call", "--tool-name", "coworkkit_result", "--tool-arg", f"call_id={call_id}")
    assert ended["structuredContent"]["result"] == "erased 7"

    page = await inspect("resources/read", "--uri", "page://now")
    assert "view mode" in page["contents"][0]["text"]
    assert "No valid pairing" in str(await inspect("tools/list", bearer="cwk.a.b"))
    assert stage.done == ["from the inspector", 7]
