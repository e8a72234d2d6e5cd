"""Several processes on one PostgreSQL: a card asked in one is decided in another, and outlives the process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.tracker import CardOnPage
from tests.scale_out.conftest import House

WITHIN_SECONDS = 1.0
PATIENCE_MS = 15_000
PAUSE_MS = 1_200
"""How long after a card what is pressed counts for nothing elsewhere, and a little more."""

CONFIRM = "Cancel order"


class Device:
    """One browser of a user, at the one address.

    Attributes:
        port: the process that answers it.
        page: its tab.
    """

    def __init__(self, context: BrowserContext, url: str, user: str) -> None:
        self.url = url
        self.context = context
        self.port: int = context.request.get(f"{url}/login/{user}").json()["port"]
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self) -> None:
        """Load the shop, and open the panel and Watch."""
        self.page.goto(self.url)
        self.served_by(self.port)
        self.page.locator(".cwk-fab").click()
        self.page.keyboard.press("Control+Shift+K")
        expect(self.page.get_by_role("region", name="Watch")).to_be_visible()

    def served_by(self, port: int) -> None:
        """Wait until a process has the page, and its connection."""
        expect(self.page.get_by_text(f"Served by {port}")).to_be_visible(timeout=PATIENCE_MS)
        self.page.wait_for_function("window.did_handshake === true")
        expect(self.page.locator(".cwk-fab")).to_be_visible()

    def says(self, order: int) -> None:
        """Tell the agent the number of an order."""
        box = self.page.get_by_label("Message to the agent")
        self.page.wait_for_timeout(PAUSE_MS)
        box.fill(str(order))
        box.press("Enter")

    def raises(self, order: int) -> CardOnPage:
        """Raise the trusted card of what waits in the conversation, and wait until it can be confirmed."""
        self.page.bring_to_front()
        self.page.get_by_role("button", name=f"Review: Cancel order #{order}?").click()
        card = CardOnPage(self.page)

        def stays_armed() -> bool:
            card.wait_armed(CONFIRM)
            self.page.wait_for_timeout(150)
            button = card.find("button", CONFIRM)
            return button is not None and not button.disabled

        card.wait(stays_armed, "Confirm to stay armed")
        return card

    def card(self, order: int) -> Locator:
        """The row of a card in Watch."""
        return self.page.locator(".cwk-rows .cwk-row").filter(has_text=f"Cancel order #{order}?")


@pytest.fixture
def device_at(browser: Browser, house: House) -> Iterator[Callable[[str, int], Device]]:
    """Opens a user's browser that nginx has given to a process."""
    contexts: list[BrowserContext] = []

    def open_one(user: str, port: int) -> Device:
        for _ in range(40):  # each new browser is one throw of a coin
            contexts.append(browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce"))
            device = Device(contexts[-1], house.url, user)
            if device.port == port:
                device.open()
                return device
        raise AssertionError(f"nginx gave none of 40 browsers to the process at {port}")

    yield open_one
    for context in contexts:
        context.close()


def test_a_card_asked_in_one_process_is_decided_in_the_other_and_told_to_the_first_within_a_second(
    house: House, device_at: Callable[[str, int], Device]
) -> None:
    here_port, there_port = house.workers
    here, there, stranger = device_at("ada", here_port), device_at("ada", there_port), device_at("eve", there_port)

    here.says(4231)
    expect(there.card(4231)).to_contain_text("pending")
    expect(here.card(4231)).to_contain_text("pending")
    for device in (here, there):  # a browser stays with its process, whatever it asks for
        assert {device.context.request.get(f"{house.url}/login/ada").json()["port"] for _ in range(5)} == {device.port}

    raised = there.raises(4231)
    raised.click(CONFIRM)
    raised.gone("alertdialog")
    began = time.monotonic()
    here.page.bring_to_front()  # a tab in the background draws nothing
    expect(here.card(4231)).to_contain_text("submitted", timeout=WITHIN_SECONDS * 1000)
    assert time.monotonic() - began < WITHIN_SECONDS

    here.says(4231)
    expect(here.page.get_by_text(f"cancelled by {here_port}")).to_be_visible()
    expect(there.card(4231)).to_contain_text("committed")
    expect(there.card(4231)).to_contain_text("ran")
    there.says(4231)
    expect(there.page.get_by_text("This confirmation was used already")).to_be_visible()

    expect(stranger.card(4231)).to_have_count(0)
    assert here.errors + there.errors + stranger.errors == []


@pytest.mark.scenario("S31")
def test_users_of_a_killed_process_get_over_to_the_other_with_their_pending_card(
    house: House, device_at: Callable[[str, int], Device], request: pytest.FixtureRequest
) -> None:
    stays, dies = house.workers
    device = device_at("bob", dies)
    device.says(4232)
    expect(device.card(4232)).to_contain_text("pending")

    house.kill(dies)
    request.addfinalizer(lambda: house.start(dies, house.workers[dies].data))
    device.served_by(stays)  # the page loads itself again
    expect(device.card(4232)).to_contain_text("pending")
    raised = device.raises(4232)
    raised.click(CONFIRM)
    raised.gone("alertdialog")
    expect(device.card(4232)).to_contain_text("submitted")
    device.says(4232)
    expect(device.page.get_by_text(f"cancelled by {stays}")).to_be_visible()
    expect(device.card(4232)).to_contain_text("ran")
