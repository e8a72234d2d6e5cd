"""The panel on a real page: in German, by one press, after a failure, and from another tab."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.tracker import Tracker


def reads(user: Tracker, words: str) -> None:
    """Wait until the panel says so."""
    expect(user.page.locator(".cwk-panel")).to_contain_text(words)


@pytest.mark.parametrize(("answer", "gate"), [("Ja", "confirmed"), ("Nein", "cancelled")])
def test_one_press_answers_a_question(answer: str, gate: str, odd_app: Server, visit: Callable[..., Tracker]) -> None:
    user = visit(odd_app, "/german")
    user.say("archive")
    user.wait_asked("Das Sommerfest wird archiviert. Soll ich das tun?")
    button = user.page.get_by_role("button", name=answer, exact=True)
    button.click()  # once it is enabled, which is when a press counts
    record = user.wait_record(action="archive", gate=gate)
    assert (record["evidence"]["by"], record["evidence"]["words"]) == ("words", answer)
    if answer == "Nein":
        reads(user, "Abgelehnt · Archive")


@pytest.mark.parametrize("secure", [True, False], ids=["framed", "basic"])
def test_the_card_is_in_the_words_of_the_page(secure: bool, odd_app: Server, visit: Callable[..., Tracker]) -> None:
    user = visit(odd_app, "/german", secure=secure)
    user.say("erase")
    user.wait_armed_card("Das Sommerfest löschen?", "Bestätigen")
    said = user.card.texts()
    for words in ("Braucht Ihren Klick", "noch", "Sekunden", "nichts", "Ablehnen"):
        assert words in said
    reads(user, "Wartet auf Ihren Klick")
    user.card.click("Ablehnen")
    user.wait_record(action="erase", gate="cancelled")
    reads(user, "Abgelehnt · Erase")
    user.wait_no_card()


def test_what_failed_is_told_and_said_again_by_one_press(odd_app: Server, visit: Callable[..., Tracker]) -> None:
    user = visit(odd_app, "/german")
    user.say("fail")
    user.page.get_by_role("button", name="Fehlgeschlagen · Fail").click()
    reads(user, "Das hat nicht geklappt: Fail. Der Drucker hat kein Papier.")
    user.wait_says("fail: internal")
    user.page.get_by_role("button", name="Noch einmal: fail").click()
    expect(user.page.locator(".cwk-from-user")).to_have_count(2)
    user.wait_says("fail: internal")
    assert len(user.records(action="fail")) == 2
    user.reload()
    expect(user.page.locator(".cwk-from-user")).to_have_count(2)
    assert Axe().run(user.page, ".cwk-root").violations_count == 0


def test_a_card_that_waits_calls_from_a_tab_in_the_background(odd_app: Server, visit: Callable[..., Tracker]) -> None:
    user = visit(odd_app, "/german")
    user.page.evaluate(
        """() => {
          Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    user.say("archive")
    expect(user.page).to_have_title("Wartet auf Sie: Aufgaben")
    user.page.evaluate(
        """() => {
          delete document.visibilityState;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(user.page).to_have_title("Aufgaben")
