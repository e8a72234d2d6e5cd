"""Declaring an action: what comes from the function, what is given, and mistakes that fail at once."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coworkkit import Control, DeclarationError, define_action
from coworkkit.core.action import declare
from coworkkit.core.catalogue import Catalogue, everywhere
from coworkkit.core.docstring import read_docstring
from tests.core.scene import Scene


def archive(thread: str) -> None:
    """Archive a thread. Use when the user asks to file it."""


def undocumented(thread: str) -> None: ...


@pytest.fixture
def module_scope() -> Iterator[dict[str, Any]]:
    """The actions of module scope, put back as they were."""
    before = dict(everywhere.actions)
    yield everywhere.actions
    everywhere.actions.clear()
    everywhere.actions.update(before)


def test_name_and_description_come_from_the_function() -> None:
    action = declare(archive)
    assert action.name == "archive"
    assert action.description == "Archive a thread. Use when the user asks to file it."
    assert (action.kind, action.silent, action.cue, action.element) == ("write", False, None, None)


def test_all_of_it_can_be_given() -> None:
    action = declare(undocumented, name="file it", description=" File it. ", kind="read", silent=True, cue="Often.")
    assert (action.name, action.description, action.kind, action.silent, action.cue) == (
        "file it",
        "File it.",
        "read",
        True,
        "Often.",
    )


class Filing:
    """Files things."""

    def file(self, thread: str) -> str:
        """File a thread."""
        return f"filed {thread}"

    def __call__(self, thread: str) -> str:
        """File a thread by being called."""
        return f"called {thread}"


async def test_methods_partials_and_callable_objects_are_read_like_functions() -> None:
    assert declare(Filing().file).name == "file" and declare(Filing().file).description == "File a thread."
    assert declare(Filing(), name="filing").description == "File a thread by being called."
    bound = functools.partial(archive, "A")
    assert declare(bound, name="archive_a").description.startswith("Archive a thread")


@pytest.mark.scenario("S55")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": ""}, "has no name"),
        ({"name": " archive"}, "characters that cannot be seen"),
        ({"name": "archive\u202e"}, "characters that cannot be seen"),
        ({"name": "archive\n"}, "characters that cannot be seen"),
        ({"name": "a" * 101}, "too long"),
        ({"run": undocumented}, "no description"),
        ({"description": "  "}, "no description"),
        ({"run": lambda: None, "description": "d"}, "has no name"),
        ({"run": functools.partial(archive, "A"), "description": "d"}, "has no name"),
        ({"run": "archive", "name": "archive"}, "cannot be called"),
        ({"kind": "delete"}, "unknown kind 'delete'"),
        ({"control": "strict"}, "unknown control 'strict'"),
        ({"control": 3}, "unknown control 3"),
        ({"control": lambda amount: "open"}, "asks for 'amount'"),
        ({"control": lambda thread, /: "open"}, "positional-only"),
        ({"confirmation_summary": "Archive it?"}, "not a function"),
        ({"confirmation_summary": lambda nobody: ""}, "asks for 'nobody'"),
        ({"action_label": ""}, "action_label of 0 characters"),
        ({"action_label": "x" * 41}, "action_label of 41 characters"),
        ({"cancel_label": "   "}, "cancel_label"),
        ({"cancel_label": "x" * 41}, "cancel_label of 41 characters"),
    ],
)
def test_a_mistake_fails_where_it_is_declared_and_names_the_action(given: dict[str, Any], words: str) -> None:
    given = {"run": archive, **given}
    with pytest.raises(DeclarationError, match=words) as raised:
        declare(given.pop("run"), **given)
    assert raised.value.subject.startswith("action ") and raised.value.remedy
    if "name" not in given and given != {"description": "d"}:
        assert "archive" in str(raised.value) or "undocumented" in str(raised.value)


@pytest.mark.scenario("S55")
@pytest.mark.parametrize(
    "name",
    ["archive.thread", "archive thread", "a/b", "архив", "アーカイブ", "2nd_archive", "a" * 80, "أرشيف"],
)
async def test_any_name_a_person_can_read_is_fine_and_comes_back_as_it_is(name: str) -> None:
    scene = Scene(archive, name=name)
    assert name in [info.name for info in scene.session.catalogue.snapshot().actions]
    assert (await scene.call(name, {"thread": "A"})).ok
    assert scene.record.action == name


def test_labels_of_one_and_of_forty_characters_are_fine() -> None:
    action = declare(archive, action_label="x" * 40, cancel_label="n")
    assert (action.action_label, action.cancel_label) == ("x" * 40, "n")


def test_a_name_is_taken_once_on_a_page() -> None:
    catalogue = Catalogue()
    catalogue.add(declare(archive))
    with pytest.raises(DeclarationError, match="action 'archive' is declared twice"):
        catalogue.add(declare(undocumented, name="archive", description="d"))
    assert [action.run for action in catalogue.mounted()] == [archive]


async def test_define_action_is_on_every_page_and_stays_the_function_it_was(
    module_scope: dict[str, Any],
) -> None:
    @define_action(control="open", name="test_everywhere")
    def everywhere_action(text: str) -> str:
        """Do it everywhere."""
        return text

    assert everywhere_action("direct") == "direct"
    for _ in range(2):
        scene = Scene()
        assert (await scene.call("test_everywhere", {"text": "called"})).result == "called"


async def test_define_action_as_a_bare_decorator_and_as_a_call(module_scope: dict[str, Any]) -> None:
    @define_action
    def test_bare() -> str:
        """Be bare."""
        return "bare"

    assert define_action(name="test_called", run=archive, control="soft") is archive
    scene = Scene()
    assert (await scene.call("test_bare")).result == "bare"
    assert (await scene.call("test_called", {"thread": "A"})).code == "needs_confirmation"


def test_another_function_cannot_take_a_defined_name(module_scope: dict[str, Any]) -> None:
    define_action(archive, name="test_taken")
    with pytest.raises(
        DeclarationError, match=r"action 'test_taken' is already defined in .*test_declarations as archive"
    ):
        define_action(undocumented, name="test_taken", description="d")
    with pytest.raises(DeclarationError, match="action 'test_taken' is declared twice"):
        Scene(archive, name="test_taken")


def test_a_module_that_is_loaded_again_replaces_its_own_actions(
    module_scope: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "coworkkit_reloaded.py"
    text = '"""Actions."""\nfrom coworkkit import define_action\n\n@define_action(control="{}")\ndef test_reloaded() -> str:\n    """Do it."""\n    return "x"\n'
    source.write_text(text.format("open"))
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("coworkkit_reloaded")
    assert module_scope["test_reloaded"].control is Control.OPEN
    source.write_text(text.format("hard"))
    importlib.invalidate_caches()
    importlib.reload(module)
    assert module_scope["test_reloaded"].control is Control.HARD
    assert module_scope["test_reloaded"].run is module.test_reloaded
    del sys.modules["coworkkit_reloaded"]


def google(a: str, b: int) -> None:
    """Do a thing.

    In two paragraphs,
    over two lines.

    Args:
        a: the first,
            on two lines.
        b (int): the second: with a colon.

    Returns:
        nothing: at all.
    """


def numpy_style(a: str, b: int) -> None:
    """
    Do a thing.

    Parameters
    ----------
    a : str
        the first,
        on two lines.
    b : int
        the second.

    Returns
    -------
    None
    """


def sphinx(a: str, b: int) -> None:
    """Do a thing.

    :param a: the first,
        on two lines.
    :param int b: the second.
    :returns: nothing
    """


@pytest.mark.parametrize("run", [google, numpy_style, sphinx])
def test_docstrings_of_the_three_styles_are_read(run: Any) -> None:
    read = read_docstring(run)
    assert read.description.startswith("Do a thing.")
    assert read.arguments["a"] == "the first, on two lines."
    assert read.arguments["b"].startswith("the second")
    assert set(read.arguments) == {"a", "b"}
    assert "Returns" not in read.description and "nothing" not in read.description


def test_paragraphs_of_a_docstring_stay_apart() -> None:
    assert read_docstring(google).description == "Do a thing.\n\nIn two paragraphs, over two lines."
