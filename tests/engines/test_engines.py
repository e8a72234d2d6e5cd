"""The main story in the engine that `COWORKKIT_ENGINE` names: real keys and a real mouse on the running demo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from tests.browser.server import Server
from tests.engines.browsers import Engine
from tests.engines.person import Person

pytestmark = pytest.mark.browser

numbers = count(1)

CONFIRM, KEEP = "Delete project", "Keep project"

PRESS_BY_SCRIPT = """
    const inside = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
        node.shadowRoot ? [node, ...inside(node.shadowRoot)] : [node]);
    const button = inside(document).find((node) => node.tagName === "BUTTON" && node.innerText === "Delete project");
    button.focus();
    button.click();
    for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
        button.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, isPrimary: true, detail: 1 }));
    for (const type of ["keydown", "keyup"])
        button.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true, composed: true }));
    return true;
"""


def new_project(person: Person) -> str:
    """Let the agent create a project that no other test, nor an earlier try of this one, has touched."""
    project = f"Plan {next(numbers)}"
    person.say(f"Create the project {project}")
    person.wait_record(action="create_project")
    return project


def ask_to_delete(person: Person, project: str) -> None:
    person.say(f"Delete the project {project}")
    person.get("alertdialog", f"Delete “{project}”")


def test_an_open_action_runs_and_watch_shows_its_row(person: Person) -> None:
    person.say("Add a task “Order flowers” to Office move")
    person.wait_says("Order flowers")
    record = person.wait_record(action="add_task")
    assert (record["control"], record["gate"], record["outcome"]["ok"]) == ("open", "fired", True)
    person.wait_row("add_task", "open", "fired", "ok")


def test_a_soft_action_waits_for_a_typed_yes_and_a_no_is_a_no(person: Person) -> None:
    project = new_project(person)
    person.say(f"Archive {project}")
    person.wait_asked(f"Archive “{project}”?")
    person.answer("no")
    record = person.wait_record(action="archive_project")
    assert (record["gate"], record["outcome"]["entered"]) == ("cancelled", False)
    person.wait_not_asked()
    person.say(f"Archive {project}")
    person.wait_asked(f"Archive “{project}”?")
    person.answer("yes")
    record = person.wait_record(action="archive_project", gate="confirmed")
    assert (record["control"], record["evidence"]["by"]) == ("soft", "words")


@pytest.mark.parametrize(
    ("card", "how"),
    [("framed", "mouse"), ("framed", "Enter"), ("basic", "Space")],
)
def test_a_hard_action_waits_until_confirm_is_armed_and_pressed(
    card: str, how: str, engine: Engine, demo: Server, visit: Callable[..., Person]
) -> None:
    person = visit(demo, secure=card == "framed")
    project = new_project(person)
    ask_to_delete(person, project)
    assert person.records(action="delete_project") == []
    if not (engine.name == "webkit" and card == "framed"):
        person.wait(lambda: person.get("heading", project).focused, "the focus on the card's title")
    assert not person.get_armed(CONFIRM).focused
    if how == "mouse":
        person.click(CONFIRM)
    else:
        person.tab_to(CONFIRM)
        person.tab.press(how)
    record = person.wait_record(action="delete_project")
    assert (record["control"], record["gate"], record["outcome"]["ok"]) == ("hard", "confirmed", True)
    evidence = record["evidence"]
    assert (evidence["card"], evidence["input"]) == (card, "mouse" if how == "mouse" else "keyboard")
    assert evidence["visibility"] == ("checked" if engine.name == "chromium" else "unsupported")
    person.gone("alertdialog")
    person.wait_says(f"Deleted “{project}”")


@pytest.mark.parametrize(("card", "how"), [("framed", KEEP), ("framed", "Escape"), ("basic", "Escape")])
def test_cancel_and_escape_decline(card: str, how: str, demo: Server, visit: Callable[..., Person]) -> None:
    person = visit(demo, secure=card == "framed")
    ask_to_delete(person, "Summer party")
    if how == "Escape":
        person.tab.press("Escape")
    else:
        person.click(how)
    record = person.wait_record(action="delete_project")
    assert (record["gate"], record["outcome"]["entered"]) == ("cancelled", False)
    assert record["evidence"]["input"] == ("escape" if how == "Escape" else "mouse")
    person.gone("alertdialog")


@pytest.mark.parametrize("card", ["framed", "basic"])
def test_what_a_script_presses_counts_for_nothing(card: str, demo: Server, visit: Callable[..., Person]) -> None:
    person = visit(demo, secure=card == "framed")
    ask_to_delete(person, "Summer party")
    person.get_armed(CONFIRM)
    look = person.tab.run_in_card if card == "framed" else person.tab.run
    assert look(PRESS_BY_SCRIPT)
    person.get_armed(CONFIRM)
    assert person.records(action="delete_project") == []
    # the same button, pressed by a person
    person.click(KEEP)
    assert person.wait_record(action="delete_project")["gate"] == "cancelled"


def test_a_card_that_runs_out_says_so_and_nothing_is_done(hasty_demo: Server, visit: Callable[..., Person]) -> None:
    person = visit(hasty_demo)
    ask_to_delete(person, "Summer party")
    record = person.wait_record(action="delete_project")
    assert (record["gate"], record["outcome"]["entered"]) == ("timeout", False)
    person.get("button", "Close")
    assert "Nothing was done." in person.get("alertdialog").text
    person.put_away()


def test_hand_mode_goes_on_by_its_switch_and_off_by_switch_sign_and_escape(person: Person) -> None:
    def is_on() -> bool:
        return person.tab.run("return document.querySelector('.cwk-switch').getAttribute('aria-checked') === 'true'")

    def switch_on() -> None:
        person.click("Hand mode", role="switch")
        person.wait(is_on, "Hand mode to be on")

    def wait_off() -> None:
        person.wait(lambda: not is_on(), "Hand mode to be off")

    switch_on()
    person.click("Hand mode", role="switch")
    wait_off()
    switch_on()
    person.click("Hand mode is on")
    wait_off()
    switch_on()
    person.tab.press("Escape")
    person.tab.press("Escape")
    wait_off()
