"""Who answers in the demo: LocalAgent, or what the environment names."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import coworkkit.agents as agents
from coworkkit import Agent, DeclarationError
from demo_app.database import TrackerError

INSTRUCTIONS = """\
You are the assistant of Tracker, a small project tracker. Be brief and friendly. Dates are written YYYY-MM-DD.\
"""


def endpoint() -> agents.MCPEndpoint:
    """Return where users' own agents come in.

    Raises:
        TrackerError: the package for it is not installed.
    """
    try:
        return agents.MCPEndpoint(name="Tracker")
    except ImportError as error:
        raise TrackerError(f"{error}  (here: .venv/bin/pip install -e '.[mcp]')") from error


def chosen_agent() -> Agent:
    """Return the agent that the environment names; without a name, LocalAgent, which needs no model and no network.

    ``COWORKKIT_MODEL`` is a model such as ``openai:gpt-5``. With ``COWORKKIT_BASE_URL`` it is the name of a model on
    that OpenAI-compatible server, whose key, if it wants one, is ``COWORKKIT_API_KEY``. ``COWORKKIT_AGUI_URL`` is the
    address of an agent that speaks AG-UI.

    Raises:
        TrackerError: that agent cannot be made; the message says why and what to do.
    """
    model = os.environ.get("COWORKKIT_MODEL", "").strip()
    url = os.environ.get("COWORKKIT_AGUI_URL", "").strip()
    if model and url:
        raise TrackerError("COWORKKIT_MODEL and COWORKKIT_AGUI_URL name two agents. Set one of them.")
    if url:
        return remote_agent(url)
    if not model:
        return agents.LocalAgent()
    try:
        return agents.PydanticAIAgent(
            model,
            base_url=os.environ.get("COWORKKIT_BASE_URL") or None,
            api_key=os.environ.get("COWORKKIT_API_KEY") or None,
            greeting=f"I'm {model}. Ask me about your projects, or tell me what to do.",
            instructions=INSTRUCTIONS,
        )
    except ImportError as error:
        raise TrackerError(f"{error}  (here: .venv/bin/pip install -e '.[llm]')") from error
    except DeclarationError as error:
        raise TrackerError(f"COWORKKIT_MODEL={model}: {error}") from error


def remote_agent(url: str) -> Agent:
    """Return the agent at an AG-UI server.

    Raises:
        TrackerError: it cannot be made; the message says why and what to do.
    """
    try:
        host = urlsplit(url).hostname
        return agents.AGUIAgent(
            url, greeting=f"I'm the agent at {host}. Ask me about your projects, or tell me what to do."
        )
    except ImportError as error:
        raise TrackerError(f"{error}  (here: .venv/bin/pip install -e '.[agui]')") from error
    except (DeclarationError, ValueError) as error:
        raise TrackerError(f"COWORKKIT_AGUI_URL: {error}") from error
