"""`python -m demo_app`: read the options, open the data, start the tracker."""

from __future__ import annotations

import argparse
import difflib
import errno
import os
import secrets
import socket
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from nicegui import app, ui

from demo_app.audit import AuditTrail
from demo_app.database import TrackerError
from demo_app.hints import HINTS
from demo_app.live import broadcast
from demo_app.policy import add_policy
from demo_app.seed import first_projects
from demo_app.shell import add_pages
from demo_app.store import tracker


def main(arguments: list[str] | None = None) -> None:
    """Run the demo until it is stopped with Ctrl+C."""
    options = read_options(arguments)
    try:
        check_port(options.host, options.port)
        audit, secret = open_data(options.data)
    except TrackerError as error:
        sys.exit(str(error))
    add_pages(audit, options.card_seconds)
    add_policy()
    app.on_startup(lambda: print(welcome(options.host, options.port), flush=True))
    app.on_shutdown(tracker.close)
    app.config.quasar_config["loadingBar"] = {"skipHijack": True}  # it has no name for screen readers
    with suppress(KeyboardInterrupt):
        ui.run(
            host=options.host,
            port=options.port,
            title="Tracker",
            language="en-US",
            dark=True if options.dark else None,
            favicon="✓",
            show=options.show,
            show_welcome_message=False,
            reload=False,
            storage_secret=secret,
        )


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
    parser.add_argument("--dark", action="store_true", help="dark, whatever the system says")
    options: argparse.Namespace = parser.parse_args(arguments)
    return options


def open_data(folder: Path) -> tuple[AuditTrail, str]:
    """Open the tracker's data in `folder`, filled with an example the first time.

    Returns the audit trail and the secret that signs the browser sessions.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n")  # nobody means to commit this
        secret = keep_secret(folder / "session-secret")
    except OSError as error:
        raise TrackerError(f"Can't write to {folder}: {error.strerror}. Choose another --data folder.") from error
    database = folder / "tracker.sqlite"
    first_start = not database.exists()
    tracker.open(database)
    if first_start:
        tracker.fill(first_projects(date.today()))
    tracker.on_change = broadcast.announce
    return AuditTrail(folder / "audit.jsonl"), secret


def keep_secret(path: Path) -> str:
    """A random secret, the same at every start, readable by this user only."""
    if not path.exists() or not path.read_text():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
    return path.read_text()


def check_port(host: str, port: int) -> None:
    """Raise `TrackerError` when the server could not listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":  # as the server will: a port in TIME_WAIT is free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise TrackerError(f"There is no host called {host}.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise TrackerError(f"Port {port} is in use. Try another: --port {port + 1}") from error
        raise TrackerError(f"Can't listen on {host}, port {port}: {error.strerror}.") from error


def welcome(host: str, port: int) -> str:
    """What the terminal says when the tracker is up."""
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    hints = "\n".join(f"  {sentence:<48} {shows}" for sentence, shows in HINTS)
    return f"""The tracker is at http://{shown}:{port}  (Ctrl+C stops it)

Open the assistant there, the round button at the bottom right, and try saying:
{hints}"""


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
