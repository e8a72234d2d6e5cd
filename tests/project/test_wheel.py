"""The wheel is what people install: it holds everything, and works without the source tree."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
APP = Path(__file__).with_name("wheel_app.py")
ISOLATED_PYTHON = [sys.executable, "-I", "-S"]
DEPENDENCIES = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
STARTS_WITHIN = 60.0

IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
COMPONENT = re.compile(r'import \{ default as coworkkit_\w+ \} from "([^"]+)"')
IMPORT = re.compile(r"""(?:\bfrom\s*|^import\s*|\bimport\()["']([^"']+)["']""", re.MULTILINE)

IN_THE_FRAME = {"frame_main.js"}
"""What no page loads, because the server writes it into the framed card's own document."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with coworkkit from the wheel in it, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install")
    run(*pip, "--quiet", "--no-index", "--no-deps", "--target", str(folder), str(wheel))
    return folder


def run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def clean_environment() -> dict[str, str]:
    """Without what would tell NiceGUI that it runs in a test."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("NICEGUI_", "PYTEST_"))}


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    in_tree = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "coworkkit").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert in_wheel == in_tree
    assert "coworkkit/py.typed" in in_wheel
    assert any(name.endswith(".js") for name in in_wheel)


def test_the_wheel_asks_for_the_core_dependencies_only(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(name).decode())

    always = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert {re.split(r"[^\w-]", line)[0] for line in always} == {"httpx", "nicegui", "pydantic"}
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_package_imports_without_any_extra(installed: Path, tmp_path: Path) -> None:
    code = f"""
import sys
sys.path[:0] = {[str(installed), *DEPENDENCIES]}
sys.modules.update(dict.fromkeys(["rapidfuzz", "sqlalchemy", "playwright", "pytest", "hypothesis"]))
import coworkkit
print(coworkkit.__file__)
"""
    location = run(*ISOLATED_PYTHON, "-c", code, cwd=tmp_path).strip()
    assert Path(location).is_relative_to(installed)


@pytest.fixture(scope="module")
def served(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """wheel_app.py, running on the installed wheel."""
    folder = tmp_path_factory.mktemp("app")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*ISOLATED_PYTHON, str(APP), str(port), str(installed), *DEPENDENCIES]
    output = folder / "output.txt"
    with (
        output.open("w") as log,
        subprocess.Popen(command, cwd=folder, env=clean_environment(), stdout=log, stderr=log) as app,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20, trust_env=False) as client,
    ):
        try:
            wait_until_served(app, client, output)
            yield client
        finally:
            app.terminate()


def wait_until_served(app: subprocess.Popen[bytes], client: httpx.Client, output: Path) -> None:
    ends_at = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends_at:
        try:
            client.get("/")
        except httpx.ConnectError:
            try:
                app.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
            break
        return
    pytest.fail(f"the app did not start:\n{output.read_text()}", pytrace=False)


def test_an_app_on_the_wheel_serves_its_page(served: httpx.Client, installed: Path) -> None:
    page = served.get("/")
    assert page.status_code == 200
    assert f"coworkkit is in {installed}" in page.text


def test_the_page_gets_all_of_its_javascript_from_the_wheel(served: httpx.Client, installed: Path) -> None:
    page = served.get("/").text
    import_map = json.loads(IMPORT_MAP.findall(page)[0])["imports"]
    shipped = {path.name: path.read_text() for path in installed.rglob("*.js")}

    # from the component that the page names, through everything that it imports
    waiting = COMPONENT.findall(page)
    assert waiting, "the page loads no component of coworkkit"
    loaded: dict[str, str] = {}
    while waiting:
        url = waiting.pop()
        if url in loaded:
            continue
        response = served.get(url)
        assert response.status_code == 200, url
        loaded[url] = response.text
        specifiers = IMPORT.findall(response.text)
        waiting += [resolved for name in specifiers if (resolved := resolve(name, url, import_map))]

    assert {url.rsplit("/", 1)[1] for url in loaded} == set(shipped) - IN_THE_FRAME, "a file that no page loads"
    for url, text in loaded.items():
        assert text == shipped[url.rsplit("/", 1)[1]], url


def resolve(specifier: str, importer: str, import_map: dict[str, str]) -> str | None:
    """The URL of one of coworkkit's own modules, as a browser would find it; None for other modules."""
    if specifier.startswith("."):
        return urljoin(importer, specifier)
    if not specifier.startswith("coworkkit"):
        return None
    keys = [key for key in import_map if key == specifier or (key[-1] == "/" and specifier.startswith(key))]
    assert keys, f"the page's import map has nothing for {specifier}"
    longest = max(keys, key=len)
    return import_map[longest] + specifier.removeprefix(longest)
