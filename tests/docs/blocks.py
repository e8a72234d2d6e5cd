"""The Python examples of README and docs, each with what a reader does not see of it.

A comment right before an example may name its kind and hold code that runs first; a comment right after it
that begins with ``then`` holds code that checks what came of it::

    <!-- page
    hidden code
    -->
    ```python
    the example
    ```
    <!-- then
    assert …
    -->
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

EXAMPLE = re.compile(
    r"(?:^<!-- *(?P<kind>app|code|page|tests)\b(?P<before>.*?)-->\n)?"
    r"^```python\n(?P<code>.*?)^```$\n?"
    r"(?:^<!-- *then\b(?P<then>.*?)-->$)?",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """One example.

    Attributes:
        page: the page it is on.
        line: the line its code begins on.
        kind: ``app`` a program, ``page`` the body of a page, ``tests`` a test module, ``code`` any other.
        before: hidden code that runs first, moved down to the line it stands on.
        code: what the reader sees, likewise.
        then: hidden code that runs last, likewise.
    """

    page: Path
    line: int
    kind: str
    before: str
    code: str
    then: str

    @property
    def name(self) -> str:
        """Where it is, as a test calls it."""
        return f"{self.page.name}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Return the Python examples of a page, in order."""
    text = page.read_text(encoding="utf-8")

    def in_place(found: re.Match[str], part: str) -> str:
        """Return a part with as many empty lines before it as the page has lines there."""
        return "" if found[part] is None else "\n" * text.count("\n", 0, found.start(part)) + found[part]

    return [
        Block(
            page=page,
            line=text.count("\n", 0, found.start("code")) + 1,
            kind=found["kind"] or ("app" if "ui.run(" in found["code"] else "code"),
            before=in_place(found, "before"),
            code=in_place(found, "code"),
            then=in_place(found, "then"),
        )
        for found in EXAMPLE.finditer(text)
    ]
