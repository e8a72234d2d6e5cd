"""From a name to a model: ``provider:model``, or the name of a model on any OpenAI-compatible server."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from pydantic_ai.models import Model, infer_model

from ...errors import DeclarationError


def check_name(name: str, base_url: str | None, api_key: str | None) -> None:
    """Refuse a name that can be no model's.

    Raises:
        DeclarationError: the developer gave a name without a provider, or a key without a server to send it to.
    """
    provider, colon, model = name.partition(":")
    if base_url is None and not (colon and provider.strip() and model.strip()):
        raise DeclarationError(
            f"agent {name!r}", "names no provider", "Write provider:model, such as 'openai:gpt-5', or give base_url=…"
        )
    if base_url is None and api_key is not None:
        raise DeclarationError(
            f"agent {name!r}",
            "has an api_key and no base_url",
            "Put a provider's key into its environment variable, such as OPENAI_API_KEY.",
        )


@lru_cache(maxsize=32)
def model_named(name: str, base_url: str | None, api_key: str | None) -> Model:
    """Return the model of a name; the same one each time, so that its connections are shared.

    Args:
        name: ``provider:model``; the model's own name where there is a base_url.
        base_url: where an OpenAI-compatible server is, such as ``http://localhost:8000/v1``.
        api_key: its key. No other key is ever sent there.

    Raises:
        ImportError: the provider's own package is not installed.
        UserError: there is no such provider, or its key is not set.
    """
    if base_url is None:
        return infer_model(name)
    provider = import_module("pydantic_ai.providers.openai_compatible").OpenAICompatibleProvider
    model: Model = import_module("pydantic_ai.models.openai").OpenAIChatModel(
        name.removeprefix("openai:"), provider=provider("openai-compatible", base_url=base_url, api_key=api_key)
    )
    return model
