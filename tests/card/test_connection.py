"""What the server answers, and what happens without one (scenario S36)."""

from __future__ import annotations

import pytest

from tests.card.card_page import CardPage

OFFLINE = {"ok": False, "offline": True, "message": "There is no connection."}


@pytest.mark.scenario("S36")
def test_presses_made_offline_are_discarded_and_the_person_is_told(card: CardPage) -> None:
    card.answer("decide", OFFLINE)
    card.show_armed()
    for _ in range(3):
        card.click("Delete project")
        card.wait_text("You are offline. Nothing was sent")
        card.wait_armed()
    card.click("Keep it")
    card.wait_text("You are offline. Nothing was sent")
    offline = len(card.sent("decide"))

    card.answer("decide", {"ok": True, "state": "confirmed", "message": ""})
    card.page.wait_for_timeout(300)
    assert len(card.sent("decide")) == offline == 4
    card.wait_armed()
    card.click("Delete project")
    card.gone("alertdialog")
    assert len(card.sent("decide")) == 5


@pytest.mark.scenario("S36")
def test_card_is_armed_anew_after_an_offline_press(card: CardPage) -> None:
    card.answer("decide", OFFLINE)
    card.show_armed()
    card.click("Delete project")
    card.wait_text("You are offline.")

    assert card.get("button", "Delete project").disabled
    card.wait_armed()


def test_refusal_of_the_server_is_said_and_the_card_stays_open(card: CardPage) -> None:
    card.answer("decide", {"ok": False, "state": "pending", "message": "That was too fast to be sure."})
    card.show_armed()
    card.click("Delete project")

    card.wait_text("That was too fast to be sure.")
    card.wait_armed()
    card.answer("decide", {"ok": True, "state": "confirmed", "message": ""})
    card.click("Delete project")
    card.gone("alertdialog")


def test_server_that_is_ahead_says_the_truth(card: CardPage) -> None:
    card.answer("decide", {"ok": False, "state": "timeout", "message": "The time for this ran out."})
    card.show_armed()
    card.click("Delete project")

    card.wait_text("The time for this ran out.")
    card.wait_text("Expired")
    assert "onfirmed" not in card.texts()


def test_press_that_was_already_decided_elsewhere_closes_the_card(card: CardPage) -> None:
    card.answer("decide", {"ok": False, "state": "cancelled", "message": "This was cancelled already."})
    card.show_armed()
    card.click("Delete project")

    card.gone("alertdialog")
    card.wait_text("This was cancelled already.")


@pytest.mark.parametrize("reply", [None, {}, {"ok": False}, {"ok": False, "message": ""}])
def test_answer_without_sense_leaves_the_card_open(card: CardPage, reply: dict[str, object] | None) -> None:
    card.page.evaluate("reply => { answers.decide = () => reply }", reply)
    card.show_armed()
    card.click("Delete project")

    card.wait_text("That did not reach the server. Try again.")
    card.wait_armed()


def test_link_that_throws_leaves_the_card_open(card: CardPage) -> None:
    card.page.evaluate("answers.decide = () => { throw new Error('no link') }; null")
    card.show_armed()
    card.click("Delete project")

    card.wait_text("That did not reach the server. Try again.")
    card.wait_armed()


def test_unanswered_press_can_be_repeated_in_time(card: CardPage) -> None:
    card.answer("decide", {"ok": False, "unanswered": True, "message": ""})
    card.show_armed()
    card.click("Delete project")

    card.wait_text("No answer from the server yet.")
    card.wait_armed()


def test_unanswered_press_past_the_deadline_claims_no_outcome(card: CardPage) -> None:
    card.page.evaluate("answerDelayMs = 1500")
    card.answer("decide", {"ok": False, "unanswered": True, "message": ""})
    card.show_armed(left_ms=1200)
    card.click("Delete project")

    card.wait_text("the outcome is not known here")
    assert "Nothing was done" not in card.texts()


def test_ending_that_arrives_before_the_answer_counts(card: CardPage) -> None:
    card.page.evaluate("answerDelayMs = 2000")
    card.show_armed()
    card.click("Delete project")
    card.close("confirmed")

    card.gone("alertdialog")
    card.wait_text("Confirmed.")


def test_confirmed_content_that_changed_meanwhile_is_asked_again(card: CardPage) -> None:
    card.show_armed()
    card.click("Delete project")
    card.gone("alertdialog")
    card.show(revision=2, nonce="nonce-2", changed=True, title=["Delete it and its 13 tasks?"])
    card.wait_text("This changed while you were reading.")
    card.wait_armed()
    card.click("Delete project")

    decisions = card.wait_sent("decide", 2)
    assert [(decision["revision"], decision["nonce"]) for decision in decisions] == [(1, "nonce-1"), (2, "nonce-2")]


def test_card_shown_anew_while_an_answer_is_awaited_is_asked_again(card: CardPage) -> None:
    card.page.evaluate("answerDelayMs = 60000")
    card.show_armed()
    card.click("Delete project")
    card.wait_text("Working…")
    card.page.evaluate("answerDelayMs = 0")
    card.show(nonce="nonce-2")
    card.wait_armed()
    card.click("Delete project")

    card.gone("alertdialog")
    assert card.sent("decide")[-1]["nonce"] == "nonce-2"
