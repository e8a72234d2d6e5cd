"""Tying a declaration to the NiceGUI element that encloses it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from nicegui import ui

logger = logging.getLogger("coworkkit")


class Scope(ui.element):
    """An invisible element in the caller's slot. When it goes, so does what was declared there.

    Args:
        release: called once, when NiceGUI deletes the element: by ``delete``, ``clear``, a refreshed
            ``ui.refreshable``, a left ``ui.sub_pages`` page, or the end of the page itself.
    """

    def __init__(self, release: Callable[[], object]) -> None:
        super().__init__("template")
        self.release = release

    def _handle_delete(self) -> None:
        # An exception here would leak the whole page for good.
        try:
            self.release()
        except Exception:
            logger.exception("coworkkit: unmounting a declaration failed; please report this")
        super()._handle_delete()
