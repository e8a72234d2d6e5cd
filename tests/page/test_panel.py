"""The floating button and the conversation it opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from .conftest import Client, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = {"id": "q1", "text": "Shall I archive it?"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def said(id: str, role: str, text: str, **more: object) -> Json:
    """A message as the server sends it."""
    plain = {"at": "2026-01-01T09:00:00Z", "pending": False, "queued": False, "question_id": None}
    return {"id": id, "role": role, "text": text, **plain, **more}


async def open_panel(client: Client, **content: object) -> None:
    await client.open()
    await client.snapshot(**content)
    await client.page.get_by_role("button", name="Open the agent").click()


async def test_the_button_opens_the_panel_and_escape_gives_the_focus_back(client: Client) -> None:
    await client.open()
    button = client.page.locator(".cwk-fab")
    panel = client.page.get_by_role("dialog", name="LocalAgent")
    await client.snapshot()
    await expect(button).to_have_attribute("aria-expanded", "false")
    await button.click()
    await expect(panel).to_be_visible()
    await expect(button).to_have_attribute("aria-expanded", "true")
    await expect(client.page.get_by_label("Message to the agent")).to_be_focused()
    await client.page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(button).to_be_focused()


async def test_escape_in_the_panel_does_not_reach_the_app(client: Client) -> None:
    await open_panel(client)
    await client.page.evaluate("window.seen = []; document.body.addEventListener('keydown', e => seen.push(e.key))")
    await client.page.keyboard.press("Escape")
    await client.page.keyboard.press("Escape")
    assert await client.page.evaluate("seen") == ["Escape"]


async def test_an_open_dialog_of_the_app_does_not_take_the_focus_away(client: Client) -> None:
    await client.open()
    # what Quasar's dialogs do
    await client.page.evaluate(
        """() => document.body.addEventListener("focusin", event => {
          if (event.target.id !== "app-box") document.querySelector("#app-box").focus();
        })"""
    )
    await client.snapshot()
    await client.page.locator(".cwk-fab").click()
    box = client.page.get_by_label("Message to the agent")
    await client.page.keyboard.type("still mine")
    await expect(box).to_have_value("still mine")


async def test_an_empty_conversation_says_what_to_do(client: Client) -> None:
    await open_panel(client)
    await expect(client.page.get_by_text("Nothing said yet")).to_be_visible()


async def test_what_the_user_and_the_sdk_say_is_plain_text(client: Client) -> None:
    hostile = "<img src=x onerror=alert(1)> **bold**\nsecond line"
    await open_panel(client, messages=[said("1", "user", hostile)])
    bubble = client.page.locator(".cwk-from-user .cwk-bubble")
    await expect(bubble).to_have_text(hostile)
    assert await bubble.locator("img").count() == 0
    assert await bubble.evaluate("b => getComputedStyle(b).whiteSpace") == "pre-wrap"


async def test_s08_what_cannot_be_seen_is_shown_by_name(client: Client) -> None:
    await open_panel(client, messages=[said("1", "agent", "pay \u202e100\u200b now"), said("2", "agent", "שלום עולם")])
    await expect(client.page.locator(".cwk-bubble").first).to_have_text("pay U+202E100U+200B now")
    await expect(client.page.locator(".cwk-bubble").last).to_have_text("שלום עולם")


async def test_an_answer_grows_as_it_is_said(client: Client) -> None:
    await open_panel(client, messages=[said("1", "agent", "", pending=True)])
    await expect(client.page.get_by_text("The agent is writing")).to_be_attached()
    for piece in ("Do", "ne", "."):
        await client.push("delta", id="1", text=piece)
    await expect(client.page.locator(".cwk-bubble")).to_have_text("Done.")
    await client.push("message", message=said("1", "agent", "Done for good."))
    await expect(client.page.locator(".cwk-bubble")).to_have_text("Done for good.")


async def test_a_queued_message_says_that_it_waits(client: Client) -> None:
    await open_panel(client, messages=[said("1", "user", "next", queued=True)])
    await expect(client.page.get_by_text("Waiting for its turn")).to_be_visible()
    await client.push("message", message=said("1", "user", "next"))
    await expect(client.page.get_by_text("Waiting for its turn")).to_have_count(0)


async def test_news_in_a_closed_panel_are_marked(client: Client) -> None:
    await client.open()
    await client.snapshot()
    await client.push("message", message=said("1", "user", "mine"))
    await expect(client.page.locator(".cwk-unread")).to_have_count(0)
    await client.push("message", message=said("2", "agent", "News"))
    await expect(client.page.get_by_role("button", name="Open the agent: 1 new")).to_be_visible()
    await expect(client.page.locator(".cwk-hidden[role=status]")).to_have_text("LocalAgent wrote something.")
    for n in range(3, 13):
        await client.push("message", message=said(str(n), "notice", "More news"))
    await expect(client.page.locator(".cwk-unread")).to_have_text("9+")
    await client.page.locator(".cwk-fab").click()
    await expect(client.page.locator(".cwk-unread")).to_have_count(0)


async def test_the_log_stays_at_its_end_until_the_reader_scrolls_up(client: Client) -> None:
    await open_panel(client, messages=[said(str(n), "agent", f"Message {n}\n" * 4) for n in range(20)])
    log = client.page.get_by_role("log")
    await client.settle()
    await client.push("message", message=said("20", "agent", "The newest"))
    await expect(client.page.get_by_text("The newest")).to_be_in_viewport()
    await log.evaluate("log => { log.scrollTop = 0 }")
    await client.push("message", message=said("21", "agent", "Out of sight"))
    await client.settle()
    assert await log.evaluate("log => log.scrollTop") == 0
    await client.page.get_by_role("button", name="Go to the latest message").click()
    await expect(client.page.get_by_text("Out of sight")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("state", "text", "shown"),
    [
        ("working", "", "Working…"),
        ("running", "Running add_task…", "Running add_task…"),
        ("asking", "", "Waiting for your yes or no"),
        ("card", "", "Waiting for your click on the card"),
    ],
)
async def test_the_panel_says_what_the_agent_does(client: Client, state: str, text: str, shown: str) -> None:
    await open_panel(client)
    stop = client.page.get_by_role("button", name="Stop")
    await expect(stop).to_have_count(0)
    await client.push("status", status={"state": state, "text": text})
    await expect(client.page.locator(".cwk-doing-text")).to_have_text(shown)
    await expect(stop).to_be_visible()


async def test_stop_is_sent_once_and_only_by_a_person(client: Client) -> None:
    await open_panel(client, status={"state": "working", "text": ""})
    stop = client.page.get_by_role("button", name="Stop")
    await stop.dispatch_event("click")
    await client.settle()
    assert await client.sent("stop") == []
    await client.tell("hold")
    await stop.click()
    await stop.click()
    await expect(client.page.locator(".cwk-doing-text")).to_have_text("Stopping…")
    assert len(await client.sent("stop")) == 1


async def test_a_stop_that_does_not_arrive_says_so(client: Client) -> None:
    await open_panel(client, status={"state": "working", "text": ""})
    await client.tell("drop")
    await client.page.get_by_role("button", name="Stop").click()
    await expect(client.page.get_by_text("Stop did not reach the server. Try again.")).to_be_visible()


async def test_a_question_opens_the_panel_and_leaves_the_focus_alone(client: Client) -> None:
    await client.open()
    await client.snapshot()
    app = client.page.locator("#app-box")
    await app.press_sequentially("ab")
    await client.push("question", question=QUESTION)
    await expect(client.page.get_by_text("The agent asks")).to_be_visible()
    await app.press_sequentially("cd")
    await expect(app).to_have_value("abcd")
    await expect(app).to_be_focused()


async def test_a_question_is_reported_once_it_was_painted(client: Client) -> None:
    await client.open()
    await client.snapshot(question=QUESTION)
    (painted,) = await client.wait_sent("painted_question")
    assert painted["id"] == "q1"
    await client.snapshot(question=QUESTION)
    await client.page.wait_for_timeout(500)
    assert len(await client.sent("painted_question")) == 1


@pytest.mark.parametrize("hide", ["the panel is closed", "something lies over it"])
async def test_a_question_nobody_can_see_is_not_reported(client: Client, hide: str) -> None:
    await client.open()
    await client.snapshot()
    if hide == "the panel is closed":
        await client.page.evaluate(
            """question => {
              server.push({kind: "question", question});
              document.querySelector(".cwk-fab").click();
            }""",
            QUESTION,
        )
    else:
        await client.page.evaluate(
            """() => {
              const cover = document.createElement("div");
              cover.id = "cover";
              cover.style = "position: fixed; inset: 0; z-index: 99999; background: white";
              document.body.append(cover);
            }"""
        )
        await client.push("question", question=QUESTION)
    await client.page.wait_for_timeout(600)
    assert await client.sent("painted_question") == []
    if hide == "the panel is closed":
        await client.page.locator(".cwk-fab").click()
    else:
        await client.page.evaluate("document.querySelector('#cover').remove()")
    await client.wait_sent("painted_question")


async def test_a_report_that_fails_is_made_again(client: Client) -> None:
    await client.open()
    await client.answer("painted_question", "silence")
    await client.snapshot(question=QUESTION)
    await client.wait_sent("painted_question")
    await client.answer("painted_question", {"ok": True})
    await client.wait_sent("painted_question", 2)


async def test_the_agents_own_words_and_the_question_are_shown_as_one(client: Client) -> None:
    await open_panel(client)
    await client.push("question", question=QUESTION)
    block = client.page.locator(".cwk-question")
    await expect(block).to_have_count(1)
    await client.push("message", message=said("1", "agent", "I found it. Shall I archive it?"))
    await expect(client.page.locator(".cwk-bubble")).to_have_text("I found it.")
    await expect(block).to_have_count(1)
    await expect(block.locator(".cwk-question-text")).to_have_text("Shall I archive it?")
    await client.push("question", question=None)
    await expect(block.get_by_text("Settled", exact=True)).to_be_visible()


async def test_the_question_is_the_gates_whatever_the_agent_says(client: Client) -> None:
    await open_panel(client)
    await client.push("question", question=QUESTION)
    await client.push("message", message=said("1", "agent", "Do you like cats?", question_id="q1"))
    await expect(client.page.locator(".cwk-question-text")).to_have_text("Shall I archive it?")
    await expect(client.page.locator(".cwk-bubble")).to_have_text("Do you like cats?")


async def test_without_an_agent_there_is_no_box_but_a_question_can_be_answered(client: Client) -> None:
    await open_panel(client, agent={"name": ""})
    box = client.page.get_by_label("Message to the agent")
    await expect(box).to_be_hidden()
    await expect(client.page.get_by_text("No agent answers on this page.")).to_be_visible()
    await client.push("question", question=QUESTION)
    await expect(box).to_be_visible()


async def test_words_can_be_replaced(client: Client) -> None:
    await client.open(words='{"fab": {"open": "Agent öffnen"}, "card": {"close": "Schließen"}, "you": 3}')
    await client.snapshot()
    await expect(client.page.get_by_role("button", name="Agent öffnen")).to_be_visible()
    assert await client.page.evaluate("stage.words") == {"close": "Schließen"}


@pytest.mark.parametrize("page", [PHONE], indirect=True)
async def test_on_a_phone_the_panel_takes_the_screen(client: Client) -> None:
    await client.open()
    await client.snapshot()
    await client.page.locator(".cwk-fab").tap()
    await client.settle()
    box = await client.page.get_by_role("dialog").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 360, "height": 740}
    await expect(client.page.locator(".cwk-fab")).to_be_hidden()
    await client.page.get_by_role("button", name="Close", exact=True).tap()
    await expect(client.page.locator(".cwk-fab")).to_be_visible()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
async def test_a_keyboard_on_the_screen_does_not_cover_the_box(client: Client) -> None:
    await client.open()
    await client.snapshot()
    await client.page.locator(".cwk-fab").tap()
    await client.page.evaluate(
        """() => {
          Object.defineProperty(visualViewport, "height", {value: 420, configurable: true});
          visualViewport.dispatchEvent(new Event("resize"));
        }"""
    )
    box = await client.page.get_by_label("Message to the agent").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 420
