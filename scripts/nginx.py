"""Find an nginx for the test of docs/scale-out.md; as a script, get Debian's where there is none.

``python scripts/nginx.py`` says on stderr what it does. It lets apt-get fetch Debian's package and unpacks it into
.venv: nothing of the system changes, and no server starts, as it would if the package were installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OWN = Path(__file__).resolve().parent.parent / ".venv" / "nginx"
CANDIDATES = (shutil.which("nginx"), "/usr/sbin/nginx", OWN / "usr" / "sbin" / "nginx")

ADVICE = (
    "nginx: not on this machine, and Debian's package could not be fetched. The scale-out test is left out; "
    "with Debian, `apt-get install nginx-light` as root helps."
)

APT_LIMIT = 120
"""Seconds."""


def find() -> Path | None:
    """An nginx that starts on this machine, or None; looks only, fetches nothing."""
    return next((Path(path) for path in CANDIDATES if path is not None and starts(Path(path))), None)


def main() -> None:
    if find() is not None:
        return
    if shutil.which("apt-get") and shutil.which("dpkg"):
        say("nginx: fetching Debian's package with apt-get, for the scale-out test …")
        if not fetched() and os.geteuid() == 0 and run(["apt-get", "-q", "update"]):
            fetched()
    if find() is None:
        say(ADVICE)


def starts(path: Path) -> bool:
    """Whether this is an nginx whose system libraries are all there."""
    try:
        return subprocess.run([path, "-v"], capture_output=True, check=False, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def fetched() -> bool:
    """Fetch the package into .venv and unpack it there; return whether that could be done."""
    shutil.rmtree(OWN, ignore_errors=True)
    OWN.mkdir(parents=True)
    if not run(["apt-get", "-q", "download", "nginx"]):
        return False
    return all(run(["dpkg", "-x", package.name, "."]) for package in OWN.glob("nginx_*.deb"))


def run(command: list[str]) -> bool:
    """Run a command in the folder of our nginx; return whether it succeeded."""
    try:
        done = subprocess.run(command, cwd=OWN, capture_output=True, text=True, check=False, timeout=APT_LIMIT)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode != 0:
        say(f"  {' '.join(command)}: {done.stderr.strip()[-300:]}")
    return done.returncode == 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
