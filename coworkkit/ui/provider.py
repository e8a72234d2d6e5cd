"""The Provider: what turns a NiceGUI page into one an agent can act in."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from ..core.agent import Agent
from ..core.agent_maker import agent_from
from ..core.answer import Answer, AnswerReader, read_answer
from ..core.control import Level, parse_level
from ..core.durable import CardSource
from ..core.journal import RecordCallback
from ..core.pairing import AgentEndpoint
from ..core.session import Session, SessionSettings
from ..core.token import GetToken
from ..errors import DeclarationError, PageError
from . import adapter
from .channel import open_channel
from .frame import open_frames
from .guard import stand_guard
from .headers import keep_from_frames, read_embedded_by
from .mount import Mount, UserSource, mounts
from .rarely import rarely
from .tabs import tabs
from .token_url import token_source
from .words import read_messages, word

SHORTEST_TIMEOUT = 5.0
LONGEST_TIMEOUT = 3600.0


def reads_quick_answers(read: AnswerReader, messages: Mapping[str, str]) -> bool:
    """Return whether the words on the two quick answers are read as what they say; if not, they are left out."""
    for key, meant in (("question.yes", Answer.YES), ("question.no", Answer.NO)):
        text = word(messages, key)
        try:
            answer: object = read(text)
            if inspect.iscoroutine(answer):
                answer.close()
            is_read = answer is meant
        except Exception:
            is_read = False
        if not is_read:
            rarely.warn(
                "coworkkit: read_answer does not read %s as %s, so questions have no quick answers. Give messages "
                "in the language it reads, or a read_answer for that language: %s replaces the word.",
                repr(text),
                repr(meant.value),
                repr(key),
            )
            return False
    return True


class CoworkkitProvider:
    """Lets an agent act in this page, under the user's hand. One per page, around its declarations.

    It draws the panel, the confirmation card, the Hand switch and, for builders, Watch. It takes no secret.

    Args:
        agent: who answers the user: an `Agent`, the name of a model such as ``"openai:gpt-5"``, a pydantic-ai model,
            or a `pydantic_ai.Agent` of your own. None shows no conversation partner; actions can still be called
            from code through `session`.
        get_token: returns the short-lived token that an agent somewhere else, such as an `AGUIAgent`, shows to its
            server; given a `TokenContext`. It returns text, or a mapping with ``access_token`` and ``expires_in``
            seconds, and may be async. It is asked when the agent first needs a token, before one ends, and when one
            was refused. A token stays on this server and is in no record and no log.
        token_url: the address of a service of yours that hands out those tokens, in the place of `get_token`: this
            server sends it ``user`` and ``session_id`` as JSON by POST, and it answers with such a mapping.
        on_action_record: called with the `ActionRecord` of every settled call, once. An async function runs on
            the event loop, a plain one in a worker thread. What it does wrong is logged and changes nothing.
        default_control: the level of actions that declare none. A destructive name still gets at least ``soft``.
        confirmation_timeout: seconds a person has for a card, 5 to 3600. They can ask for more time.
        user: who this is, for the app: a text, or a function that is asked again at every message, so that a
            change of user ends the session. By default the id in the browser's signed session.
        interactions: where cards that outlive the page are kept, an `Interactions`; its tools `confirm_action` and
            `commit_action` are then offered to the agent, and to actions that take an `ActionContext`.
        require_framed: only framed cards may confirm; see `use_action`.
        watch: whether the builder's panel is there. By default only where the app runs with ``reload``.
        read_answer: reads the user's answers to spoken questions; English by default.
        messages: the app's own words in the place of ours, by key, such as ``{"panel.close": "Fermer"}``. All keys
            are in `coworkkit.messages.ENGLISH`; `coworkkit.messages.GERMAN` has all words in German.
        mcp: where the page's user can let an agent of theirs in, an `MCPEndpoint`; the panel then offers it.
        embedded_by: the sites that may show this page in a frame, as origins such as ``"https://portal.example"``,
            or ``"self"``; by default none.

    Raises:
        PageError: there is no page, the page has a Provider already, or the app does not sign its sessions.
        DeclarationError: an argument cannot be used.
    """

    def __init__(
        self,
        *,
        agent: Agent | str | Any = None,
        get_token: GetToken | None = None,
        token_url: str | None = None,
        on_action_record: RecordCallback | None = None,
        default_control: Level = "open",
        confirmation_timeout: float = 60.0,
        user: UserSource = None,
        interactions: CardSource | None = None,
        require_framed: bool = False,
        watch: bool | None = None,
        read_answer: AnswerReader = read_answer,
        messages: Mapping[str, str] | None = None,
        mcp: AgentEndpoint | None = None,
        embedded_by: Sequence[str] = (),
    ) -> None:
        baseline = parse_level("CoworkkitProvider", default_control)
        if not SHORTEST_TIMEOUT <= confirmation_timeout <= LONGEST_TIMEOUT:
            raise DeclarationError(
                "CoworkkitProvider",
                f"has a confirmation_timeout of {confirmation_timeout!r}",
                f"Give {SHORTEST_TIMEOUT:.0f} to {LONGEST_TIMEOUT:.0f} seconds.",
            )
        if on_action_record is not None and not callable(on_action_record):
            raise DeclarationError(
                "CoworkkitProvider", "has an on_action_record that is not a function", "Give a function of one record."
            )
        tokens = token_source(get_token, token_url)
        sites = read_embedded_by(embedded_by)
        words = read_messages(messages or {})
        if interactions is not None and (isinstance(interactions, type) or not hasattr(interactions, "tools_for")):
            raise DeclarationError(
                "CoworkkitProvider", f"has {interactions!r} as its interactions", "Give an Interactions(…) object."
            )
        if mcp is not None and (isinstance(mcp, type) or not callable(mcp) or not hasattr(mcp, "path")):
            raise DeclarationError("CoworkkitProvider", f"has {mcp!r} as its mcp", "Give an MCPEndpoint(…) object.")
        slot = adapter.script_slot()
        if slot is None:
            raise PageError(
                "CoworkkitProvider was made outside a page. Make it while a page is built, such as in a function "
                "under @ui.page."
            )
        client = slot.parent.client
        if client.id in mounts:
            raise PageError(
                "This page has a CoworkkitProvider already. Use one, around all of the page's declarations."
            )
        if not adapter.is_preflight(client) and (
            not adapter.has_storage_secret() or adapter.browser_of(client) is None
        ):
            raise PageError(
                "CoworkkitProvider needs signed browser sessions: they are what ties a click to the browser that "
                "loaded the page. Pass storage_secret='…' to ui.run()."
            )
        settings = SessionSettings(
            agent=None if agent is None else agent_from("CoworkkitProvider", agent),
            on_action_record=on_action_record,
            confirmation_timeout=confirmation_timeout,
            interactions=interactions,
            require_framed=require_framed,
            endpoint=mcp,
            read_answer=read_answer,
            messages=words,
            get_token=tokens,
        )
        stand_guard()
        open_channel()
        open_frames()
        if mcp is not None and not adapter.serve_app(mcp.path, mcp):
            raise DeclarationError(
                "CoworkkitProvider",
                f"cannot serve its mcp at {mcp.path!r}",
                "The app has that path already; give another.",
            )
        adapter.at_shutdown(tabs.close)
        self._mount = Mount(
            client,
            settings,
            user=user,
            baseline=baseline,
            watch=adapter.is_developing() if watch is None else watch,
            embedded_by=sites,
            quick_answers=reads_quick_answers(read_answer, words),
        )
        mounts[client.id] = self._mount
        if not adapter.is_preflight(client):
            keep_from_frames(client, sites)

    @property
    def session(self) -> Session | None:
        """The session this page shows; None until a browser has connected."""
        return self._mount.session

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing ends here: the Provider lives as long as its page."""
