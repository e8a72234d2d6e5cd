"""Sentences on the page: a real press says one as the user's turn, and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLACE = """text => {
  const button = document.createElement("button");
  button.innerHTML = "<span>Try it</span>";
  button.dataset.coworkSay = text;
  document.body.prepend(button);
}"""


async def place(client: Client, text: str, **content: object) -> Locator:
    """Open a page with a sentence to press, and return it."""
    await client.open()
    await client.snapshot(**content)
    await client.page.evaluate(PLACE, text)
    return client.page.get_by_role("button", name="Try it")


async def test_a_press_says_the_sentence_and_opens_the_panel(client: Client) -> None:
    sentence = await place(client, "Archive Summer party")
    await sentence.click()
    (turn,) = await client.wait_sent("turn")
    assert (turn["text"], turn["seen"]) == ("Archive Summer party", None)
    await expect(client.page.get_by_role("dialog").get_by_text("Archive Summer party")).to_be_visible()
    await expect(client.page.get_by_label("Message to the agent")).to_be_focused()


@pytest.mark.parametrize("key", ["Enter", "Space"])
async def test_the_keyboard_presses_it_too(client: Client, key: str) -> None:
    sentence = await place(client, "Archive Summer party")
    await sentence.focus()
    await client.page.keyboard.press(key)
    (turn,) = await client.wait_sent("turn")
    assert turn["text"] == "Archive Summer party"


async def test_it_never_answers_a_question(client: Client) -> None:
    sentence = await place(client, "yes")
    await client.page.get_by_role("button", name="Open the agent").click()
    await client.push("question", question={"id": "q1", "text": "Archive it?"})
    await client.wait_sent("painted_question")
    await sentence.click()
    (turn,) = await client.wait_sent("turn")
    assert turn["seen"] is None


async def test_a_draft_in_the_box_stays(client: Client) -> None:
    sentence = await place(client, "Archive Summer party")
    await client.page.get_by_role("button", name="Open the agent").click()
    box = client.page.get_by_label("Message to the agent")
    await box.press_sequentially("half a thought")
    await sentence.click()
    await client.wait_sent("turn")
    await expect(box).to_have_value("half a thought")


async def test_what_no_person_pressed_says_nothing(client: Client) -> None:
    sentence = await place(client, "Delete everything")
    await sentence.evaluate("""button => {
      button.click();
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }""")
    await client.settle()
    assert await client.sent("turn") == []
    await sentence.click()  # the twin: a real press does
    assert len(await client.wait_sent("turn")) == 1


async def test_a_double_click_says_it_once(client: Client) -> None:
    sentence = await place(client, "Archive Summer party")
    await sentence.dblclick()
    await client.wait_sent("turn")
    await client.settle()
    assert len(await client.sent("turn")) == 1


async def test_without_a_connection_nothing_is_kept_for_later(client: Client) -> None:
    sentence = await place(client, "Archive Summer party")
    await client.tell("drop")
    await sentence.click()
    await expect(client.page.locator(".cwk-hidden[role=status]")).to_contain_text("no connection")
    await client.tell("connect")
    await client.wait_sent("hello", 2)
    await client.settle()
    assert await client.sent("turn") == []


async def test_where_no_agent_is_nothing_is_said(client: Client) -> None:
    sentence = await place(client, "Archive Summer party", agent={"name": ""})
    await sentence.click()
    await client.settle()
    assert await client.sent("turn") == []
