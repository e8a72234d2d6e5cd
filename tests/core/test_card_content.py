"""What the card shows: all that will be used, nothing invisible, never more than a person can check."""

from __future__ import annotations

import asyncio
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, Field

from coworkkit.core.card import CardContent
from tests.core.scene import OUTSIDER, Scene

got: list[Any] = []


def transfer(to: str, amount: int, note: str | None = None, tag: str = "", urgent: bool = False) -> None:
    """Transfer money."""
    got.append((to, amount, note, tag, urgent))


async def shown(scene: Scene, name: str, arguments: Any, **given: Any) -> CardContent:
    """Open a card, look at it, confirm it, and return what it showed."""
    call = scene.start(name, arguments, **given)
    card = await scene.person.sees_card()
    content = card.content
    assert (await scene.person.confirms()).ok
    assert (await scene.end_of(call)).ok
    return content


def rows(content: CardContent) -> dict[str, Any]:
    return {"".join(map(str, row.label)): row.value for row in content.rows}


@pytest.mark.scenario("S11")
async def test_every_parameter_is_on_the_card_also_those_the_summary_leaves_out() -> None:
    got.clear()
    scene = Scene(transfer, control="hard", confirmation_summary=lambda to, amount: f"Send {amount} € to {to}?")
    content = await shown(scene, "transfer", {"to": "Ada", "amount": 5})
    assert content.title == ["Send 5 € to Ada?"]
    none, empty = {"mark": "none", "length": "0"}, {"mark": "empty text", "length": "0"}
    assert rows(content) == {
        "to": ["Ada"],
        "amount": ["5"],
        "note": [none],
        "tag": [empty],
        "urgent": ["false"],
    }
    assert got == [("Ada", 5, None, "", False)]


@pytest.mark.scenario("S11")
@pytest.mark.parametrize(
    "broken",
    ["", "   ", "{", '{"to": "A"', '{"to": "A"}{"to": "B"}', "3", '"x"', "null", "[1]", b"\xff", "to=A"],
)
async def test_no_card_opens_for_arguments_that_did_not_arrive_whole(broken: Any) -> None:
    scene = Scene(transfer, control="hard")
    result = await scene.call("transfer", broken)
    assert result.code == "invalid_args" and result.problems == ()
    assert "required" not in result.message, "broken text is not an omission"
    assert scene.session.cards.on_screen is None and scene.record.gate == "refused"


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Item(BaseModel):
    name: str
    price: Decimal = Decimal("1.10")


def at_most_ten(value: int) -> int:
    return min(value, 10)


def order(
    items: list[Item],
    on: date,
    count: Annotated[int, AfterValidator(at_most_ten)] = 3,
    size: Size = Size.SMALL,
    extras: dict[str, list[int]] | None = None,
) -> None:
    """Order things."""
    got.append((items, on, count, size, extras))
    items.clear()


@pytest.mark.scenario("S10")
async def test_the_card_shows_what_will_be_passed_after_defaults_coercion_and_validators() -> None:
    got.clear()
    scene = Scene(order, control="hard")
    content = await shown(scene, "order", {"items": [{"name": "Tea"}], "on": "2026-03-01", "count": "99"})
    assert rows(content) == {
        "items": ['[{"name": "Tea", "price": "1.10"}]'],
        "on": ["2026-03-01"],
        "count": ["10"],
        "size": ["small"],
        "extras": [{"mark": "none", "length": "0"}],
    }
    assert got[0][1:] == (date(2026, 3, 1), 10, Size.SMALL, None)
    assert scene.record.arguments == {
        "items": [{"name": "Tea", "price": "1.10"}],
        "on": "2026-03-01",
        "count": 10,
        "size": "small",
        "extras": None,
    }, "what the function does to its arguments changes no record"


@pytest.mark.scenario("S08")
async def test_what_cannot_be_seen_is_a_mark_on_the_card_and_the_function_gets_the_original() -> None:
    got.clear()
    name = "safe\u202etxt.exe\u200b\x1b[31m"
    scene = Scene(
        transfer,
        control="hard",
        confirmation_summary=lambda to: f"Send to {to}?",
        action_label="Send\u202e",
        cancel_label="Keep\u200b",
    )
    content = await shown(scene, "transfer", {"to": name, "amount": 1})
    texts = [*content.title, *content.confirm_label, *content.cancel_label, *rows(content)["to"]]
    assert not any(part.isprintable() is False for part in texts if isinstance(part, str))
    assert {"mark": "U+202E"} in content.title and {"mark": "U+202E"} in content.confirm_label
    assert {"mark": "U+200B"} in rows(content)["to"] and {"mark": "U+001B"} in rows(content)["to"]
    assert got[0][0] == name


@pytest.mark.scenario("S06")
async def test_blank_space_that_pushes_text_out_of_view_is_one_mark_with_its_amount() -> None:
    scene = Scene(transfer, control="hard")
    content = await shown(scene, "transfer", {"to": "harmless" + "\n" * 400 + "harmful", "amount": 1})
    value = rows(content)["to"]
    assert value[0] == "harmless" and value[2] == "harmful"
    assert value[1]["mark"] == "400 line breaks"


@pytest.mark.scenario("S07")
async def test_a_long_value_is_on_the_card_whole_with_its_length_and_runs_whole() -> None:
    got.clear()
    long = "a" * 5_000 + "HARM" + "b" * 45_000
    scene = Scene(transfer, control="hard")
    content = await shown(scene, "transfer", {"to": long, "amount": 1})
    assert rows(content)["to"] == [long]
    assert content.rows[0].length == len(long)
    assert got[0][0] == long and scene.record.arguments["to"] == long


async def test_labels_on_the_buttons_are_the_developers_own() -> None:
    scene = Scene(transfer, control="hard", action_label="Send my_money", cancel_label="Keep it", destructive=False)
    content = await shown(scene, "transfer", {"to": "Ada", "amount": 5})
    assert (content.confirm_label, content.cancel_label) == (["Send my_money"], ["Keep it"])
    assert content.destructive is False


async def test_labels_on_the_buttons_have_the_defaults_of_the_seed() -> None:
    content = await shown(Scene(transfer, control="hard"), "transfer", {"to": "Ada", "amount": 5})
    assert (content.title, content.confirm_label, content.cancel_label) == (
        ["Transfer money."],
        ["Confirm"],
        ["Cancel"],
    )
    assert content.destructive is True


async def test_the_button_is_red_at_the_level_hard_only_unless_the_developer_decides() -> None:
    outside = {"caller": OUTSIDER}  # an agent for which soft is raised to the card
    content = await shown(Scene(transfer, control="soft"), "transfer", {"to": "Ada", "amount": 5}, **outside)
    assert content.destructive is False
    scene = Scene(transfer, control="soft", destructive=True)
    assert (await shown(scene, "transfer", {"to": "Ada", "amount": 5}, **outside)).destructive is True


def place(
    desk: Annotated[int, Field(title="Desk number")],
    office: Annotated[int, Field(json_schema_extra={"oneOf": [{"const": 1, "title": "Lisbon"}, {"const": 2}]})],
) -> None:
    """Place somebody."""


async def test_the_card_says_what_people_call_an_argument_and_its_value_and_always_the_value_itself() -> None:
    content = await shown(Scene(place, control="hard"), "place", {"desk": 7, "office": 1})
    assert rows(content) == {"Desk number": ["7"], "office": ["Lisbon (", "1", ")"]}
    content = await shown(Scene(place, control="hard"), "place", {"desk": 7, "office": 2})
    assert rows(content)["office"] == ["2"]
    schema = {"properties": {"size": {"anyOf": [{"const": "s", "title": "Small"}, {"type": "string"}]}}}
    scene = Scene(sized, control="hard", parameters=schema)
    assert rows(await shown(scene, "sized", {"size": "s"})) == {"size": ["Small (", "s", ")"]}


def sized(size: str = "") -> None:
    """Make it some size."""


def note(text: str = "", things: dict[str, Any] | None = None) -> int:
    """Keep a note."""
    return len(text)


def nested(levels: int) -> dict[str, Any]:
    deep: dict[str, Any] = {}
    for _ in range(levels):
        deep = {"in": deep}
    return deep


@pytest.mark.scenario("S40")
@pytest.mark.parametrize(
    "arguments",
    [
        {"text": "x" * 5_000_000},
        {"text": "x" * 200_000},
        {"things": {str(number): "value" for number in range(10_000)}},
        {"things": nested(200)},
        {"things": nested(3_000)},
        '{"text": "' + "x" * 5_000_000 + '"}',
        '{"things": ' + '{"in": ' * 3_000 + "1" + "}" * 3_001,
    ],
    ids=[
        "5 MB",
        "200 kB",
        "10,000 keys",
        "200 levels",
        "3,000 levels",
        "5 MB as text",
        "3,000 levels as text",
    ],
)
async def test_what_is_too_large_for_a_person_to_check_is_refused_and_not_asked(arguments: Any) -> None:
    scene = Scene(note, control="hard")
    result = await scene.call("note", arguments)
    assert not result.ok and result.code in ("invalid_args", "unavailable")
    assert len(result.message) < 1_000
    assert scene.session.cards.on_screen is None
    record = scene.record
    assert record.gate == "refused" and not record.outcome.entered
    assert (await scene.confirmed("note", {"text": "short"})).ok


@pytest.mark.scenario("S40")
async def test_the_refusal_of_what_is_too_large_names_the_size() -> None:
    result = await Scene(note, control="hard").call("note", {"text": "x" * 200_000})
    assert result.code == "invalid_args" and "200,004 characters" in result.message


@pytest.mark.scenario("S40")
async def test_an_open_call_has_a_limit_too_and_works_below_it() -> None:
    scene = Scene(note)
    assert (await scene.call("note", {"text": "x" * 900_000})).result == 900_000
    assert (await scene.call("note", {"text": "x" * 5_000_000})).code == "invalid_args"
    assert (await scene.call("note", {"things": {str(number): 1 for number in range(10_000)}})).ok


@pytest.mark.scenario("S40")
async def test_a_summary_too_long_to_read_is_refused_and_a_long_description_is_cut() -> None:
    scene = Scene(note, control="hard", confirmation_summary=lambda text: text)
    assert (await scene.call("note", {"text": "x" * 2_001})).code == "unavailable"
    call = scene.start("note", {"text": "x" * 2_000})
    assert (await scene.person.confirms()).ok and (await scene.end_of(call)).ok
    described = Scene(note, control="hard", description="Read this. " * 1_000)
    call = described.start("note")
    assert len(str((await described.person.sees_card()).content.title)) < 2_100
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
