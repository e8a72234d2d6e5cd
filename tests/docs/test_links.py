"""Every link and picture of README and docs leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.test_pictures import PICTURES
from tests.docs.blocks import PAGES, ROOT

LINK = re.compile(r"(?P<picture>!?)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```|<!--.*?-->", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
PICTURE_FOLDER = ROOT / "docs" / "images"


def text_of(page: Path) -> str:
    """What a reader reads as text: no code, no comments."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def links() -> Iterator[tuple[Path, str, bool]]:
    """Every link: the page it is on, where it leads, and whether it is a picture."""
    for page in PAGES:
        for found in LINK.finditer(CODE.sub("", text_of(page))):
            if "://" not in found["target"]:
                yield page, found["target"], bool(found["picture"])


def anchors_of(page: Path) -> set[str]:
    """The names of a page's headings, as its links have to write them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in HEADING.findall(text_of(page))
    }


@pytest.mark.parametrize(
    ("page", "target"),
    [pytest.param(page, target, id=f"{page.name}:{target}") for page, target, picture in links() if not picture],
)
def test_link_leads_to_a_file_and_a_heading(page: Path, target: str) -> None:
    name, _, anchor = target.partition("#")
    file = (page.parent / name).resolve() if name else page
    assert file.is_file(), f"there is no {name}"
    if anchor:
        assert anchor in anchors_of(file)


def test_pictures_are_those_that_the_browser_test_takes() -> None:
    shown = {(page.parent / target).resolve() for page, target, picture in links() if picture}
    taken = {PICTURE_FOLDER / f"{name}.webp" for name in PICTURES}
    assert shown and shown <= taken, f"nobody takes {sorted(path.name for path in shown - taken)}"


def test_pictures_say_what_they_show() -> None:
    for page in PAGES:
        assert not re.search(r"!\[\s*\]\(", text_of(page)), page.name
