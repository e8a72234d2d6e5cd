"""Reading the user's answer: only a plain yes is one. CHOICE of S03: the SDK reads it, never the model."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coworkkit import Answer, read_answer
from coworkkit.core.answer import NO_WORDS, YES_WORDS
from coworkkit.core.session import SessionSettings
from tests.core.scene import Scene

YES = [
    "yes",
    "Yes!",
    "YES.",
    "yes, please",
    "ok",
    "Okay",
    "sure",
    "go ahead",
    "Yes, go ahead.",
    "do it",
    "ｙｅｓ",
    " yes \n",
]
NO = [
    "no",
    "No!",
    "nope",
    "no, thanks",
    "don't",
    "Don’t do it",
    "do not",
    "cancel that",
    "stop",
    "never mind",
    "no no",
]
UNCLEAR = {
    "negated approval": "I do not approve of this, yes?",
    "negated approval, plain": "not approved",
    "yes, then taken back": "yes, no wait, don't",
    "not yet": "not yet",
    "later": "sure, tomorrow",
    "later still": "yes, later",
    "narrowed": "yes, but only the first one",
    "conditional": "ok if nobody needs it",
    "a question back": "yes?",
    "another question": "which one is that?",
    "an emoji": "👍",
    "yes and an emoji": "yes 👍",
    "Russian": "да",
    "Japanese": "はい",
    "Arabic": "نعم",
    "empty": "",
    "only spaces": "   ",
    "a quotation": 'he said "yes"',
    "part of a word": "yesterday",
    "hidden characters": "y\u200bes",
    "a look-alike": "yеs",  # a Cyrillic е
    "both": "yes no",
    "unrelated": "What is on my board today",
    "an essay": "yes " * 60,
}


@pytest.mark.scenario("S03")
@pytest.mark.parametrize("words", YES)
def test_a_plain_yes_is_a_yes(words: str) -> None:
    assert read_answer(words) is Answer.YES


@pytest.mark.scenario("S03")
@pytest.mark.parametrize("words", NO)
def test_a_plain_no_is_a_no(words: str) -> None:
    assert read_answer(words) is Answer.NO


@pytest.mark.scenario("S03")
@pytest.mark.parametrize("words", UNCLEAR.values(), ids=UNCLEAR.keys())
def test_everything_else_is_unclear(words: str) -> None:
    assert read_answer(words) is Answer.UNCLEAR


@pytest.mark.scenario("S03")
@pytest.mark.parametrize("words", [words for words in UNCLEAR.values() if words.strip()])
async def test_an_unclear_answer_leaves_the_gate_shut_and_leads_to_a_fresh_question(words: str) -> None:
    ran: list[str] = []

    def archive(thread: str) -> None:
        """Archive a thread."""
        ran.append(thread)

    scene = Scene(archive, control="soft")
    first = await scene.call("archive", {"thread": "A"})
    scene.person.says(words)
    again = await scene.call("archive", {"thread": "A"})
    assert again.code == "needs_confirmation" and again.question_id != first.question_id
    scene.person.says("yes")
    assert (await scene.call("archive", {"thread": "A"})).ok
    assert ran == ["A"]


@given(st.text(max_size=300))
def test_whatever_is_said_reads_as_one_of_three(words: str) -> None:
    assert read_answer(words) in Answer


@settings(max_examples=300)
@given(st.lists(st.sampled_from(["yes", "no", "please", "don't", "not", "later", "thanks", "do it", "x"]), max_size=20))
def test_no_answer_that_holds_a_no_is_ever_a_yes(words: list[str]) -> None:
    if {"no", "don't", "not", "later", "x"} & set(words):
        assert read_answer(" ".join(words)) is not Answer.YES


@pytest.mark.parametrize(
    "word", ["yes", "please", "no", "don't", "please don't", "go", "do not", "never mind", "thanks"]
)
def test_no_text_keeps_the_server_busy(word: str) -> None:
    """A pattern that reads a text in two ways tries all of them: 28 times please took minutes."""
    started = time.perf_counter()
    for first in ("yes", "no"):
        read_answer(f"{first} {word} " + f"{word} " * ((190 - 2 * len(word)) // (len(word) + 1)) + "x")
    assert time.perf_counter() - started < 1


async def answered_by(reader: object, words: str) -> str | None:
    def archive() -> None:
        """Archive everything."""

    scene = Scene(archive, control="soft")
    settings_ = SessionSettings(read_answer=reader)  # type: ignore[arg-type]
    scene.session.attach(scene.session.catalogue, settings_, scene.session.screen)
    await scene.call("archive")
    scene.person.says(words)
    return (await scene.call("archive")).code


async def test_an_app_can_bring_a_reader_for_its_own_language() -> None:
    assert await answered_by(lambda words: Answer.YES if words == "да" else Answer.UNCLEAR, "да") is None
    assert (
        await answered_by(lambda words: Answer.YES if words == "да" else Answer.UNCLEAR, "yes") == "needs_confirmation"
    )


def failing(words: str) -> Answer:
    raise ValueError(words)


async def promised(words: str) -> Answer:
    return Answer.YES


@pytest.mark.scenario("S44")
@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize(
    "reader", [failing, promised, lambda words: "yes", lambda words: True, lambda words: None]
)
async def test_a_reader_that_fails_or_returns_anything_else_has_read_no_yes(reader: object) -> None:
    assert await answered_by(reader, "yes") == "needs_confirmation"


def test_no_phrase_reads_as_a_row_of_other_phrases() -> None:
    """The reason that the test above passes, for every phrase there is and will be."""
    for words in (YES_WORDS, NO_WORDS):
        phrases = set(f"{words}|please|thanks|thank you".split("|"))
        for phrase in phrases:
            parts = phrase.split()
            for cut in range(1, len(parts)):
                assert not {" ".join(parts[:cut]), " ".join(parts[cut:])} <= phrases, phrase
