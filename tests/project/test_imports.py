"""Who may import whom: the rooms of the package, and what the demo may use of it."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# each room of the package, and the other rooms that it may import; "" is coworkkit/__init__.py
ROOMS = {
    "errors": set(),
    "core": {"errors"},
    "ui": {"errors", "core"},
    "interactions": {"errors", "core"},
    "agents": {"errors", "core"},
    "testing": {"errors", "core", "ui"},
    "messages": {"errors", "core", "ui"},
    "": {"errors", "core", "ui", "interactions", "agents", "testing"},
}

# core decides, and talks to nobody: beside the standard library it has pydantic, and of the standard
# library nothing that opens a connection
CORE_PACKAGES = {"annotated_types", "pydantic", "pydantic_core", "typing_extensions"}
NETWORK_MODULES = {
    "ftplib", "http", "imaplib", "poplib", "smtplib", "socket", "socketserver", "ssl", "urllib.request",
    "wsgiref", "xmlrpc",
}  # fmt: skip

# what an app may import; from coworkkit itself, only the names that it lists as public
APP_MODULES = ("coworkkit.agents", "coworkkit.interactions", "coworkkit.messages", "coworkkit.testing")


@dataclass(frozen=True)
class Import:
    target: str
    line: int
    in_function: bool


def imports_in(source: str, module: str, *, is_package: bool) -> Iterator[Import]:
    """Every import of a module; `from a import b` counts as `a.b`, which covers a submodule `b`."""

    def visit(node: ast.AST, in_function: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, in_function)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                kept = parts[: len(parts) - node.level + is_package]
                base = ".".join([*kept, *([base] if base else [])])
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno, in_function)
        in_function = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, in_function)

    return visit(ast.parse(source), False)


def is_within(target: str, modules: set[str] | tuple[str, ...]) -> bool:
    return any(target == module or target.startswith(f"{module}.") for module in modules)


def problem_with(found: Import, module: str) -> str | None:
    """Why this import may not stand in this module, or None."""
    if found.in_function:
        return "an import inside a function hides what the module needs"
    if module.split(".", maxsplit=1)[0] == "coworkkit":
        return package_problem(found.target, module)
    if is_within(found.target, ("coworkkit",)):
        return app_problem(found.target)
    return None


def package_problem(target: str, module: str) -> str | None:
    room = room_of(module)
    if room not in ROOMS:
        return f"coworkkit/{room} is a room that the import rules do not know"
    if is_within(target, ("coworkkit",)):
        other = room_of(target)
        if other not in ROOMS or other == "":
            return "inside the package, import from the room that defines it"
        if other != room and other not in ROOMS[room]:
            return f"{room or 'the package root'} may not import {other}"
    elif room == "core":
        package = target.split(".", maxsplit=1)[0]
        if is_within(target, NETWORK_MODULES):
            return f"core does not touch the network: {target}"
        if package not in CORE_PACKAGES and package not in sys.stdlib_module_names:
            return f"core is pure Python and pydantic: {package}"
    return None


def room_of(dotted: str) -> str:
    return [*dotted.split("."), ""][1]


def app_problem(target: str) -> str | None:
    parts = target.split(".")
    if any(part.startswith("_") for part in parts):
        return f"{target} is private"
    if is_within(target, APP_MODULES) or (len(parts) == 2 and parts[1] in public_names()):
        return None
    return f"an app uses public names: from coworkkit import …, or {' and '.join(APP_MODULES)}, not {target}"


@functools.cache
def public_names() -> set[str]:
    """What `coworkkit.__all__` lists, read from the source: the rules hold for code that cannot run yet."""
    for node in ast.parse((ROOT / "coworkkit" / "__init__.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def problems_in(source: str, module: str, *, is_package: bool = False) -> list[str]:
    return [
        f"line {found.line}: {problem}"
        for found in imports_in(source, module, is_package=is_package)
        if (problem := problem_with(found, module))
    ]


def modules_under(folder: Path) -> dict[str, Path]:
    paths = sorted(path for path in folder.rglob("*.py"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}


@pytest.mark.parametrize("folder", ["coworkkit", "demo_app"])
def test_every_module_keeps_the_import_rules(folder: str) -> None:
    modules = modules_under(ROOT / folder)
    assert modules, f"there is no Python file in {folder}/"

    problems = []
    for module, path in modules.items():
        is_package = path.name == "__init__.py"
        found = problems_in(path.read_text(), module.removesuffix(".__init__"), is_package=is_package)
        problems += [f"{path.relative_to(ROOT)}, {problem}" for problem in found]

    assert not problems, "\n".join(problems)


def test_the_package_root_holds_the_public_names_and_nothing_else() -> None:
    body = ast.parse((ROOT / "coworkkit" / "__init__.py").read_text()).body

    def is_docstring(node: ast.stmt) -> bool:
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)

    def is_dunder(node: ast.stmt) -> bool:
        targets = node.targets if isinstance(node, ast.Assign) else []
        return bool(targets) and all(isinstance(t, ast.Name) and t.id.startswith("__") for t in targets)

    others = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in body
        if not (isinstance(node, ast.Import | ast.ImportFrom) or is_docstring(node) or is_dunder(node))
    ]
    assert not others, "\n".join(others)


BROKEN = [
    ("coworkkit.core.gate", "import nicegui", "pure Python"),
    ("coworkkit.core.gate", "from nicegui import ui", "pure Python"),
    ("coworkkit.core.gate", "import httpx", "pure Python"),
    ("coworkkit.core.gate", "import sqlalchemy.orm", "pure Python"),
    ("coworkkit.core.gate", "import socket", "network"),
    ("coworkkit.core.gate", "from urllib import request", "network"),
    ("coworkkit.core.gate", "from http.client import HTTPConnection", "network"),
    ("coworkkit.core.gate", "from coworkkit.ui.card import Card", "core may not import ui"),
    ("coworkkit.core.gate", "from coworkkit import ui", "core may not import ui"),
    ("coworkkit.core.gate", "from .. import agents", "core may not import agents"),
    ("coworkkit.core.gate", "from ..interactions.store import Store", "core may not import interactions"),
    ("coworkkit.core.gate", "from coworkkit import define_action", "from the room that defines it"),
    ("coworkkit.core.gate", "import coworkkit", "from the room that defines it"),
    (
        "coworkkit.core.gate",
        "if TYPE_CHECKING:\n    from coworkkit.ui.card import Card",
        "line 2: core may",
    ),
    ("coworkkit.core.gate", "try:\n    import nicegui\nexcept ImportError:\n    pass", "pure Python"),
    ("coworkkit.ui.panel", "from coworkkit.agents import LocalAgent", "ui may not import agents"),
    ("coworkkit.ui.panel", "import coworkkit.interactions.store", "ui may not import interactions"),
    ("coworkkit.agents.local", "from coworkkit.ui.panel import Panel", "agents may not import ui"),
    ("coworkkit.agents.local", "from coworkkit.testing import run", "agents may not import testing"),
    ("coworkkit.interactions.store", "from ..agents import local", "interactions may not import agents"),
    ("coworkkit.testing.calls", "from coworkkit.agents import LocalAgent", "testing may not import agents"),
    ("coworkkit.errors", "from coworkkit.core.gate import Gate", "errors may not import core"),
    ("coworkkit.helpers", "import os", "do not know"),
    ("coworkkit.ui.panel", "def show():\n    import json", "inside a function"),
    ("coworkkit.ui.panel", "class A:\n    async def show(self):\n        from nicegui import ui", "inside a"),
    ("demo_app.board", "from coworkkit.core.gate import Gate", "public names"),
    ("demo_app.board", "from coworkkit.ui import CoworkkitProvider", "public names"),
    ("demo_app.board", "from coworkkit import core", "public names"),
    ("demo_app.board", "from coworkkit import no_such_name", "public names"),
    ("demo_app.board", "import coworkkit", "public names"),
    ("demo_app.board", "from coworkkit.agents import _words", "private"),
    ("demo_app.board", "def page():\n    import sqlalchemy", "inside a function"),
]

KEPT = [
    (
        "coworkkit.core.gate",
        "import asyncio, json, urllib.parse\nfrom pydantic import BaseModel",
    ),
    ("coworkkit.core.gate", "from coworkkit.core.record import ActionRecord\nfrom coworkkit import errors"),
    ("coworkkit.core.gate", "from .record import ActionRecord\nfrom ..errors import GateError"),
    (
        "coworkkit.ui.panel",
        "from nicegui import ui\nfrom coworkkit.core import agent\nfrom .card import Card",
    ),
    ("coworkkit.agents.local", "import rapidfuzz\nfrom coworkkit.core.agent import Turn"),
    ("coworkkit.interactions.store", "import sqlalchemy\nfrom coworkkit.core import record"),
    ("coworkkit.testing.calls", "from coworkkit.core.gate import Gate\nfrom coworkkit.ui import provider"),
    ("coworkkit", "from coworkkit.ui.provider import CoworkkitProvider\nfrom .core.control import Control"),
    ("demo_app.board", "from coworkkit import CoworkkitProvider, define_action, use_action, use_element"),
    ("demo_app.board", "from coworkkit.agents import LocalAgent\nfrom coworkkit.testing import anything"),
    ("demo_app.board", "from coworkkit.interactions import Interactions"),
    ("demo_app.board", "import sqlalchemy\nfrom demo_app._seed import projects"),
]


@pytest.mark.parametrize(("module", "source", "complaint"), BROKEN)
def test_a_broken_rule_is_found(module: str, source: str, complaint: str) -> None:
    problems = problems_in(source, module)
    assert len(problems) == 1
    assert complaint in problems[0]


@pytest.mark.parametrize(("module", "source"), KEPT)
def test_what_the_rules_allow_passes(module: str, source: str) -> None:
    assert problems_in(source, module, is_package=module == "coworkkit") == []
