"""say_on_click: what it takes, what the page gets of it, and how long it can be said."""

from __future__ import annotations

import pytest
from nicegui import ui
from nicegui.testing import User

from coworkkit import CoworkkitProvider, DeclarationError, PageError, say_on_click


async def test_the_element_comes_back_and_its_words_stay_on_the_server(user: User) -> None:
    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider():
            button = ui.button("Try it")
            assert say_on_click(button, "  Show what is due ") is button
            assert button.props["data-cowork-say"] and "due" not in button.props["data-cowork-say"]

    await user.open("/")
    await user.should_see("Try it")


@pytest.mark.parametrize("text", ["", "  ", "x" * 4001, None])
async def test_nothing_to_say_is_an_error(user: User, text: str) -> None:
    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider(), pytest.raises(DeclarationError, match=r"Give 1 to 4,000 characters"):
            say_on_click(ui.button("Try it"), text)

    await user.open("/")


async def test_without_a_provider_it_is_an_error(user: User) -> None:
    @ui.page("/")
    def page() -> None:
        with pytest.raises(PageError, match="without a CoworkkitProvider"):
            say_on_click(ui.button("Try it"), "Show what is due")

    await user.open("/")
