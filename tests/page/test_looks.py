"""That everyone can use it: axe finds nothing, targets are large enough, nothing leaves the window."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SMALLEST = {"viewport": {"width": 320, "height": 480}}

AT = "2026-01-01T09:00:00Z"
QUESTION = {"id": "q1", "text": "Shall I archive “Spring cleaning”?"}
MARKDOWN = """## Tasks

| task | due |
|---|---|
| movers | 3 May |

1. first `code`
> quoted [here](https://example.com)

```
pre
```"""
FAILED = {"id": "6", "role": "notice", "text": "This did not work.", "at": AT, "tone": "failed", "again": "2"}
HINT = {"step": "noAnswer", "text": "Next step: say something to the agent. It has not answered yet."}
TALK = [
    {"id": "0", "role": "agent", "text": MARKDOWN, "at": AT},
    {"id": "1", "role": "agent", "text": "Hello\u200b.", "at": AT},
    {"id": "2", "role": "user", "text": "Archive it", "at": AT, "queued": True},
    {"id": "3", "role": "notice", "text": "Stopped.", "at": AT},
    {"id": "4", "role": "agent", "text": "", "at": AT, "pending": True},
]
GATES = ["fired", "confirmed", "cancelled", "timeout", "needs_hand_mode", "refused"]
LEVELS = ["open", "soft", "hard", "depends", None, "open"]
RECORDS = [
    {
        "id": gate,
        "at": AT,
        "action": f"do_{gate}",
        "control": control,
        "gate": gate,
        "ok": at < 2,
        "entered": at < 3,
        "code": "internal" if at == 2 else None,
        "duration_ms": 5.0,
        "arguments": {"text": "a\u202eb"},
        "summary": "Do it?",
    }
    for at, (gate, control) in enumerate(zip(GATES, LEVELS, strict=True))
]
CATALOGUE = {
    "surface": "Tasks",
    "elements": [{"name": "view", "actions": ["list"]}],
    "actions": [
        {
            "name": f"delete_project_{level}" if level != "open" else "delete_project",
            "description": "Delete it.",
            "control": level,
            "origin": "declared",
            "kind": "write",
            "element": None,
            "needs_hand": level == "hard",
        }
        for level in ("open", "soft", "hard", "depends")
    ],
}


async def closed(client: Client) -> None:
    await client.snapshot(watch=True, hint=HINT)
    await client.push("message", message=TALK[1])


async def empty(client: Client) -> None:
    await client.snapshot()
    await client.page.locator(".cwk-fab").click()


async def talk(client: Client) -> None:
    await client.snapshot(messages=TALK, status={"state": "running", "text": "Running add_task…"})
    await client.page.locator(".cwk-fab").click()


async def question(client: Client) -> None:
    await client.snapshot(messages=TALK[:2], question=QUESTION, status={"state": "asking", "text": ""}, quick_answers=True)


async def trouble(client: Client) -> None:
    await talk(client)
    await client.tell("drop")
    await client.page.get_by_label("Message to the agent").fill("x" * 4_100)


async def armed(client: Client) -> None:
    await client.snapshot(hand={"armed": True}, messages=[TALK[2], FAILED])
    await client.page.locator(".cwk-fab").click()


async def disarmed(client: Client) -> None:
    await client.snapshot(hand={"armed": True})
    await client.push("hand", armed=False, reason="Nobody was here for 5 minutes, so Hand mode is off.")


async def timeline(client: Client) -> None:
    await client.snapshot(watch=True, records=RECORDS, catalogue=CATALOGUE)
    await client.page.keyboard.press("Control+Shift+K")


async def details(client: Client) -> None:
    await timeline(client)
    await client.page.locator(".cwk-rows .cwk-row").nth(1).click()


async def catalogue(client: Client) -> None:
    await timeline(client)
    await client.page.get_by_role("tab", name="Catalogue").click()


async def filtered(client: Client) -> None:
    await timeline(client)
    await client.page.get_by_label("Filter calls").fill("gate:confirmed,refused do")
    if await client.page.get_by_role("button", name="Filters").count():
        await client.page.get_by_role("button", name="Filters").click()
    await client.page.get_by_role("button", name="Group by").click()
    await client.page.get_by_role("button", name="Pause").click()
    await client.push("records", rows=[{**RECORDS[1], "id": "late", "pending": None}])
    await expect(client.page.get_by_text("1 new", exact=True)).to_be_visible()


async def action(client: Client) -> None:
    takes = {"properties": {"title": {"type": "string"}, "tags": {"type": "array"}, "on": {"type": "boolean"}}}
    await client.answer("action_schema", {"ok": True, "text": json.dumps({"parameters": takes, "secret": []})})
    await client.answer("builder_call", {"ok": True, "call_id": "c1"})
    await catalogue(client)
    await client.push("catalogue", **{**CATALOGUE, "actions": CATALOGUE["actions"][:1]})
    await client.page.get_by_role("button", name="delete_project").click()
    await client.page.get_by_role("button", name="Call delete_project").click()
    sent = (await client.wait_sent("builder_call"))[-1]
    await client.push("builder_result", n=sent["n"], call_id="c1", answer={"ok": True, "message": "Done."})


async def agent_view(client: Client) -> None:
    tool = {**CATALOGUE["actions"][2], "parameters": {"type": "object"}, "cue": "Ask.", "silent": False}
    element = {"name": "view", "state": {"mode": "list"}, "cue": None, "actions": ["view.list"]}
    surface = {"label": "Tasks", "data": {"open": 3}, "cue": "A cue.", "hand_actions": ["delete_project"]}
    told = {"surface": surface, "elements": [element], "actions": [tool]}
    await client.answer("agent_view", {"ok": True, "text": json.dumps(told)})
    await timeline(client)
    await client.page.get_by_role("tab", name="Agent’s view").click()
    await client.page.locator("summary").click()


async def nothing_yet(client: Client) -> None:
    await client.snapshot(watch=True)
    await client.page.keyboard.press("Control+Shift+K")


Scene = Callable[["Client"], Awaitable[None]]
SCENES: list[Scene] = [
    closed,
    empty,
    talk,
    question,
    trouble,
    armed,
    disarmed,
    timeline,
    details,
    filtered,
    catalogue,
    action,
    agent_view,
    nothing_yet,
]


@pytest.mark.parametrize("page", [{}, PHONE], indirect=True, ids=["desktop", "phone"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_axe_finds_nothing(client: Client, scene: Scene) -> None:
    await client.open(watch=1)
    await scene(client)
    for dark in (False, True):
        await client.page.evaluate("dark => document.body.classList.toggle('body--dark', dark)", dark)
        await client.settle()
        results = await Axe().run(client.page)
        assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("page", [PHONE, SMALLEST], indirect=True, ids=["phone", "smallest"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_nothing_leaves_a_small_window(client: Client, scene: Scene) -> None:
    await client.open(watch=1)
    await scene(client)
    for direction in ("ltr", "rtl"):
        await client.page.evaluate("direction => { document.documentElement.dir = direction }", direction)
        await client.settle()
        outside = await client.page.evaluate(
            """() => [...document.querySelectorAll(".cwk-root :is(button, textarea, h2, h3, p, dd)")]
              .filter(element => element.checkVisibility() && !element.matches(".cwk-hidden, .cwk-hidden *"))
              .filter(element => {
                const box = element.getBoundingClientRect();
                return box.left < -0.5 || box.right > innerWidth + 0.5;
              })
              .map(element => element.outerHTML.slice(0, 120))"""
        )
        assert outside == []
        assert await client.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", [{}, PHONE], indirect=True, ids=["desktop", "phone"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_every_button_can_be_hit(client: Client, scene: Scene) -> None:
    await client.open(watch=1)
    await scene(client)
    await client.settle()
    small = await client.page.evaluate(
        """() => [...document.querySelectorAll(".cwk-root button")]
          .filter(button => button.checkVisibility())
          .map(button => [button.className, button.getBoundingClientRect()])
          .filter(([, box]) => box.width < 44 || box.height < 44)
          .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
    )
    assert small == []


@pytest.mark.parametrize("page", [{}, PHONE], indirect=True, ids=["desktop", "phone"])
@pytest.mark.parametrize("scene", [armed, timeline, talk], ids=lambda scene: scene.__name__)
async def test_the_way_out_of_hand_mode_covers_no_other_button(client: Client, scene: Scene) -> None:
    await client.open(watch=1)
    await scene(client)
    await client.push("hand", armed=True, reason="")
    await expect(client.page.locator(".cwk-pill")).to_be_visible()
    await client.settle()
    covered = await client.page.evaluate(
        """() => {
          const pill = document.querySelector(".cwk-pill").getBoundingClientRect();
          return [...document.querySelectorAll(".cwk-root button:not(.cwk-pill)")]
            .filter(button => button.checkVisibility())
            .filter(button => {
              const box = button.getBoundingClientRect();
              const besides = box.right <= pill.left || box.left >= pill.right;
              return !besides && box.top < pill.bottom && box.bottom > pill.top;
            })
            .map(button => button.className);
        }"""
    )
    assert covered == []
    on_top = await client.page.locator(".cwk-pill").evaluate(
        """pill => {
          const box = pill.getBoundingClientRect();
          return pill.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
        }"""
    )
    assert on_top


@pytest.mark.parametrize("colour", ["#5898d4", "#ffe600", "#000000", "#ffffff", "rgb(0, 128, 0)", "oklch(70% 0.2 30)"])
async def test_the_icon_can_be_seen_on_any_accent(client: Client, colour: str) -> None:
    await client.open(primary=colour)
    contrast = await client.page.evaluate(
        """() => {
          const light = colour => {
            const canvas = new OffscreenCanvas(1, 1).getContext("2d");
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const parts = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map(part => part / 255);
            const [r, g, b] = parts.map(p => p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const style = getComputedStyle(document.querySelector(".cwk-fab"));
          const [one, other] = [light(style.color), light(style.backgroundColor)];
          return Math.max(one, other) / Math.min(one, other);
        }"""
    )
    assert contrast >= 3


async def test_a_change_of_theme_is_followed(client: Client) -> None:
    await client.open()
    button = client.page.locator(".cwk-fab")
    await expect(button).to_have_css("color", "rgb(255, 255, 255)")
    await client.page.evaluate("document.body.style.setProperty('--q-primary', '#ffee00')")
    await expect(button).to_have_css("color", "rgb(16, 21, 28)")


async def test_the_style_touches_nothing_of_the_app(client: Client) -> None:
    await client.open()
    selectors = await client.page.evaluate(
        """() => {
          const found = [];
          const read = rules => {
            for (const rule of rules) {
              if (rule instanceof CSSStyleRule) found.push(rule.selectorText);
              else if (rule.cssRules && !(rule instanceof CSSKeyframesRule)) read(rule.cssRules);
            }
          };
          read(document.getElementById("coworkkit-style").sheet.cssRules);
          return found;
        }"""
    )
    assert selectors
    assert [selector for selector in selectors if ".cwk-root" not in selector] == []


async def test_the_apps_rules_for_bare_tags_do_not_reach_it(client: Client) -> None:
    await client.open()
    await talk(client)
    looks = """() => [...document.querySelectorAll(".cwk-root :is(button, p, h2, textarea)")].map(element => {
      const { color, fontSize, margin, padding, textTransform, letterSpacing } = getComputedStyle(element);
      return [color, fontSize, margin, padding, textTransform, letterSpacing].join();
    })"""
    before = await client.page.evaluate(looks)
    await client.page.add_style_tag(
        content="""button, p, h2, textarea {
          margin: 40px; padding: 30px; color: red;
          font-size: 90px; text-transform: uppercase; letter-spacing: 3px;
        }"""
    )
    assert await client.page.evaluate(looks) == before


async def test_without_motion_nothing_moves(client: Client) -> None:
    await client.open()
    await talk(client)
    longest = await client.page.evaluate(
        """() => Math.max(0, ...document.getAnimations()
          .map(one => Number(one.effect.getComputedTiming().activeDuration)))"""
    )
    assert longest < 50
