"""The life of a call is one table: what it allows happens, and what it forbids changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coworkkit.core.call import MOVES, Call, Move
from coworkkit.core.record import Caller
from coworkkit.errors import IllegalMoveError

EVERY_MOVE = sorted({move for moves in MOVES.values() for move in moves})
ROADS = {"received": (), "bound": ("bind",), "asked": ("bind", "ask"), "cleared": ("bind", "fire")}
ROADS["entered"] = (*ROADS["cleared"], "enter")
ROADS["settled"] = ("settle",)


def call_that_is(state: str) -> Call:
    call = Call("archive", Caller(agent="test"), None)
    for move in ROADS[state]:
        call.move(move)
    return call


@pytest.mark.parametrize(("state", "move"), [(state, move) for state in MOVES for move in MOVES[state]])
def test_a_move_of_the_table_leads_where_the_table_says(state: str, move: Move) -> None:
    call = call_that_is(state)
    call.move(move)
    assert call.state == MOVES[state][move]


@pytest.mark.parametrize(
    ("state", "move"), [(state, move) for state in MOVES for move in EVERY_MOVE if move not in MOVES[state]]
)
def test_any_other_move_raises_and_changes_nothing(state: str, move: Move) -> None:
    call = call_that_is(state)
    with pytest.raises(IllegalMoveError, match=rf"'{state}' cannot '{move}'"):
        call.move(move)
    assert call.state == state


def test_the_function_can_only_be_entered_after_a_clearance() -> None:
    assert [state for state, moves in MOVES.items() if "entered" in moves.values()] == ["cleared"]
    assert {move for moves in MOVES.values() for move, to in moves.items() if to == "cleared"} == {
        "fire",
        "confirm",
    }


def test_a_call_that_was_asked_about_needs_a_yes() -> None:
    assert set(MOVES["asked"]) == {"ask", "confirm", "settle"}


def test_every_call_can_be_settled_from_wherever_it_is_and_only_once() -> None:
    for state in MOVES:
        call = call_that_is(state)
        if state != "settled":
            call.move("settle")
        with pytest.raises(IllegalMoveError):
            call.move("settle")


@given(st.lists(st.sampled_from(EVERY_MOVE), max_size=12))
def test_no_order_of_moves_enters_the_function_twice_or_after_the_end(moves: list[Move]) -> None:
    call = Call("archive", Caller(agent="test"), None)
    made: list[str] = []
    for move in moves:
        try:
            call.move(move)
        except IllegalMoveError:
            continue
        made.append(move)
    assert made.count("enter") <= 1
    assert made.count("settle") <= 1
    assert "settle" not in made[:-1]
    if "enter" in made:
        assert made[made.index("enter") - 1] in ("fire", "confirm")


def test_a_call_without_an_id_gets_one_and_two_calls_never_share_their_own() -> None:
    calls = [Call("archive", Caller(agent="test"), given) for given in (None, "", "call_0", "call_0")]
    assert [call.id for call in calls[2:]] == ["call_0", "call_0"]
    assert calls[0].id and calls[1].id
    assert len({call.record_id for call in calls}) == 4
