"""Every state of the demo at two sizes, light and dark: axe finds nothing, nothing sticks out, and it is pictured.

``make pictures`` also writes the pictures of README and docs, into the folder named by `COWORKKIT_PICTURES`.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
LOOKS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]
STATES = (
    "tour",
    "demo",
    "project",
    "invoices",
    "audit",
    "settings",
    "panel",
    "question",
    "hand",
    "card",
    "watch-timeline",
    "watch-call",
    "watch-groups",
    "watch-catalogue",
    "watch-action",
    "watch-agent",
    "durable",
    "durable-card",
    "durable-confirmed",
    "durable-done",
)
PICTURES = tuple(f"{state}-{size}-{scheme}" for state in STATES for size, scheme in LOOKS)
"""The pictures that README and docs use, as WebP."""

QUALITY = 80

# The card is in a closed root, where axe cannot look; tests/card opens one and looks there.
AXE: dict[str, Any] = {"resultTypes": ["violations"]}


@pytest.fixture(scope="module", params=LOOKS, ids="-".join)
def look(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A size of screen and a colour scheme."""
    size, scheme = request.param
    return size, scheme


@pytest.fixture
def user(look: tuple[str, str], start_demo: Callable[..., Server], visit: Callable[..., Tracker]) -> Iterator[Tracker]:
    size, scheme = look
    server = start_demo()
    tracker = visit(server, viewport=SIZES[size], color_scheme=scheme, has_touch=size == "phone")
    yield tracker
    assert tracker.errors == []


def take(user: Tracker, name: str, look: tuple[str, str]) -> None:
    """Check what is on screen, and keep its picture where one is wanted."""
    user.page.wait_for_timeout(400)  # ripples of the app's own
    wide = user.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} sticks out by {wide} px"
    found = Axe().run(user.page, options=AXE)
    assert found.violations_count == 0, found.generate_report()
    assert name in STATES
    if folder := os.environ.get("COWORKKIT_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        browser = user.page.context.new_cdp_session(user.page)  # Playwright itself writes no WebP
        picture = browser.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (Path(folder) / f"{name}-{look[0]}-{look[1]}.webp").write_bytes(base64.b64decode(picture["data"]))
        browser.detach()


def go_to(user: Tracker, name: str) -> None:
    """Go to another page of the demo by its navigation."""
    user.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
    expect(user.page).to_have_title(f"{name} · Tracker")


def close_panel(user: Tracker) -> None:
    """Close the conversation."""
    user.page.locator(".cwk-panel").get_by_role("button", name="Close").click()
    expect(user.page.locator(".cwk-panel")).to_be_hidden()


def test_every_state_is_accessible_fits_the_screen_and_has_its_picture(user: Tracker, look: tuple[str, str]) -> None:
    close_panel(user)
    take(user, "tour", look)
    user.page.get_by_role("button", name="Skip the tour").click()
    take(user, "demo", look)
    user.open_panel()
    user.say("Add a task “Order flowers” to Office move")
    user.wait_says("Added")
    user.say("Sync the calendar")
    user.wait_says("isn't connected")
    take(user, "panel", look)
    user.say("Archive Summer party")
    user.wait_asked("Archive")
    take(user, "question", look)
    user.say("yes")
    user.wait_says("in the archive")
    user.arm_hand()
    user.say("Show the list view")
    user.wait_record(action="view mode.set_list", gate="fired")
    close_panel(user)
    take(user, "hand", look)
    for page in ("Project", "Invoices", "Audit", "Settings"):
        go_to(user, page)
        take(user, page.lower(), look)
    go_to(user, "Board")
    user.open_panel()
    user.say("Delete the project Website relaunch")
    user.wait_armed_card("Delete “Website relaunch”", "Delete project")
    take(user, "card", look)
    user.page.keyboard.press("Escape")
    user.wait_no_card()
    user.page.get_by_role("button", name="Turn off").click()
    close_panel(user)
    user.wait_row("delete_project", "cancelled")
    take(user, "watch-timeline", look)
    user.page.locator(".cwk-rows .cwk-row").last.click()
    take(user, "watch-call", look)
    user.page.keyboard.press("Escape")
    group = user.page.get_by_role("button", name="Group by what the user said")
    group.click()
    user.page.locator(".cwk-is-standing").click()
    take(user, "watch-groups", look)
    group.click()
    user.page.get_by_role("tab", name="Catalogue").click()
    take(user, "watch-catalogue", look)
    user.page.locator("[data-cwk-action=shift_deadlines]").click()
    expect(user.page.get_by_text("Call it", exact=True)).to_be_visible()
    take(user, "watch-action", look)
    user.page.keyboard.press("Escape")
    user.page.get_by_role("tab", name="Agent’s view").click()
    take(user, "watch-agent", look)
