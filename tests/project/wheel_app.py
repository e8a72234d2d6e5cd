"""A small app on an installed coworkkit, for test_wheel.py: ``wheel_app.py PORT FOLDER…``.

It is started without site-packages (``python -I -S``), so that an editable installation of the source
tree is not seen; the folders to import from are the remaining arguments.
"""

import sys

PORT, *FOLDERS = sys.argv[1:]
sys.path[:0] = FOLDERS

from nicegui import ui  # noqa: E402

import coworkkit  # noqa: E402
from coworkkit import CoworkkitProvider, define_action, use_action, use_element, use_surface  # noqa: E402
from coworkkit.agents import LocalAgent  # noqa: E402


@define_action(control="open")
def say_hello() -> str:
    """Say hello to the user."""
    return "hello"


def turn_on() -> None:
    """Turn the light on."""


@ui.page("/")
def page() -> None:
    with CoworkkitProvider(agent=LocalAgent()):
        use_surface("A page from the wheel", data=lambda: {"running": True})
        use_action(name="say_hello_again", description="Say hello once more.", run=lambda: "hello")
        use_element("light", state=lambda: {"on": False}, actions={"turn_on": turn_on})
        ui.label(f"coworkkit is in {coworkkit.__file__}")


ui.run(host="127.0.0.1", port=int(PORT), show=False, reload=False, storage_secret="for this test only")
