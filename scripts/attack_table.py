"""Write the table of attacks into docs/attacks.md, from the marks on the tests that try them.

Run ``python -m scripts.attack_table`` after a change under tests/attacks; a test fails while the table is stale.
The marks are read from the source, so nothing needs to be installed or run for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "tests" / "attacks"
PAGE = ROOT / "docs" / "attacks.md"
BEGIN = "<!-- written by scripts/attack_table.py: begin -->"
END = "<!-- written by scripts/attack_table.py: end -->"

Test = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Attack:
    """One attack that a test tries.

    Attributes:
        what: the attack.
        defence: what stops it.
        left_over: what is left of it.
        test: the name of the test.
        file: the test's file.
    """

    what: str
    defence: str
    left_over: str
    test: str
    file: Path

    def row(self) -> str:
        """Return it as a row of the table."""
        link = f"[`{self.test}`](../{self.file.relative_to(ROOT).as_posix()})"
        left = "" if self.left_over == "none" else self.left_over
        return " | ".join(("", cell(self.what), cell(self.defence), link, cell(left), "")).strip()


def cell(text: str) -> str:
    """Return a text as it can stand in a cell."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def group_of(path: Path) -> str:
    """Return what a file's attacks have in common: the first line of its docstring, up to the colon."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem
    return doc.splitlines()[0]


def tests_in(path: Path) -> Iterator[Test]:
    """Yield the tests of a file."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, Test) and node.name.startswith("test_"):
            yield node


def attack_of(test: Test, path: Path) -> Attack | None:
    """Return the attack a test is marked with.

    Raises:
        ValueError: the mark lacks something.
    """
    for mark in test.decorator_list:
        if not (isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.attack"):
            continue
        given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in mark.keywords}
        if len(mark.args) != 1 or set(given) != {"defence", "left_over"}:
            raise ValueError(f"{path.name}: the mark of {test.name} needs an attack, defence= and left_over=")
        return Attack(ast.literal_eval(mark.args[0]), given["defence"], given["left_over"], test.name, path)
    return None


def attacks() -> dict[Path, list[Attack]]:
    """Return the attacks of each file of the suite that has any."""
    found: dict[Path, list[Attack]] = {}
    for path in sorted(SUITE.glob("test_*.py")):
        tried = [attack for test in tests_in(path) if (attack := attack_of(test, path)) is not None]
        if tried:
            found[path] = tried
    return found


def table() -> str:
    """Return the tables, one for each file."""
    parts: list[str] = []
    for path, tried in attacks().items():
        parts += [f"## {group_of(path)}", "", "| attack | defence | test | what is left over |", "|---|---|---|---|"]
        parts += [attack.row() for attack in tried] + [""]
    return "\n".join(parts)


def written_into(page: str) -> str:
    """Return the text of a page with the tables of now between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page needs the lines {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written_into(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
