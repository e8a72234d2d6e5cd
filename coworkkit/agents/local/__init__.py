"""LocalAgent: an offline, deterministic agent for demos and tests. Needs ``pip install coworkkit[local]``."""

from .agent import LocalAgent

__all__ = ["LocalAgent"]
