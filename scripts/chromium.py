"""Find a Chromium for the tests; as a script, install one where there is none.

``python scripts/chromium.py`` prints the path of a browser that starts, and on stderr what it does to
get one. It tries Playwright's own download first, since that is the version Playwright was made for.
Chromium's headless shell comes first everywhere: it is the same engine with no window around it, and
opens a page in half the time.
"""

from __future__ import annotations

import functools
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

CHOICE = "COWORKKIT_CHROMIUM"
REMEMBERED = Path(__file__).resolve().parent.parent / ".venv" / "chromium"

SYSTEM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPS = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

FLAGS = (
    # root has no sandbox to use
    *(("--no-sandbox",) if IS_ROOT else ()),
    "--disable-gpu",
    # the headless shell would keep a sandboxed frame in its page's process, which a real Chromium does not
    "--site-per-process",
    # talks to nobody but the page under test
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""The command-line flags that the tests start Chromium with."""

SHELL_NAMES = ("chrome-headless-shell", "headless_shell")
PACKAGES = ("chromium-headless-shell", "chromium")

# seconds
DOWNLOAD_SILENCE = 60.0
DOWNLOAD_LIMIT = 900.0
APT_LIMIT = 900.0

ADVICE = f"""\
No Chromium was found, and none could be installed. Any of these helps:
  * install Chromium or Google Chrome the way your system does it
    (Debian: apt-get install chromium, Fedora: dnf install chromium, macOS: brew install --cask chromium)
  * with a network: .venv/bin/python -m playwright install --with-deps chromium
  * say where one is: {CHOICE}=/path/to/chromium make test
Everything but the browser tests runs without: make test ARGS="-m 'not browser'\""""


@functools.cache
def find() -> Path | None:
    """A Chromium that starts on this machine, or None; looks only, installs nothing.

    The environment variable ``COWORKKIT_CHROMIUM`` names one and wins.
    """
    return chosen() or remembered() or from_playwright() or from_system()


def main() -> None:
    path = chosen() or remembered() or from_playwright() or downloaded() or from_system() or from_apt()
    if path is None:
        sys.exit(ADVICE)
    REMEMBERED.write_text(str(path))
    print(path)


def chosen() -> Path | None:
    name = os.environ.get(CHOICE)
    if not name:
        return None
    if not starts(Path(name)):
        sys.exit(f"{CHOICE}={name} does not start: `{name} --version` should print a version.")
    return Path(name)


def remembered() -> Path | None:
    """What an earlier run settled on, so that the next one need not try a download again."""
    if not REMEMBERED.is_file():
        return None
    path = Path(REMEMBERED.read_text())
    return path if starts(path) else None


def from_playwright() -> Path | None:
    path = playwright_path()
    return path if path is not None and starts(path) else None


def from_system() -> Path | None:
    on_path = (Path(found) for name in SYSTEM_NAMES if (found := shutil.which(name)))
    return next((path for path in (*on_path, *MAC_APPS) if starts(path)), None)


def downloaded() -> Path | None:
    say("Downloading Chromium for the browser tests (about 110 MB, the first time only) …")
    run(
        [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"],
        silence=DOWNLOAD_SILENCE,
        limit=DOWNLOAD_LIMIT,
        settings={"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"},
    )
    path = playwright_path()
    if path is None:
        say("  Playwright's own build could not be downloaded here.")
        return None
    if not starts(path) and may_use_apt():
        say("Installing the system libraries that it needs …")
        run([sys.executable, "-m", "playwright", "install-deps", "chromium"], APT_LIMIT, APT_LIMIT)
    if not starts(path):
        say("  It was downloaded, but system libraries are missing that it needs.")
        return None
    return path


def from_apt() -> Path | None:
    if not may_use_apt():
        return None
    apt("update")
    for package in PACKAGES:
        say(f"Installing the system's package `{package}` with apt-get …")
        apt("install", "--yes", "--no-install-recommends", package)
        if path := from_system():
            return path
    return None


def apt(*arguments: str) -> None:
    done, output = run(["apt-get", "-q", *arguments], APT_LIMIT, APT_LIMIT, {"DEBIAN_FRONTEND": "noninteractive"})
    if not done:
        say(output[-2000:])


def may_use_apt() -> bool:
    return IS_ROOT and shutil.which("apt-get") is not None


def playwright_path() -> Path | None:
    """Where Playwright's own headless shell is, if it has been downloaded."""
    asked = subprocess.run(
        [sys.executable, "-m", "playwright", "install", "--dry-run", "--only-shell", "chromium"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    folders = re.findall(r"Install location:\s+(.+)", asked.stdout)
    found = (path for folder in folders for name in SHELL_NAMES for path in Path(folder).glob(f"*/{name}"))
    return next(found, None)


def starts(path: Path) -> bool:
    """Whether this is a browser whose system libraries are all there."""
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def run(
    command: Sequence[str], silence: float, limit: float, settings: Mapping[str, str] | None = None
) -> tuple[bool, str]:
    """Run a command that may hang: ended after so many seconds of silence, or in all.

    Returns whether it succeeded, and what it printed.
    """
    process = subprocess.Popen(
        command,
        env={**os.environ, **(settings or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    output = bytearray()
    ends_at = time.monotonic() + limit
    try:
        while time.monotonic() < ends_at and select.select([process.stdout], [], [], silence)[0]:
            chunk = os.read(process.stdout.fileno(), 65536)
            if not chunk:
                break
            output += chunk
            # Playwright: "| 40% of 170 MiB"; apt-get: "Setting up chromium (156.0) ..."
            for step in re.findall(rb"\d+% of [\d.]+ \wi?B|Setting up [^\n]+?(?= \.\.\.)", chunk):
                say(f"  {step.decode(errors='replace')}")
        else:
            say(f"  gave up on it: {' '.join(command[:4])} …")
            os.killpg(process.pid, signal.SIGKILL)
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGTERM)
        raise
    return process.wait() == 0, output.decode(errors="replace")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
