"""The command line: what it accepts, and what it says when it cannot."""

from __future__ import annotations

import argparse
import difflib
import os
from pathlib import Path
from typing import Any, NoReturn


def read_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Understand the command line, or say in one sentence what is wrong with it."""
    parser = Parser(prog="python -m demo_app", description="A project tracker you can talk to.")
    port = os.environ.get("PORT") or "8080"
    parser.add_argument("--port", type=port_number, default=port, help="default: $PORT or 8080")
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--data", type=Path, default=Path(".demo"), metavar="DIR", help="default: .demo")
    parser.add_argument("--no-show", dest="show", action="store_false", help="don't open a browser")
    parser.add_argument(
        "--card-seconds", type=card_seconds, default=60.0, metavar="S", help="time to confirm; default: 60"
    )
    parser.add_argument("--dark", action="store_true", help="dark, for those who chose nothing in Settings")
    parser.add_argument("--mcp", action="store_true", help="let users connect agents of theirs, by MCP at /mcp")
    options: argparse.Namespace = parser.parse_args(arguments)
    # how another port would be chosen by whoever chose this one
    options.port_flag = "PORT=" if os.environ.get("PORT") == str(options.port) else "--port "
    return options


def port_number(text: str) -> int:
    """A port from the command line or from `PORT`."""
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port number (1 to 65535)")
    return int(text)


def card_seconds(text: str) -> float:
    """How long a confirmation card stays open, from the command line."""
    if not text.isdecimal() or not 5 <= int(text) <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds (5 to 3600)")
    return float(text)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in a sentence, and what may have been meant."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            known = [name for action in self._actions for name in action.option_strings]
            near = difflib.get_close_matches(unknown[0], known, n=1)
            self.error(f"there is no {unknown[0]}" + (f"; did you mean {near[0]}?" if near else ""))
        return options

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\nSee what there is with: {self.prog} --help\n")
