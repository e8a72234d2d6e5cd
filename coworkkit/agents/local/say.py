"""LocalAgent's sentences: calls, questions and results in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .filling import Gap
from .match import Reading
from .names import Known
from .schema import Parameter
from .things import NAME_KEYS, Thing
from .words import name_words

if TYPE_CHECKING:
    from coworkkit.core.result import CallResult

MAX_RESULT = 1500
MAX_ITEMS = 10
MAX_VALUE = 120
_QUOTES = '"“”„«»'
HAND_OFF = "Only you can turn Hand mode on: use the switch at the top of this panel"


def action_in_words(known: Known) -> str:
    """Return an action's name as people would say it: ``view mode.set_list`` is “view mode: set list”."""
    info = known.info
    element = info.element
    own = info.name[len(element) + 1 :] if element is not None and info.name.startswith(f"{element}.") else info.name
    said = " ".join(name_words(own)) or info.name
    return f"{element}: {said}" if element is not None else said


def call_in_words(reading: Reading) -> str:
    """Return a call with its values: “add task (title: Buy milk, project: Website relaunch)”."""
    said = []
    for parameter in reading.known.parameters:
        if parameter.name in reading.arguments:
            thing = reading.things.get(parameter.name)
            value = thing.name if thing is not None else value_in_words(reading.arguments[parameter.name])
            said.append(f"{parameter.spoken}: {_cut(value)}")
    name = action_in_words(reading.known)
    return f"{name} ({', '.join(said)})" if said else name


def things_in_words(things: Sequence[Thing]) -> str:
    """Return a numbered list of things; those of one name are told apart by where they are."""
    names = [thing.name for thing in things]
    lines = []
    for number, thing in enumerate(things, 1):
        alike = names.count(thing.name) > 1
        place = f" (in {thing.within})" if alike and thing.within else f" ({thing.id})" if alike else ""
        lines.append(f"{number}. {_cut(thing.name)}{place}")
    return "\n".join(lines)


def question_for(reading: Reading, gap: Gap) -> str:
    """Return the question that asks for one parameter."""
    parameter = gap.parameter
    listed = f"\n{things_in_words(gap.choices)}" if gap.choices else ""
    kind = reading.kind_of(parameter)
    action = action_in_words(reading.known)
    if kind is not None:
        which = f"Which {parameter.spoken or kind}?"
        if gap.reason == "unknown" and gap.said:
            name = _cut(gap.said.strip(_QUOTES) or gap.said)
            none = f"I see no {parameter.spoken or kind or 'such thing'} called “{name}” on this page."
            return f"{none} {which}{listed}"
        if gap.reason == "ambiguous":
            more = f"“{_cut(gap.said)}” fits more than one. " if gap.said else ""
            return f"{more}{which}{listed}"
        return f"For “{action}”: which {parameter.spoken or kind}?{listed or _hint(parameter)}"
    unfit = f"“{_cut(gap.said)}” does not fit. " if gap.reason == "unfit" and gap.said else ""
    return f"{unfit}For “{action}”: {_asked(parameter)}{_hint(parameter)}"


def _asked(parameter: Parameter) -> str:
    name = parameter.spoken
    many = name.endswith("s") and not name.endswith("ss") and name != "status"
    what = f"what {'are' if many else 'is'} the {name}?"
    if parameter.kind == "choice":
        return f"which {name}? It can be {_either([str(choice) for choice in parameter.choices])}."
    if parameter.kind == "boolean":
        return f"{name}, yes or no?"
    if parameter.kind == "integer":
        return f"{what} I need a whole number."
    if parameter.kind == "number":
        return f"{what} I need a number."
    if parameter.kind in ("date", "datetime"):
        return f"{what} A day such as “tomorrow” or “2026-05-31”."
    if parameter.kind == "time":
        return f"{what} A time such as “15:30”."
    return what


def _hint(parameter: Parameter) -> str:
    return f" ({_cut(parameter.description.strip().rstrip('.'))})" if parameter.description.strip() else ""


def _either(options: Sequence[str]) -> str:
    shown = [*options[:MAX_ITEMS], *(["…"] if len(options) > MAX_ITEMS else [])]
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def quoted_list(texts: Iterable[str]) -> str:
    """Return texts in quotation marks, joined by commas."""
    return ", ".join(f"“{_cut(text)}”" for text in texts)


def result_in_words(reading: Reading, result: Any) -> str:
    """Return what an action gave back: a text as it is, a list as a list, nothing as “Done”."""
    if result is None:
        return f"Done: {call_in_words(reading)}."
    if isinstance(result, str):
        return result[:MAX_RESULT] + ("…" if len(result) > MAX_RESULT else "") if result.strip() else "Done."
    if isinstance(result, (list, tuple)):
        return _list_in_words(result)
    if isinstance(result, Mapping):
        return _cut(_fields_in_words(result), MAX_RESULT) or f"Done: {call_in_words(reading)}."
    if isinstance(result, bool):
        return "Yes." if result else "No."
    return value_in_words(result)


def _list_in_words(items: Sequence[Any]) -> str:
    if not items:
        return "Nothing found."
    lines = [f"- {_item_in_words(item)}" for item in items[:MAX_ITEMS]]
    if len(items) > MAX_ITEMS:
        lines.append(f"… and {len(items) - MAX_ITEMS:,} more.")
    return "\n".join(lines)


def _item_in_words(item: Any) -> str:
    if not isinstance(item, Mapping):
        return value_in_words(item)
    name = next((key for key in NAME_KEYS if isinstance(item.get(key), str) and item[key].strip()), None)
    told = {key: value for key, value in item.items() if key != name and not _says_nothing(str(key), value, name)}
    facts = ", ".join(f"{_field(key)}: {value_in_words(value)}" for key, value in list(told.items())[:6])
    if name is None:
        return facts or "(empty)"
    return f"{_cut(item[name])} ({facts})" if facts else _cut(item[name])


def _says_nothing(key: str, value: Any, name: str | None) -> bool:
    """Return whether a field tells people nothing: an id beside a name, or no value."""
    words = name_words(key)
    return value is None or value in ("", [], {}) or (name is not None and bool(words) and words[-1] in ("id", "uuid"))


def _fields_in_words(result: Mapping[Any, Any]) -> str:
    lines = []
    for key, value in list(result.items())[: 2 * MAX_ITEMS]:
        if isinstance(value, (list, tuple)) and value:
            lines.append(f"{_field(key)}:\n{_list_in_words(value)}")
        elif isinstance(value, Mapping) and value:
            lines.append(f"{_field(key)}: {_item_in_words(value)}")
        elif value is not None:
            lines.append(f"{_field(key)}: {value_in_words(value)}")
    return "\n".join(lines)


def _field(key: Any) -> str:
    return " ".join(name_words(str(key))) or str(key)


def value_in_words(value: Any) -> str:
    """Return one value as people would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, Mapping):
        return _item_in_words(value) if len(value) <= 6 else f"{len(value)} fields"
    if isinstance(value, (list, tuple)):
        shown = ", ".join(value_in_words(each) for each in value[:5])
        return f"{shown} and {len(value) - 5} more" if len(value) > 5 else shown or "none"
    return _cut(str(value))


def refusal_in_words(reading: Reading, result: CallResult) -> str:
    """Return why a call did not do what was asked, in plain words."""
    said = call_in_words(reading)
    if result.code == "needs_hand_mode":
        return f"{HAND_OFF}. Then say “go on”."
    if result.code == "cancelled":
        return "OK, I left it."
    if result.code == "timeout":
        return "There was no answer in time, so I did nothing. Say it again if you still want it."
    if result.code == "not_found":
        return f"“{action_in_words(reading.known)}” is no longer on this page, so nothing was done."
    if result.code == "internal":
        return f"That did not work. {result.message}".strip()
    if result.code == "confirmation_busy":
        return f"Something else is waiting for your answer, so I did not {said}. {result.message}".strip()
    if result.code == "unavailable":
        return f"That is not possible right now. {result.message}".strip()
    return result.message or f"That did not work: {said}."


def _cut(text: str, limit: int = MAX_VALUE) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
