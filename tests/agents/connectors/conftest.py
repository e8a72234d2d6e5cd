"""The connectors that the same tests run over: one fixture value each."""

from __future__ import annotations

import pytest

from tests.agents.connectors.by_agui import ByAGUIOfLangGraph, ByAGUIOfPydanticAI
from tests.agents.connectors.by_pydantic_ai import ByPydanticAI
from tests.agents.connectors.script import Connector

CONNECTORS = {
    "pydantic-ai": ByPydanticAI,
    "ag-ui by pydantic-ai": ByAGUIOfPydanticAI,
    "ag-ui by langgraph": ByAGUIOfLangGraph,
}
"""Add a class with the attributes and the method of `Connector`, and every test of this folder runs over it."""


@pytest.fixture(params=CONNECTORS)
def connector(request: pytest.FixtureRequest) -> Connector:
    """One way to reach an agent."""
    made: Connector = CONNECTORS[request.param]()
    return made
