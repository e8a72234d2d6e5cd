"""The connectors that the same tests run over: one fixture value each."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest

from tests.agents.connectors.by_mcp import ByMCP
from tests.agents.connectors.by_pydantic_ai import ByPydanticAI
from tests.agents.connectors.script import Connector


def by_agui(name: str) -> Connector:
    """Return one of the AG-UI connectors; where its servers are not installed, the test is skipped and says so."""
    made: Connector = getattr(import_module("tests.agents.connectors.by_agui"), name)()
    return made


CONNECTORS: dict[str, Callable[[], Connector]] = {
    "mcp": ByMCP,
    "pydantic-ai": ByPydanticAI,
    "ag-ui by pydantic-ai": lambda: by_agui("ByAGUIOfPydanticAI"),
    "ag-ui by langgraph": lambda: by_agui("ByAGUIOfLangGraph"),
}
"""Add a class with the attributes and the method of `Connector`, and every test of this folder runs over it."""


@pytest.fixture(params=CONNECTORS)
def connector(request: pytest.FixtureRequest) -> Connector:
    """One way to reach an agent."""
    made: Connector = CONNECTORS[request.param]()
    return made
