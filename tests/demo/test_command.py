"""Starting the demo: what the command line accepts, and what it says when it cannot start."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from coworkkit.agents import AGUIAgent, PydanticAIAgent
from demo_app.agent import chosen_agent
from demo_app.command import check_port, keep_secret, open_data, welcome
from demo_app.database import TrackerError
from demo_app.hints import hints
from demo_app.options import read_options
from demo_app.store import tracker


def test_options_have_sensible_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORT", raising=False)
    options = read_options([])
    assert (options.host, options.port, options.data) == ("127.0.0.1", 8080, Path(".demo"))
    assert options.show and not options.dark


def test_port_comes_from_the_environment_unless_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9001")
    assert read_options([]).port == 9001
    assert read_options(["--port", "9002", "--no-show", "--dark"]).port == 9002


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--prot", "80"], "there is no --prot; did you mean --port?"),
        (["--port", "eighty"], "'eighty' is not a port number"),
        (["--port", "70000"], "'70000' is not a port number"),
        (["--port"], "expected one argument"),
    ],
)
def test_wrong_option_is_explained(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        read_options(arguments)
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_first_start_fills_the_folder_and_the_second_keeps_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    _, secret = open_data(folder)
    tracker.delete_project(tracker.projects()[0].id)
    tracker.close()
    _, again = open_data(folder)
    assert again == secret
    assert len(tracker.projects()) == 3
    tracker.close()
    assert (folder / ".gitignore").read_text() == "*\n"


def test_secret_is_private(tmp_path: Path) -> None:
    path = tmp_path / "session-secret"
    assert len(keep_secret(path)) >= 32
    assert path.stat().st_mode & 0o077 == 0


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TrackerError, match="Choose another --data folder"):
        open_data(tmp_path / "file" / "data")


def test_port_in_use_is_explained() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(TrackerError, match=f"Port {port} is in use. Try another: --port {port + 1}"):
            check_port("127.0.0.1", port)
    check_port("127.0.0.1", port)


def test_advice_on_another_port_is_in_the_words_it_was_chosen_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9001")
    assert read_options([]).port_flag == "PORT="
    assert read_options(["--port", "9002"]).port_flag == "--port "
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(TrackerError, match=f"Try another: PORT={port + 1}"):
            check_port("127.0.0.1", port, "PORT=")


def test_unknown_host_is_explained() -> None:
    with pytest.raises(TrackerError, match=r"no host called nowhere\.invalid"):
        check_port("nowhere.invalid", 8080)


@pytest.mark.usefixtures("audit")
def test_terminal_says_where_it_is_and_what_to_say() -> None:
    text = welcome("127.0.0.1", 8080, Path("my-data"))
    assert "stop the demo, delete the folder my-data, start again" in text
    assert "http://localhost:8080" in text
    assert all(sentence in text for sentence, _ in hints())
    assert text.count("http") == 1
    assert "remove_done_tasks" in text  # the one warning that follows is explained


@pytest.fixture
def without_a_model(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment that names no agent."""
    for name in ("COWORKKIT_MODEL", "COWORKKIT_BASE_URL", "COWORKKIT_API_KEY", "COWORKKIT_AGUI_URL"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_without_a_model_the_demo_has_the_agent_that_needs_none(without_a_model: pytest.MonkeyPatch) -> None:
    assert chosen_agent().name == "LocalAgent"


def test_a_model_is_taken_from_the_environment(without_a_model: pytest.MonkeyPatch) -> None:
    without_a_model.setenv("COWORKKIT_MODEL", "smollm2")
    without_a_model.setenv("COWORKKIT_BASE_URL", "http://127.0.0.1:9/v1")
    assert isinstance(chosen_agent(), PydanticAIAgent)
    assert "smollm2" in chosen_agent().greeting


def test_an_agent_elsewhere_is_taken_from_the_environment(without_a_model: pytest.MonkeyPatch) -> None:
    without_a_model.setenv("COWORKKIT_AGUI_URL", "https://agents.example/tracker?key=hidden")
    assert isinstance(chosen_agent(), AGUIAgent)
    assert "agents.example" in chosen_agent().greeting and "hidden" not in chosen_agent().greeting


@pytest.mark.parametrize(
    ("url", "model"), [("agents.example", ""), ("https://[", ""), ("https://agents.example", "openai:gpt-5")]
)
def test_an_agent_elsewhere_that_cannot_be_is_explained(
    without_a_model: pytest.MonkeyPatch, url: str, model: str
) -> None:
    without_a_model.setenv("COWORKKIT_AGUI_URL", url)
    without_a_model.setenv("COWORKKIT_MODEL", model)
    with pytest.raises(TrackerError, match="COWORKKIT_AGUI_URL"):
        chosen_agent()


def test_a_model_that_cannot_be_is_explained(without_a_model: pytest.MonkeyPatch) -> None:
    without_a_model.setenv("COWORKKIT_MODEL", "gpt-5")
    with pytest.raises(TrackerError, match="names no provider"):
        chosen_agent()
