"""What the builder does in Watch: looks at what the agent is told, and calls an action through the gate."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from nicegui import background_tasks

from ..core.ids import new_id
from ..core.record import Caller
from ..core.session import Session
from .messages import AgentView, BuilderCall, BuilderMessage
from .watch import shortened

if TYPE_CHECKING:
    from .mount import Mount

BUILDER = Caller(agent="builder", connector="watch", hears_user=False)
"""Who calls from Watch. No turn of the user answers this caller, so what is soft is asked by the card."""

MOST_UNDER_WAY = 8
"""Calls from Watch that one page may have under way; as many as may wait for a card."""

Reply = dict[str, Any]


def from_builder(mount: Mount, session: Session, said: BuilderMessage) -> Reply:
    """Answer what the builder does in Watch; nothing of it where Watch is off."""
    if not mount.watch:
        return {"ok": False, "message": session.say("said.watchOff")}
    if isinstance(said, AgentView):
        # as text that is plain ASCII: whatever an app's state holds, it arrives as the agent got it
        return {"ok": True, "text": json.dumps(asdict(session.catalogue.snapshot()))}
    if isinstance(said, BuilderCall):
        return begin(mount, session, said)
    action = session.catalogue.find(said.action)
    if action is None:
        return {"ok": False, "message": session.say("said.noAction", action=said.action[:100])}
    schema = session.catalogue.told(action).parameters
    return {"ok": True, "text": json.dumps({"parameters": schema, "secret": sorted(action.parameters.secret)})}


def begin(mount: Mount, session: Session, said: BuilderCall) -> Reply:
    """Begin a call by the builder; what comes of it is told when it has settled."""
    if mount.builder_calls >= MOST_UNDER_WAY:
        return {"ok": False, "message": session.say("said.watchBusy", n=MOST_UNDER_WAY)}
    mount.builder_calls += 1
    call_id = new_id()
    background_tasks.create(carry_out(mount, session, said, call_id), name="coworkkit call from Watch")
    return {"ok": True, "call_id": call_id}


async def carry_out(mount: Mount, session: Session, said: BuilderCall, call_id: str) -> None:
    """Take a call by the builder down the one road, and tell the page what an agent would have been told."""
    try:
        result = await session.call(said.action, said.arguments, caller=BUILDER, call_id=call_id)
    finally:
        mount.builder_calls -= 1
    if mount.screen is not None and mount.session is session:
        mount.screen.send("builder_result", n=said.n, call_id=call_id, answer=shortened(result.as_json()))
