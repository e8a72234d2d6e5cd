"""Ways to reach an agent. Each has its own extra: ``coworkkit[local]`` for `LocalAgent`."""

from .local import LocalAgent

__all__ = ["LocalAgent"]
