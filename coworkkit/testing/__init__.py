"""What an app developer needs to test their own actions: a person who decides, and a clock that can be moved.

Nothing here opens another road to an action's function: a test's person presses the same buttons, through
the same rules, and a test's clock only replaces the waiting.
"""

from .clock import FakeClock
from .page import session_on
from .person import Person
from .session import open_session

__all__ = ["FakeClock", "Person", "open_session", "session_on"]
