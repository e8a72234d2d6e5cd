"""The box the user writes in: what sends, what does not, and that no text is lost (S05, S27, S41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = {"id": "q1", "text": "Shall I archive “Spring cleaning”?"}


async def open_panel(client: Client, **content: object) -> Locator:
    """Open the panel and return the box."""
    await client.open()
    await client.snapshot(**content)
    await client.page.get_by_role("button", name="Open the agent").click()
    return client.page.get_by_label("Message to the agent")


async def ask(client: Client) -> None:
    """Ask a question and wait until the page has painted it."""
    await client.push("question", question=QUESTION)
    await client.wait_sent("painted_question")


async def sent_turn(client: Client) -> Json:
    (turn,) = await client.wait_sent("turn")
    return turn


async def test_enter_sends_and_shift_enter_breaks_the_line(client: Client) -> None:
    box = await open_panel(client)
    await box.press_sequentially("one")
    await client.page.keyboard.press("Shift+Enter")
    await box.press_sequentially("two")
    await client.page.keyboard.press("Enter")
    turn = await sent_turn(client)
    assert (turn["text"], turn["seen"]) == ("one\ntwo", None)
    await expect(box).to_have_value("")
    await expect(box).to_be_focused()


async def test_the_button_sends(client: Client) -> None:
    box = await open_panel(client)
    await box.fill("Add a task")
    await client.page.get_by_role("button", name="Send").click()
    assert (await sent_turn(client))["text"] == "Add a task"


async def test_nothing_is_sent_for_blanks(client: Client) -> None:
    box = await open_panel(client)
    await box.press_sequentially("   ")
    await client.page.keyboard.press("Enter")
    await client.settle()
    assert await client.sent("turn") == []


async def test_a_held_enter_sends_once(client: Client) -> None:
    box = await open_panel(client)
    await box.fill("once")
    for _ in range(5):
        await client.page.keyboard.down("Enter")
    await client.page.keyboard.up("Enter")
    await client.settle()
    assert len(await client.sent("turn")) == 1


async def test_a_script_cannot_send(client: Client) -> None:
    box = await open_panel(client)
    await box.fill("typed by a person")
    await client.page.evaluate(
        """() => {
          const box = document.querySelector(".cwk-box");
          box.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}));
          document.querySelector(".cwk-send").click();
        }"""
    )
    await client.settle()
    assert await client.sent("turn") == []
    await client.page.keyboard.press("Enter")
    assert len(await client.wait_sent("turn")) == 1


async def test_enter_that_ends_a_composition_does_not_send(client: Client) -> None:
    box = await open_panel(client)
    await box.focus()
    session = await client.page.context.new_cdp_session(client.page)
    await session.send("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})
    await session.send(
        "Input.dispatchKeyEvent",
        {"type": "rawKeyDown", "key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229},
    )
    await box.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    await client.settle()
    assert await client.sent("turn") == []
    await session.send("Input.insertText", {"text": "日本"})
    await expect(box).to_have_value("日本")
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["text"] == "日本"


async def test_text_that_was_refused_is_put_back(client: Client) -> None:
    box = await open_panel(client)
    await client.answer("turn", {"ok": False, "message": "A lot is waiting for the agent already."})
    await box.fill("keep me")
    await client.page.keyboard.press("Enter")
    await expect(box).to_have_value("keep me")
    await expect(client.page.get_by_text("Not sent: A lot is waiting")).to_be_visible()


async def test_what_was_typed_meanwhile_is_kept_too(client: Client) -> None:
    box = await open_panel(client)
    await client.answer("turn", "silence")
    await client.tell("hold")
    await box.press_sequentially("first")
    await client.page.keyboard.press("Enter")
    await expect(client.page.get_by_text("Sending…")).to_be_visible()
    await box.press_sequentially("second")
    await client.tell("release")
    await expect(box).to_have_value("first\nsecond")


async def test_a_text_the_server_did_hear_is_not_put_back(client: Client) -> None:
    box = await open_panel(client)
    await client.answer("turn", "silence")
    await client.tell("hold")
    await box.fill("heard")
    await client.page.keyboard.press("Enter")
    message = {"id": "m1", "role": "user", "text": "heard", "at": "2026-01-01T00:00:00Z"}
    await client.push("message", message=message)
    await client.tell("release")
    await client.settle()
    await expect(box).to_have_value("")
    await expect(client.page.locator(".cwk-from-user")).to_have_count(1)


async def test_a_text_that_is_too_long_says_so_and_stays(client: Client) -> None:
    box = await open_panel(client)
    await box.fill("x" * 3_990)
    await expect(client.page.get_by_text("3,990 of 4,000 characters")).to_be_visible()
    await box.fill("x" * 4_001)
    await client.page.keyboard.press("Enter")
    await expect(client.page.get_by_text("4,001 characters, and 4,000 is the most")).to_be_visible()
    await client.settle()
    assert await client.sent("turn") == []
    assert len(await box.input_value()) == 4_001
    await box.fill("🙂" * 4_000)
    await client.page.keyboard.press("Enter")
    assert len((await sent_turn(client))["text"]) == 4_000


async def test_s05_a_text_begun_before_the_question_does_not_answer_it(client: Client) -> None:
    box = await open_panel(client)
    await box.press_sequentially("ye")
    await ask(client)
    await box.press_sequentially("s")
    await expect(client.page.get_by_text("You began this before the question appeared")).to_be_visible()
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["seen"] is None


async def test_s05_a_text_begun_after_the_question_answers_it(client: Client) -> None:
    box = await open_panel(client)
    await ask(client)
    await box.press_sequentially("yes")
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["seen"] == "q1"


async def test_s05_an_emptied_box_begins_anew(client: Client) -> None:
    box = await open_panel(client)
    await box.press_sequentially("x")
    await ask(client)
    await client.page.keyboard.press("Backspace")
    await box.press_sequentially("yes")
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["seen"] == "q1"


async def test_s05_writing_over_the_whole_text_begins_anew(client: Client) -> None:
    box = await open_panel(client)
    await box.press_sequentially("what about")
    await ask(client)
    await client.page.keyboard.press("ControlOrMeta+A")
    await box.press_sequentially("yes")
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["seen"] == "q1"


async def test_s05_a_script_cannot_begin_the_answer(client: Client) -> None:
    box = await open_panel(client)
    await ask(client)
    await client.page.evaluate(
        """() => {
          const box = document.querySelector(".cwk-box");
          box.value = "yes";
          box.dispatchEvent(new InputEvent("input", {bubbles: true}));
        }"""
    )
    await box.focus()
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["seen"] is None


async def test_s05_each_text_is_judged_by_itself(client: Client) -> None:
    box = await open_panel(client)
    await ask(client)
    await box.press_sequentially("yes")
    await client.page.keyboard.press("Enter")
    await sent_turn(client)
    await client.push("question", question=None)
    await box.press_sequentially("and now this")
    await client.page.keyboard.press("Enter")
    turns = await client.wait_sent("turn", 2)
    assert [turn["seen"] for turn in turns] == ["q1", None]


async def test_s27_typing_and_sending_works_while_a_card_is_open(client: Client) -> None:
    box = await open_panel(client, status={"state": "card", "text": "Waiting for your click on the card"})
    await client.push("card", card={"id": "c1", "nonce": "n"}, ending=None)
    await box.press_sequentially("yes")
    await client.page.keyboard.press("Enter")
    assert (await sent_turn(client))["text"] == "yes"
    assert await client.sent("decide") == []


async def test_s41_typing_goes_on_while_everything_around_changes(client: Client) -> None:
    box = await open_panel(client)
    await box.press_sequentially("a b")
    await client.push("card", card={"id": "c1", "nonce": "n"}, ending=None)
    await box.press_sequentially("c d")
    await client.push("status", status={"state": "running", "text": "Running x…"})
    await client.push("question", question=QUESTION)
    await box.press_sequentially("e f")
    await client.tell("drop")
    await box.press_sequentially("g")
    await expect(box).to_have_value("a bc de fg")
    await expect(box).to_be_focused()


async def test_a_draft_outlives_closing_the_panel(client: Client) -> None:
    box = await open_panel(client)
    await box.fill("not done yet")
    await client.page.keyboard.press("Escape")
    await expect(box).to_be_hidden()
    await client.page.get_by_role("button", name="Open the agent").click()
    await expect(box).to_have_value("not done yet")


async def test_a_draft_is_not_shown_to_the_next_user(client: Client) -> None:
    box = await open_panel(client, session_id="s1")
    await box.fill("private")
    await client.snapshot(session_id="s1")
    await client.settle()
    await expect(box).to_have_value("private")
    await client.snapshot(session_id="s2")
    await client.settle()
    await expect(box).to_have_value("")
