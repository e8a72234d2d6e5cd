"""How a card comes to the screen: from one moment to the next, without a flash and without moving the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.server import Server
from tests.browser.tracker import Tracker

BRIGHTNESS = """
  async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(32, 20);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, 32, 20);
    const { data: pixels } = context.getImageData(0, 0, 32, 20);
    return pixels.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (pixels.length * 0.75);
  }
"""
HALF = 128.0

SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((seen) => window.shifts.push(...seen.getEntries().map((entry) => entry.value)))
    .observe({ type: "layout-shift" });
"""


@pytest.mark.parametrize("secure", [True, False], ids=["framed", "basic"])
def test_a_card_opens_on_a_dark_page_without_a_flash_and_moves_nothing(
    demo: Server, visit: Callable[..., Tracker], secure: bool
) -> None:
    user = visit(demo, secure=secure, color_scheme="dark")
    looking = user.page.context.new_cdp_session(user.page)
    frames: list[str] = []

    def keep(frame: dict[str, Any]) -> None:
        frames.append(frame["data"])
        looking.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    user.box.fill("Delete the project Customer survey")
    user.page.evaluate(SHIFTS)
    looking.on("Page.screencastFrame", keep)
    looking.send("Page.startScreencast", {"format": "png", "maxWidth": 320, "maxHeight": 200})
    user.page.keyboard.press("Enter")
    user.wait_armed_card("Delete “Customer survey”", "Delete project")
    looking.send("Page.stopScreencast")
    blank = user.page.context.new_page()
    brightness = [blank.evaluate(BRIGHTNESS, frame) for frame in frames]
    assert len(brightness) > 1 and max(brightness) < HALF, brightness
    assert sum(user.page.evaluate("window.shifts")) < 0.01
