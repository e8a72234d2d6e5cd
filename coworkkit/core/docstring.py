"""Reading a function's docstring: what it does, and what each argument means."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

SECTION = re.compile(r"^(args|arguments|parameters|params)\s*:?\s*$", re.IGNORECASE)
END = re.compile(r"^(returns?|raises?|yields?|notes?|examples?|warnings?|attributes|see also)\s*:?\s*$", re.IGNORECASE)
GOOGLE = re.compile(r"^(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")
NUMPY = re.compile(r"^(\w+)\s*:\s*\S.*$")
SPHINX = re.compile(r"^:param\s+(?:[^:]*\s)?(\w+)\s*:\s*(.*)$")


@dataclass(frozen=True, slots=True)
class Docstring:
    """A docstring taken apart.

    Attributes:
        description: the text before any section, as one paragraph each.
        arguments: what each argument means, by name.
    """

    description: str = ""
    arguments: dict[str, str] = field(default_factory=dict)


def read_docstring(run: Callable[..., Any]) -> Docstring:
    """Read the docstring of a function in Google, NumPy or Sphinx style."""
    own = getattr(run, "__doc__", None)
    if not own or own == getattr(type(run), "__doc__", None):
        return Docstring()
    description: list[str] = []
    arguments: dict[str, list[str]] = {}
    current: str | None = None
    section = ""
    indent = 0
    for line in inspect.cleandoc(own).splitlines():
        text = line.strip()
        if SECTION.match(text):
            section, current, indent = "arguments", None, 0
        elif END.match(text):
            section, current = "other", None
        elif found := SPHINX.match(text):
            current, section = found[1], "sphinx"
            arguments[current] = [found[2]]
        elif text.startswith(":") and section in ("", "sphinx"):
            section, current = "other", None
        elif section == "arguments" and text and not set(text) <= {"-"}:
            depth = len(line) - len(line.lstrip())
            indent = indent if current is not None else depth
            named = (GOOGLE.match(text) if depth else NUMPY.match(text)) if depth == indent else None
            if named:
                current = named[1]
                arguments[current] = [named[2]] if depth else []
            elif current is not None:
                arguments[current].append(text)
        elif section == "sphinx" and current is not None and text:
            arguments[current].append(text)
        elif section == "":
            description.append(text)
    paragraphs = "\n".join(description).strip().split("\n\n")
    return Docstring(
        "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs),
        {name: " ".join(" ".join(lines).split()) for name, lines in arguments.items()},
    )
