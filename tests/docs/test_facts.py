"""What the docs list is what there is: codes, fields, causes, errors, limits, the states of a call."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import PurePosixPath
from typing import Any, get_args
from uuid import UUID

import pytest
from pydantic import BaseModel, SecretStr

from coworkkit import ActionRecord, Evidence
from coworkkit.core import (
    account,
    card,
    card_line,
    consent,
    control,
    conversation,
    given,
    hand,
    jsonable,
    judgement,
    session,
    worker,
)
from coworkkit.core import action as actions
from coworkkit.core.call import MOVES
from coworkkit.core.record import Cause, GateDecision
from coworkkit.core.tools import InteractionStatus, Reason, RunState
from coworkkit.errors import Code
from coworkkit.interactions import keeping, requests
from coworkkit.ui import builder, provider, tabs, watch
from scripts.state_diagram import PAGE as GATE_PAGE
from scripts.state_diagram import drawn_into
from tests.agents.local_agent_page import BOARD, Talk
from tests.docs.blocks import ROOT

DOCS = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")}
GATE, DECLARING = DOCS["gate.md"], DOCS["declaring.md"]


def rows_after(heading: str, text: str, columns: str = "") -> list[list[str]]:
    """The cells of the first table after a heading whose head begins with these columns."""
    lines = iter(text.partition(f"\n{heading}\n")[2].splitlines())
    for line in lines:
        if line.startswith(f"| {columns}"):
            break
    next(lines)
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    assert found, f"there is no table after {heading!r}"
    return found


def names_in(cell: str) -> list[str]:
    """What a cell holds in code."""
    return re.findall(r"`([^`]+)`", cell)


# The gate


def test_the_drawing_of_a_calls_life_is_fresh() -> None:
    assert drawn_into(GATE) == GATE, "run python -m scripts.state_diagram"
    assert GATE_PAGE.read_text(encoding="utf-8") == GATE


def test_every_state_is_explained() -> None:
    rows = rows_after("## The life of a call", GATE)
    assert [names_in(row[0]) for row in rows] == [[state] for state in MOVES]


def test_every_code_is_explained() -> None:
    told = [name for row in rows_after("## What the agent sees", GATE) for name in names_in(row[0])]
    assert told == ["ok=True", *get_args(Code)]


def fields_of(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    """The fields of a model; those of a model inside it as ``outer.inner``."""
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from fields_of(kind, f"{name}.")
        else:
            yield f"{prefix}{name}"


def test_every_field_of_the_record_is_explained() -> None:
    rows = rows_after("## The record", GATE, "field")
    assert [name for row in rows for name in names_in(row[0])] == list(fields_of(ActionRecord))


def test_every_gate_decision_and_its_errors_are_explained() -> None:
    rows = rows_after("## The record", GATE, "`gate` | `entered`")
    assert sorted(names_in(row[0])[0] for row in rows) == sorted(get_args(GateDecision))
    assert {name for row in rows for name in names_in(row[2])} <= {"None", *get_args(Code)}


def test_every_cause_is_explained_and_who_it_was() -> None:
    rows = rows_after("### Who decided", GATE)
    assert sorted(names_in(row[1])[0] for row in rows) == sorted(get_args(Cause))
    deciding = {part for kind in get_args(Evidence.model_fields["by"].annotation) for part in get_args(kind)}
    assert {names_in(row[0])[0] for row in rows} == deciding
    people = {names_in(row[1])[0] for row in rows if row[3].startswith("yes")}
    assert people == {"click", "words", "stopped"}


# Declaring


@dataclass(frozen=True)
class Raised:
    """An error that the package may raise, with ``…`` for what its message takes in."""

    where: str
    messages: tuple[str, ...]


def raised(error: str) -> list[Raised]:
    """Every place in the package that raises an error."""
    found = []
    for path in sorted((ROOT / "coworkkit").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == error:
                messages = tuple(pattern_of(argument) for argument in node.args)
                found.append(Raised(f"{path.name}:{node.lineno}", messages))
    return found


def pattern_of(argument: ast.expr) -> str:
    """A text of the source with ``…`` for each value in it."""
    if isinstance(argument, ast.Constant):
        return str(argument.value)
    if isinstance(argument, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in argument.values)
    return "…"


def test_every_declaration_error_is_listed() -> None:
    rows = rows_after("## Errors at declaration", DECLARING, "it says")
    listed = {name for row in rows for name in names_in(row[0])}
    there = {error.messages[1] for error in raised("DeclarationError")}
    assert there == listed


def test_every_page_error_is_listed() -> None:
    listed = rows_after("`PageError` says that the place is wrong:", DECLARING, "it says")
    parts = [name for row in listed for name in names_in(row[0])]
    there = [error for error in raised("PageError") if not error.where.startswith("page.py")]
    assert there
    for error in there:
        assert any(part in error.messages[0] for part in parts), error
    for part in parts:
        assert any(part in error.messages[0] for error in there), part


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    y: int


RESULTS = {
    "Decimal": Decimal,
    "UUID": UUID,
    "PurePosixPath": PurePosixPath,
    "SecretStr": SecretStr,
    "date": date,
    "time": time,
    "datetime": datetime,
    "timedelta": timedelta,
    "UTC": UTC,
    "Colour": Colour,
    "Point": Point,
}


def test_results_become_what_the_table_says() -> None:
    for returned, told, *_ in rows_after("## What it returns", DECLARING, "your function"):
        given = [eval(code, RESULTS) for code in names_in(returned) if code[0] != "E"]
        expected = given if told == "itself" else [json.loads(code) for code in names_in(told)]
        if len(expected) == 1:
            expected *= len(given)
        assert [jsonable.as_json(value) for value in given] == expected


# Limits: the number as the docs write it, and where


def seconds(value: float) -> str:
    return f"{value:g}"


LIMITS: list[tuple[str, str]] = [
    ("declaring.md", f"at most {worker.HANDOFF_SECONDS * 1000:g} ms"),
    ("declaring.md", f"Worker threads: {worker.MAX_THREADS} each for actions"),
    ("declaring.md", f"at most {jsonable.MAX_ITEMS:,} items"),
    ("declaring.md", f"more than {jsonable.MAX_DEPTH} levels"),
    ("declaring.md", f"{jsonable.MAX_RESULT_BYTES:,} bytes of JSON"),
    ("declaring.md", f"{given.LARGEST_ARGUMENTS:,} characters in {given.MOST_VALUES:,} values"),
    ("declaring.md", f"{card.LONGEST_CARD:,} characters in {card.MOST_ROWS} fields"),
    ("declaring.md", f"{account.LONGEST_MESSAGE:,} characters reach the agent"),
    ("declaring.md", f"1 to {card.LONGEST_SUMMARY:,} characters; read once"),
    ("declaring.md", f"1 to {actions.LONGEST_LABEL} characters; default"),
    ("declaring.md", f"1 to {actions.LONGEST_NAME} printable characters"),
    ("declaring.md", f"have {seconds(judgement.SECONDS)} seconds"),
    ("declaring.md", f"at most {seconds(session.CLOSING_SECONDS)} seconds a session"),
    ("declaring.md", f"{seconds(provider.SHORTEST_TIMEOUT)} to {provider.LONGEST_TIMEOUT:,.0f}"),
    ("declaring.md", f"the latest {watch.MOST_ROWS:,} of a session"),
    ("gate.md", f"nothing for {consent.QUESTION_SECONDS / 60:g} minutes"),
    ("gate.md", f"up to {card_line.MOST_WAITING} calls wait"),
    ("gate.md", f"{seconds(card_line.MORE_TIME_FROM)} s or less are left, {card.EXTENSIONS} times"),
    ("gate.md", f"within {seconds(card.PAINT_SECONDS)} s ends it"),
    ("gate.md", f"up to {card.LONGEST_DEFERRAL_SECONDS / 60:g} minutes"),
    ("gate.md", f"{seconds(card.ARMING_SECONDS)} s or more after it was painted"),
    ("interactions.md", f"`title` | 1 to {requests.LONGEST_TITLE} characters"),
    ("interactions.md", f"what will happen, 1 to {requests.LONGEST_DESCRIPTION:,} characters"),
    ("interactions.md", f"{requests.SHORTEST_TOKEN} to {requests.LONGEST_TOKEN} of `a-z A-Z 0-9 _ -`"),
    ("interactions.md", f"on the other button, 1 to {requests.LONGEST_LABEL} characters"),
    ("interactions.md", f"how long the card lives, 1 to {requests.LONGEST_TTL_MINUTES} minutes"),
    ("interactions.md", f"at most {card.MOST_ROWS} names, {requests.LARGEST_BINDS:,} characters of JSON"),
    ("interactions.md", f"about to happen, 1 to {requests.LONGEST_SIDE_EFFECT:,} characters"),
    ("interactions.md", f"did not report for {keeping.LEASE_SECONDS:.0f} seconds"),
    ("in-the-browser.md", f"at most {conversation.LONGEST_TURN:,} characters"),
    ("in-the-browser.md", f"Up to {conversation.MOST_QUEUED_TURNS} messages wait"),
    ("in-the-browser.md", f"after {hand.IDLE_SECONDS / 60:g} minutes without a sign of"),
    ("in-the-browser.md", f"after {seconds(tabs.GRACE_SECONDS)} seconds (5 more"),
    ("in-the-browser.md", f"the newest {watch.MOST_ROWS:,} are there, values cut at {watch.LONGEST_VALUE:,}"),
    ("in-the-browser.md", f"a call at {watch.LONGEST_ROW:,} and all of them at {watch.MOST_CHARACTERS:,}"),
    ("in-the-browser.md", f"At most {builder.MOST_UNDER_WAY} such calls"),
]


@pytest.mark.parametrize(("page", "said"), LIMITS, ids=[said for _, said in LIMITS])
def test_limit_is_what_the_docs_say(page: str, said: str) -> None:
    assert said in " ".join(DOCS[page].split())


def test_what_confirm_action_takes_is_what_its_table_says() -> None:
    rows = {names_in(row[0])[0]: row for row in rows_after("## confirm_action", DOCS["interactions.md"], "argument")}
    fields = requests.ConfirmRequest.model_fields
    assert set(rows) == set(fields)
    for name, row in rows.items():
        default = fields[name].default
        said = [ast.literal_eval(code) for code in names_in(row[2])]
        assert said == ([] if fields[name].is_required() or default is None else [default]), name


def test_every_reason_of_a_commit_is_explained() -> None:
    rows = rows_after("## commit_action", DOCS["interactions.md"], "`reason`")
    assert [names_in(row[0])[0] for row in rows] == ["None", *get_args(Reason)]
    text = DOCS["interactions.md"]
    for state in (*get_args(RunState), *get_args(InteractionStatus)):
        assert f"`{state}`" in text


def test_destructive_words_are_all_listed() -> None:
    rows = rows_after("## How firmly it is confirmed", DECLARING)
    row = next(row for row in rows if "no `control`" in row[0])
    assert names_in(row[0])[1:] == list(control.DESTRUCTIVE_WORDS)


# LocalAgent


EXAMPLES = rows_after("## What it understands", DOCS["local-agent.md"])


def called(cell: str) -> list[tuple[str, dict[str, Any]]]:
    """The calls that a cell of the table writes down."""
    found = []
    for text in names_in(cell):
        name, _, arguments = text.partition("(")
        call = ast.parse(f"call({arguments}", mode="eval").body
        assert isinstance(call, ast.Call)
        found.append((name, {str(given.arg): ast.literal_eval(given.value) for given in call.keywords}))
    return found


@pytest.mark.parametrize(("said", "calls"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
async def test_local_agent_does_what_its_table_says(said: str, calls: str) -> None:
    talk = Talk(BOARD)
    await talk.say(said)
    assert talk.calls == called(calls)
