"""Following the records of a session at the moment they are made, where the app's own callback would come later."""

from __future__ import annotations

from coworkkit import ActionRecord, Session
from coworkkit.core.call import Call


def keep_records(session: Session, records: list[ActionRecord]) -> None:
    """Put each record of a session into a list as it is made."""
    told = session.gate.on_call

    def tell(call: Call) -> None:
        if call.record is not None:
            records.append(call.record)
        told(call)

    session.gate.on_call = tell
