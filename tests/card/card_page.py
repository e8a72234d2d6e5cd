"""Reaches into a card as a person and a screen reader do: no locator sees a closed shadow root."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from playwright.sync_api import CDPSession, Page

T = TypeVar("T")

WAIT_SECONDS = 8.0

CARD: dict[str, Any] = {
    "id": "card-1",
    "nonce": "nonce-1",
    "title": ["Delete “Garden redesign” and its 12 tasks?"],
    "rows": [
        {"label": ["project"], "value": ["Garden redesign"], "length": 15},
        {"label": ["notify"], "value": ["true"], "length": 4},
        {"label": ["reason"], "value": [{"mark": "none", "length": "0"}], "length": 0},
    ],
    "confirm_label": ["Delete project"],
    "cancel_label": ["Keep it"],
    "destructive": False,
    "left_ms": 60_000,
    "total_ms": 60_000,
    "arm_ms": 500,
    "extensions_left": 10,
    "waiting": 0,
    "changed": False,
    "revision": 1,
}


@dataclass(frozen=True)
class Node:
    """One node of the accessibility tree."""

    role: str
    name: str
    disabled: bool
    focused: bool
    expanded: bool | None
    backend_id: int
    description: str


@dataclass(frozen=True)
class Box:
    """Where a node is, in CSS pixels of the viewport."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class CardPage:
    """The harness page, its card, and what the page has sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.cdp: CDPSession = page.context.new_cdp_session(page)

    # The server's side

    def show(self, **changes: Any) -> dict[str, Any]:
        """Send the standard card with these changes."""
        card = CARD | changes
        self.page.evaluate("card => stage.show(card)", card)
        return card

    def show_armed(self, **changes: Any) -> dict[str, Any]:
        """Send a card and wait until Confirm can be pressed."""
        card = self.show(**changes)
        self.wait_armed()
        return card

    def close(self, state: str, message: str = "", card_id: str = "card-1") -> None:
        self.page.evaluate("ending => stage.close(ending)", {"id": card_id, "state": state, "message": message})

    def answer(self, kind: str, reply: dict[str, Any] | None) -> None:
        """Answer every message of this kind with `reply` from now on."""
        self.page.evaluate("([kind, reply]) => { answers[kind] = reply }", [kind, reply])

    def sent(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("kind => sent.filter((m) => m.kind === kind)", kind)
        return found

    def gaps(self, kind: str) -> list[float]:
        """Milliseconds between the messages of this kind."""
        times = [message["at"] for message in self.sent(kind)]
        return [later - earlier for earlier, later in pairwise(times)]

    def decisions(self) -> list[tuple[str, str]]:
        return [(message["choice"], message["input"]) for message in self.sent("decide")]

    def wait_sent(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        self.wait(lambda: len(self.sent(kind)) >= count, f"{count} × {kind}")
        return self.sent(kind)

    # What is on screen

    def nodes(self) -> list[Node]:
        tree = self.cdp.send("Accessibility.getFullAXTree")["nodes"]
        return list(self._read(tree))

    @staticmethod
    def _read(tree: list[dict[str, Any]]) -> Iterator[Node]:
        for node in tree:
            if node.get("ignored") or "backendDOMNodeId" not in node:
                continue
            properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
            yield Node(
                role=node.get("role", {}).get("value", ""),
                name=node.get("name", {}).get("value", ""),
                disabled=bool(properties.get("disabled")),
                focused=bool(properties.get("focused")),
                expanded=properties.get("expanded"),
                backend_id=node["backendDOMNodeId"],
                description=node.get("description", {}).get("value", ""),
            )

    def find(self, role: str, name: str = "") -> Node | None:
        """The first node of this role whose name holds `name`."""
        return next((node for node in self.nodes() if node.role == role and name in node.name), None)

    def get(self, role: str, name: str = "") -> Node:
        """The same, waiting until it is there."""
        return self.wait(lambda: self.find(role, name), f"{role} {name!r}")

    def gone(self, role: str, name: str = "") -> None:
        self.wait(lambda: self.find(role, name) is None, f"no {role} {name!r}")

    def is_open(self) -> bool:
        return self.find("alertdialog") is not None

    def texts(self) -> str:
        return "\n".join(node.name for node in self.nodes() if node.role == "StaticText")

    def focused(self) -> Node | None:
        return next((node for node in self.nodes() if node.focused and node.role != "RootWebArea"), None)

    def wait_text(self, text: str) -> None:
        self.wait(lambda: text in self.texts(), f"text {text!r}")

    def wait_armed(self, name: str = "Delete project") -> Node:
        def armed() -> Node | None:
            node = self.find("button", name)
            return node if node and not node.disabled else None

        return self.wait(armed, f"armed {name!r}")

    def box(self, node: Node) -> Box:
        quad = self.cdp.send("DOM.getBoxModel", {"backendNodeId": node.backend_id})["model"]["border"]
        return Box(min(quad[0::2]), min(quad[1::2]), max(quad[0::2]), max(quad[1::2]))

    def attribute(self, node: Node, name: str) -> str | None:
        found: str | None = self.call(node, "function (name) { return this.getAttribute(name) }", name)
        return found

    def call(self, node: Node, function: str, *arguments: Any) -> Any:
        """Run a function on the node itself. Only the debugger can: for looking, not for what a page may do."""
        remote = self.cdp.send("DOM.resolveNode", {"backendNodeId": node.backend_id})["object"]["objectId"]
        answer = self.cdp.send(
            "Runtime.callFunctionOn",
            {
                "objectId": remote,
                "functionDeclaration": function,
                "arguments": [{"value": argument} for argument in arguments],
                "returnByValue": True,
            },
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    # The person's side

    def place(self, name: str, role: str = "button") -> tuple[float, float]:
        return self.box(self.get(role, name)).centre

    def click(self, name: str, **how: Any) -> None:
        self.page.mouse.click(*self.place(name), **how)

    def tap(self, name: str) -> None:
        self.page.touchscreen.tap(*self.place(name))

    def swipe_up(self, x: float, y: float, distance: float) -> None:
        """Drag a finger upwards, as for reading on."""
        for step in range(11):
            kind = "touchMove" if step else "touchStart"
            point = {"x": x, "y": y - distance * step / 10}
            self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def tab_to(self, name: str) -> None:
        """Press Tab until the button of this name has the focus."""
        for _ in range(20):
            node = self.focused()
            if node and node.role == "button" and name in node.name:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {name!r}")

    # Waiting

    def wait(self, found: Callable[[], T | None], what: str) -> T:
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            result = found()
            if result:
                return result
            if time.monotonic() > deadline:
                raise AssertionError(f"waited {WAIT_SECONDS:g} s for {what}; on screen:\n{self.texts()}")
            self.page.wait_for_timeout(20)

    def ms_since_shown(self) -> float:
        """Milliseconds since the card reported that it was painted."""
        found: float = self.page.evaluate("performance.now() - sent.findLast((m) => m.kind === 'painted').at")
        return found
