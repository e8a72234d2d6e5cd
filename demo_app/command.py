"""`python -m demo_app`: read the options, open the data, start the tracker."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path

from nicegui import app, ui

from demo_app.agent import chosen_agent, endpoint
from demo_app.approval import approvals
from demo_app.audit import AuditTrail
from demo_app.billing import billing
from demo_app.database import TrackerError
from demo_app.hints import hints
from demo_app.live import audit_news, broadcast
from demo_app.options import read_options
from demo_app.policy import add_policy
from demo_app.seed import first_projects
from demo_app.seed_invoices import first_invoices
from demo_app.shell import add_pages
from demo_app.store import tracker
from demo_app.undo import history


def main(arguments: list[str] | None = None) -> None:
    """Run the demo until it is stopped with Ctrl+C."""
    options = read_options(arguments)
    try:
        check_port(options.host, options.port, options.port_flag)
        audit, secret = open_data(options.data)
        agent = chosen_agent()
        mcp = endpoint() if options.mcp else None
    except TrackerError as error:
        sys.exit(str(error))
    approved = approvals(options.data)
    dark = True if options.dark else None
    add_pages(audit, approved, agent=agent, mcp=mcp, card_seconds=options.card_seconds, dark=dark)
    add_policy()
    app.on_startup(lambda: print(welcome(options.host, options.port, options.data), flush=True))
    app.on_shutdown(approved.close)
    app.on_shutdown(tracker.close)
    app.storage.path = (options.data / "storage").resolve()  # where `app.storage.user` is kept
    app.config.quasar_config["loadingBar"] = {"skipHijack": True}  # it has no name for screen readers
    with suppress(KeyboardInterrupt):
        ui.run(
            host=options.host,
            port=options.port,
            title="Tracker",
            language="en-US",
            dark=dark,
            favicon="✓",
            show=options.show,
            show_welcome_message=False,
            reload=False,
            storage_secret=secret,
        )


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
    if not billing.invoices():  # also in a file from before there were any
        billing.fill(first_invoices(date.today(), {project.id for project in tracker.projects()}))
    audit = AuditTrail(folder / "audit.jsonl")
    tracker.on_change = history.on_change = broadcast.announce
    audit.on_write = audit_news.announce
    return audit, secret


def keep_secret(path: Path) -> str:
    """A random secret, the same at every start, readable by this user only."""
    if not path.exists() or not path.read_text():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
    return path.read_text()


def check_port(host: str, port: int, flag: str = "--port ") -> None:
    """Raise `TrackerError` when the server could not listen there; `flag` is how another port is chosen."""
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
            raise TrackerError(f"Port {port} is in use. Try another: {flag}{port + 1}") from error
        raise TrackerError(f"Can't listen on {host}, port {port}: {error.strerror}.") from error


def welcome(host: str, port: int, folder: Path) -> str:
    """What the terminal says when the tracker is up."""
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    sentences = "\n".join(f"  {sentence:<48} {shows}" for sentence, shows in hints())
    return f"""The tracker is at http://{shown}:{port}  (Ctrl+C stops it)

Click one of these on the first page, or say it to the assistant, the round button at the bottom right:
{sentences}

A warning about “remove_done_tasks” will follow here. It is part of the show: that action sounds destructive
and declares no control, so coworkkit asks in words before it runs.

To begin anew: stop the demo, delete the folder {folder}, start again."""
