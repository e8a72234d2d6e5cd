"""What an action may ask of the SDK while it runs: the tools in the `ActionContext` that the gate hands it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ..errors import CoworkkitError

Reason = Literal["not_found", "pending", "cancelled", "expired", "already_used", "changed"]
"""Why a commit is not ok; what each means is in `docs/interactions.md`."""

InteractionStatus = Literal["pending", "submitted", "cancelled", "expired", "committed"]
TOOL_NAMES = frozenset({"confirm_action", "commit_action"})
"""The tools as an agent is offered them: means to an action's end, and none of the things a user asks for."""

RunState = Literal["running", "done", "failed", "unknown"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What `confirm_action` returns at once. As JSON it is what the seed shows.

    Attributes:
        interaction_id: names the card; the user's answer is replayed under it.
        commit_token: the caller's own name for what is asked.
        expires_at: when the card dies, as ISO 8601 in UTC with milliseconds.
        status: ``pending``, or ``submitted`` where exactly this was asked and confirmed already.
        display: what the card shows.
        action: what kind of answer this is.
    """

    interaction_id: str
    commit_token: str
    expires_at: str
    status: Literal["pending", "submitted"]
    display: dict[str, Any]
    action: Literal["request_confirm"] = "request_confirm"

    def as_json(self) -> dict[str, Any]:
        """Return it as the JSON object an agent is given."""
        return {
            "action": self.action,
            "interaction_id": self.interaction_id,
            "commit_token": self.commit_token,
            "expires_at": self.expires_at,
            "status": self.status,
            "display": dict(self.display),
        }


@dataclass(frozen=True, slots=True)
class Approval:
    """What `commit_action` returns.

    Attributes:
        ok: the user has confirmed this, and the confirmation is now used up: do it, once.
        reason: why not; None when `ok`.
        message: the same for an agent to read, with what it can do.
        interaction_id: the card it is about; None where there is none.
        run: with ``already_used``, how the run ended that used it; ``unknown`` where nobody could tell.
    """

    ok: bool
    reason: Reason | None
    message: str
    interaction_id: str | None = None
    run: RunState | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as a JSON object without the parts that are empty."""
        told: dict[str, Any] = {"ok": self.ok, "message": self.message}
        if self.reason is not None:
            told["reason"] = self.reason
        if self.interaction_id is not None:
            told["interaction_id"] = self.interaction_id
        if self.run is not None:
            told["run"] = self.run
        return told


class Tools(Protocol):
    """The tools of one call. Whose cards they ask and commit is the session's to say, never an argument's."""

    async def confirm_action(
        self,
        *,
        title: str,
        description: str,
        commit_token: str,
        action_label: str = "Confirm",
        cancel_label: str = "Cancel",
        destructive: bool = True,
        ttl_minutes: int = 30,
        binds: Mapping[str, Any] | None = None,
    ) -> Asked:
        """Ask the user by a card that outlives the page, and return at once. See `docs/interactions.md`.

        Args:
            title: 1 to 120 characters.
            description: exactly what will happen, 1 to 2,000 characters.
            commit_token: the caller's name for this action, 8 to 64 of ``a-zA-Z0-9_-``.
            action_label: the words on the confirming button, 1 to 40 characters. Use a verb.
            cancel_label: the words on the other button, 1 to 40 characters.
            destructive: whether the confirming button is red.
            ttl_minutes: how long the card lives, 1 to 180 minutes.
            binds: what the card stands for, by name; a commit must give exactly the same.

        Raises:
            CoworkkitError: an argument is not what it may be, the token is used up, nobody is signed in, or
                the card could not be stored. Nobody was asked.
        """

    async def commit_action(
        self, commit_token: str, side_effect: str, binds: Mapping[str, Any] | None = None
    ) -> Approval:
        """Use up the user's confirmation, before doing what it was given for.

        Args:
            commit_token: the name it was asked under.
            side_effect: what is about to happen, 1 to 2,000 characters; stored with the confirmation.
            binds: what was bound when it was asked.

        Raises:
            CoworkkitError: an argument is not what it may be, nobody is signed in, or the store could not be
                reached. Treat it as a no.
        """


@dataclass(frozen=True, slots=True)
class ActionContext:
    """What an action's function gets when it takes a parameter of this type. No agent can pass or see it.

    Attributes:
        tools: `confirm_action` and `commit_action`, for as long as this call runs.
        user: the app's id for the person whose session this is.
        call_id: the id of the call, as in its record.
    """

    tools: Tools
    user: str | None
    call_id: str


class NoTools:
    """The tools of a page that has no interactions."""

    async def confirm_action(self, **_: Any) -> Asked:
        """Say that there are none."""
        raise no_interactions("confirm_action")

    async def commit_action(self, *_: Any, **__: Any) -> Approval:
        """Say that there are none."""
        raise no_interactions("commit_action")


def no_interactions(tool: str) -> CoworkkitError:
    """Say what a page needs before an action can use a tool."""
    return CoworkkitError(f"{tool} needs a store: give the Provider interactions=Interactions(…).")
