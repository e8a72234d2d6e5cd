"""All words can be replaced: what is taken, what is refused, and that German has them all."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest
from nicegui import ui
from nicegui.testing import User

from coworkkit import Answer, CoworkkitProvider, DeclarationError, Session, use_action
from coworkkit.messages import ENGLISH, GERMAN, read_german_answer
from coworkkit.messages.german import AROUND, NO_WORDS, YES_WORDS
from coworkkit.testing import Person, session_on
from coworkkit.ui.drawing import drawn, mark_in

BLANK = re.compile(r"\{\w+\}")


async def open_page(user: User, **given: Any) -> Session:
    @ui.page("/")
    def page() -> None:
        with CoworkkitProvider(**given):

            @use_action(control="soft", confirmation_summary=lambda: "Das Projekt wird archiviert.")
            def archive() -> str:
                """Archive it."""
                return "done"

            @use_action(control="hard")
            def wipe(note: str | None = None) -> str:
                """Wipe it."""
                raise ValueError("Die Platte ist voll.")

    return session_on(await user.open("/"))


def test_german_has_every_sentence() -> None:
    assert sorted(ENGLISH.keys() - GERMAN.keys()) == []
    assert sorted(GERMAN.keys() - ENGLISH.keys()) == []


def test_german_has_the_same_blanks_and_is_not_left_in_english() -> None:
    others = [key for key in GERMAN if sorted(BLANK.findall(GERMAN[key])) != sorted(BLANK.findall(ENGLISH.get(key, "")))]
    assert others == []
    assert [key for key in GERMAN if GERMAN[key] == ENGLISH[key] and len(ENGLISH[key].split()) > 2] == []


@pytest.mark.parametrize(
    ("messages", "complaint"),
    [
        ({"panel.clos": "Zu"}, "Did you mean 'panel.close'"),
        ({"nothing like it at all": "x"}, "coworkkit.messages.ENGLISH"),
        ({"panel.close": 3}, "Give the words, as a text"),
        ({"panel.news": "{nmae} schrieb."}, "blank {nmae}, which nothing fills"),
        ({"said.goAhead": "Shall I go ahead?"}, "without the blank {summary}"),
        ({"card.timeLeft": "bald"}, "there is no such key"),
        ({7: "x"}, "there is no such key"),
        (["panel.close"], "Give a mapping"),
    ],
)
async def test_a_mistake_in_the_words_is_named(user: User, messages: Any, complaint: str) -> None:
    found: list[str] = []

    @ui.page("/")
    def page() -> None:
        try:
            CoworkkitProvider(messages=messages)
        except DeclarationError as error:
            found.append(str(error))

    await user.open("/")
    assert len(found) == 1 and complaint in found[0]


async def test_a_plural_form_that_english_lacks_is_taken(user: User) -> None:
    polish: Mapping[str, str] = {"card.timeLeft.few": "{n} sekundy", "card.timeLeft.many": "{n} sekund"}
    session = await open_page(user, messages=polish)
    assert session.settings.messages == polish


async def test_what_the_server_says_is_in_the_words_of_the_page(user: User) -> None:
    session = await open_page(user, messages=GERMAN, read_answer=read_german_answer)
    person = Person(session)
    asked = await session.call("archive")
    assert asked.question == "Das Projekt wird archiviert. Soll ich das tun?"
    assert session.status.text == "Wartet auf Ihr Ja oder Nein"
    person.says("Ja, bitte!")
    assert (await session.call("archive")).ok


async def test_what_the_agent_is_told_stays_english(user: User) -> None:
    session = await open_page(user, messages=GERMAN, read_answer=read_german_answer)
    assert "There is no action" in (await session.call("missing")).message


YES = ["ja", "Ja!", "ja, gerne", "Na klar", "mach das bitte", "okay", "yes", "bitte mach das", "ja, danke"]
NO = ["nein", "Nein, danke.", "nö", "lieber nicht", "bitte nicht", "mach das nicht", "no", "Abbrechen"]
UNCLEAR = ["ja, später", "ja, aber nur die erste", "vielleicht", "ja?", "nicht jetzt, ja", "danke", "ja nein", "bitte", ""]


@pytest.mark.parametrize(
    ("text", "meant"),
    [(t, Answer.YES) for t in YES] + [(t, Answer.NO) for t in NO] + [(t, Answer.UNCLEAR) for t in UNCLEAR],
)
def test_german_answers_are_read(text: str, meant: Answer) -> None:
    assert read_german_answer(text) is meant


def test_no_german_phrase_reads_as_a_row_of_other_phrases() -> None:
    # else a text of n words has 2ⁿ readings, and the server tries them all
    for listed in (f"{YES_WORDS}|{AROUND}", f"{NO_WORDS}|{AROUND}"):
        phrases = listed.split("|")
        rows = re.compile(rf"(?:{listed})(?: (?:{listed}))+")
        assert [phrase for phrase in phrases if rows.fullmatch(phrase)] == []
        assert len(set(phrases)) == len(phrases)


async def test_a_reader_of_another_language_has_no_quick_answers_and_the_log_says_why(
    user: User, caplog: pytest.LogCaptureFixture
) -> None:
    await open_page(user, messages={"question.yes": "Oui", "question.no": "Non"})
    assert "read_answer does not read 'Oui' as 'yes'" in caplog.text
    assert "messages in the language it reads" in caplog.text


async def test_the_card_is_drawn_in_the_words_of_the_page(user: User) -> None:
    session = await open_page(user, messages=GERMAN)
    person = Person(session)
    call = asyncio.ensure_future(session.call("wipe", {"note": "a\n\n\nb\u200b"}))
    card = drawn(await person.sees_card(), session)
    assert (card["confirm_label"], card["cancel_label"]) == (["Bestätigen"], ["Ablehnen"])
    marks = [part["mark"] for part in card["rows"][0]["value"] if isinstance(part, dict)]
    assert marks == ["3 Zeilenumbrüche", "U+200B"]
    assert (await person.cancels()).message == "Abgelehnt. Nichts ist geschehen."
    assert (await call).code == "cancelled"


def test_a_mark_is_said_in_other_words_and_an_unknown_one_stays() -> None:
    said = {mark: mark_in(GERMAN, mark) for mark in ("none", "2 tabs, 1 space", "12 bytes, base64", "U+202E ×3", "space")}
    assert said == {
        "none": "nichts",
        "2 tabs, 1 space": "2 Tabulatoren, Leerzeichen",
        "12 bytes, base64": "12 Bytes, base64",
        "U+202E ×3": "U+202E ×3",
        "space": "Leerzeichen",
    }
    assert mark_in(GERMAN, "1,240 unseen characters: 3 tabs, U+200B") == (
        "1,240 nicht sichtbare Zeichen: 3 Tabulatoren, U+200B"
    )
