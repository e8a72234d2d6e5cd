"""Binding: validated before anybody is asked, and frozen; what is shown is what runs."""

from __future__ import annotations

import asyncio
from collections import UserDict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from time import perf_counter
from types import MappingProxyType
from typing import Annotated, Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from annotated_types import Predicate
from pydantic import AfterValidator, BaseModel, Field, SecretBytes, SecretStr, model_validator

from tests.core.scene import Scene

got: list[Any] = []
validated: list[str] = []
shared: list[str] = ["harmless"]


def counted(value: str) -> str:
    validated.append(value)
    if value == "bad":
        raise ValueError("bad is not allowed")
    return value


def book(
    room: Annotated[str, AfterValidator(counted)],
    seats: Annotated[int, Field(ge=1, le=8)],
    kind: Literal["call", "talk"] = "call",
) -> str:
    """Book a room."""
    got.append((room, seats, kind))
    return room


@pytest.fixture(autouse=True)
def fresh() -> None:
    got.clear()
    validated.clear()
    shared[:] = ["harmless"]


GOOD = {"room": "A", "seats": 2}


@pytest.mark.scenario("S57")
@pytest.mark.parametrize(
    ("arguments", "field", "words"),
    [
        ({"seats": 2}, "room", "is required"),
        ({"room": "A", "seats": 9}, "seats", "less than or equal to 8"),
        ({"room": "A", "seats": "many"}, "seats", "integer"),
        ({"room": "A", "seats": 2, "kind": "party"}, "kind", "'call' or 'talk'"),
        ({"room": "bad", "seats": 2}, "room", "bad is not allowed"),
        ({"room": "A", "seats": 2, "user_confirmed": True}, "user_confirmed", "is not an argument"),
        ({"room": None, "seats": 2}, "room", "string"),
    ],
)
@pytest.mark.parametrize("control", ["open", "soft", "hard"])
async def test_bad_arguments_go_back_at_once_and_nobody_is_asked(
    arguments: dict[str, Any], field: str, words: str, control: str
) -> None:
    scene = Scene(book, control=control)
    result = await scene.call("book", arguments)
    assert result.code == "invalid_args" and got == []
    assert [problem.field for problem in result.problems] == [field]
    assert words in result.problems[0].message and field in result.message
    assert scene.session.cards.on_screen is None and scene.session.consent.open is None
    record = scene.record
    assert (record.gate, record.control, record.arguments) == ("refused", control, {})
    assert record.outcome.error is not None and record.outcome.error.code == "invalid_args"


async def test_every_wrong_argument_is_named_up_to_twenty() -> None:
    scene = Scene(book)
    result = await scene.call("book", {f"wrong_{number}": 1 for number in range(30)})
    assert len(result.problems) == 20 and "12 more" in result.message


@pytest.mark.scenario("S57")
async def test_validators_run_once_for_an_open_call_and_once_more_after_a_yes() -> None:
    await Scene(book).call("book", GOOD)
    assert validated == ["A"]
    validated.clear()
    assert (await Scene(book, control="hard").confirmed("book", GOOD)).ok
    assert validated == ["A", "A"]


free_seats: set[int] = set()


def seat(number: Annotated[int, Predicate(free_seats.__contains__)] | None) -> None:
    """Take a seat."""
    got.append(number)


async def test_a_function_that_judges_a_plain_value_is_asked_again_after_a_yes() -> None:
    free_seats.update((3, 4))
    scene = Scene(seat, control="hard")
    assert (await scene.confirmed("seat", {"number": 3})).ok
    call = scene.start("seat", {"number": 4})
    await scene.person.sees_card()
    free_seats.clear()
    await scene.person.confirms()
    assert (await scene.end_of(call)).code == "invalid_args" and got == [3]


@pytest.mark.parametrize("arguments", [7, "7", None, ["room"], [("room", "A")], {"room"}, object()])
async def test_what_is_no_object_is_refused(arguments: Any) -> None:
    result = await Scene(book).call("book", arguments)
    assert result.code == "invalid_args" and got == []


async def test_a_mapping_that_is_no_dict_is_fine() -> None:
    assert (await Scene(book).call("book", MappingProxyType(GOOD))).ok


async def test_no_arguments_are_an_empty_object() -> None:
    def greet() -> str:
        """Greet."""
        return "hello"

    scene = Scene(greet)
    for arguments in (None, {}, "", "{}", "  "):
        assert (await scene.call("greet", arguments)).result == "hello"


async def test_the_last_of_two_equal_keys_in_json_text_is_shown_and_run() -> None:
    scene = Scene(book, control="hard")
    call = scene.start("book", '{"room": "A", "room": "B", "seats": 1}')
    card = await scene.person.sees_card()
    assert card.content.rows[0].value == ["B"]
    await scene.person.confirms()
    assert (await scene.end_of(call)).result == "B"


@dataclass
class Leg:
    to: str
    tags: list[str]


class Trip(BaseModel):
    legs: list[Leg]


def travel(trip: Trip, notes: list[str] = [], extra: dict[str, Any] | None = None) -> None:  # noqa: B006
    """Travel."""
    got.append((trip.legs[0].tags[:], notes[:]))
    trip.legs[0].tags.append("changed by the function")
    notes.append("changed by the function")


@pytest.mark.scenario("S10")
async def test_whoever_holds_the_agents_objects_cannot_change_what_runs() -> None:
    tags, notes = ["one"], ["n"]
    scene = Scene(travel, control="hard")
    call = scene.start("travel", {"trip": {"legs": [{"to": "Oslo", "tags": tags}]}, "notes": notes})
    await scene.person.sees_card()
    tags.append("two")
    notes.append("m")
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok
    assert got == [(["one"], ["n"])]
    assert scene.record.arguments["trip"] == {"legs": [{"to": "Oslo", "tags": ["one"]}]}


async def test_a_default_is_never_shared_between_calls() -> None:
    scene = Scene(travel)
    for _ in range(2):
        await scene.call("travel", {"trip": {"legs": [{"to": "Oslo", "tags": []}]}})
    assert got == [([], []), ([], [])]
    assert scene.records[0].arguments["notes"] == scene.records[1].arguments["notes"] == []


def a_shared_list(value: str) -> Any:
    return shared


def send(to: Annotated[str, AfterValidator(a_shared_list)]) -> None:
    """Send something."""
    got.append(list(to))
    to.append("changed by the function")  # type: ignore[attr-defined]


def send_maybe(to: Annotated[str, AfterValidator(a_shared_list)] | None = None) -> None:
    """Send something."""
    got.append(list(to or []))


class Recipients(BaseModel):
    to: str

    @model_validator(mode="after")
    def looked_up(self) -> Recipients:
        self.to = shared  # type: ignore[assignment]
        return self


def send_all(to: Any) -> None:
    """Send something."""
    got.append(list(to))


@pytest.mark.scenario("S10")
@pytest.mark.parametrize("run", ["send", "send_maybe", "send_all"])
async def test_an_object_that_a_validator_made_and_kept_cannot_change_what_runs(run: str) -> None:
    scene = Scene(send, send_maybe, control="hard")
    scene.add(send_all, control="hard", parameters=Recipients)
    call = scene.start(run, {"to": "Ada"})
    await scene.person.sees_card()
    shared.append("harmful")
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok
    assert got == [["harmless"]] and scene.record.arguments == {"to": ["harmless"]}


async def test_a_level_function_and_a_summary_cannot_change_what_runs() -> None:
    def list_up(items: list[str]) -> None:
        """List things."""
        got.append(items)

    def level(items: list[str]) -> str:
        items.append("by the level function")
        return "hard"

    def summary(items: list[str]) -> str:
        items.append("by the summary")
        return "List them?"

    scene = Scene(list_up, control=level, confirmation_summary=summary)
    assert (await scene.confirmed("list_up", {"items": ["a"]})).ok
    assert got == [["a"]] and scene.record.arguments == {"items": ["a"]}


async def test_what_cannot_be_shown_cannot_be_called() -> None:
    def keep(anything: Any) -> None:
        """Keep anything."""
        got.append(anything)

    for control in ("open", "hard"):
        scene = Scene(keep, control=control)
        result = await scene.call("keep", {"anything": asyncio.Event()})
        assert result.code == "invalid_args" and got == []
        itself: list[Any] = []
        itself.append(itself)
        assert not (await scene.call("keep", {"anything": itself})).ok and got == []


@pytest.mark.parametrize("number", [2**53, -(2**60), 10**400])
async def test_large_integers_keep_every_digit_everywhere(number: int) -> None:
    def count(number: int) -> int:
        """Count."""
        got.append(number)
        return number

    scene = Scene(count, control="hard")
    call = scene.start("count", {"number": number})
    card = await scene.person.sees_card()
    assert card.content.rows[0].value == [str(number)]
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert got == [number] and result.result == str(number) and scene.record.arguments == {"number": str(number)}


@pytest.mark.parametrize(
    ("default", "shown"), [(2**60, str(2**60)), (float("nan"), "NaN"), (Decimal("1.50"), "1.50"), (None, None)]
)
async def test_a_default_that_is_not_what_its_hint_says_is_handed_over_as_it_is_and_shown_as_json(
    default: Any, shown: str | None
) -> None:
    def note(text: str = default) -> None:
        """Note."""
        got.append(text)

    scene = Scene(note)
    assert (await scene.call("note")).ok
    assert got[0] is default and scene.record.arguments == {"text": shown}
    scene.record.model_dump_json()


async def test_floats_that_are_no_numbers_are_shown_by_name() -> None:
    def weigh(kilos: float) -> None:
        """Weigh."""
        got.append(kilos)

    scene = Scene(weigh)
    assert (await scene.call("weigh", {"kilos": float("inf")})).ok
    assert scene.record.arguments == {"kilos": "Infinity"}
    scene.record.model_dump_json()


class Text(str):
    def __str__(self) -> str:
        return "harmless"

    def __deepcopy__(self, memo: Any) -> str:
        return "harmless"


class Day(date):
    def isoformat(self) -> str:
        return "2000-01-01"


class Number(int):
    def __deepcopy__(self, memo: Any) -> int:
        return 1


class Items(list[Any]):
    def __iter__(self) -> Any:
        return iter(["harmless"])


class Options(dict[str, Any]):
    def items(self) -> Any:
        return {"to": "harmless"}.items()


class Zone(tzinfo):
    def utcoffset(self, at: datetime | None) -> timedelta:
        return timedelta(0)


class Sealed(SecretStr):
    pass


def keep(anything: Any) -> Any:
    """Keep anything."""
    got.append(anything)


HOSTILE = [
    Text("x"),
    Day(2026, 1, 1),
    Number(7),
    Items(["x"]),
    Options(to="x"),
    Sealed("x"),
    datetime(2026, 1, 1, tzinfo=Zone()),
    time(1, tzinfo=Zone()),
    {Text("x"): 1},
    {"x": Trip(legs=[])},
    Leg("x", []),
    {1, 2},
    object(),
    10**4400,
]


@pytest.mark.scenario("S10", "S57")
@pytest.mark.parametrize("control", ["open", "hard"])
@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("nested", [False, True])
async def test_only_exact_plain_values_get_in(value: Any, control: str, nested: bool) -> None:
    scene = Scene(keep, control=control)
    result = await scene.call("keep", {"anything": [{"a": value}] if nested else value})
    assert result.code == "invalid_args" and got == [] and "Nothing was run" in result.message
    assert scene.session.cards.on_screen is None


async def test_a_name_that_only_looks_plain_does_not_get_in() -> None:
    assert (await Scene(keep).call("keep", {Text("anything"): 1})).code == "invalid_args" and got == []


async def test_a_mapping_that_cannot_be_read_is_refused() -> None:
    class Broken(UserDict[str, Any]):
        def __getitem__(self, key: str) -> Any:
            raise RuntimeError("no")

    assert (await Scene(keep).call("keep", Broken(anything=1))).code == "invalid_args" and got == []


PLAIN = [
    [1, "a", 1.5, True, None, ("b",), {"c": [2**70]}],
    Decimal("1.50"),
    UUID(int=7),
    date(2026, 1, 1),
    datetime(2026, 1, 1, tzinfo=UTC),
    datetime(2026, 1, 1, tzinfo=ZoneInfo("Europe/Berlin")),
    time(1, 2),
    timedelta(seconds=3),
    b"bytes",
    {1: "one", None: "none"},
    SecretStr("one-long-secret"),
    SecretBytes(b"one-long-secret"),
]


@pytest.mark.parametrize("control", ["open", "hard"])
@pytest.mark.parametrize("value", PLAIN, ids=lambda value: type(value).__name__)
async def test_exact_plain_values_get_in(value: Any, control: str) -> None:
    scene = Scene(keep, control=control)
    call = (
        scene.call("keep", {"anything": value}) if control == "open" else scene.confirmed("keep", {"anything": value})
    )
    assert (await call).ok
    assert str(got[0]) == str(value).replace("('b',)", "['b']")


def add_up(numbers: list[int] = [], password: str = "", login: dict[str, Any] = {}) -> None:  # noqa: B006
    """Add up."""
    got.append(len(numbers))


HUGE: list[Any] = [
    {"password": "x" * 1_000_001},
    {"password": "ab1 " * 240_000, "wrong": 1},
    {"login": {str(number): "x" * 50 for number in range(100_000)}},
    {"login": {"x": ["y" * 60_000 for _ in range(20)]}},
    {"numbers": ["bad"] * 300_000},
    {"numbers": ["bad"] * 19_000},
    {f"wrong_{number}": 1 for number in range(100_000)},
    '{"numbers": [' + ",".join(["[]"] * 620_000) + "]}",
    {"login": {"x": [[] for _ in range(620_000)]}},
    {"login": {"password": [[] for _ in range(19_000)], "token": "x" * 990_000, "y": b"x" * 20_000}},
]


@pytest.mark.scenario("S57", "S40")
@pytest.mark.parametrize("arguments", HUGE, ids=range(len(HUGE)))
@pytest.mark.parametrize("control", ["open", "hard"])
async def test_huge_arguments_are_refused_at_once(arguments: Any, control: str) -> None:
    scene = Scene(add_up, control=control)
    begun = perf_counter()
    result = await scene.call("add_up", arguments)
    assert perf_counter() - begun < 0.5
    assert result.code == "invalid_args" and got == [] and len(result.message) < 5_000


async def test_a_bag_of_bags_is_counted_out() -> None:
    bag: Any = []
    for _ in range(50):
        bag = [bag, bag]
    scene = Scene(keep)
    assert "20,000 values" in (await scene.call("keep", {"anything": bag})).message and got == []
    for _ in range(200):
        bag = [bag]
    assert "100 levels" in (await scene.call("keep", {"anything": bag})).message and got == []


async def test_a_large_but_bounded_call_runs() -> None:
    assert (await Scene(add_up).call("add_up", {"numbers": list(range(19_000))})).ok and got == [19_000]
