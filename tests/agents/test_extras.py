"""Each way to reach an agent needs only its own extra, and says which when it is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

NEEDS = {
    "AGUIAgent": ("ag_ui", "coworkkit[agui]"),
    "LocalAgent": ("rapidfuzz", "coworkkit[local]"),
    "MCPEndpoint": ("mcp", "coworkkit[mcp]"),
    "PageToolset": ("pydantic_ai", "coworkkit[llm]"),
    "PydanticAIAgent": ("pydantic_ai", "coworkkit[llm]"),
}
"""A public name that needs an extra, a package of it, and the extra."""


def run(code: str) -> str:
    """Run a program in a Python of its own and return what it prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NEEDS)
def test_a_missing_extra_is_told_with_the_command_that_brings_it_and_the_rest_works(name: str) -> None:
    package, extra = NEEDS[name]
    told = run(
        f"import sys\n"
        f"sys.modules[{package!r}] = None  # as if it were not installed\n"
        f"import coworkkit.agents\n"
        f"print(coworkkit.agents.toolbox_of.__name__)\n"
        f"try:\n    coworkkit.agents.{name}\nexcept ImportError as error:\n    print(error)\n"
    )

    assert "toolbox_of" in told
    assert f"pip install {extra}" in told.replace('"', "")


def test_nothing_heavy_is_imported_with_the_package() -> None:
    told = run("import sys, coworkkit, coworkkit.agents\nprint(sorted(sys.modules))")

    for package in ("rapidfuzz", "pydantic_ai", "ag_ui", "mcp", "openai"):
        assert f"'{package}'" not in told
