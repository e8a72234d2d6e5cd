"""What an agent says is formatted, and whatever it writes, the page stays the app's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Locator, expect

if TYPE_CHECKING:
    from .conftest import Client

pytestmark = pytest.mark.asyncio(loop_scope="session")

# what is written, and what comes of it; the markup is compared without classes and attributes of looks
FORMATTED = {
    "plain": ("two\nlines", "<p>two\nlines</p>"),
    "paragraphs": ("one\n\ntwo", "<p>one</p><p>two</p>"),
    "emphasis": (
        "**bold** and *slanted* and ~~gone~~ and __bold__ _slanted_",
        "<p><strong>bold</strong> and <em>slanted</em> and <s>gone</s> and <strong>bold</strong> <em>slanted</em></p>",
    ),
    "nested": ("**bold *and* more**", "<p><strong>bold <em>and</em> more</strong></p>"),
    "names": ("snake_case_name and 2 * 3 * 4", "<p>snake_case_name and 2 * 3 * 4</p>"),
    "unfinished": ("**bold is not over", "<p>**bold is not over</p>"),
    "escaped": (r"\*not\* slanted", "<p>*not* slanted</p>"),
    "code": ("`a *b* <i>`", "<p><code>a *b* <i></code></p>"),
    "fence": ("```py\nx = 1\n\n# no heading\n```\nafter", "<pre><code>x = 1\n\n# no heading</code></pre><p>after</p>"),
    "open fence": ("~~~\nx", "<pre><code>x</code></pre>"),
    "heading": ("# Tasks #\ntext", "<p>Tasks</p><p>text</p>"),
    "rule": ("a\n\n---\n\nb", "<p>a</p><hr></hr><p>b</p>"),
    "bullets": (
        "- a\n- b\n  - c\n\nend",
        "<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul><p>end</p>",
    ),
    "numbers": ("3. a\n4. b", "<ol><li><p>a</p></li><li><p>b</p></li></ol>"),
    "quote": ("> a\n> - b", "<blockquote><p>a</p><ul><li><p>b</p></li></ul></blockquote>"),
    "table": (
        "| a | b |\n|---|:-:|\n| 1 |",
        "<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><p></p></td></tr></tbody></table></div>",
    ),
}

MARKUP = """element => {
  const read = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const name = node.localName;
    const inside = [...node.childNodes].map(read).join("");
    return `<${name}>${inside}</${name}>`;
  };
  return [...element.childNodes].map(read).join("");
}"""


async def say(client: Client, text: str, number: int = 1) -> Locator:
    """Have the agent say this, and return what is drawn of it."""
    message = {"id": str(number), "role": "agent", "text": text, "at": "2026-01-01T09:00:00Z"}
    await client.push("message", message=message)
    await client.settle()
    return client.page.locator(".cwk-from-agent .cwk-md").last


async def begin(client: Client) -> None:
    await client.open()
    await client.snapshot()
    await client.page.locator(".cwk-fab").click()


async def test_what_an_agent_writes_is_formatted(client: Client) -> None:
    await begin(client)
    drawn = {}
    for number, (name, (text, _)) in enumerate(FORMATTED.items()):
        if name != "table":
            drawn[name] = await (await say(client, text, number)).evaluate(MARKUP)
    assert drawn == {name: markup for name, (_, markup) in FORMATTED.items() if name != "table"}
    table = await say(client, FORMATTED["table"][0], 100)
    await expect(table.get_by_role("columnheader")).to_have_text(["a", "b"])
    await expect(table.get_by_role("cell")).to_have_text(["1", ""])


LINKS = {
    "[the plan](https://example.com/plan)": ("https://example.com/plan", "the plan (https://example.com/plan)"),
    "https://example.com/a_b.": ("https://example.com/a_b", "https://example.com/a_b"),
    "(see http://example.com/x_(y))": ("http://example.com/x_(y)", "http://example.com/x_(y)"),
    "<mailto:ada@example.com>": ("mailto:ada@example.com", "mailto:ada@example.com"),
    "[https://bank.example](https://evil.example)": ("https://evil.example/", "https://bank.example (https://evil.example/)"),
    "![a picture](https://evil.example/x.png)": ("https://evil.example/x.png", "a picture (https://evil.example/x.png)"),
    "[p\u0430ypal](https://p\u0430ypal.com)": ("https://xn--pypal-4ve.com/", "p\u0430ypal (https://xn--pypal-4ve.com/)"),
}
NO_LINKS = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](data:text/html,<b>x</b>)",
    "[x](https://bank.example@evil.example/)",
    "[x](//evil.example)",
    "[x](/logout)",
    "file:///etc/passwd",
    "[x](vbscript:x)",
    '<a href="https://evil.example">x</a'">",
]


async def test_a_link_shows_where_it_leads_and_gives_nothing_away(client: Client) -> None:
    await begin(client)
    for number, (text, (address, shown)) in enumerate(LINKS.items()):
        link = (await say(client, text, number)).locator("a")
        await expect(link).to_have_text(shown)
        assert await link.get_attribute("href") == address
        assert await link.get_attribute("rel") == "noopener noreferrer nofollow"
        assert await link.get_attribute("target") == "_blank"


async def test_what_is_no_safe_address_stays_text(client: Client) -> None:
    await begin(client)
    for number, text in enumerate(NO_LINKS):
        drawn = await say(client, text, number)
        unsafe = drawn.locator("a:not([href^='https://evil.example']), a[href*='@']")
        assert await unsafe.count() == 0, text


HOSTILE = """<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">
<style>body{display:none}</style><iframe src="/"></iframe><form action="/"><button>Confirm</button></form>
{{ constructor.constructor('window.hit=1')() }} <component :is="'script'">window.hit=1</component>
[a](https://example.com" onmouseover="window.hit=1) `<b>` **<i>x</i>** pay\u202eevil\u200b"""


async def test_no_markup_of_the_agent_becomes_the_pages(client: Client) -> None:
    await begin(client)
    requests: list[str] = []
    client.page.on("request", lambda request: requests.append(request.url))
    drawn = await say(client, HOSTILE)
    assert await client.page.evaluate("window.hit") is None
    assert requests == []
    names = await drawn.evaluate("element => [...new Set([...element.querySelectorAll('*')].map(e => e.localName))].sort()")
    assert set(names) <= {"p", "code", "strong", "em", "span", "a", "bdi"}
    await expect(drawn).to_contain_text("<script>window.hit=1</script>")
    await expect(drawn.locator(".cwk-mark")).to_have_text(["U+202E", "U+200B"])


async def test_growing_text_draws_only_its_end_anew(client: Client) -> None:
    await begin(client)
    drawn = await say(client, "# Done\n\nfirst **part**\n\nsec")
    await drawn.locator("strong").evaluate("element => { element.dataset.same = 'yes' }")
    await client.push("delta", id="1", text="ond *part*")
    await expect(drawn.locator("em")).to_have_text("part")
    assert await drawn.locator("strong").get_attribute("data-same") == "yes"


# each is what makes a careless parser slow
SLOW = ["[" * 20_000, "*a " * 20_000, "`" * 20_000 + "x", "> " * 20_000, "- " * 20_000, "**" * 20_000 + "x",
        "[x](" * 10_000, "#" + " #" * 20_000 + "x", "|" * 20_000 + "\n" + "|-" * 10_000 + " " * 9_000 + "x",
        "http://" + "." * 40_000, "- a\n" * 10_000, "_a_ " * 10_000, "~~a" * 10_000,
        ("http://a@" * 110 + ")" * 1_000 + " ") * 10, "<http://a@" * 2_000]  # fmt: skip


async def test_no_text_holds_up_the_page(client: Client) -> None:
    await client.open()
    slowest = await client.page.evaluate(
        """async texts => {
          const { blocksIn, piecesIn } = await import("/js/markdown_parts.js");
          return Math.max(...texts.map(text => {
            const began = performance.now();
            for (const block of blocksIn(text)) if (block.text) piecesIn(block.text);
            return performance.now() - began;
          }));
        }""",
        SLOW,
    )
    assert slowest < 1_500


@pytest.mark.parametrize(
    "text",
    [
        ("http://a@" * 110 + ")" * 1_000 + " ") * 10,
        "(http://a@b " * 1_500,
        "<http://a@b> " * 1_500,
        "http://example.com/" + "(" * 900 + ")" * 1_000 + " ",
    ],
)
async def test_no_part_of_an_address_is_read_twice(client: Client, text: str) -> None:
    await client.open()
    read, said = await client.page.evaluate(
        """async text => {
          const { piecesIn } = await import("/js/markdown_parts.js");
          const { URL } = window;
          const { split } = String.prototype;
          let read = 0;
          window.URL = function (written) { read += written.length; return new URL(written); };
          String.prototype.split = function (...given) { read += this.length; return split.apply(this, given); };
          try {
            const pieces = piecesIn(text);
            return [read, pieces.map(piece => piece.address ?? piece).join("")];
          } finally {
            window.URL = URL;
            String.prototype.split = split;
          }
        }""",
        text,
    )
    assert 0 < read <= len(text)
    assert said.count("http") == text.count("http")
