"""What a page offers, as the providers' own code sends it: no name or schema of ours may be refused."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.tools import ToolDefinition

from coworkkit.agents import toolbox_of
from coworkkit.testing import open_session
from tests.agents.test_tools import plant

OPENAI = OpenAIChatModel("gpt-4o", provider=OpenAIProvider(api_key="none"))
ANTHROPIC = AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(api_key="none"))
GOOGLE = GoogleModel("gemini-2.5-flash", provider=GoogleProvider(api_key="none"))

STRICT_KEYWORDS = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "description", "pattern",
    "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems",
}  # fmt: skip
"""What OpenAI documents for strict mode."""


def simple(title: str, amount: float, done: bool, tags: list[str]) -> None:
    """Take only what strict mode can say."""


def optional(title: str, note: str = "none") -> None:
    """Take an argument that may be left out, which strict mode cannot say."""


def sent(model: Any) -> dict[str, ToolDefinition]:
    """The tools as the provider's own code has prepared them."""
    session = open_session(simple, optional, plant)
    session.catalogue.add()
    tools = [
        ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=tool.parameters)
        for tool in toolbox_of(session.catalogue.snapshot()).tools.values()
    ]
    _, prepared = model.prepare_request(None, ModelRequestParameters(function_tools=tools))
    return {tool.name: tool for tool in prepared.function_tools}


def nodes(schema: Any) -> list[dict[str, Any]]:
    """Every schema in a schema."""
    if not isinstance(schema, dict):
        return []
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", []), schema.get("items")]
    return [schema, *(node for part in inner for node in nodes(part))]


@pytest.mark.scenario("S55")
def test_openai_is_told_strictly_what_strict_mode_can_say_and_the_rest_as_it_is() -> None:
    tools = sent(OPENAI)

    assert tools["simple"].strict is True
    for node in nodes(tools["simple"].parameters_json_schema):
        assert set(node) <= STRICT_KEYWORDS
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert set(node["required"]) == set(node["properties"])
    assert tools["optional"].strict is not True
    assert tools["optional"].parameters_json_schema["required"] == ["title"]
    assert tools["plant"].strict is not True


@pytest.mark.scenario("S55")
@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC, GOOGLE], ids=["openai", "anthropic", "google"])
def test_no_tool_takes_the_others_down_at_any_provider(model: Any) -> None:
    tools = sent(model)

    assert len(tools) == 3
    for tool in tools.values():
        schema = tool.parameters_json_schema
        json.dumps(schema, allow_nan=False)
        assert re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}", tool.name)
        assert tool.description is not None and len(tool.description) <= 1_024
        assert schema["type"] == "object"
        assert not {"anyOf", "oneOf", "allOf", "enum", "not"} & set(schema)
        for node in nodes(schema):
            assert not {"$ref", "oneOf", "allOf", "prefixItems"} & set(node)
            assert all(re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", name) for name in node.get("properties", {}))
            if node.get("type") == "array":
                assert isinstance(node["items"], dict)
