"""What cannot be seen is shown by name; what can be read stays as it is (S08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

READABLE = [
    "",
    "plain text, with punctuation!",
    "Ordinary Hebrew: שלום עולם",
    "العربية مع أرقام ١٢٣",
    "فارسی با نیم‌فاصله: می‌خواهم",
    "日本語　のテキスト",
    "👨‍👩‍👧 ❤️ 👍🏽 1️⃣ 🏳️‍🌈 🇩🇪",
    "e\u0301 combining",
    "क्षेत्र देवनागरी",
    "a no-break\u00a0space",
]

HIDDEN = {
    "a\u202eb": ["a", {"mark": "U+202E"}, "b"],
    "a\u200bb": ["a", {"mark": "U+200B"}, "b"],
    "a\u200db": ["a", {"mark": "U+200D"}, "b"],
    "\u200c": [{"mark": "U+200C"}],
    "a\ufe0f": ["a", {"mark": "U+FE0F"}],
    "\ufeffx": [{"mark": "U+FEFF"}, "x"],
    "a\u00adb": ["a", {"mark": "U+00AD"}, "b"],
    "\u3164\u3164": [{"mark": "U+3164 ×2"}],
    "x\U000e0100": ["x", {"mark": "U+E0100"}],
    "\x1b[31m": [{"mark": "U+001B"}, "[31m"],
    "a\x00": ["a", {"mark": "U+0000"}],
    "one\ntwo": ["one", {"mark": "U+000A"}, "two"],
    "a" + " " * 400 + "b": ["a", {"mark": "400 spaces"}, "b"],
    "a" + "\u3000" * 40 + "b": ["a", {"mark": "40 spaces"}, "b"],
    "a" + "\n" * 400 + "b": ["a", {"mark": "400 line breaks"}, "b"],
}


async def segments(client: Client, text: str, **options: Any) -> list[Any]:
    found: list[Any] = await client.page.evaluate(
        "async ([text, options]) => (await import('/js/visible.js')).segments(text, options)", [text, options]
    )
    return found


@pytest.mark.parametrize("text", READABLE)
async def test_what_can_be_read_stays(client: Client, text: str) -> None:
    await client.open()
    assert "".join(await segments(client, text)) == text


async def test_what_cannot_be_seen_is_named(client: Client) -> None:
    await client.open()
    for text, expected in HIDDEN.items():
        assert await segments(client, text) == expected


async def test_in_running_text_lines_stay_lines(client: Client) -> None:
    await client.open()
    text = "one\n\ntwo\tthree\r\n    indented"
    assert "".join(await segments(client, text, lines=True)) == text.replace("\r\n", "\n")
    assert await segments(client, "a\n\n\nb", lines=True) == ["a", {"mark": "3 line breaks"}, "b"]
    assert await segments(client, "a\rb", lines=True) == ["a", {"mark": "U+000D"}, "b"]


async def test_a_limit_says_what_it_left_out(client: Client) -> None:
    await client.open()
    assert await segments(client, "x" * 1_500_000, limit=3) == ["xxx", {"mark": "+1,499,997 characters"}]
    assert await segments(client, "🙂🙂🙂", limit=3) == ["🙂🙂🙂"]


async def test_a_hostile_text_becomes_a_bounded_number_of_marks(client: Client) -> None:
    await client.open()
    assert len(await segments(client, "a\u200b" * 20_000)) < 1_100


async def test_a_lone_surrogate_is_named(client: Client) -> None:
    await client.open()
    found = await client.page.evaluate("import('/js/visible.js').then(visible => visible.segments('a' + '\\ud800'))")
    assert found == ["a", {"mark": "U+D800"}]


async def test_in_a_name_a_text_cannot_imitate_a_mark(client: Client) -> None:
    await client.open()
    flat = await client.page.evaluate("import('/js/visible.js').then(visible => visible.flat('\\u200b⟨U+0041⟩'))")
    assert flat == "⟨U+200B⟩⟨U+27E8⟩U+0041⟨U+27E9⟩"
