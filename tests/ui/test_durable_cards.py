"""A page follows its user's durable cards: Watch is told of each from pending to settled, and of nobody else's."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from nicegui import Client, ui
from nicegui.testing import User

from coworkkit import ActionContext, CoworkkitProvider, Evidence, Session, Turn, use_action
from coworkkit.interactions import Interactions, MemoryStore, StoreError
from coworkkit.testing import session_on
from coworkkit.ui import durable_feed
from coworkkit.ui.mount import mounts

PATIENCE_SECONDS = 5.0
PRESS = Evidence(by="card", cause="click", card="framed", input="mouse")
QUESTION: dict[str, Any] = {
    "title": "Cancel order?",
    "description": "This will cancel order #4231.",
    "commit_token": "cancel_order_4231",
}


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so, for a bounded time."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


class BrokenStore(MemoryStore):
    """A store that can be out of reach."""

    is_broken = False

    async def latest(self, subscriber: str, limit: int) -> Any:
        self.check()
        return await super().latest(subscriber, limit)

    async def get(self, subscriber: str, interaction_ids: Any) -> Any:
        self.check()
        return await super().get(subscriber, interaction_ids)

    def check(self) -> None:
        if self.is_broken:
            raise StoreError("The database is out of reach.")


class Shopkeeper:
    """Calls `cancel_order` at every turn."""

    name, greeting = "Shopkeeper", ""

    async def answer(self, turn: Turn) -> AsyncIterator[str]:
        yield str((await turn.call("cancel_order", {})).message)


async def cancel_order(ctx: ActionContext) -> str:
    """Cancel the order."""
    approval = await ctx.tools.commit_action("cancel_order_4231", "cancel order #4231", {"order": 4231})
    if not approval.ok:
        await ctx.tools.confirm_action(**QUESTION, binds={"order": 4231})
    return approval.reason or "cancelled"


class Page:
    """A page with Watch, and what it was sent."""

    def __init__(self, user: User, store: MemoryStore | None = None) -> None:
        self.user = user
        self.signed_in: str | None = "ada"
        self.sent: list[dict[str, Any]] = []
        self.interactions = Interactions(store=store or MemoryStore())

    async def open(self, *, watch: bool = True) -> Page:
        @ui.page("/")
        def page() -> None:
            given: dict[str, Any] = {"interactions": self.interactions, "watch": watch}
            with CoworkkitProvider(agent=Shopkeeper(), user=lambda: self.signed_in, **given):
                use_action(cancel_order)

        self.client = await self.user.open("/")
        self.sent_from(self.client)
        return self

    def sent_from(self, client: Client) -> None:
        screen = mounts[client.id].screen
        assert screen is not None
        screen.send_now = self.sent.append
        screen.hello()

    @property
    def session(self) -> Session:
        return session_on(self.client)

    def rows(self) -> list[dict[str, Any]]:
        """All rows it was sent, in order."""
        found: list[dict[str, Any]] = []
        for message in self.sent:
            found += message.get("records" if message["kind"] == "snapshot" else "rows", ())
        return found

    def cards(self) -> dict[str, list[str]]:
        """The states that each card was sent in, by its title."""
        states: dict[str, list[str]] = {}
        for row in self.rows():
            if "interaction" in row:
                states.setdefault(row["action"], []).append(row["interaction"])
        return states

    def row(self) -> dict[str, Any]:
        """The latest row of a card."""
        return [row for row in self.rows() if "interaction" in row][-1]

    async def decides(self, choice: Any) -> str:
        """Press a button of the one card that waits, and return its nonce."""
        (card,) = await self.interactions.pending(self.signed_in)
        await self.interactions.decide("ada", card.id, nonce=card.nonce, choice=choice, evidence=PRESS)
        return card.nonce


@pytest.mark.scenario("S21")
async def test_watch_is_told_of_a_card_from_pending_to_the_end_of_its_run_and_of_its_calls(user: User) -> None:
    page = await Page(user).open()
    page.session.hear("Cancel my order")
    await until(lambda: page.cards() == {"Cancel order?": ["pending"]})
    nonce = await page.decides("confirm")
    await until(lambda: page.cards()["Cancel order?"][-1] == "submitted")
    page.session.hear("Go on")
    await until(lambda: page.cards()["Cancel order?"][-1] == "committed" and page.row()["run"] == "done")

    card = page.row()
    assert card["pending"] is None and card["side_effect"] == "cancel order #4231"
    assert card["arguments"] == {"order": 4231} and card["evidence"]["by"] == "card"
    asking, using = [row for row in page.rows() if row.get("gate")]
    assert (asking["gate"], using["gate"]) == ("fired", "confirmed")
    assert asking["asked_cards"] == [card["id"]] and asking["interactions"] == []
    assert using["interactions"] == [card["id"]] and using["asked_cards"] == []
    assert card["turn"] == asking["turn"] != using["turn"]
    assert nonce not in json.dumps(page.sent)
    assert "cancel_order_4231" not in json.dumps(page.sent)  # a token is in no row of Watch


async def test_after_a_reload_a_card_is_where_it_came_up_and_as_it_is_now(user: User) -> None:
    page = await Page(user).open()
    await page.session.call("cancel_order")
    await until(lambda: page.cards() == {"Cancel order?": ["pending"]})
    page.sent.clear()
    await page.interactions.confirm_action("ada", **(QUESTION | {"title": "Another?", "commit_token": "another_1"}))
    await until(lambda: "Another?" in page.cards())
    page.sent_from(page.client)
    snapshot = page.sent[-1]
    assert [row["action"] for row in snapshot["records"]] == ["cancel_order", "Cancel order?", "Another?"]
    assert snapshot["cards_reachable"] is True


async def test_a_page_is_told_of_its_own_users_cards_only_also_after_somebody_else_signs_in(user: User) -> None:
    page = await Page(user).open()
    await page.interactions.confirm_action("eve", **(QUESTION | {"title": "Eve's?"}))
    await page.interactions.confirm_action("ada", **(QUESTION | {"title": "Ada's?"}))
    await until(lambda: page.cards() == {"Ada's?": ["pending"]})

    page.signed_in = "eve"
    page.sent.clear()
    await page.interactions.confirm_action("ada", **(QUESTION | {"title": "Ada's?", "commit_token": "another_1"}))
    await until(lambda: page.session.ended)
    assert page.cards() == {}
    mounts[page.client.id].check_user()
    page.sent_from(page.client)
    await until(lambda: page.cards() == {"Eve's?": ["pending"]})


async def test_a_store_out_of_reach_is_told_once_and_tried_until_it_answers(
    user: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(durable_feed, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr("coworkkit.interactions.watching.RETRY_SECONDS", 0.01)
    store = BrokenStore()
    store.is_broken = True
    with caplog.at_level(logging.WARNING, "coworkkit"):
        page = await Page(user, store).open()
        reach = lambda: [message["reachable"] for message in page.sent if message["kind"] == "cards_reachable"]  # noqa: E731
        await until(lambda: reach() == [False] or page.sent[0]["cards_reachable"] is False)
        await asyncio.sleep(0.1)  # many tries later it was still said once
        assert len([line for line in caplog.messages if "out of reach" in line]) == 1
        store.is_broken = False
        await until(lambda: reach()[-1:] == [True])

        caplog.clear()
        page.sent.clear()
        store.is_broken = True
        await page.interactions.confirm_action("ada", **QUESTION)
        await until(lambda: reach() == [False])
        await asyncio.sleep(0.1)
        assert len(caplog.messages) == 1
        store.is_broken = False
        await until(lambda: reach() == [False, True] and page.cards() == {"Cancel order?": ["pending"]})


async def test_a_user_with_very_many_cards_does_not_flood_the_page(user: User) -> None:
    page = Page(user)
    page.interactions.most_pending = 2_000
    for number in range(1_300):
        await page.interactions.confirm_action("ada", **(QUESTION | {"commit_token": f"token_{number:04}"}))
    await page.open()
    await until(page.cards)
    assert max(len(message.get("rows", ())) for message in page.sent) == 1_000
    page.sent_from(page.client)
    assert (len(page.sent[-1]["records"]), page.sent[-1]["unkept"]) == (1_000, 300)


@pytest.mark.parametrize("watch", [True, False])
async def test_a_page_that_goes_follows_no_longer_and_one_without_watch_is_sent_no_rows(
    user: User, watch: bool
) -> None:
    page = await Page(user).open(watch=watch)
    await page.session.call("cancel_order")
    if watch:
        await until(lambda: page.cards())
    assert len(page.interactions.watchers.by_mailbox) == 1
    await page.interactions.confirm_action("ada", **(QUESTION | {"commit_token": "another_1"}))
    page.client.delete()
    await until(lambda: not page.interactions.watchers.by_mailbox)
    assert watch or not any(message["kind"] == "records" for message in page.sent)
