"""Where the panel is, how it is called, and how it calls: size, keys, reload, title and icon, the builder's hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = {"id": "q1", "text": "Archive it?"}


async def open_panel(client: Client, **options: object) -> Locator:
    await client.open(**options)
    await client.page.evaluate("localStorage.clear()")
    await client.snapshot()
    await client.page.locator(".cwk-fab").click()
    return client.page.get_by_role("dialog", name="LocalAgent")


async def box_of(panel: Locator) -> tuple[float, float, float, float]:
    box = await panel.bounding_box()
    assert box is not None
    return (round(box["x"]), round(box["y"]), round(box["width"]), round(box["height"]))


async def drag(client: Client, start: tuple[float, float], by: tuple[float, float]) -> None:
    await client.page.mouse.move(*start)
    await client.page.mouse.down()
    await client.page.mouse.move(start[0] + by[0] / 2, start[1] + by[1] / 2)
    await client.page.mouse.move(start[0] + by[0], start[1] + by[1])
    await client.page.mouse.up()


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
async def test_it_is_moved_and_resized_and_stays_so_after_a_reload(client: Client, direction: str) -> None:
    panel = await open_panel(client, dir=direction)
    x, y, width, height = await box_of(panel)
    inward = -1 if direction == "ltr" else 1
    await drag(client, (x + width / 2, y + 22), (inward * 200, 40))
    assert await box_of(panel) == (x + inward * 200, y + 40, width, height)
    x, y = x + inward * 200, y + 40
    start_edge = x + 2 if direction == "ltr" else x + width - 2
    await drag(client, (start_edge, y + height / 2), (inward * 100, 0))
    after = (x - 100 if direction == "ltr" else x, y, width + 100, height)
    assert await box_of(panel) == after
    await client.page.reload()
    await client.snapshot()
    await expect(panel).to_be_visible()
    assert await box_of(panel) == after
    await client.page.evaluate("localStorage.clear()")


async def test_it_never_leaves_the_window(client: Client) -> None:
    panel = await open_panel(client)
    await drag(client, (1_000, 80), (-3_000, -3_000))
    x, y, *_ = await box_of(panel)
    assert (x, y) == (8, 8)
    await client.page.set_viewport_size({"width": 700, "height": 520})
    x, y, width, height = await box_of(panel)
    assert x >= 8 and y >= 8 and x + width <= 692 and y + height <= 512
    await client.page.evaluate("localStorage.setItem('coworkkit.panel.place', '{\"width\": \"huge\"}')")
    await client.page.reload()
    await client.snapshot()
    await expect(panel).to_be_visible()
    await client.page.set_viewport_size({"width": 1280, "height": 800})
    await client.page.evaluate("localStorage.clear()")


async def test_its_size_and_place_change_without_a_mouse_too(client: Client) -> None:
    panel = await open_panel(client)
    usual = await box_of(panel)
    size = client.page.get_by_role("button", name="Make the panel larger")
    await size.focus()
    await client.page.keyboard.press("ArrowLeft")
    await client.page.keyboard.press("Shift+ArrowLeft")
    x, y, width, height = await box_of(panel)
    assert (x, y, width, height) == (usual[0] - 48, usual[1], usual[2] + 24, usual[3])
    await size.click()
    assert (await box_of(panel))[2] == 640
    await client.page.get_by_role("button", name="Make the panel smaller").click()
    assert await box_of(panel) == usual


async def test_keys_open_it_bring_the_focus_in_and_close_it(client: Client) -> None:
    await client.open()
    await client.snapshot()
    panel = client.page.get_by_role("dialog", name="LocalAgent")
    box = client.page.get_by_label("Message to the agent")
    await client.page.focus("#app-box")
    await client.page.keyboard.press("Control+Shift+L")
    await expect(box).to_be_focused()
    await client.page.focus("#app-box")
    await client.page.keyboard.press("Control+Shift+L")
    await expect(box).to_be_focused()
    await client.page.keyboard.press("Control+Shift+L")
    await expect(panel).to_be_hidden()
    await client.page.evaluate(
        "dispatchEvent(new KeyboardEvent('keydown', {key: 'L', ctrlKey: true, shiftKey: true}))"
    )
    await client.settle()
    await expect(panel).to_be_hidden()


async def test_after_a_reload_it_is_open_or_closed_as_before(client: Client) -> None:
    panel = await open_panel(client)
    await client.page.reload()
    await client.snapshot()
    await expect(panel).to_be_visible()
    await expect(client.page.get_by_label("Message to the agent")).not_to_be_focused()
    await client.page.keyboard.press("Control+Shift+L")
    await client.page.keyboard.press("Escape")
    await client.page.reload()
    await client.snapshot()
    await expect(panel).to_be_hidden()


HIDE = """hidden => {
  Object.defineProperty(document, "visibilityState", {value: hidden ? "hidden" : "visible", configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ICONS = "() => [...document.querySelectorAll('link[rel~=icon]')].map(link => link.href.slice(0, 15))"


@pytest.mark.parametrize("what", ["question", "card"])
async def test_a_tab_in_the_background_calls_when_somebody_is_waited_for(client: Client, what: str) -> None:
    await client.open()
    await client.snapshot()
    await client.page.evaluate("document.title = 'Tasks'")
    before = await client.page.evaluate(ICONS)
    content = {"question": QUESTION} if what == "question" else {"card": {"id": "c1", "nonce": "n"}, "ending": None}
    await client.push(what, **content)
    assert await client.page.title() == "Tasks"
    await client.page.evaluate(HIDE, True)
    assert await client.page.title() == "Waiting for you: Tasks"
    assert await client.page.evaluate(ICONS) == ["data:image/png;"]
    await client.page.evaluate("document.title = 'Tasks (2)'")
    await client.settle()
    assert await client.page.title() == "Waiting for you: Tasks (2)"
    await client.page.evaluate(HIDE, False)
    assert await client.page.title() == "Tasks (2)"
    assert await client.page.evaluate(ICONS) == before


async def test_an_app_that_keeps_setting_its_title_is_left_alone(client: Client) -> None:
    await client.open()
    await client.snapshot(question=QUESTION)
    await client.page.evaluate(HIDE, True)
    for number in range(8):
        await client.page.evaluate("number => { document.title = `Playing ${number}` }", number)
        await client.settle()
    assert await client.page.title() == "Playing 7"
    await client.page.evaluate(HIDE, False)
    assert await client.page.title() == "Playing 7"


async def test_the_builders_next_step_goes_when_it_is_done_or_put_away(client: Client) -> None:
    await client.open(watch=1)
    await client.snapshot(watch=True, hint={"step": "noAgent", "text": "Next step: give it an agent."})
    hint = client.page.get_by_role("complementary", name="While you build")
    await expect(hint).to_have_text("Next step: give it an agent.")
    await client.push("hint", hint={"step": "noAction", "text": "Next step: declare something."})
    await expect(hint).to_have_text("Next step: declare something.")
    await hint.get_by_role("button", name="Hide this hint").click()
    await expect(hint).to_have_count(0)
    await client.push("hint", hint={"step": "noCard", "text": "Next step: see a card."})
    await expect(hint).to_be_visible()
    await client.push("hint", hint=None)
    await expect(hint).to_have_count(0)
