"""Finding what a call names, and finding it again at the moment of running. Whatever is amiss, the answer is no."""

from __future__ import annotations

from ..errors import Refusal
from .action import Action
from .call import Call
from .jsonable import well_formed
from .sameness import Found, found_by, has_moved, is_same, is_same_page
from .situation import Situation
from .turn import NotConfirmed


def check_same(asked: Found, found: Found, name: str) -> None:
    """Refuse what is declared anew and is not what the user was asked about."""
    if has_moved(asked, found):
        raise Refusal("not_found", f"{name!r} is another page's by now. Nothing was run.")
    if (
        asked.action is None
        or found.action is None
        or not is_same(asked.action, found.action, same_page=is_same_page(asked, found))
    ):
        raise Refusal("not_found", f"{name!r} is another action by now. Nothing was run.")


class Finder:
    """Finds the actions that the calls of one session name.

    Attributes:
        is_open: whether anything can be found; not once the session has ended.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.is_open = True

    def find(self, call: Call) -> Action:
        """Return the action a call names.

        Raises:
            Refusal: the session is over or another user's, or there is no such action now.
            NotConfirmed: the turn the call belongs to is over.
        """
        if not self.is_open:
            raise Refusal("unavailable", "This page is gone, so nothing was run.")
        now = self.situation
        if not now.still_same_user():
            raise Refusal("unavailable", "This page is no longer the same user's, so nothing was run.")
        if call.turn_end is not None and (over := call.turn_end()) is not None:
            raise NotConfirmed(over)
        page = now.catalogue
        action = call.unlisted or page.find(call.name)
        if action is None:
            call.name = well_formed(call.name)
            raise Refusal(
                "not_found", f"There is no action {call.name[:100]!r} on this page now. Look at the catalogue again."
            )
        call.action, call.page, call.address = action, page, now.settings.address()
        return action

    def check_hand(self, call: Call, action: Action) -> None:
        """Stop a call that operates the page while Hand mode is off."""
        if self.situation.catalogue.needs_hand(action) and not self.situation.hand.still_armed():
            raise Refusal(
                "needs_hand_mode",
                f"{call.name!r} operates the page, and Hand mode is off. Only the user can switch it on. "
                "Nothing was run.",
            )

    def find_again(self, call: Call) -> Action:
        """Return the action at the moment of running, still there and still allowed to operate the page.

        A page that was loaded again has declared its actions again, so the same is not the identical one.
        """
        asked = found_by(call)
        action = self.find(call)
        if action is not asked.action or call.page is not asked.page:
            check_same(asked, found_by(call), call.name)
        self.check_hand(call, action)
        return action
