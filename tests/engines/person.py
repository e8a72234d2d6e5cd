"""One user of the demo: what a person does, and what a person sees, in any engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tests.browser.server import Server, wait_for
from tests.engines.browsers import Tab

T = TypeVar("T")

EYES = (Path(__file__).parent / "eyes.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Part:
    """One thing on screen.

    Attributes:
        role: what it is to a screen reader.
        name: what it is called.
        text: everything in it, if it is the card.
        off: whether it says that it cannot be pressed.
        focused: whether keys go to it.
        x, y, width, height: where it is, in CSS pixels.
    """

    role: str
    name: str
    text: str
    off: bool
    focused: bool
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


class Person:
    """A new user on a page of the demo."""

    def __init__(self, tab: Tab, server: Server, url: str) -> None:
        self.tab = tab
        self.server = server
        self.url = url
        self.earlier = len(server.records())

    def open(self, path: str = "/") -> None:
        """Load a page of the demo, open the conversation and wait until the agent has greeted."""
        self.tab.open(self.url + path)
        self.wait(lambda: self.tab.run("return window.did_handshake === true"), "the connection")
        if self.find("button", "Open the agent"):
            self.click("Open the agent")
        self.wait(self.messages, "the greeting")

    # What is on screen

    def parts(self) -> list[Part]:
        """Everything that has a role: of the card where there is one, else of the page."""
        seen = self.tab.run_in_card(EYES) or self.tab.run(EYES)
        return [Part(**part) for part in seen]

    def find(self, role: str, name: str = "") -> Part | None:
        """The first thing of this role whose name holds `name`."""
        return next((part for part in self.parts() if part.role == role and name in part.name), None)

    def get(self, role: str, name: str = "") -> Part:
        """The same, waiting until it is there."""
        return self.wait(lambda: self.find(role, name), f"{role} {name!r}")

    def gone(self, role: str, name: str = "") -> None:
        """Wait until there is none."""
        self.wait(lambda: self.find(role, name) is None, f"no {role} {name!r}")

    def get_armed(self, name: str) -> Part:
        """The button of this name, waiting until it can be pressed."""

        def armed() -> Part | None:
            button = self.find("button", name)
            return button if button and not button.off else None

        return self.wait(armed, f"{name!r} to be armed")

    def texts(self, selector: str) -> list[str]:
        """The text of each element of the page that the selector finds."""
        script = f"return [...document.querySelectorAll({json.dumps(selector)})].map((found) => found.innerText)"
        return [" ".join(text.split()) for text in self.tab.run(script)]

    def messages(self) -> list[str]:
        """What was said, in order."""
        return self.texts(".cwk-message")

    def wait_says(self, words: str) -> None:
        """Wait until the latest thing that was said holds these words."""
        self.wait(lambda: words in (self.messages() or [""])[-1], f"the agent to say {words!r}")

    def wait_asked(self, words: str) -> None:
        """Wait until a spoken question that holds these words is open."""
        self.wait(lambda: any(words in text for text in self.texts(".cwk-question.cwk-is-open")), f"question {words!r}")

    def wait_not_asked(self) -> None:
        """Wait until no spoken question is open."""
        self.wait(lambda: not self.texts(".cwk-question.cwk-is-open"), "no question")

    def wait_row(self, *words: str) -> None:
        """Wait until Watch's latest row holds all these words."""
        if not self.texts(".cwk-watch"):
            self.tab.press("Control+Shift+K")
        rows = ".cwk-watch .cwk-rows .cwk-row"
        self.wait(lambda: all(word in ["", *self.texts(rows)][-1] for word in words), f"a row with {words}")

    # What the person does

    def click(self, name: str, role: str = "button") -> None:
        """Press it with the mouse, once it has stopped moving."""

        def still() -> Part | None:
            before = self.get(role, name)
            return before if self.find(role, name) == before else None

        self.tab.click(*self.wait(still, f"{name!r} to stay in its place").centre)

    def say(self, text: str) -> None:
        """Type something into the conversation and send it."""
        if self.find("textbox") is None:
            self.click("Open the agent")
        boxes = [part for part in self.parts() if part.role == "textbox"]
        self.tab.click(*boxes[-1].centre)
        self.tab.type(text)
        self.tab.press("Enter")

    def answer(self, word: str) -> None:
        """Answer the open question; once more if the word was begun before the question was painted."""
        while self.texts(".cwk-question.cwk-is-open"):
            replied = len(self.messages()) + 2
            self.say(word)
            self.wait(lambda enough=replied: len(self.messages()) >= enough, "the agent's reply")
            if "Please answer yes or no" not in self.messages()[-1]:
                return

    def put_away(self) -> None:
        """Press Close until the card is gone: a press in the first half second was meant for another button."""

        def is_gone() -> bool:
            close = self.find("button", "Close")
            if close:
                self.tab.click(*close.centre)
            return self.find("alertdialog") is None

        self.wait(is_gone, "the card to be put away")

    def tab_to(self, name: str) -> None:
        """Press Tab until the button of this name has the focus."""
        for _ in range(20):
            if any(part.focused and part.role == "button" and name in part.name for part in self.parts()):
                return
            self.tab.press("Tab")
        raise AssertionError(f"Tab never came to {name!r}; on screen: {self.parts()}")

    # The records

    def records(self, **like: Any) -> list[dict[str, Any]]:
        """The records made since the person came that have these values."""
        new = self.server.records()[self.earlier :]
        return [record for record in new if all(record[name] == value for name, value in like.items())]

    def wait_record(self, **like: Any) -> dict[str, Any]:
        """The latest of them, waiting until there is one."""
        return self.wait(lambda: self.records(**like), f"a record like {like}")[-1]

    def wait(self, found: Callable[[], T | None], what: str) -> T:
        return wait_for(found, lambda: f"{what}; on screen: {self.parts()}; said: {self.messages()}")
