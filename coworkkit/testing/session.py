"""A session without a browser, to test actions by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.action import declare
from ..core.agent import Agent
from ..core.catalogue import Catalogue, Surface, everywhere
from ..core.clock import Clock
from ..core.control import Control, Level
from ..core.durable import CardSource
from ..core.journal import RecordCallback
from ..core.screen import Screen
from ..core.session import Session, SessionSettings
from ..core.token import GetToken


def open_session(
    *actions: Callable[..., Any],
    agent: Agent | None = None,
    clock: Clock | None = None,
    user: str | None = "tester",
    on_action_record: RecordCallback | None = None,
    default_control: Level = "open",
    confirmation_timeout: float = 60.0,
    framed: bool = False,
    interactions: CardSource | None = None,
    get_token: GetToken | None = None,
    hand_actions: tuple[str, ...] = (),
    **declared: Any,
) -> Session:
    """Open a session on a page that offers these actions, as if a browser were connected to it.

    Args:
        actions: functions to declare, all with the same declaration.
        agent: who answers what the user says.
        clock: the time; a `FakeClock` to move it by hand.
        user: who the user is, for records.
        on_action_record: told of every settled call.
        default_control: the app's baseline.
        confirmation_timeout: seconds a person has for a card.
        framed: cards are drawn in a frame of their own, as where the context is secure.
        interactions: where cards that outlive the page are kept, an `Interactions`.
        get_token: fetches the token that the agent shows to its server.
        hand_actions: names of actions that need Hand mode here.
        declared: any argument of `use_action`, such as ``control="hard"``.
    """
    settings = SessionSettings(
        agent=agent,
        on_action_record=on_action_record,
        confirmation_timeout=confirmation_timeout,
        framed=framed,
        interactions=interactions,
        get_token=get_token,
    )
    session = Session(settings, user=user, clock=clock)
    catalogue = Catalogue(Control(default_control), everywhere)
    catalogue.add(*(declare(action, **declared) for action in actions))
    if interactions is not None:
        catalogue.add(*interactions.actions)
    if hand_actions:
        catalogue.add_surface(Surface("Test page", None, hand_actions))
    session.attach(catalogue, settings, Screen())
    return session
