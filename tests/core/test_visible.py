"""What cannot be seen becomes a visible mark; what can be read stays as it is (scenarios S06, S08, S11)."""

from __future__ import annotations

import datetime
import decimal
import enum
import time
import unicodedata
import uuid
from collections import OrderedDict
from dataclasses import dataclass

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coworkkit.core.visible import MAX_MARKS, Segments, segments, value_segments, value_text, visible_text

INVISIBLE = {
    "right-to-left override": "\u202e",
    "left-to-right isolate": "\u2066",
    "first strong isolate": "\u2068",
    "pop isolate": "\u2069",
    "zero-width space": "\u200b",
    "zero-width non-joiner": "\u200c",
    "zero-width joiner": "\u200d",
    "left-to-right mark": "\u200e",
    "right-to-left mark": "\u200f",
    "arabic letter mark": "\u061c",
    "word joiner": "\u2060",
    "invisible times": "\u2062",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "hangul filler": "\u3164",
    "hangul choseong filler": "\u115f",
    "hangul jungseong filler": "\u1160",
    "halfwidth hangul filler": "\uffa0",
    "braille blank": "\u2800",
    "combining grapheme joiner": "\u034f",
    "khmer inherent vowel": "\u17b4",
    "mongolian vowel separator": "\u180e",
    "mongolian variation selector": "\u180b",
    "variation selector 1": "\ufe00",
    "variation selector 16 on a letter": "\ufe0f",
    "variation selector 17": "\U000e0100",
    "language tag": "\U000e0001",
    "tag letter": "\U000e0041",
    "interlinear anchor": "\ufff9",
    "object replacement": "\ufffc",
    "private use": "\ue000",
    "private use, plane 16": "\U00100000",
    "unassigned": "\u0378",
    "noncharacter": "\ufffe",
    "lone surrogate": "\ud800",
    "escape": "\x1b",
    "bell": "\x07",
    "nul": "\x00",
    "delete": "\x7f",
    "C1 control": "\x9b",
    "vertical tab": "\x0b",
    "carriage return": "\r",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "em space": "\u2003",
}
BIDI_CONTROLS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI")

ANY_TEXT = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.text(st.sampled_from([*INVISIBLE.values(), *"ab1 \n\t\u0301\u3000❤👩"])),
)


@pytest.mark.parametrize("character", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_invisible_character_is_named_where_it_stands(character: str) -> None:
    name = f"U+{ord(character):04X}"
    shown = segments(f"pay{character}load")

    assert [piece if isinstance(piece, str) else piece["mark"] for piece in shown] == ["pay", name, "load"]
    assert visible_text(f"pay{character}load") == f"pay⟨{name}⟩load"
    assert visible_text(character) == f"⟨{name}⟩"


@pytest.mark.parametrize(
    "text",
    [
        "Delete “Ångström” and its 12 tasks?",
        "naïve café, voilà",
        "cafe\u0301",
        "Tie\u0302\u0301ng Vie\u0323\u0302t",
        "שלום עולם",
        "שָׁלוֹם",
        "السلام عليكم ورحمة الله",
        "بِسْمِ ٱللَّٰهِ",
        "\u0600\u0661\u0662",
        "削除しますか？",
        "東京都",
        "삭제할까요",
        "हिन्दी में",
        "ภาษาไทยที่นี่",
        "Ελληνικά, кириллица",
        "👍🏽 ❤️ 1️⃣ ✈️ ☎️ ↔️ ℹ️ 🇪🇺 🎉",
        "\U0001fae8 newer than this Python",
        "a + b = c; 50 % → 100 €",
        "one two three",
    ],
)
def test_ordinary_writing_stays_as_it_is(text: str) -> None:
    assert segments(text) == [text]
    assert visible_text(text) == text


def test_keycap_and_symbol_selectors_are_marks_anywhere_else() -> None:
    assert segments("1\ufe0f2") == ["1", {"mark": "U+FE0F"}, "2"]
    assert segments("❤\ufe0f\ufe0f") == ["❤\ufe0f", {"mark": "U+FE0F"}]


def test_joined_family_stays_recognisable() -> None:
    assert visible_text("👩\u200d👧") == "👩⟨U+200D⟩👧"


@pytest.mark.parametrize(
    ("blank", "mark"),
    [
        ("\n", {"mark": "line break", "lines": "1"}),
        ("\r\n", {"mark": "line break", "length": "2", "lines": "1"}),
        ("\n" * 400, {"mark": "400 line breaks", "length": "400", "lines": "400"}),
        ("\r\n" * 3, {"mark": "3 line breaks", "length": "6", "lines": "3"}),
        ("\r" * 40, {"mark": "U+000D ×40", "length": "40", "lines": "40"}),
        ("\x0b" * 40, {"mark": "U+000B ×40", "length": "40", "lines": "40"}),
        ("\u2028" * 40, {"mark": "U+2028 ×40", "length": "40", "lines": "40"}),
        (" " * 10_000, {"mark": "10,000 spaces", "length": "10000"}),
        ("  ", {"mark": "2 spaces", "length": "2"}),
        ("\t", {"mark": "tab"}),
        ("\t\t", {"mark": "2 tabs", "length": "2"}),
        ("\n    ", {"mark": "1 line break, 4 spaces", "length": "5", "lines": "1"}),
        ("\n \t\n", {"mark": "2 line breaks, 1 tab, 1 space", "length": "4", "lines": "2"}),
        ("\u3000", {"mark": "ideographic space"}),
        ("\u3000" * 30, {"mark": "30 ideographic spaces", "length": "30"}),
        ("\xa0", {"mark": "no-break space"}),
        ("\u2003" * 7, {"mark": "U+2003 ×7", "length": "7"}),
        ("\u2003 \u3000", {"mark": "3 spaces", "length": "3"}),
    ],
)
def test_run_of_blanks_is_one_mark_with_the_amount(blank: str, mark: dict[str, str]) -> None:
    assert segments(f"harmless{blank}harmful") == ["harmless", mark, "harmful"]


def test_long_run_of_one_invisible_character_is_one_mark() -> None:
    assert segments("a" + "\u200b" * 500 + "b") == ["a", {"mark": "U+200B ×500", "length": "500"}, "b"]


def test_alternating_unseen_characters_are_summed_up() -> None:
    shown = segments("a" + "\n\u200b" * 400 + "b")

    assert shown == [
        "a",
        {
            "mark": "800 unseen characters: 400 line breaks, U+200B ×400",
            "length": "800",
            "lines": "400",
        },
        "b",
    ]


def test_many_kinds_of_unseen_characters_name_the_most_frequent() -> None:
    tags = "".join(chr(0xE0041 + letter) for letter in range(20))

    (mark,) = segments(tags)

    assert mark == {
        "mark": "20 unseen characters: U+E0041, U+E0042, U+E0043, U+E0044, 16 other kinds",
        "length": "20",
    }


def test_piled_up_accents_do_not_paint_over_their_neighbours() -> None:
    shown = segments("a" + "\u0301" * 500 + "b")

    assert shown == ["a" + "\u0301" * 6, {"mark": "U+0301 ×494", "length": "494"}, "b"]


def test_accent_with_nothing_to_sit_on_is_a_mark() -> None:
    assert segments("\u0301abc") == [{"mark": "U+0301"}, "abc"]
    assert segments("a\u200b\u0301") == ["a", {"mark": "U+200B"}, {"mark": "U+0301"}]


def test_text_cannot_imitate_a_mark() -> None:
    assert visible_text("⟨U+202E⟩") == "⟨U+27E8⟩U+202E⟨U+27E9⟩"
    assert segments("⟨U+202E⟩") == ["⟨U+202E⟩"]


def test_marks_are_bounded_and_nothing_is_lost() -> None:
    shown = segments("x\u200b" * 50_000)

    marks = [piece for piece in shown if not isinstance(piece, str)]
    assert len(marks) == MAX_MARKS
    assert isinstance(shown[-1], str)
    assert len(marks) + shown[-1].count("⟨U+200B⟩") == 50_000
    assert "".join(piece for piece in shown if isinstance(piece, str)).count("x") == 50_000


@pytest.mark.parametrize(
    "text",
    [
        "x" * 100_000,
        "x\u200b" * 50_000,
        "\n\u200b" * 50_000,
        "\n" * 100_000,
        "a \n" * 33_000,
        "a" + "\u0301" * 100_000,
        "\u3099" * 100_000,
        "".join(chr(0xE0000 + number % 4096) for number in range(100_000)),
        "".join(map(chr, range(0x300, 0x186A0 + 0x300))),
    ],
    ids=[
        "plain",
        "every second",
        "alternating",
        "breaks",
        "lines",
        "accents",
        "kana marks",
        "tags",
        "all of Unicode",
    ],
)
def test_hundred_thousand_characters_take_bounded_time(text: str) -> None:
    begun = time.process_time()
    shown = segments(text)

    assert time.process_time() - begun < 1.5
    assert len(shown) <= 2 * MAX_MARKS + 1


@given(ANY_TEXT)
def test_no_text_leaves_an_unseen_character_in_what_is_shown(text: str) -> None:
    for shown in (*(piece for piece in segments(text) if isinstance(piece, str)), visible_text(text)):
        for character in shown:
            assert unicodedata.category(character) not in ("Cc", "Cs", "Co", "Zl", "Zp")
            assert unicodedata.bidirectional(character) not in BIDI_CONTROLS
            assert character == " " or not character.isspace()
        assert "  " not in shown
        shown.encode()


@given(ANY_TEXT)
def test_every_character_is_accounted_for(text: str) -> None:
    shown = segments(text)

    assert sum(len(piece) if isinstance(piece, str) else int(piece.get("length", "1")) for piece in shown) == len(text)


class Colour(enum.Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    y: float


class Order(pydantic.BaseModel):
    id: int
    note: str | None = None
    lines: list[Point] = []


ONLY_MARK: list[tuple[object, str]] = [
    (None, "none"),
    ("", "empty text"),
    (b"", "empty bytes"),
    ([], "empty list"),
    ({}, "empty object"),
]


@pytest.mark.parametrize(("value", "words"), ONLY_MARK)
def test_empty_value_is_said_in_words_that_no_text_looks_like(value: object, words: str) -> None:
    assert value_segments(value) == [{"mark": words, "length": "0"}]
    assert value_segments(words) == [words]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (12345678901234567890, "12345678901234567890"),
        (-0.1, "-0.1"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e300, "1e+300"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (decimal.Decimal("19.90"), "19.90"),
        (datetime.date(2026, 2, 28), "2026-02-28"),
        (datetime.datetime(2026, 2, 28, 9, 5, tzinfo=datetime.UTC), "2026-02-28T09:05:00+00:00"),
        (datetime.time(9, 5), "09:05:00"),
        (Colour.RED, "red"),
        (uuid.UUID(int=7), "00000000-0000-0000-0000-000000000007"),
        ([1, "two", None, True], '[1, "two", null, true]'),
        ((1, [2, [3]]), "[1, [2, [3]]]"),
        (OrderedDict(a={"b": []}), '{"a": {"b": []}}'),
        ({"say": 'a "quote" and a \\'}, '{"say": "a \\"quote\\" and a \\\\"}'),
        (frozenset({"b", "a"}), '["a", "b"]'),
        (Point(1, 2.5), '{"x": 1, "y": 2.5}'),
        (Order(id=1, lines=[Point(0, 1.0)]), '{"id": 1, "note": null, "lines": [{"x": 0, "y": 1.0}]}'),
    ],
)
def test_value_is_shown_whole(value: object, shown: str) -> None:
    assert value_segments(value) == [shown]
    assert value_text(value) == shown


def test_bytes_are_shown_whole_in_base64_with_their_amount() -> None:
    assert value_segments(b"\x00\xff") == [{"mark": "2 bytes, base64", "length": "0"}, "AP8="]
    assert value_segments(bytearray(b"a")) == [{"mark": "1 byte, base64", "length": "0"}, "YQ=="]


def test_secret_is_never_shown() -> None:
    for value in (pydantic.SecretStr("hunter2"), {"password": pydantic.SecretStr("hunter2")}):
        assert "hunter2" not in str(value_segments(value))
        assert "•" in str(value_segments(value))


def test_unseen_characters_inside_a_structure_are_marks_too() -> None:
    assert value_segments({"to": "a\u202eb\n\n\nc"}) == [
        '{"to": "a',
        {"mark": "U+202E"},
        "b",
        {"mark": "3 line breaks", "length": "3", "lines": "3"},
        'c"}',
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("admin ", ["admin", {"mark": "space"}]),
        (" admin", [{"mark": "space"}, "admin"]),
        (" a ", [{"mark": "space"}, "a", {"mark": "space"}]),
        (" ", [{"mark": "space"}]),
    ],
)
def test_space_at_the_end_of_a_value_is_seen(value: str, shown: Segments) -> None:
    assert value_segments(value) == shown


def test_what_has_no_form_to_be_shown_in_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    deep: list[object] = []
    for _ in range(200):
        deep = [deep]
    taken = iter([1, 2])

    for value in (object(), taken, endless, deep, {"inner": object()}):
        with pytest.raises(ValueError, match=r"nested|holds"):
            value_segments(value)
    assert list(taken) == [1, 2]
