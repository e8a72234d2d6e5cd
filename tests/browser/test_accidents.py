"""Presses that nobody meant: none of them confirms, and a meant one right after it does."""

from __future__ import annotations

import pytest

from tests.browser.tracker import Tracker

ASK = "Delete the project Customer survey"
TITLE = "Delete “Customer survey”"


@pytest.fixture
def asked(user: Tracker) -> Tracker:
    """A user with the card on screen, not yet armed; the project is there for every test of the file."""
    user.say(ASK)
    user.wait_card(TITLE)
    return user


def still_there(user: Tracker) -> None:
    """Nothing was confirmed: the card is still asking, and nothing was recorded as confirmed."""
    user.wait_card(TITLE)
    assert user.records(action="delete_project", gate="confirmed") == []


def declines(user: Tracker) -> None:
    """The honest press that works: Cancel."""
    before = len(user.records(action="delete_project", gate="cancelled"))
    user.card.click("Keep project")
    user.wait_no_card()
    user.wait_record(action="delete_project", gate="cancelled")
    assert len(user.records(action="delete_project", gate="cancelled")) == before + 1


@pytest.mark.scenario("S39")
def test_a_scripts_click_on_everything_confirms_nothing(asked: Tracker) -> None:
    asked.card.wait_armed("Delete project")
    asked.page.evaluate(
        """() => {
            for (const element of document.querySelectorAll('*')) {
                if (element.closest('.cwk-root')) continue;
                if (element.tagName === 'A' || element.tagName === 'BUTTON') continue;
                element.click?.();
                element.dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true}));
            }
            for (const type of ['keydown', 'keypress', 'keyup', 'click'])
                for (const key of ['Enter', ' '])
                    document.activeElement.dispatchEvent(new KeyboardEvent(type, {key, bubbles: true, composed: true}));
        }"""
    )
    still_there(asked)
    declines(asked)


@pytest.mark.scenario("S42")
def test_a_double_click_where_confirm_is_about_to_be_confirms_nothing(user: Tracker) -> None:
    user.say(ASK)
    user.wait_card(TITLE)
    x, y = user.card.place("Delete project")
    user.page.mouse.dblclick(x, y)
    still_there(user)
    declines(user)


def test_a_held_enter_confirms_nothing(asked: Tracker) -> None:
    asked.card.wait_armed("Delete project")
    for _ in range(8):
        asked.page.keyboard.down("Enter")  # the second and later ones are repeats of a held key
    asked.page.keyboard.up("Enter")
    still_there(asked)
    declines(asked)


@pytest.mark.scenario("S41")
def test_typing_while_a_card_opens_loses_no_letter_and_confirms_nothing(user: Tracker) -> None:
    user.say(ASK)
    words = "I am still typing here and pressing space a lot "
    user.page.keyboard.type(words, delay=30)
    assert user.box.input_value() == words
    user.wait_card(TITLE)
    still_there(user)
    declines(user)
    assert user.box.input_value() == words
