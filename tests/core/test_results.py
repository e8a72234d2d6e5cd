"""Results: whatever a function returns has a form in strict JSON, or the agent learns that it only ran."""

from __future__ import annotations

import collections
import enum
import json
import math
import uuid
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, SecretStr

from coworkkit import CallResult
from coworkkit.core.jsonable import NotJsonError, as_json
from tests.core.scene import Scene


class Colour(enum.Enum):
    RED = "red"
    DEEP = ("r", 1)


class Grade(enum.IntEnum):
    A = 1


@dataclass
class Point:
    x: int
    y: Decimal


class Pair(NamedTuple):
    left: int
    right: str


class Task(BaseModel):
    title: str
    due: date | None = None
    point: Point | None = None


class Scalar:
    """What a numpy scalar looks like from outside."""

    dtype, ndim = "float64", 0

    def item(self) -> float:
        return 2.5


FORMS: list[tuple[Any, Any]] = [
    (None, None),
    (True, True),
    ("text", "text"),
    (0, 0),
    (2**53 - 1, 2**53 - 1),
    (2**53, str(2**53)),
    (-(2**53), str(-(2**53))),
    (10**400, str(10**400)),
    (1.5, 1.5),
    (math.nan, "NaN"),
    (math.inf, "Infinity"),
    (-math.inf, "-Infinity"),
    (Decimal("1.10"), "1.10"),
    (Decimal("NaN"), "NaN"),
    (Decimal("123456789012345678901234567890"), "123456789012345678901234567890"),
    (datetime(2026, 1, 2, 3, 4, 5), "2026-01-02T03:04:05"),
    (datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), "2026-01-02T03:04:05+00:00"),
    (date(2026, 1, 2), "2026-01-02"),
    (time(3, 4), "03:04:00"),
    (timedelta(minutes=1), 60.0),
    (uuid.UUID(int=0), "00000000-0000-0000-0000-000000000000"),
    (PurePosixPath("/a/b"), "/a/b"),
    (b"\x00\xff", "AP8="),
    (bytearray(b"\x00\xff"), "AP8="),
    (Colour.RED, "red"),
    (Colour.DEEP, ["r", 1]),
    (Grade.A, 1),
    ({3, 1, 2}, [1, 2, 3]),
    (frozenset({"b", "a"}), ["a", "b"]),
    ((1, "a"), [1, "a"]),
    (collections.deque([1, 2]), [1, 2]),
    (Point(1, Decimal("2.0")), {"x": 1, "y": "2.0"}),
    (Pair(1, "b"), {"left": 1, "right": "b"}),
    (Task(title="t", due=date(2026, 1, 2)), {"title": "t", "due": "2026-01-02", "point": None}),
    (
        [Task(title="t", point=Point(1, Decimal(2)))],
        [{"title": "t", "due": None, "point": {"x": 1, "y": "2"}}],
    ),
    ({1: "a", None: "b", 2.5: "d"}, {"1": "a", "null": "b", "2.5": "d"}),
    ({date(2026, 1, 2): 1, Colour.RED: 2, (1, 2): 3}, {"2026-01-02": 1, "red": 2, "[1,2]": 3}),
    (collections.OrderedDict(a=[{}]), {"a": [{}]}),
    (SecretStr("hunter2"), "••••••"),
    (Scalar(), 2.5),
    ("\u202e\x00", "\u202e\x00"),
]


async def answer_to(value: Any) -> tuple[CallResult, Scene]:
    async def give() -> Any:
        """Give it back."""
        return value

    scene = Scene(give)
    result = await scene.call("give")
    json.loads(json.dumps(result.as_json(), allow_nan=False))
    scene.record.model_dump_json()
    return result, scene


@pytest.mark.scenario("S50")
@pytest.mark.parametrize(("value", "told"), FORMS, ids=lambda value: repr(value)[:40])
async def test_each_kind_of_result_has_its_form(value: Any, told: Any) -> None:
    result, scene = await answer_to(value)
    assert result.ok and result.message == "Done." and scene.record.outcome.note is None
    assert result.result == told and type(result.result) is type(told)


class Raising:
    """A result that is broken in itself."""


class RaisingMapping(dict[str, int]):
    def items(self) -> Any:
        raise RuntimeError("broken")


class RaisingModel(BaseModel):
    title: str

    def __getattribute__(self, name: str) -> Any:
        if name == "__dict__":
            raise RuntimeError("broken")
        return super().__getattribute__(name)


class Endless:
    dtype, ndim = "float64", 0

    def item(self) -> Endless:
        return Endless()


def cycle() -> list[Any]:
    itself: list[Any] = []
    itself.append({"in": itself})
    return itself


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def twofold(levels: int) -> Any:
    """A few objects that hold one another so often that written out they fill the memory."""
    value: Any = "x"
    for _ in range(levels):
        value = [value, value]
    return value


UNSHOWABLE = {
    "an object": object(),
    "an exception": ValueError("x"),
    "a class": Point,
    "a function": cycle,
    "a cycle": cycle(),
    "too deep": deep(150),
    "far too deep": deep(100_000),
    "twofold": twofold(60),
    "complex": 1j,
    "too many digits": 10**5000,
    "half a surrogate pair": "\ud800",
    "half a surrogate pair inside": [{"\udfff": 1}],
    "two equal keys": {1: "a", "1": "b"},
    "a mapping that raises": RaisingMapping(a=1),
    "a model that raises": RaisingModel(title="t"),
    "an endless scalar": Endless(),
    "a generator inside": {"all": (x for x in "ab")},
    "20 MB": "x" * 20_000_000,
    "a million things": [0] * 1_000_000,
}


@pytest.mark.scenario("S50", "S40")
@pytest.mark.parametrize("value", UNSHOWABLE.values(), ids=UNSHOWABLE.keys())
async def test_a_result_without_a_form_is_no_failure_of_the_action(value: Any) -> None:
    result, scene = await answer_to(value)
    assert result.ok and result.code is None and result.result is None
    assert "The action ran" in result.message and "not call it again" in result.message
    assert len(result.message) < 500
    record = scene.record
    assert record.gate == "fired" and record.outcome.ok and record.outcome.entered and record.outcome.error is None
    assert record.outcome.note == result.message


@pytest.mark.scenario("S40")
async def test_a_large_result_names_its_size_and_one_below_the_limit_arrives() -> None:
    result, _ = await answer_to("x" * 300_000)
    assert "300,002 bytes" in result.message
    result, _ = await answer_to("x" * 200_000)
    assert result.result == "x" * 200_000


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.decimals()
    | st.binary()
    | st.dates()
    | st.datetimes()
    | st.timedeltas()
    | st.uuids()
    | st.complex_numbers()
    | st.sampled_from(Colour),
    lambda inner: (
        st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.integers() | st.text() | st.none(), inner)
    ),
    max_leaves=12,
)


@given(json_values)
def test_json_comes_through_unchanged(value: Any) -> None:
    assert json.loads(json.dumps(as_json(value), allow_nan=False)) == value


@given(anything)
def test_whatever_is_converted_is_strict_json_and_converting_it_again_changes_nothing(value: Any) -> None:
    try:
        told = as_json(value)
    except NotJsonError:
        return
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert as_json(told) == told


@given(st.integers())
def test_no_digit_of_an_integer_is_lost(value: int) -> None:
    assert int(as_json(value)) == value


@given(st.decimals(allow_nan=False))
def test_no_digit_of_a_decimal_is_lost(value: Decimal) -> None:
    assert Decimal(as_json(value)) == value


def test_the_answer_as_an_object_leaves_out_what_is_empty() -> None:
    assert CallResult("1", True, None, "Done.").as_json() == {"ok": True, "message": "Done."}
    asked = CallResult("1", False, "needs_confirmation", "Ask.", question="Really?", question_id="q")
    assert asked.as_json() == {
        "ok": False,
        "code": "needs_confirmation",
        "message": "Ask.",
        "question": "Really?",
        "question_id": "q",
    }
