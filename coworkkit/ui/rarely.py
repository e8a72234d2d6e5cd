"""Warnings that a stranger could cause at will: said once a minute, with how often it happened."""

from __future__ import annotations

import logging
import time

logger = logging.getLogger("coworkkit")

SECONDS = 60.0


class Rarely:
    """Says each warning at most once a minute, so that nobody can fill the log."""

    def __init__(self) -> None:
        self.said_at: dict[tuple[str, ...], float] = {}
        self.unsaid: dict[tuple[str, ...], int] = {}

    def warn(self, message: str, *words: str) -> None:
        """Log a warning, or count it for the next one.

        Args:
            message: what is said, with a ``%s`` for each of the words.
            words: few and fixed ones, never what a stranger sent; each combination is counted by itself.
        """
        key = (message, *words)
        now = time.monotonic()
        if key in self.said_at and now - self.said_at[key] < SECONDS:
            self.unsaid[key] = self.unsaid.get(key, 0) + 1
            return
        self.said_at[key] = now
        more = self.unsaid.pop(key, 0)
        if more:
            logger.warning(f"{message} (%d more since it was last said)", *words, more)
        else:
            logger.warning(message, *words)


rarely = Rarely()
"""What this process has said."""
