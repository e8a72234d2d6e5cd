"""Watch's own account of a session: the latest calls and durable cards, as the timeline shows them."""

from __future__ import annotations

from typing import Any

from ..core.call import Call
from ..core.durable import DurableCard
from ..core.ids import made_at

MOST_ROWS = 1_000
"""How many calls a page that is loaded again is given back. The app's own log keeps them all."""

MOST_CHARACTERS = 2_000_000
"""Characters of all kept rows together; the oldest make room."""

LONGEST_VALUE = 2_000
"""Characters of a value that a row carries; the true length is said."""

LONGEST_ROW = 16_000
"""Characters of all values of a row together."""

PLAIN_ROW = 700
"""Characters of a row beside its values, roughly."""

Row = dict[str, Any]


class WatchFeed:
    """The latest calls and cards of one session, kept for its own page only: as rows, never with all they hold.

    Attributes:
        kept: rows of cards and settled calls, and calls under way, in the order they came up, by the ids of their
            records and interactions.
        characters: how large the rows are together.
        unkept: how many had to make room.
        under_way: the calls that have not settled.
        turns: for the cards that settled calls have asked, the user turn they were asked in.
    """

    def __init__(self) -> None:
        self.kept: dict[str, Row | Call] = {}
        self.characters = 0
        self.unkept = 0
        self.under_way: dict[str, Call] = {}
        self.turns: dict[str, str | None] = {}

    def note(self, call: Call) -> Row | Call:
        """Take up a call that is new or has moved on, and let go of the oldest when it is too much.

        Returns:
            The row of a settled call; else the call, whose row is only made when it is looked at.
        """
        if call.record is None:
            self.under_way[call.record_id] = call
            self.keep(call.record_id, call)
            return call
        self.under_way.pop(call.record_id, None)
        self.turns.update(dict.fromkeys(call.asked_cards, call.turn_id))
        while len(self.turns) > MOST_ROWS:
            del self.turns[next(iter(self.turns))]
        row = row_of(call)
        self.keep(call.record_id, row)
        return row

    def note_card(self, card: DurableCard) -> Row:
        """Take up a durable card that is new or has changed, and return its row."""
        before = self.kept.get(card.id)
        turn = before["turn"] if isinstance(before, dict) else self.turn_of(card.id)
        row = card_row(card, turn)
        self.keep(card.id, row)
        return row

    def turn_of(self, card_id: str) -> str | None:
        """Return the user turn of the call that asked a card; None where that is not known."""
        if card_id in self.turns:
            return self.turns[card_id]
        return next((call.turn_id for call in self.under_way.values() if card_id in call.asked_cards), None)

    def keep(self, id: str, noted: Row | Call) -> None:
        """Keep what is new or has changed, and let go of the oldest when it is too much."""
        if id in self.kept:
            self.characters -= size_of(self.kept[id])
        self.kept[id] = noted
        self.characters += size_of(noted)
        while len(self.kept) > MOST_ROWS or (self.characters > MOST_CHARACTERS and len(self.kept) > 1):
            self.characters -= size_of(self.kept.pop(next(iter(self.kept))))
            self.unkept += 1

    def rows(self) -> list[Row]:
        """Return what is kept as rows, oldest first."""
        return [row_now(noted) for noted in self.kept.values()]


def size_of(noted: Row | Call) -> int:
    """Return how many characters a kept row takes, roughly; a call under way is the session's."""
    return noted["size"] if isinstance(noted, dict) else 0


def row_now(noted: Row | Call) -> Row:
    """Return a row, or the row of a call as it stands now."""
    return noted if isinstance(noted, dict) else row_of(noted)


def row_of(call: Call) -> Row:
    """Return a call as a row of the timeline; what is too long is cut, and says so."""
    room = Room()
    text, action, record = room.text_or_none, call.action, call.record
    card_shown_at = call.card.first_shown_at if call.card is not None else None
    asked_at = record.asked_at if record else call.asked_at or card_shown_at
    error = record.outcome.error if record else None
    called_at = moment(made_at(call.record_id))
    row: Row = {
        "id": call.record_id,
        "call_id": room.text(call.id),
        "turn": call.turn_id,
        "pending": None if record else pending(call),
        "at": moment(record.settled_at) if record else called_at,
        "called_at": called_at,
        "asked_at": moment(asked_at),
        "decided_at": moment(call.decided_at),
        "action": room.text(call.name),
        "element": action.element if action else None,
        "kind": action.kind if action else None,
        "control": call.control,
        "gate": record.gate if record else None,
        "ok": record.outcome.ok if record else None,
        "entered": record.outcome.entered if record else call.state == "entered",
        "code": error.code if error else None,
        "error": text(error.message) if error else None,
        "note": text(record.outcome.note) if record else None,
        "duration_ms": round(record.outcome.duration * 1000, 3) if record else None,
        "summary": text(call.summary),
        "caller": {"agent": room.text(call.caller.agent), "connector": room.text(call.caller.connector)},
        "user": text(record.user) if record else None,
        "evidence": {name: room.value(value) for name, value in call.evidence.model_dump(exclude_none=True).items()},
        "digest": record.digest if record else None,
        "interactions": list(call.interactions),
        "asked_cards": list(call.asked_cards),
        "arguments": room.value(dict(call.shown_arguments)),
    }
    return row | {"cut": room.cut, "size": PLAIN_ROW + LONGEST_ROW - room.left}


def card_row(card: DurableCard, turn: str | None) -> Row:
    """Return a durable card as a row of the timeline: without its nonce, which is the card's own channel's."""
    room = Room()
    shown = card.display
    state = card.cause if card.cause == "replaced" else card.status
    is_live = card.status in ("pending", "submitted") or card.run == "running"
    row: Row = {
        "id": card.id,
        "interaction": state,
        "turn": turn,
        "pending": "interaction" if is_live else None,
        "at": moment(card.ended_at or card.settled_at or card.decided_at or card.created_at),
        "called_at": moment(card.created_at),
        "asked_at": moment(card.created_at),
        "expires_at": moment(card.expires_at),
        "decided_at": moment(card.decided_at),
        "settled_at": moment(card.settled_at),
        "ended_at": moment(card.ended_at),
        "action": room.text(str(shown["title"])),
        "summary": room.text(str(shown["description"])),
        "action_label": shown["action_label"],
        "cancel_label": shown["cancel_label"],
        "destructive": shown["destructive"],
        "arguments": room.value(shown.get("binds", {})),
        "words_by": card.words_by,
        "caller": {"agent": room.text_or_none(card.asked_by), "connector": ""},
        "evidence": {name: room.value(value) for name, value in card.decided_by.model_dump(exclude_none=True).items()},
        "side_effect": room.text_or_none(card.side_effect),
        "run": card.run,
    }
    return row | {"cut": room.cut, "size": PLAIN_ROW + LONGEST_ROW - room.left}


def pending(call: Call) -> str:
    """Return what a call that has not settled waits for: an answer, a click on its card, or its function."""
    if call.state == "entered":
        return "running"
    return "asked" if call.card is None else "card"


def moment(at: Any) -> str | None:
    """Return a time as JSON has it."""
    return None if at is None else at.isoformat()


class Room:
    """The room one row has for its values.

    Attributes:
        left: how many characters more it takes.
        cut: whether anything had to be left out.
    """

    def __init__(self) -> None:
        self.left = LONGEST_ROW
        self.cut = False

    def text(self, text: str) -> str:
        """Return a text, or as much of it as there is room for."""
        most = min(LONGEST_VALUE, max(self.left, 0))
        self.left -= min(len(text), most)
        if len(text) <= most:
            return text
        self.cut = True
        return f"{text[:most]}… ({len(text):,} characters)"

    def text_or_none(self, text: str | None) -> str | None:
        """Return a text as `text` does, where there is one."""
        return None if text is None else self.text(text)

    def value(self, value: Any) -> Any:
        """Return a JSON value, or as much of it as there is room for."""
        if isinstance(value, str):
            return self.text(value)
        self.left -= 8
        if isinstance(value, dict):
            fields: dict[str, Any] = {}
            for name, item in value.items():
                if self.left <= 0:
                    self.cut = True
                    fields["…"] = f"{len(value) - len(fields):,} more"
                    break
                fields[self.text(name)] = self.value(item)
            return fields
        if isinstance(value, list):
            items: list[Any] = []
            for item in value:
                if self.left <= 0:
                    self.cut = True
                    items.append(f"… {len(value) - len(items):,} more")
                    break
                items.append(self.value(item))
            return items
        return value


def shortened(value: Any) -> Any:
    """Return a JSON value at a length that Watch shows."""
    return Room().value(value)
