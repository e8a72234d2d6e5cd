"""Draw the life of a call into docs/gate.md, from the table that the gate itself follows.

Run ``python -m scripts.state_diagram`` after a change of the table; a test fails while the drawing is stale.
"""

from __future__ import annotations

from pathlib import Path

from coworkkit.core.call import MOVES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "gate.md"
BEGIN = "<!-- drawn by scripts/state_diagram.py: begin -->"
END = "<!-- drawn by scripts/state_diagram.py: end -->"


def drawing() -> str:
    """Return the diagram, as the block that Markdown pages show it from."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {next(iter(MOVES))}"]
    for state, moves in MOVES.items():
        lines += [f"    {state} --> {following} : {move}" for move, following in moves.items()]
        if not moves:
            lines.append(f"    {state} --> [*]")
    return "\n".join([*lines, "```"])


def drawn_into(page: str) -> str:
    """Return the text of a page with the diagram of now between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page needs the lines {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n{drawing()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(drawn_into(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
