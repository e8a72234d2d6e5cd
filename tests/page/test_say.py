"""Sentences on the page: a real press says one as the user's turn, and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLACE = """() => {
  const button = document.createElement("button");
  button.innerHTML = "<span>Try it</span>";
  button.dataset.coworkSay = "sentence-1";
  document.body.prepend(button);
}"""


async def place(client: Client, **content: object) -> Locator:
    """Open a page with a sentence to press, and return it."""
    await client.open()
    await client.snapshot(**content)
    await client.page.evaluate(PLACE)
    return client.page.get_by_role("button", name="Try it")


async def test_a_press_says_the_sentence_and_opens_the_panel(client: Client) -> None:
    sentence = await place(client)
    await sentence.click()
    (said,) = await client.wait_sent("say")
    assert said["sentence"] == "sentence-1"
    await expect(client.page.get_by_label("Message to the agent")).to_be_focused()


@pytest.mark.parametrize("key", ["Enter", "Space"])
async def test_the_keyboard_presses_it_too(client: Client, key: str) -> None:
    sentence = await place(client)
    await sentence.focus()
    await client.page.keyboard.press(key)
    (said,) = await client.wait_sent("say")
    assert said["sentence"] == "sentence-1"


async def test_a_draft_in_the_box_stays(client: Client) -> None:
    sentence = await place(client)
    await client.page.get_by_role("button", name="Open the agent").click()
    box = client.page.get_by_label("Message to the agent")
    await box.press_sequentially("half a thought")
    await sentence.click()
    await client.wait_sent("say")
    await expect(box).to_have_value("half a thought")


async def test_what_no_person_pressed_says_nothing(client: Client) -> None:
    sentence = await place(client)
    await sentence.evaluate("""button => {
      button.click();
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }""")
    await client.settle()
    assert await client.sent("say") == []
    await sentence.click()  # the twin: a real press does
    assert len(await client.wait_sent("say")) == 1


async def test_a_double_click_says_it_once(client: Client) -> None:
    sentence = await place(client)
    await sentence.dblclick()
    await client.wait_sent("say")
    await client.settle()
    assert len(await client.sent("say")) == 1


async def test_without_a_connection_nothing_is_kept_for_later(client: Client) -> None:
    sentence = await place(client)
    await client.tell("drop")
    await sentence.click()
    await expect(client.page.locator(".cwk-hidden[role=status]")).to_contain_text("no connection")
    await client.tell("connect")
    await client.wait_sent("hello", 2)
    await client.settle()
    assert await client.sent("say") == []


async def test_where_no_agent_is_nothing_is_said(client: Client) -> None:
    sentence = await place(client, agent={"name": ""})
    await sentence.click()
    await client.settle()
    assert await client.sent("say") == []


# as Quasar's buttons do: the key's own click is held back, and a script clicks instead
LIKE_QUASAR = """button => {
  const press = key => event => {
    if (event.key !== key) return;
    event.preventDefault();
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
  button.addEventListener("keydown", press("Enter"));
  button.addEventListener("keyup", press(" "));
}"""


@pytest.mark.parametrize("key", ["Enter", "Space"])
@pytest.mark.parametrize("is_native", [True, False], ids=["native", "quasar"])
async def test_a_held_key_says_it_once_on_any_button(client: Client, key: str, is_native: bool) -> None:
    sentence = await place(client)
    if not is_native:
        await sentence.evaluate(LIKE_QUASAR)
    await sentence.focus()
    await client.page.evaluate("window.clicks = 0; addEventListener('click', () => { window.clicks += 1 })")
    for _ in range(3):
        await client.page.keyboard.down(key)
    await client.page.keyboard.up(key)
    await client.wait_sent("say")
    await expect(client.page.get_by_label("Message to the agent")).to_be_focused()
    await client.settle()
    assert len(await client.sent("say")) == 1
    assert await client.page.get_by_label("Message to the agent").input_value() == ""
    assert await client.page.evaluate("window.clicks") >= 1  # the app's own handlers lose nothing


async def test_a_key_that_began_elsewhere_or_a_script_made_says_nothing(client: Client) -> None:
    sentence = await place(client)
    await client.page.locator("#app-box").focus()
    await client.page.keyboard.down("Space")
    await sentence.focus()
    await client.page.keyboard.up("Space")
    await sentence.evaluate("""button => {
      for (const kind of ["keydown", "keyup"])
        for (const key of ["Enter", " "]) button.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true }));
    }""")
    await client.settle()
    assert await client.sent("say") == []


async def test_a_press_on_a_label_says_nothing(client: Client) -> None:
    sentence = await place(client)
    await sentence.evaluate("""button => {
      button.id = "c5";
      document.querySelector("main").insertAdjacentHTML("afterbegin", "<label for=c5>Read more</label>");
    }""")
    await client.page.get_by_text("Read more").click()
    await client.settle()
    assert await client.sent("say") == []
    await client.page.locator("#c5").click()  # the twin: a press on the sentence itself does
    assert len(await client.wait_sent("say")) == 1
