"""The words a person can be shown, for `CoworkkitProvider(messages=…)`: ours, and all of them in German.

A mapping need not be complete: what it leaves out stays English. With words in another language goes a reader
of yes and no in that language, such as `read_german_answer` for `CoworkkitProvider(read_answer=…)`.
"""

from ..ui import words
from .german import GERMAN, read_german_answer

ENGLISH = words.english()
"""Every sentence in our words, by its key."""

__all__ = ["ENGLISH", "GERMAN", "read_german_answer"]
