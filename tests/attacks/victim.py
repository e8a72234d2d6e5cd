"""A user whose page is attacked: what the agent is told, what ran, and what is on screen."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Error, Frame, Page

from tests.browser.server import Server, wait_for
from tests.browser.tracker import CardOnPage, Tracker
from tests.card.card_page import Node, T

ATTACKER = (Path(__file__).parent / "attacker.js").read_text(encoding="utf-8")

CONFIRM, CANCEL = "Wipe it", "Keep it"
CARD_PATH = "/_nicegui/coworkkit/card"

numbers = itertools.count(1)


@dataclass(frozen=True)
class Call:
    """One call that the agent made, about a project of its own.

    Attributes:
        server: where.
        number: the server's number for it.
        project: the project it is about.
    """

    server: Server
    number: int
    project: str

    def answer(self) -> dict[str, Any] | None:
        """What the agent was told; None while it waits."""
        found: dict[str, Any] | None = httpx.get(f"{self.server.url}/answer/{self.number}").json()
        return found

    def wait_answer(self) -> dict[str, Any]:
        """The same, waiting until there is one."""
        return wait_for(self.answer, f"the end of {self.project}")

    def times_run(self) -> int:
        """How often the function was entered for it."""
        wiped: list[str] = httpx.get(f"{self.server.url}/wiped").json()
        return wiped.count(self.project)

    def records(self) -> list[dict[str, Any]]:
        """Its records."""
        return [record for record in self.server.records() if record["arguments"].get("project") == self.project]

    def is_undecided(self) -> bool:
        """Whether it still waits for a person, and nothing ran."""
        return self.answer() is None and self.times_run() == 0

    def was_confirmed(self, *, card: str, by: str = "mouse") -> None:
        """It ends as confirmed on this card by this input, ran once, and has one record that says so."""
        told = self.wait_answer()
        assert told["ok"], told
        assert self.times_run() == 1
        record = wait_for(self.records, "its record")[0]
        assert len(self.records()) == 1
        assert (record["gate"], record["evidence"]["card"], record["evidence"]["input"]) == ("confirmed", card, by)

    def was_not_run(self, code: str) -> None:
        """It ends with this code, and nothing ran."""
        told = self.wait_answer()
        assert (told["ok"], told["code"]) == (False, code)
        assert self.times_run() == 0


class CardOfVictim(CardOnPage):
    """The card as it is on screen: in its frame where there is one, also in a frame that a script has made."""

    seen: Frame | None = None

    def wait(self, found: Callable[[], T | None], what: str) -> T:
        """Wait as its base does, and leave the browser more time between two looks."""

        def look() -> T | None:
            result = found()
            if not result:
                self.page.wait_for_timeout(30)
            return result

        return super().wait(look, what)

    def nodes(self) -> list[Node]:
        """The nodes of the newest frame, or of the page where there is none; none while a frame comes or goes."""
        frame = next((frame for frame in reversed(self.page.frames) if CARD_PATH in frame.url), None)
        try:
            if frame is not self.seen:
                self.cdp = self.page.context.new_cdp_session(frame or self.page)
                self.seen = frame
            return list(self._read(self.cdp.send("Accessibility.getFullAXTree")["nodes"]))
        except Error:
            self.seen = None
            self.cdp = self.page.context.new_cdp_session(self.page)
            return []


class Victim(Tracker):
    """One user's tab on the app under attack.

    Attributes:
        kind: how its cards are drawn: "framed" or "basic".
    """

    def __init__(self, page: Page, server: Server, kind: str) -> None:
        super().__init__(page, server, secure=kind == "framed")
        self.kind = kind
        self.card = CardOfVictim(page)

    def ask(self, action: str = "wipe", *, project: str = "") -> Call:
        """Have the agent call an action, for a project that no other call is about."""
        project = f"{project}Project {next(numbers)}"
        number = httpx.post(f"{self.server.url}/ask/{self.client_id}/{action}", json={"project": project}).json()
        return Call(self.server, number, project)

    def asked(self) -> Call:
        """The same for the hard action, and wait until its card can be confirmed."""
        call = self.ask()
        self.wait_armed_card(f"Wipe “{call.project}”?", CONFIRM)
        return call

    @property
    def client_id(self) -> str:
        found: str = self.page.evaluate("window.clientId")
        return found

    @property
    def key(self) -> str:
        """The page's key, which any script of the page can read."""
        found: str = self.page.evaluate(
            "Object.values(mounted_app.elements).find((element) => element.props?.client_key).props.client_key"
        )
        return found

    def emit(self, event: str, message: Any) -> Any:
        """Send something over the page's own connection, as a script of the page can, and return the answer."""
        return self.page.evaluate(
            """([event, message]) => new Promise((resolve) => {
              window.socket.timeout(1500).emit(event, message, (error, reply) => resolve(error ? null : reply));
            })""",
            [event, message],
        )

    def emit_ours(self, kind: str, **payload: Any) -> Any:
        """The same with our own event, the page's id and its key."""
        return self.emit("coworkkit", {"client_id": self.client_id, "key": self.key, "kind": kind, **payload})

    def frame(self) -> Frame:
        """The card's frame. Only a debugger can look into it; no script of the page."""

        def found() -> Frame | None:
            self.page.wait_for_timeout(20)
            return next((frame for frame in self.page.frames if CARD_PATH in frame.url), None)

        return wait_for(found, "the card's frame")

    def secret(self) -> str:
        """The nonce inside the card's frame, as no script of the page can read it."""
        found = re.search(r'"nonce": "([^"]+)"', self.frame().content())
        assert found is not None
        return found[1]

    def plain_clicks(self) -> int:
        """How often the server believes that the page's plain button was clicked."""
        clicks: list[str] = httpx.get(f"{self.server.url}/clicks").json()
        return clicks.count(self.client_id)

    def press_confirm(self) -> None:
        """Press Confirm with the mouse, wherever it is."""
        self.card.click(CONFIRM)

    def wait_armed(self) -> None:
        """Wait until Confirm can be pressed, and stays so: what arms the card anew shows a tenth of a second later."""

        def stays_armed() -> bool:
            self.card.wait_armed(CONFIRM)
            self.page.wait_for_timeout(120)
            return not self.confirm_is_off()

        self.card.wait(stays_armed, "Confirm to stay armed")

    def wait_frame_gone(self) -> None:
        """Wait until no frame of a card is left; a click into one that is just going would never be answered."""

        def is_gone() -> bool:
            return not any(CARD_PATH in frame.url for frame in self.page.frames)

        self.card.wait(is_gone, "the frame to go")

    def confirm_is_off(self) -> bool:
        """Whether Confirm cannot be pressed now."""
        button = self.card.find("button", CONFIRM)
        return button is None or button.disabled

    def wait_off(self) -> None:
        """Wait until Confirm cannot be pressed."""
        self.card.wait(self.confirm_is_off, "Confirm to go off")

    def confirms(self, call: Call, *, by: str = "mouse") -> None:
        """The honest end of a test: the same person presses the same button, and it counts."""
        self.wait_armed()
        self.press_confirm()
        call.was_confirmed(card=self.kind, by=by)

    def invade(self) -> None:
        """Put the attacker's script into the page, after everything else was loaded."""
        self.page.evaluate(f"() => {{ {ATTACKER} }}")

    def hold_card(self) -> Call:
        """Have the agent call the hard action, and keep what the page is told about its card from our component."""
        self.page.evaluate("attacker.hold()")
        call = self.ask()
        self.page.wait_for_function("attacker.holds()")
        return call

    def release_card(self) -> None:
        """Let our component hear of the card after all."""
        self.page.evaluate("attacker.release()")

    def hurry(self, seconds: float) -> None:
        """Let the time of the card on screen run out so soon."""
        httpx.post(f"{self.server.url}/hurry/{self.client_id}/{seconds}").raise_for_status()

    def rest(self) -> None:
        """Take back what is being asked and what an attack left on the page."""
        httpx.post(f"{self.server.url}/stop/{self.client_id}")
        self.page.evaluate(
            """() => {
              attacker.release();
              for (const left of document.querySelectorAll('.attack')) left.remove();
              document.documentElement.removeAttribute('style');
              document.activeElement?.blur();
            }"""
        )
        self.wait_no_card()
