"""What confirm_action takes: the limits of the seed's table, and errors that say which and what was given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr

from coworkkit import CoworkkitError
from tests.interactions.stage import QUESTION, Database, Stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with Stage(Database(None)) as opened:
        yield opened


FITS = [
    ("title", "x"),
    ("title", "x" * 120),
    ("title", "取" * 120),
    ("description", "x" * 2000),
    ("action_label", "x" * 40),
    ("cancel_label", "x" * 40),
    ("commit_token", "a" * 8),
    ("commit_token", "Az09_-" + "a" * 58),
    ("ttl_minutes", 1),
    ("ttl_minutes", 180),
    ("destructive", False),
    ("binds", {}),
    ("binds", {f"n{number}": number for number in range(100)}),
]


@pytest.mark.parametrize(("field", "value"), FITS)
async def test_what_is_within_the_limits_is_asked(stage: Stage, field: str, value: Any) -> None:
    asked = await stage.asks(**{field: value})
    if field not in ("commit_token", "ttl_minutes", "binds"):
        assert asked.display[field] == value


BREAKS = [
    ("title", "", "1 to 120 characters", "0 were given"),
    ("title", "x" * 121, "1 to 120 characters", "121 were given"),
    ("title", "  ", "1 to 120 characters", "only blanks"),
    ("title", "a\0b", "1 to 120 characters", "NUL"),
    ("title", "a\ud800b", "1 to 120 characters", "surrogate"),
    ("title", None, "1 to 120 characters", "nothing was given"),
    ("title", 7, "1 to 120 characters", "type int was given"),
    ("description", "x" * 2001, "1 to 2,000 characters", "2,001 were given"),
    ("action_label", "x" * 41, "1 to 40 characters", "41 were given"),
    ("cancel_label", "", "1 to 40 characters", "0 were given"),
    ("destructive", "yes", "true or false", "type str was given"),
    ("destructive", 1, "true or false", "type int was given"),
    ("commit_token", "a" * 7, "8 to 64 of the characters", "7 characters were given"),
    ("commit_token", "a" * 65, "8 to 64 of the characters", "65 characters were given"),
    ("commit_token", "with space", "8 to 64 of the characters", "with others among them"),
    ("commit_token", "abcdefgh\n", "8 to 64 of the characters", "with others among them"),
    ("commit_token", "abcdéfgh", "8 to 64 of the characters", "with others among them"),
    ("commit_token", None, "8 to 64 of the characters", "nothing was given"),
    ("ttl_minutes", 0, "from 1 to 180", "0 was given"),
    ("ttl_minutes", 181, "from 1 to 180", "181 was given"),
    ("ttl_minutes", 10**50, "from 1 to 180", "was given"),
    ("ttl_minutes", True, "from 1 to 180", "type bool was given"),
    ("ttl_minutes", "30", "from 1 to 180", "type str was given"),
    ("ttl_minutes", 30.0, "from 1 to 180", "type float was given"),
    ("binds", ["a"], "an object", "type list was given"),
    ("binds", {"x": object()}, "an object", "has no form in JSON"),
    ("binds", {"x": "y" * 20_000}, "20,000 characters", "1 names and"),
    ("binds", {f"n{number}": number for number in range(101)}, "100 names", "101 names"),
]


@pytest.mark.parametrize(("field", "value", "limit", "given"), BREAKS)
async def test_what_is_not_names_field_limit_and_what_was_given(
    stage: Stage, field: str, value: Any, limit: str, given: str
) -> None:
    with pytest.raises(CoworkkitError) as raised:
        await stage.asks(**{field: value})
    said = str(raised.value)
    assert field in said and limit in said and given in said
    assert await stage.interactions.pending(stage.user) == []


@pytest.mark.parametrize(
    ("field", "value", "limit", "given"), [each for each in BREAKS if "object at" not in str(each)]
)
async def test_an_agent_is_told_the_same_before_anything_is_entered(
    stage: Stage, field: str, value: Any, limit: str, given: str
) -> None:
    result = await stage.calls("confirm_action", QUESTION | {field: value})
    assert result.code == "invalid_args"
    (problem,) = result.problems
    assert problem.field == field
    assert limit in problem.message and given in problem.message
    assert not stage.records[-1].outcome.entered


@pytest.mark.parametrize("field", ["title", "description", "commit_token"])
async def test_what_is_required_is_named(stage: Stage, field: str) -> None:
    given = {name: value for name, value in QUESTION.items() if name != field}
    with pytest.raises(CoworkkitError, match=f"{field} is required"):
        await stage.interactions.confirm_action(stage.user, **given)
    (problem,) = (await stage.calls("confirm_action", given)).problems
    assert (problem.field, problem.message) == (field, "is required")


async def test_an_argument_there_is_not_is_named(stage: Stage) -> None:
    with pytest.raises(CoworkkitError, match="confirmed is not an argument"):
        await stage.asks(confirmed=True)
    (problem,) = (await stage.calls("confirm_action", QUESTION | {"user": "eve"})).problems
    assert (problem.field, problem.message) == ("user", "is not an argument of this action")


async def test_a_wrong_token_is_never_repeated(stage: Stage) -> None:
    with pytest.raises(CoworkkitError) as raised:
        await stage.asks(commit_token="my secret name!")
    assert "my secret name" not in str(raised.value)


async def test_a_secret_that_is_bound_is_neither_shown_nor_interchangeable(stage: Stage) -> None:
    asked = await stage.asks(binds={"key_to_set": SecretStr("abc123")})
    assert asked.display["binds"] == {"key_to_set": "••••••"}
    await stage.presses()
    assert (await stage.commits(binds={"key_to_set": SecretStr("abc124")})).reason == "changed"
    assert (await stage.commits(binds={"key_to_set": SecretStr("abc123")})).ok


@pytest.mark.parametrize("side_effect", ["", "x" * 2001, None])
async def test_a_commit_says_what_it_is_for(stage: Stage, side_effect: Any) -> None:
    await stage.asks()
    await stage.presses()
    with pytest.raises(CoworkkitError, match="side_effect must be a text of 1 to 2,000"):
        await stage.commits(side_effect=side_effect)
    assert (await stage.commits(side_effect="x" * 2000)).ok


def test_an_agent_reads_the_limits_in_the_schema(stage: Stage) -> None:
    action = next(each for each in stage.session.catalogue.snapshot().actions if each.name == "confirm_action")
    properties = action.parameters["properties"]
    assert (properties["title"]["minLength"], properties["title"]["maxLength"]) == (1, 120)
    assert properties["description"]["maxLength"] == 2000
    assert properties["action_label"]["maxLength"] == properties["cancel_label"]["maxLength"] == 40
    assert (properties["action_label"]["default"], properties["cancel_label"]["default"]) == ("Confirm", "Cancel")
    assert properties["commit_token"]["pattern"] == "^[a-zA-Z0-9_-]+$"
    assert (properties["commit_token"]["minLength"], properties["commit_token"]["maxLength"]) == (8, 64)
    assert (properties["ttl_minutes"]["minimum"], properties["ttl_minutes"]["maximum"]) == (1, 180)
    assert (properties["ttl_minutes"]["default"], properties["destructive"]["default"]) == (30, True)
    assert sorted(action.parameters["required"]) == ["commit_token", "description", "title"]
