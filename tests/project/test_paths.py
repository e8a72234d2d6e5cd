"""Nothing in the project depends on the machine that it was written on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# the folders of one person or one machine; an ellipsis or a placeholder after them is an example
MACHINE_PATH = re.compile(r"(?<![\w.$~}-])/(?:home|Users|root|work)/[\w.-]+")


def project_files() -> list[Path]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(),
    reason="needs a git checkout to list the files",
)
def test_no_file_names_a_folder_of_one_machine() -> None:
    files = project_files()
    assert Path(__file__) in files

    found = [
        f"{path.relative_to(ROOT)}: {match}"
        for path in files
        if b"\0" not in (content := path.read_bytes())
        for match in MACHINE_PATH.findall(content.decode(errors="replace"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "bites"),
    [
        ("database = '/home/" + "ada/demo.db'", True),
        ("open(/root/" + "key)", True),
        ("see https://example.org/home/page", False),
        ("{folder}/work/list", False),
        ("~/work/list", False),
    ],
)
def test_the_search_tells_a_machine_path_from_others(text: str, bites: bool) -> None:
    assert bool(MACHINE_PATH.search(text)) is bites
