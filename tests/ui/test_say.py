"""say_on_click: what it takes and what it leaves alone."""

from __future__ import annotations

import pytest
from nicegui import ui
from nicegui.testing import User

from coworkkit import DeclarationError, say_on_click


async def test_the_element_comes_back_and_carries_the_sentence(user: User) -> None:
    @ui.page("/")
    def page() -> None:
        button = ui.button("Try it")
        assert say_on_click(button, "  Show what is due ") is button
        assert button.props["data-cowork-say"] == "Show what is due"

    await user.open("/")
    await user.should_see("Try it")


@pytest.mark.parametrize("text", ["", "  ", "x" * 4001, None])
async def test_nothing_to_say_is_an_error(user: User, text: str) -> None:
    @ui.page("/")
    def page() -> None:
        with pytest.raises(DeclarationError, match=r"Give 1 to 4,000 characters"):
            say_on_click(ui.button("Try it"), text)

    await user.open("/")
