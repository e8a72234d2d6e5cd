"""A user's browser on the demo: what a person does, and what a person sees."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from playwright.sync_api import Error, Frame, Locator, Page, expect

from tests.browser.server import Server, wait_for
from tests.card.card_page import CardPage, Node

PLAIN_NAME = "tracker.test"
"""A network name of this machine: over plain HTTP, a browser takes it for a context that is not secure."""


class CardOnPage(CardPage):
    """The card of a real page: in its frame where the context is secure, else in the page itself."""

    def nodes(self) -> list[Node]:
        """The nodes of the card's frame, or of the page where there is no frame."""
        frame = next((frame for frame in self.page.frames if "/_nicegui/coworkkit/card/" in frame.url), None)
        if frame is not self.seen_frame:
            self.seen_frame = frame
            self.cdp = self.page.context.new_cdp_session(frame or self.page)
        try:
            return super().nodes()
        except Error:
            if frame is None:
                raise
            self.seen_frame = None  # the frame has gone while we looked
            self.cdp = self.page.context.new_cdp_session(self.page)
            return []

    seen_frame: Frame | None = None


class Tracker:
    """One user's tab.

    Attributes:
        page: the browser's page.
        server: the demo it is on.
        card: the confirmation card, as a person and a screen reader find it.
        errors: what scripts of the page failed with.
    """

    def __init__(self, page: Page, server: Server, *, secure: bool = True) -> None:
        self.page = page
        self.url = server.url if secure else f"http://{PLAIN_NAME}:{server.port}"
        self.server = server
        self.card = CardOnPage(page)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    # Getting there

    def open(self, path: str = "/") -> None:
        """Load a page of the demo and wait until its agent is connected."""
        self.page.goto(self.url + path)
        self.wait_ready()

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.wait_ready()

    def wait_ready(self) -> None:
        """Wait until the panel has been told everything."""
        self.page.wait_for_function("window.did_handshake === true")
        expect(self.page.locator(".cwk-fab")).to_be_attached()
        self.open_panel()
        expect(self.page.locator(".cwk-message").first).to_be_visible()

    # Talking

    def open_panel(self) -> None:
        """Open the conversation, if it is not open."""
        if self.page.locator(".cwk-fab").get_attribute("aria-expanded") == "false":
            self.page.locator(".cwk-fab").click()

    @property
    def box(self) -> Locator:
        """The box to type into."""
        return self.page.locator(".cwk-panel textarea")

    def say(self, text: str) -> None:
        """Type something and send it."""
        self.box.click()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def texts(self) -> list[str]:
        """What was said, in order."""
        return self.page.locator(".cwk-message").all_inner_texts()

    def wait_says(self, words: str | re.Pattern[str]) -> None:
        """Wait until the latest thing the agent said holds these words."""
        expect(self.page.locator(".cwk-message").last).to_contain_text(words, timeout=15_000)

    def wait_asked(self, words: str | re.Pattern[str]) -> None:
        """Wait until the agent's question holds these words."""
        expect(self.page.locator(".cwk-question.cwk-is-open")).to_contain_text(words, timeout=15_000)

    # The card

    def wait_card(self, title: str) -> None:
        """Wait until a card with this title is on screen and has the keyboard."""
        self.card.get("alertdialog", title)
        self.card.wait(self.card.focused, "the card to have the focus")

    def wait_armed_card(self, title: str, button: str) -> None:
        """Wait until a card with this title can be confirmed."""
        self.wait_card(title)
        self.card.wait_armed(button)

    def wait_no_card(self) -> None:
        """Wait until no card is on screen."""
        self.card.gone("alertdialog")

    # Hand mode

    @property
    def hand(self) -> Locator:
        """The Hand switch."""
        return self.page.get_by_role("switch", name="Hand mode")

    def arm_hand(self) -> None:
        """Switch Hand mode on."""
        self.hand.click()
        expect(self.hand).to_have_attribute("aria-checked", "true")

    # Watch

    def watch_rows(self) -> list[str]:
        """The rows of Watch's timeline, each as one line."""
        if not self.page.locator(".cwk-watch .cwk-grid").is_visible():
            self.page.keyboard.press("Control+Shift+K")
        rows = self.page.locator(".cwk-watch .cwk-rows .cwk-row")
        return [" ".join(text.split()) for text in rows.all_inner_texts()]

    def wait_row(self, *words: str) -> str:
        """Wait until the latest row holds all these words, and return it."""

        def found() -> str | None:
            rows = self.watch_rows()
            return rows[-1] if rows and all(word in rows[-1] for word in words) else None

        return wait_for(found, lambda: f"a row with {words}; there are {self.watch_rows()}")

    # The records

    @property
    def user(self) -> str:
        """The id of this browser, as records name it."""
        signed = next(cookie["value"] for cookie in self.page.context.cookies() if cookie["name"] == "session")
        user: str = json.loads(base64.b64decode(signed.split(".")[0]))["id"]
        return user

    def records(self, **like: Any) -> list[dict[str, Any]]:
        """This user's records that have these values."""
        return self.server.records(user=self.user, **like)

    def wait_record(self, **like: Any) -> dict[str, Any]:
        """This user's latest record that has these values, waiting until there is one."""
        return self.server.wait_record(user=self.user, **like)
