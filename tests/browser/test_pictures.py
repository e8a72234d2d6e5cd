"""Every state of the demo at two sizes, light and dark: axe finds nothing, nothing sticks out, and it is pictured.

``make pictures`` also writes the pictures of README and docs, into the folder named by `COWORKKIT_PICTURES`.
"""

from __future__ import annotations

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
NAMES = ("demo", "panel", "question", "hand", "watch-timeline", "watch-call", "watch-catalogue", "watch-agent", "card")
DURABLE = "durable-desktop-light"  # taken by test_durable_pictures.py
ON_THE_PHONE = ("demo-phone-dark", "card-phone-dark", "panel-phone-dark")
PICTURES = (*(f"{name}-desktop-light" for name in NAMES), *ON_THE_PHONE, DURABLE)
"""The pictures that README and docs use."""

# The card is in a closed root, where axe cannot look; tests/card opens one and looks there.
AXE: dict[str, Any] = {"resultTypes": ["violations"]}


@pytest.fixture(scope="module", params=[(size, scheme) for size in SIZES for scheme in ("light", "dark")], ids="-".join)
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
    user.page.wait_for_timeout(400)  # toasts and ripples of the app's own
    wide = user.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} sticks out by {wide} px"
    found = Axe().run(user.page, options=AXE)
    assert found.violations_count == 0, found.generate_report()
    named = f"{name}-{look[0]}-{look[1]}"
    folder = os.environ.get("COWORKKIT_PICTURES")
    if folder and (named in PICTURES or os.environ.get("COWORKKIT_ALL_PICTURES")):
        Path(folder).mkdir(parents=True, exist_ok=True)
        user.page.screenshot(path=Path(folder) / f"{named}.png")


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
    user.page.get_by_role("tab", name="Catalogue").click()
    take(user, "watch-catalogue", look)
    user.page.get_by_role("tab", name="Agent’s view").click()
    take(user, "watch-agent", look)
