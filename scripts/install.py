"""Make the project's virtual environment and install what one command needs.

``python scripts/install.py demo`` or ``… test``, from the project's folder. It runs on the standard
library alone. When everything is there already it says nothing and is done at once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = VENV / "install.log"

# each set, and those that hold all of it too
SETS = {"demo": ("demo", "test"), "test": ("test",)}
PURPOSE = {"demo": "the demo needs", "test": "the tests need"}
SECONDS_BETWEEN_LINES = 3.0


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) == 2 else ""
    if wanted not in SETS:
        sys.exit(f"usage: install.py {'|'.join(SETS)}")
    if PYTHON.exists() and any(is_installed(name) for name in SETS[wanted]):
        return
    if Path(sys.prefix).resolve() != VENV:
        create_venv()
    install(wanted)


def fingerprint() -> str:
    """What an installation depends on: the declared dependencies, the folder (it is installed in
    place, so a moved or copied folder has to be installed again) and the Python."""
    parts = (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode(), sys.version.encode()
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def stamp(name: str) -> Path:
    return VENV / f"installed-{name}"


def is_installed(name: str) -> bool:
    return stamp(name).exists() and stamp(name).read_text() == fingerprint()


def create_venv() -> None:
    version = ".".join(map(str, sys.version_info[:3]))
    say(f"Creating a virtual environment in .venv (Python {version}) …")
    # what is in the way is one that no longer starts: scripts/python would have taken it otherwise
    shutil.rmtree(VENV, ignore_errors=True)
    venv.create(VENV, with_pip=True, symlinks=True)


def install(wanted: str) -> None:
    say(f"Installing what {PURPOSE[wanted]} into .venv (a minute or so, the first time only) …")
    command = [str(PYTHON), "-m", "pip", "install", "--progress-bar", "off", "-e", f".[{wanted}]"]
    settings = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PYTHONUNBUFFERED": "1"}
    began_at = time.monotonic()
    stamp(wanted).unlink(missing_ok=True)
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as pip:
        assert pip.stdout is not None
        output = []
        with LOG.open("w") as log:
            progress = Progress()
            for line in pip.stdout:
                log.write(line)
                output.append(line)
                progress.read(line)
    if pip.returncode != 0:
        say("".join(["\n", *output[-20:], f"\nThat did not work; all of it is in {LOG.relative_to(ROOT)}."]))
        sys.exit("If no package could be downloaded: is the network there? Then run the same command again.")
    stamp(wanted).write_text(fingerprint())
    say(f"Installed in {time.monotonic() - began_at:.0f} s.")


class Progress:
    """Turns pip's many lines into a few that say how far it is."""

    def __init__(self) -> None:
        self.packages = 0
        self.said_at = time.monotonic()

    def read(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "Collecting":
            self.packages += 1
            if time.monotonic() - self.said_at >= SECONDS_BETWEEN_LINES:
                self.said_at = time.monotonic()
                say(f"  {self.packages} packages so far, now {rest.split(' ')[0]}")
        elif line.startswith("Installing collected packages"):
            say(f"  unpacking {rest.count(',') + 1} packages")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
