"""confirm_action and commit_action: confirmations that outlive the page, the process and the day."""

from .decided import Decided
from .interactions import Interactions
from .life import Interaction
from .memory import MemoryStore
from .sql import SqlStore
from .store import Ring, Store, StoreError
from .watching import Watching

__all__ = [
    "Decided",
    "Interaction",
    "Interactions",
    "MemoryStore",
    "Ring",
    "SqlStore",
    "Store",
    "StoreError",
    "Watching",
]
