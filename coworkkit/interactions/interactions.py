"""Confirmations that outlive the page: asked, decided by the user, and used up once."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Literal, Self
from weakref import WeakValueDictionary

from ..core.action import Action
from ..core.clock import Clock, SystemClock
from ..core.ids import new_id
from ..core.open_call import OpenCall
from ..core.record import Evidence
from ..core.tools import Approval, Asked
from ..errors import CoworkkitError, DeclarationError
from .asking import asked, bound_to, new_interaction, storable, subscriber_of
from .decided import Decided
from .keeping import Keeper
from .life import Interaction, Move, before
from .moments import Moments
from .replay import answer_of, asked_in, chunks, replayed
from .requests import TOKEN, CommitRequest, ConfirmRequest, read_request
from .sql import SqlStore
from .store import Store, StoreError
from .tools import CallTools, agent_actions
from .watching import Watchers, Watching
from .words import not_ok, spent

logger = logging.getLogger("coworkkit")

DEFAULT_URL = "sqlite:///.coworkkit/interactions.db"
DAY_SECONDS = 86_400.0
SHORTEST_RETENTION = 3_600.0
CLOSING_SECONDS = 5.0
TRIES = 20
"""How often a step is tried again when another process was first; each time the state is a later one."""

AN_ID = re.compile(r"[0-9a-f-]{36}")
"""What an id looks like. No other text is worth asking a database about, and some cannot be asked."""


class Interactions:
    """Where cards that outlive the page are kept. One object serves every page and session of a process.

    Give it to the Provider as ``interactions=``. Processes that open the same database share the cards.

    Args:
        url: ``sqlite:///path/to/file.db``, by default a file in the folder ``.coworkkit``, or
            ``postgresql://user:password@host/database``.
        store: another store, instead of a url.
        retention: seconds that a settled interaction is kept, at least an hour; 30 days by default. Until then a
            used token stays used.
        most_pending: how many cards of one user may wait at the same time; 20 by default. Where several processes
            ask the same user at once, each can go over it by one.
        clock: the time; tests give their own.

    Raises:
        StoreError: the URL cannot be used, or a package that it needs is missing.
        DeclarationError: the retention is too short, no card may wait, or both a url and a store are given.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        store: Store | None = None,
        retention: float = 30 * DAY_SECONDS,
        most_pending: int = 20,
        clock: Clock | None = None,
    ) -> None:
        if retention < SHORTEST_RETENTION:
            raise DeclarationError(
                "Interactions", f"has a retention of {retention!r} seconds", f"Give {SHORTEST_RETENTION:.0f} or more."
            )
        if type(most_pending) is not int or most_pending < 1:
            raise DeclarationError("Interactions", f"has most_pending={most_pending!r}", "Give 1 or more.")
        if url is not None and store is not None:
            raise DeclarationError("Interactions", "has both a url and a store", "Give one of them.")
        self.actions: Sequence[Action] = agent_actions()
        self.store: Store = SqlStore(url or DEFAULT_URL) if store is None else store
        self.moments = Moments(clock or SystemClock())
        self.most_pending = most_pending
        self.asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.watchers = Watchers()
        self.keeper = Keeper(self.store, self.moments, retention, self.watchers.heard)
        self.opening = asyncio.Lock()
        self.is_open = False
        self.reads = 0
        self.nobody_reads = asyncio.Event()
        self.nobody_reads.set()

    # The life of this object

    async def open(self) -> None:
        """Make ready; everything else does so by itself. Creates the tables where there are none.

        Raises:
            StoreError: the store cannot be reached, or is of a newer version.
        """
        if self.is_open:
            await self.keeper.ends_are_stored()
            return
        async with self.opening:
            if not self.is_open:
                await self.store.open()
                self.moments.no_earlier_than(await self.store.newest_at())
                await self.keeper.begin()
                self.is_open = True

    async def close(self) -> None:
        """Store how the last runs ended, let every watcher go, and close the store."""
        self.watchers.close()
        if self.is_open:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.nobody_reads.wait(), CLOSING_SECONDS)
            self.is_open = False
            await self.keeper.end()
            await self.store.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """Read for as long as the block lasts; the store is not closed meanwhile."""
        await self.open()
        self.reads += 1
        self.nobody_reads.clear()
        try:
            yield
        finally:
            self.reads -= 1
            if not self.reads:
                self.nobody_reads.set()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def tools_for(self, call: OpenCall) -> CallTools:
        """Return the tools of one call; the gate asks for them."""
        return CallTools(self, call)

    # Asking and using up

    async def confirm_action(
        self,
        user: str | None,
        *,
        asked_by: str | None = None,
        words_by: Literal["app", "agent"] = "app",
        session_id: str | None = None,
        **given: Any,
    ) -> Asked:
        """Ask a user, and return at once.

        Asked again under the same token while that card lives: the same content gives the same card, other content
        replaces it, and the old one, confirmed or not, is worth nothing any more.

        Args:
            user: whose card it is: always the session's user, never something an agent said.
            asked_by: the agent that asks, to show.
            words_by: whose words they are; the card tells an agent's from the app's.
            session_id: the session it is asked in.
            given: the arguments of `Tools.confirm_action`.

        Raises:
            CoworkkitError: an argument is not what it may be, there is no user, the token is used up, or too many cards
                wait for this user already.
            StoreError: it could not be stored; nobody was asked.
        """
        request = read_request("confirm_action", ConfirmRequest, given)
        subscriber = subscriber_of(user)
        await self.open()
        new = new_interaction(
            subscriber, request, self.moments.now(), asked_by=asked_by, words_by=words_by, session_id=session_id
        )
        async with self.asking.setdefault(subscriber, asyncio.Lock()):
            return await self.ask(new)

    async def ask(self, new: Interaction) -> Asked:
        """Store a new interaction, in the place of what its token stood for, or find that it is asked already."""
        for _ in range(TRIES):
            known = await self.store.by_token(new.subscriber, new.commit_token)
            known = known and await self.keeper.as_of_now(known)
            if known is not None and known.status == "committed":
                raise CoworkkitError(spent(known))
            is_alive = known is not None and known.status in before("expire")
            if known is not None and is_alive and known.content == new.content:
                return asked(known)
            if known is None or known.status != "pending":
                await self.check_room(new.subscriber)
            if known is not None and is_alive:
                await self.keeper.move(known, "replace", cause="replaced")
            elif await self.store.add(new):
                self.keeper.told(new)
                return asked(new)
        raise StoreError("The card could not be stored: too many ask under its token at once. Nobody was asked.")

    async def check_room(self, subscriber: str) -> None:
        """Make sure that one more card may wait for a user.

        Raises:
            CoworkkitError: there are as many as may be.
        """
        # twice as many, because some of the oldest may have run out in this moment
        if len(await self.pending(subscriber, 2 * self.most_pending)) >= self.most_pending:
            raise CoworkkitError(
                f"{self.most_pending} cards wait for this user already, which is the limit. Nobody was asked: wait "
                "until the user has decided some of them, or ask again about one that waits under its own commit_token."
            )

    async def commit_action(
        self,
        user: str | None,
        *,
        commit_token: str,
        side_effect: str,
        binds: Mapping[str, Any] | None = None,
        call: OpenCall | None = None,
    ) -> Approval:
        """Use up a user's confirmation: ok for one caller in all processes, and only before the deadline.

        Args:
            user: whose confirmation: always the session's user, never something an agent said.
            commit_token: the name it was asked under.
            side_effect: what is about to happen, in words.
            binds: what was bound when it was asked.
            call: the call it is for. Its record then has the interaction's id, and how it ends is stored.

        Raises:
            CoworkkitError: an argument is not what it may be, or there is no user.
            StoreError: the store failed. Treat it as a no.
        """
        given = {"commit_token": commit_token, "side_effect": side_effect, "binds": binds}
        request = read_request("commit_action", CommitRequest, given)
        subscriber = subscriber_of(user)
        if not TOKEN.fullmatch(request.commit_token):
            return not_ok(None)
        await self.open()
        bound = bound_to(subscriber, request.commit_token, request.binds)
        for _ in range(TRIES):
            known = await self.store.by_token(subscriber, request.commit_token)
            known = known and await self.keeper.as_of_now(known)
            if known is None or known.status != "submitted":
                return not_ok(known)
            if known.bound != bound:
                return not_ok(known, "changed")
            claimed = await self.claim(known, request.side_effect, call)
            if claimed is not None:
                return Approval(
                    True, None, "The user has confirmed this. Do it now, once; this is used up.", claimed.id
                )
        raise StoreError("The confirmation could not be used: it kept changing. Nothing was used up.")

    async def claim(self, row: Interaction, side_effect: str, call: OpenCall | None) -> Interaction | None:
        """Use up one confirmation in one step; None where somebody was first."""
        changes: dict[str, Any] = {"claim": new_id(), "side_effect": side_effect}
        if call is not None:
            changes |= {"call_id": storable(call.id), **self.keeper.lease()}
        claimed = await self.keeper.move(row, "commit", **changes)
        if claimed is not None and claimed.claim is not None and call is not None:
            self.keeper.held[claimed.id] = claimed.claim
            call.committed(claimed.id, claimed.summary, claimed.decided_by, claimed.created_at, claimed.decided_at)
            call.when_settled(partial(self.keeper.run_ended, claimed))
        return claimed

    # For the card, over its trusted channel

    async def decide(
        self,
        user: str | None,
        interaction_id: str,
        *,
        nonce: str,
        choice: Literal["confirm", "cancel"],
        evidence: Evidence,
    ) -> Decided:
        """Take a person's press on a card. It is stored before anybody is told, and the first one counts.

        Only the card's trusted channel calls this. Nothing that an agent or a script can reach does.

        Args:
            user: the user of the session that the press came over.
            interaction_id: the card.
            nonce: the card's `Interaction.nonce`.
            choice: which button.
            evidence: what pressed it, with ``by="card"``.

        Raises:
            CoworkkitError: the evidence is not of a card, or the choice is no choice.
            StoreError: it could not be stored; nothing is decided.
        """
        if choice not in ("confirm", "cancel") or evidence.by != "card":
            raise CoworkkitError("Only a press on a card decides: confirm or cancel, with the evidence of it.")
        known = await self.interaction(user, interaction_id)
        if known is None:
            return Decided(False, "not_found", None)
        if not hmac.compare_digest(known.nonce.encode(), str(nonce).encode("utf-8", "backslashreplace")):
            logger.warning("coworkkit: a press on interaction %s with a wrong nonce changed nothing", known.id)
            return Decided(False, "refused", None)
        move: Move = choice
        while known is not None and known.status == "pending":
            decided = await self.keeper.move(
                known, move, decided_at=self.moments.now(), evidence=evidence.model_dump_json()
            )
            if decided is not None:
                return Decided(True, None, decided)
            known = await self.interaction(user, interaction_id)
        if known is None or known.status == "pending":
            return Decided(False, "not_found", None)
        return Decided(False, known.status, known)

    async def pending(self, user: str | None, limit: int = 10_000) -> list[Interaction]:
        """Return a user's cards that wait for a decision, the oldest first."""
        async with self.reading():
            rows = [await self.keeper.as_of_now(row) for row in await self.store.pending(subscriber_of(user), limit)]
        return [row for row in rows if row.status == "pending"]

    async def latest(self, user: str | None, limit: int = 50) -> list[Interaction]:
        """Return a user's latest cards in any state, the newest first: what a conversation shows after a reload."""
        async with self.reading():
            return [await self.keeper.as_of_now(row) for row in await self.store.latest(subscriber_of(user), limit)]

    async def interaction(self, user: str | None, interaction_id: str) -> Interaction | None:
        """Return one of a user's cards; None where they have no such card, whoever else may have it."""
        found = await self.get(user, [interaction_id])
        return found[0] if found else None

    async def get(self, user: str | None, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of these that are this user's, as they are now."""
        subscriber = subscriber_of(user)
        ids = [each for each in interaction_ids if AN_ID.fullmatch(each)]
        async with self.reading():
            rows = [row for some in chunks(ids) for row in await self.store.get(subscriber, some)]
            return [await self.keeper.as_of_now(row) for row in rows]

    def watch(self, user: str | None, on_reach: Callable[[bool], None] | None = None) -> Watching:
        """Follow a user's cards: first each one that is pending, then each that has changed, in whichever process.

        Close it in the end, or use it in ``async with``.

        Args:
            user: whose.
            on_reach: told False when changes can no longer be read, and True when they can again.
        """
        subscriber = subscriber_of(user)
        watching = Watching(
            subscriber,
            self.open,
            partial(self.get, subscriber),
            partial(self.pending, subscriber),
            self.watchers.remove,
            on_reach,
        )
        self.watchers.add(watching)
        return watching

    async def unknown(self, limit: int = 1_000) -> list[Interaction]:
        """Return the runs of all users that began and whose end nobody knows, for a person to look into."""
        await self.open()
        for row in await self.store.unheard(self.moments.now(), limit):
            await self.keeper.as_of_now(row)
        return await self.store.unknown(limit)

    # For connectors

    async def replay(self, user: str | None, messages: Sequence[Any]) -> list[Any]:
        """Return a history in which tool results of `confirm_action` read what the user decided.

        ``{"status": "submitted" | "cancelled" | "expired", "result": {"confirmed": …}}``; what is pending, or not this
        user's, stays as it is. Nothing is run and nothing changes, however often.

        Args:
            user: the session's user.
            messages: plain messages as OpenAI, Anthropic and others have them: mappings whose tool results are found
                by their role or type; as JSON text or as objects. They are not changed.

        Raises:
            StoreError: the answers could not be read.
        """
        rows = await self.get(user, asked_in(messages))
        answers = {row.id: answer for row in rows if (answer := answer_of(row)) is not None}
        return replayed(messages, answers)
