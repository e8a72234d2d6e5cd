"""Sentences on the page that a click says to the agent."""

from __future__ import annotations

from typing import TypeVar

from nicegui import ui

from ..core.conversation import LONGEST_TURN
from ..core.ids import new_id
from ..errors import DeclarationError
from .mount import mount_here

Shown = TypeVar("Shown", bound=ui.element)

ATTRIBUTE = "data-cowork-say"


def say_on_click(element: Shown, text: str) -> Shown:
    """Have a press on an element say a sentence to the page's agent, as the user's turn.

    For suggestions such as “Try: show what is due this week”. The panel opens, and shows the sentence as the
    user's. Only a press that the browser vouches for and that begins on the element counts, with a pointer, Enter
    or Space, so use an element that can be pressed by all, such as `ui.button`. The page only holds the sentence's
    name, so that nothing in the page can change what is said. Such a turn never answers a question.

    Args:
        element: what is pressed.
        text: what is said, 1 to 4,000 characters.

    Returns:
        The element, so that the call can stand around it.

    Raises:
        DeclarationError: the text is empty or too long.
        PageError: it was called outside a page, or on one without a Provider.
    """
    if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_TURN:
        raise DeclarationError(
            f"say_on_click {str(text)[:40]!r}", "has nothing to say, or too much", "Give 1 to 4,000 characters."
        )
    mount = mount_here("say_on_click")
    name = new_id()
    mount.sentences[name] = text.strip()
    with element:
        mount.scope(lambda: mount.sentences.pop(name, None))
    element.props[ATTRIBUTE] = name
    return element
