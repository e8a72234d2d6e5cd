"""How a card that outlives the page looks, waiting, raised and decided; axe finds nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_durable import PAY, SENTENCE, TITLE, ask, entries, review
from tests.browser.test_pictures import close_panel, look, take, user
from tests.browser.tracker import Tracker

__all__ = ["look", "user"]


def test_it_is_accessible_and_fits_the_screen_in_every_state(user: Tracker, look: tuple[str, str]) -> None:
    close_panel(user)
    user.open("/invoices")
    ask(user)
    take(user, "durable", look)
    review(user).click()
    user.wait_armed_card(TITLE, PAY)
    take(user, "durable-card", look)
    user.page.keyboard.press("Escape")
    user.wait_no_card()
    user.page.wait_for_timeout(1_200)  # the pause after a card
    review(user).click()
    user.wait_armed_card(TITLE, PAY)
    user.card.click(PAY)
    user.wait_no_card()
    expect(entries(user, "submitted")).to_have_count(1)
    take(user, "durable-confirmed", look)
    user.say(SENTENCE)
    user.wait_says("I have paid")
    expect(entries(user, "done")).to_have_count(1)
    take(user, "durable-done", look)
    close_panel(user)
