"""Language models by pydantic-ai. Needs ``pip install coworkkit[llm]``."""

try:
    import pydantic_ai
except ImportError as error:
    raise ImportError(
        'A language model as an agent needs pydantic-ai. Install it with: pip install "coworkkit[llm]"'
    ) from error

from .agent import PydanticAIAgent
from .toolset import PageToolset

__all__ = ["PageToolset", "PydanticAIAgent", "pydantic_ai"]
