"""What is asked can be answered by one press, and only by a person who had seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = {"id": "q1", "text": "Archive “Summer party”?"}
PATIENT_MS = 600


def said(id: str, role: str, text: str, **more: object) -> Json:
    return {"id": id, "role": role, "text": text, "at": "2026-01-01T09:00:00Z", **more}


async def ask(client: Client, **content: object) -> Locator:
    """Ask, wait until it was painted, and return the button that says yes. The clock of the page stands still."""
    await client.open_with_stopped_clock()
    await client.snapshot(question=QUESTION, **{"quick_answers": True, **content})
    await client.wait_sent("painted_question")
    return client.page.get_by_role("button", name="Yes", exact=True)


@pytest.mark.parametrize(("label", "how"), [("Yes", "mouse"), ("No", "mouse"), ("Yes", "Enter"), ("No", "Space")])
async def test_one_press_is_the_users_turn(client: Client, label: str, how: str) -> None:
    await ask(client)
    await client.let_time_pass(PATIENT_MS)
    button = client.page.get_by_role("button", name=label, exact=True)
    if how == "mouse":
        await button.click()
    else:
        await button.focus()
        await client.page.keyboard.press(how)
    (turn,) = await client.wait_sent("turn")
    assert (turn["text"], turn["seen"]) == (label, "q1")


async def test_a_second_press_says_nothing_more(client: Client) -> None:
    yes = await ask(client)
    await client.let_time_pass(PATIENT_MS)
    await yes.dblclick()
    await client.page.get_by_role("button", name="No", exact=True).click(force=True)
    await client.settle()
    assert len(await client.sent("turn")) == 1


async def test_a_script_cannot_answer(client: Client) -> None:
    yes = await ask(client)
    await client.let_time_pass(PATIENT_MS)
    await yes.evaluate(
        """button => {
          button.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
          button.click();
          button.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1}));
        }"""
    )
    await client.settle()
    assert await client.sent("turn") == []
    await yes.click()
    await client.wait_sent("turn")


@pytest.mark.scenario("S05")
async def test_a_press_begun_before_the_question_could_be_seen_does_not_answer_it(client: Client) -> None:
    yes = await ask(client)
    await yes.click(force=True)
    await client.settle()
    assert await client.sent("turn") == []
    await client.let_time_pass(PATIENT_MS)
    await yes.hover()
    await client.page.mouse.down()
    await client.push("question", question={**QUESTION, "id": "q2", "text": "Delete everything?"})
    await client.page.mouse.up()
    await client.settle()
    assert await client.sent("turn") == []


async def test_a_button_that_something_lies_over_does_not_count(client: Client) -> None:
    yes = await ask(client)
    await client.let_time_pass(PATIENT_MS)
    await yes.evaluate("button => { button.closest('.cwk-panel').style.opacity = '0' }")
    await yes.click()
    await client.settle()
    assert await client.sent("turn") == []


async def test_an_answer_that_does_not_arrive_says_so_and_can_be_given_again(client: Client) -> None:
    yes = await ask(client)
    await client.let_time_pass(PATIENT_MS)
    await client.answer("turn", {"ok": False, "message": "A lot is waiting."})
    await yes.click()
    await expect(client.page.get_by_text("Not sent: A lot is waiting.").first).to_be_visible()
    await client.answer("turn", {"ok": True})
    await yes.click()
    await client.wait_sent("turn", 2)


async def test_without_quick_answers_the_box_is_where_to_answer(client: Client) -> None:
    yes = await ask(client, quick_answers=False)
    await expect(yes).to_have_count(0)
    await expect(client.page.get_by_text("Answer in the box below.")).to_be_visible()


async def test_an_answered_question_loses_its_buttons(client: Client) -> None:
    yes = await ask(client, messages=[said("1", "agent", QUESTION["text"], question_id="q1")])
    await expect(yes).to_be_visible()
    await client.push("question", question=None)
    await expect(yes).to_have_count(0)
    await expect(client.page.get_by_text("Settled", exact=True)).to_be_visible()


FAILED = said("3", "notice", "This did not work: print. Out of paper.", tone="failed", again="1")
TALK = [said("1", "user", "Print it"), said("2", "agent", "Sorry."), FAILED]


async def test_what_failed_can_be_said_again(client: Client) -> None:
    await client.open()
    await client.snapshot(messages=TALK)
    await client.page.locator(".cwk-fab").click()
    again = client.page.get_by_role("button", name="Try again: Print it")
    await again.dispatch_event("click")
    await client.settle()
    assert await client.sent("turn") == []
    await again.click()
    (turn,) = await client.wait_sent("turn")
    assert (turn["text"], turn["seen"]) == ("Print it", None)
    await client.push("message", message=said("4", "user", "Print it"))
    await expect(again).to_have_count(0)


async def test_while_the_agent_works_nothing_is_said_again(client: Client) -> None:
    await client.open()
    await client.snapshot(messages=TALK, status={"state": "working", "text": ""})
    await client.page.locator(".cwk-fab").click()
    again = client.page.get_by_role("button", name="Try again")
    await expect(again).to_have_count(0)
    await client.push("status", status={"state": "idle", "text": ""})
    await expect(again).to_be_visible()
