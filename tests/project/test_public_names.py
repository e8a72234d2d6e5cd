"""The public names are those listed in `__all__`, and each says what it is for."""

from __future__ import annotations
import __future__

import importlib
import inspect
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "coworkkit"
PUBLIC_MODULES = [
    "coworkkit",
    *(
        f"coworkkit.{room}"
        for room in ("agents", "interactions", "messages", "testing")
        if (PACKAGE / room / "__init__.py").is_file()
    ),
]


def names_defined_in(module: ModuleType) -> set[str]:
    """What a reader of the module finds in it: no private names, submodules or future flags."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, ModuleType | __future__._Feature)
    }


@pytest.mark.parametrize("module_name", PUBLIC_MODULES)
def test_the_list_of_public_names_is_what_is_there(module_name: str) -> None:
    module = importlib.import_module(module_name)
    listed = [name for name in module.__all__ if name != "__version__"]
    for name in listed:
        getattr(module, name)  # some are imported when they are first used

    assert len(set(listed)) == len(listed)
    assert set(listed) == names_defined_in(module)


@pytest.mark.parametrize("module_name", PUBLIC_MODULES)
def test_every_public_name_says_what_it_is_for(module_name: str) -> None:
    module = importlib.import_module(module_name)
    documented = [module, *(getattr(module, name) for name in module.__all__)]

    silent = [
        value.__name__
        for value in documented
        if isinstance(value, ModuleType) or inspect.isclass(value) or inspect.isroutine(value)
        # a dataclass without a docstring gets its signature as one
        if not (text := value.__doc__ or "").strip() or text.startswith(f"{value.__name__}(")
    ]
    assert not silent, f"without a docstring: {', '.join(silent)}"


def test_the_names_of_the_first_example_are_public() -> None:
    package = importlib.import_module("coworkkit")
    agents = importlib.import_module("coworkkit.agents")

    first_example = {"CoworkkitProvider", "define_action", "use_action", "use_element", "use_surface"}
    assert first_example <= set(package.__all__)
    assert "LocalAgent" in agents.__all__
