"""What text may try: markup, characters that cannot be seen, padding, and size, in arguments and summaries."""

from __future__ import annotations

import time
from typing import Any

import pytest

from coworkkit.core.card import LONGEST_CARD, MOST_ROWS, CardContent
from coworkkit.core.visible import Segments
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene

ran: list[Any] = []

UNSEEN = {
    "bidi override": "\u202e",
    "bidi isolates": "\u2066\u2067\u2068\u2069",
    "zero width": "\u200b\u200c\u200d\u200e\u200f\ufeff",
    "soft hyphen": "\u00ad",
    "hangul filler": "\u3164",
    "tag characters": "\U000e0041\U000e0042",
    "variation selectors": "\U000e0100",
    "controls": "\x00\x07\x1b[2K",
    "line separators": "\u2028\u2029\x0b\x0c",
    "blank braille": "\u2800",
}


def pay(to: str, note: str = "") -> str:
    """Pay somebody."""
    ran.append((to, note))
    return "paid"


def pay_all(rows: list[dict[str, Any]]) -> str:
    """Pay everybody in a table."""
    ran.append(len(rows))
    return "paid"


@pytest.fixture(autouse=True)
def nothing_ran() -> None:
    ran.clear()


async def shown(scene: Scene, name: str, arguments: Any) -> CardContent:
    """Open a card, look at all of it, confirm it, and return what it showed."""
    call = scene.start(name, arguments)
    card = await scene.person.sees_card()
    content = card.content
    assert (await scene.person.confirms()).ok
    assert (await scene.end_of(call)).ok
    return content


def plain(segments: Segments) -> str:
    """The characters that are drawn as they are."""
    return "".join(segment for segment in segments if isinstance(segment, str))


def marks(segments: Segments) -> list[str]:
    return [segment["mark"] for segment in segments if not isinstance(segment, str)]


@pytest.mark.attack(
    "HTML or Markdown in an argument or a summary",
    defence="text only: it goes into the card as text nodes, character by character",
    left_over="none",
)
@pytest.mark.parametrize(
    "markup",
    [
        "<img src=x onerror=alert(1)>",
        "</td></table><button>Confirm</button>",
        "**Ada** [x](javascript:y)",
        "${1+1} {{x}}",
    ],
)
async def test_markup_stays_text_on_the_card(markup: str) -> None:
    scene = Scene(pay, control="hard", confirmation_summary=lambda to: f"Pay {to}?")
    content = await shown(scene, "pay", {"to": markup})
    assert content.title == [f"Pay {markup}?"]
    assert content.rows[0].value == [markup]
    assert ran == [(markup, "")]


@pytest.mark.attack(
    "bidi, zero-width, tag, control and filler characters in an argument",
    defence="what cannot be seen, or reorders, is a mark with its code point; what runs is the value itself",
    left_over="a name that merely looks like another",
)
@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN.keys())
async def test_an_unseen_character_is_marked_on_the_card_and_kept_in_the_call(unseen: str) -> None:
    scene = Scene(pay, control="hard", confirmation_summary=lambda to: f"Pay {to}?")
    value = f"Ada{unseen}gpj.exe"
    content = await shown(scene, "pay", {"to": value})
    for segments in (content.title, content.rows[0].value):
        assert not set(unseen) - set("[2K") & set(plain(segments))
        assert marks(segments)
        assert plain(segments).startswith(("Ada", "Pay Ada"))
    assert ran == [(value, "")]


async def test_hebrew_arabic_accents_and_emoji_stay_as_they_are() -> None:
    """The positive twin of the test above."""
    scene = Scene(pay, control="hard")
    for name in ("שלום עולם", "مرحبا", "José Núñez", "東京", "👩‍🚀"[:1], "naïve café"):
        assert (await shown(scene, "pay", {"to": name})).rows[0].value == [name]


@pytest.mark.attack(
    "padding that pushes the dangerous end of a value out of view",
    defence="a run of blanks is one mark with the amount; long values fold, and Confirm stays off until a fold was opened",
    left_over="none",
)
@pytest.mark.parametrize(
    "padding", ["\n" * 400, " " * 10_000, "\r\n" * 400, "\u3000" * 5_000, "\t" * 900, "\u2028" * 300]
)
async def test_padding_becomes_one_mark(padding: str) -> None:
    scene = Scene(pay, control="hard")
    content = await shown(scene, "pay", {"to": "Ada", "note": f"lunch{padding}and 9,000 more"})
    note = content.rows[1]
    assert plain(note.value) == "lunchand 9,000 more" and len(marks(note.value)) == 1
    assert note.length == len("lunch") + len(padding) + len("and 9,000 more")


@pytest.mark.attack(
    "a value too long to read, with the harm at its end",
    defence="the whole value is on the card, folded with its length; the server holds Confirm until it was unfolded",
    left_over="a person who opens a fold and does not read it",
)
async def test_a_long_value_must_be_unfolded_before_confirm_counts() -> None:
    scene = Scene(pay, control="hard")
    call = scene.start("pay", {"to": "A" * 50_000 + "and everybody else"})
    card = await scene.person.sees_card()
    card.unfolded = False
    await scene.person.waits(5)
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    assert not call.done() and ran == []
    assert plain(card.content.rows[0].value).endswith("and everybody else")
    scene.session.cards.unfolded(press_on(card))
    assert scene.session.cards.confirm(press_on(card), pressed()).ok
    assert (await scene.end_of(call)).ok


@pytest.mark.attack(
    "10 MB of arguments",
    defence="refused before anybody is asked: 1 MB for a call, 100,000 characters for a card",
    left_over="none",
)
async def test_ten_megabytes_of_arguments_are_refused_quickly_and_unasked() -> None:
    scene = Scene(pay, control="hard")
    started = time.perf_counter()
    for arguments in ({"to": "x" * 10_000_000}, '{"to": "' + "x" * 10_000_000 + '"}', {"to": "x" * (LONGEST_CARD + 1)}):
        result = await scene.call("pay", arguments)
        assert result.code == "invalid_args" and len(result.message) < 500
    assert time.perf_counter() - started < 3
    assert scene.session.cards.on_screen is None and ran == []
    await shown(scene, "pay", {"to": "x" * (LONGEST_CARD // 2)})


@pytest.mark.attack(
    "5,000 rows on one card",
    defence="more than a person can check is refused in words, and nobody is asked",
    left_over="none",
)
async def test_five_thousand_rows_are_refused_and_unasked() -> None:
    scene = Scene(pay_all, control="hard")
    rows = [{"to": f"person {number}", "amount": number} for number in range(5_000)]
    refused = await scene.call("pay_all", {"rows": rows})
    assert refused.code == "invalid_args" and "too much for a person" in refused.message

    def wide(**fields: str) -> None:
        """Take any fields."""

    fields = {f"field_{number}": "x" for number in range(MOST_ROWS + 1)}
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in fields}}
    scene.add(wide, control="hard", parameters=schema)
    assert (await scene.call("wide", fields)).code == "invalid_args"
    assert scene.session.cards.on_screen is None and ran == []
    content = await shown(scene, "pay_all", {"rows": rows[: MOST_ROWS // 2]})
    assert "person 49" in plain(content.rows[0].value) and ran == [50]
