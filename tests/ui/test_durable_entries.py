"""What a page is told of its user's durable cards for the conversation, and what Review over its channel does."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from nicegui.testing import User

from coworkkit import Evidence
from coworkkit.ui.entries import MOST_ENTRIES
from tests.ui.test_durable_cards import QUESTION, Page, until


def entries(page: Page) -> dict[str, list[str]]:
    """The states that each entry was sent in, by its title."""
    states: dict[str, list[str]] = {}
    for message in page.sent:
        for entry in message.get("interactions" if message["kind"] == "snapshot" else "entries", ()):
            states.setdefault(entry["title"], []).append(entry["state"])
    return states


async def test_the_conversation_shows_the_users_cards_with_and_without_watch_and_never_what_decides_one(
    user: User,
) -> None:
    page = await Page(user).open(watch=False)
    await page.interactions.confirm_action("eve", **(QUESTION | {"title": "Eve's?"}))
    await page.session.call("cancel_order")
    await until(lambda: entries(page) == {"Cancel order?": ["pending"]})
    nonce = await page.decides("confirm")
    await until(lambda: entries(page)["Cancel order?"][-1] == "submitted")
    page.sent.clear()
    page.sent_from(page.client)
    assert entries(page) == {"Cancel order?": ["submitted"]}
    told = json.dumps(page.sent)
    assert nonce not in told and "cancel_order_4231" not in told and "Eve" not in told


async def test_the_raised_card_ends_within_a_second_of_a_decision_elsewhere_and_tells_how(user: User) -> None:
    page = await Page(user).open()
    await page.session.call("cancel_order")
    (card,) = await page.interactions.pending("ada")
    assert await page.session.reviews.open(card.id) == ""
    assert page.session.cards.on_screen is not None
    await page.decides("cancel")
    async with asyncio.timeout(1):
        await until(lambda: page.session.cards.on_screen is None)
    endings: list[Any] = [message["ending"] for message in page.sent if message["kind"] == "card"]
    assert endings[-1]["message"] == "This is declined already."


async def test_a_conversation_keeps_what_waits_when_there_is_too_much(user: User) -> None:
    page = Page(user)
    page.interactions.most_pending = 1_000
    await page.interactions.confirm_action("ada", **(QUESTION | {"title": "The first?", "ttl_minutes": 180}))
    await page.open()
    await until(lambda: "The first?" in entries(page))
    for number in range(MOST_ENTRIES + 20):
        asked = await page.interactions.confirm_action("ada", **(QUESTION | {"commit_token": f"token_{number:04}"}))
        card = await page.interactions.interaction("ada", asked.interaction_id)
        assert card is not None
        press = Evidence(by="card", cause="click")
        await page.interactions.decide("ada", card.id, nonce=card.nonce, choice="cancel", evidence=press)
    await until(lambda: "cancelled" in entries(page).get("Cancel order?", ()))
    await until(lambda: len(shown(page)) == MOST_ENTRIES)
    assert "The first?" in shown(page)


def shown(page: Page) -> list[str]:
    """The titles that the page is told when it is loaded again."""
    page.sent.clear()
    page.sent_from(page.client)
    return [entry["title"] for entry in page.sent[-1]["interactions"]]
