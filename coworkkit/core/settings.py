"""What a Provider fixes for its session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from .action import Action
from .address import Address, nowhere
from .agent import Agent
from .answer import AnswerReader, read_answer
from .durable import CardSource
from .journal import RecordCallback
from .pairing import AgentEndpoint
from .token import GetToken

no_page = nullcontext()


def on_no_page(_: Action) -> AbstractContextManager[Any]:
    """Enter nothing: the action is called where there is no page."""
    return no_page


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """What a Provider fixes for its session, from the start.

    Attributes:
        agent: who answers; None for a session that is only called from code.
        on_action_record: the app's callback for records.
        confirmation_timeout: seconds a person has for a card.
        framed: the page draws its cards in a frame that no script of the page can press.
        require_framed: cards that are drawn in any other way confirm nothing here.
        interactions: where `confirm_action` and `commit_action` come from; None for a page without them.
        endpoint: where the user can let an agent from outside in; None for a page that lets none in.
        host: the host the page was loaded from, as its browser named it; empty where there is no browser.
        read_answer: reads the user's spoken answers.
        on_page: enters the page an action runs on.
        user_now: returns who is signed in at this moment; None where that cannot change.
        address: returns where the page is; what was asked in one place is not confirmed in another.
        messages: the app's own words, by the key of the sentence each replaces.
        get_token: fetches the token that the agent shows to its server; None where it shows none.
    """

    agent: Agent | None = None
    on_action_record: RecordCallback | None = None
    confirmation_timeout: float = 60.0
    framed: bool = False
    require_framed: bool = False
    interactions: CardSource | None = None
    endpoint: AgentEndpoint | None = None
    host: str = ""
    read_answer: AnswerReader = read_answer
    on_page: Callable[[Action], AbstractContextManager[Any]] = on_no_page
    user_now: Callable[[], str | None] | None = None
    address: Callable[[], Address] = nowhere
    messages: Mapping[str, str] = field(default_factory=dict)
    get_token: GetToken | None = None

    def trusts_card_of(self, action: Action) -> bool:
        """Return whether a card of this page may confirm an action."""
        return self.framed or not (action.require_framed or self.require_framed)
