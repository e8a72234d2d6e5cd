"""Get Firefox and WebKit for `make test-engines`, and say which of the two can be tested on this machine.

``python scripts/engines.py`` prints a line ``name folder`` for each engine that can be tested, and on stderr what it
does to get one. Playwright's own builds are taken where they are or can be downloaded. Elsewhere, where apt-get may be
used, Debian's packages are: Firefox ESR, and WebKitGTK with its WebDriver. The folder goes before all others on the
search path of Python: it has a Playwright that Firefox ESR understands, or nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / ".venv" / "engines"

# Playwright 1.65 asks each Firefox for a command that no ESR knows yet (emulation.setMediaFeaturesOverride).
PLAYWRIGHT = "playwright>=1.58,<1.65"
PACKAGES = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb", "xauth")}

# seconds
DOWNLOAD_LIMIT = 300
APT_LIMIT = 900

ASK_PLAYWRIGHT = """\
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(getattr(playwright, sys.argv[1]).executable_path)
"""


def main() -> None:
    for name in PACKAGES:
        if has_own_build(name) or downloaded(name):
            print(name, ".")
        elif has_system_build(name) or installed(name):
            print(name, playwright_for(name))
        else:
            say(f"{name}: not on this machine, and it could not be installed. Its tests are left out.")


def has_own_build(name: str) -> bool:
    """Whether Playwright has its own build of this engine here."""
    asked = subprocess.run([sys.executable, "-c", ASK_PLAYWRIGHT, name], capture_output=True, text=True, check=False)
    return asked.returncode == 0 and Path(asked.stdout.strip()).exists()


def downloaded(name: str) -> bool:
    """Let Playwright download its build, if it can."""
    say(f"{name}: asking Playwright for its own build …")
    settings = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    return run([sys.executable, "-m", "playwright", "install", name], DOWNLOAD_LIMIT, settings) and has_own_build(name)


def has_system_build(name: str) -> bool:
    """Whether the system has what the tests can drive."""
    if name == "firefox":
        return any(shutil.which(program) for program in ("firefox-esr", "firefox"))
    return all(shutil.which(program) for program in ("WebKitWebDriver", "xvfb-run"))


def installed(name: str) -> bool:
    """Install the system's package, if that is allowed."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    say(f"{name}: installing {', '.join(PACKAGES[name])} with apt-get …")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES[name]]):
        run(["apt-get", "-q", *arguments], APT_LIMIT, quiet)
    return has_system_build(name)


def playwright_for(name: str) -> str:
    """Return the folder of a Playwright that understands the system's build of this engine."""
    if name != "firefox":
        return "."
    if not (OWN / "playwright").exists():
        say("firefox: installing a Playwright that understands it …")
        command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        if not run([*command, "--target", str(OWN), PLAYWRIGHT], APT_LIMIT):
            shutil.rmtree(OWN, ignore_errors=True)
            return "."
    return str(OWN.relative_to(ROOT))


def run(command: list[str], limit: float, settings: dict[str, str] | None = None) -> bool:
    """Run a command quietly. Returns whether it succeeded in time."""
    try:
        done = subprocess.run(
            command,
            env=os.environ | (settings or {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
