"""How LocalAgent fills parameters of every JSON Schema kind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agents.local_agent_page import TEXT, Talk, action, nullable, page_with

DATE = {"type": "string", "format": "date"}
MOMENT = {"type": "string", "format": "date-time"}
CLOCK = {"type": "string", "format": "time"}
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}
YES_NO = {"type": "boolean"}


async def called(said: str, properties: dict[str, Any], *required: str, name: str = "book_room", **more: Any) -> Any:
    """Say something on a page with one action; return what it was called with, None if it was not."""
    talk = Talk(page_with(action(name, "", properties, required, **more), data=None))
    await talk.say(said)
    return talk.calls[0][1] if talk.calls else None


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("today", "2026-03-04"),
        ("tomorrow", "2026-03-05"),
        ("for the day after tomorrow", "2026-03-06"),
        ("on friday", "2026-03-06"),
        ("wednesday", "2026-03-11"),
        ("for next friday", "2026-03-13"),
        ("this sunday", "2026-03-08"),
        ("in 3 days", "2026-03-07"),
        ("in two weeks", "2026-03-18"),
        ("in a month", "2026-04-04"),
        ("next week", "2026-03-11"),
        ("next month", "2026-04-04"),
        ("on 2026-12-31", "2026-12-31"),
        ("on 31.12.2026", "2026-12-31"),
        ("on 31 December", "2026-12-31"),
        ("on December 31st", "2026-12-31"),
        ("on the 2nd of March", None),
        ("on 1 March 2027", "2027-03-01"),
        ("on 1 march", "2027-03-01"),
        ("on 2026-02-30", None),
        ("soon", None),
    ],
)
async def test_days(said: str, day: str | None) -> None:
    expected = None if day is None else {"day": day}
    assert await called(f"book a room {said}", {"day": DATE}, "day") == expected


@pytest.mark.parametrize(
    ("said", "properties", "value"),
    [
        ("tomorrow at 15:30", MOMENT, "2026-03-05T15:30:00"),
        ("tomorrow 3pm", MOMENT, "2026-03-05T15:00:00"),
        ("tomorrow", MOMENT, "2026-03-05T00:00:00"),
        ("at 9:05", CLOCK, "09:05:00"),
        ("at 3 pm", CLOCK, "15:00:00"),
        ("at noon", CLOCK, "12:00:00"),
        ("at 12am", CLOCK, "00:00:00"),
    ],
)
async def test_times(said: str, properties: dict[str, Any], value: str) -> None:
    assert await called(f"book a room {said}", {"at": properties}, "at") == {"at": value}


@pytest.mark.parametrize(
    ("said", "schema", "value"),
    [
        ("set volume to 11", WHOLE, 11),
        ("set the volume to minus 3", WHOLE, -3),
        ("set volume -3", WHOLE, -3),
        ("set volume to twenty five", WHOLE, 25),
        ("set volume to 3.0", WHOLE, 3),
        ("set volume to 3.5", WHOLE, None),
        ("set volume to 3.5", NUMBER, 3.5),
        ("set volume to 1,200", WHOLE, 1200),
        ("set volume to 5", {"anyOf": [{"type": "integer"}, {"type": "string"}]}, 5),
        ("set volume to 5", {"type": ["integer", "null"]}, 5),
        ("set volume to high", {"enum": ["low", "high"]}, "high"),
        ("set volume to HIGH", {"enum": ["low", "high"]}, "high"),
        ("set volume to very low", {"enum": ["low", "very_low"]}, "very_low"),
        ("set volume to 2", {"enum": [1, 2, 3]}, 2),
        ("set volume to middle", {"anyOf": [{"const": "middle"}, {"const": "top"}]}, "middle"),
        ("set volume to loud", {"enum": ["low", "high"]}, None),
    ],
)
async def test_numbers_and_choices(said: str, schema: dict[str, Any], value: Any) -> None:
    expected = None if value is None else {"level": value}
    assert await called(said, {"level": schema}, "level", name="set_volume") == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("book a room", {}),
        ("book a quiet room", {"quiet": True}),
        ("book a room quiet yes", {"quiet": True}),
        ("book a room with projector", {"projector": True}),
        ("book a room without projector", {"projector": False}),
        ("book a room for 12 seats with projector", {"seats": 12, "projector": True}),
        ("book a room with 12 seats", {"seats": 12}),
    ],
)
async def test_optional_parameters_are_filled_only_when_they_are_said(said: str, expected: dict[str, Any]) -> None:
    properties = {"quiet": YES_NO, "projector": YES_NO, "seats": nullable(WHOLE)}
    assert await called(said, properties) == expected


async def test_a_yes_or_no_that_is_required_is_asked_for() -> None:
    for answer, value in (("yes", True), ("No.", False)):
        talk = Talk(page_with(action("set_lamp", "Switch the lamp.", {"bright": YES_NO}, ("bright",))))
        assert await talk.say("set lamp") == "For “set lamp”: bright, yes or no?"
        await talk.say(answer)
        assert talk.calls == [("set_lamp", {"bright": value})]


@pytest.mark.parametrize(
    ("said", "schema", "value"),
    [
        ("tag photo sea, sun and sand", {"type": "array", "items": TEXT}, ["sea", "sun", "sand"]),
        ("tag photo “blue sea” and “sun”", {"type": "array", "items": TEXT}, ["blue sea", "sun"]),
        (
            "tag photo red and blue",
            {"type": "array", "items": {"enum": ["red", "green", "blue"]}},
            ["red", "blue"],
        ),
        ("tag photo 1, 2 and 3", {"type": "array", "items": WHOLE}, [1, 2, 3]),
    ],
)
async def test_lists(said: str, schema: dict[str, Any], value: list[Any]) -> None:
    assert await called(said, {"tags": schema}, "tags", name="tag_photo") == {"tags": value}


async def test_a_list_of_things() -> None:
    people = [{"id": 1, "name": "Anna Ito"}, {"id": 2, "name": "Jonas"}, {"id": 3, "name": "Sam"}]
    invite = action("invite_people", "Invite.", {"person_ids": {"type": "array", "items": WHOLE}}, ("person_ids",))
    talk = Talk(page_with(invite, data={"people": people}))
    await talk.say("invite Anna Ito and Sam")
    assert talk.calls == [("invite_people", {"person_ids": [1, 3]})]


@pytest.mark.parametrize(
    "said",
    [
        "send a message to anna@example.org: See you at 5",
        "send message “See you at 5” to anna@example.org",
        "send a message to anna@example.org saying See you at 5",
    ],
)
async def test_an_address_and_a_text(said: str) -> None:
    properties = {"to": {"type": "string", "format": "email"}, "body": TEXT}
    sent = await called(said, properties, "to", "body", name="send_message")
    assert sent == {"to": "anna@example.org", "body": "See you at 5"}


async def test_several_texts_by_their_names() -> None:
    properties = {"title": TEXT, "note": TEXT}
    expected = {"title": "Buy milk", "note": "two litres"}
    for said in (
        "add entry title: Buy milk, note: two litres",
        "add entry with note “two litres” and title “Buy milk”",
        "add entry “Buy milk” “two litres”",
    ):
        assert await called(said, properties, "title", "note", name="add_entry") == expected


async def test_a_text_and_a_thing_in_either_order() -> None:
    note = action("add_note", "Add a note to a task.", {"task_id": WHOLE, "text": TEXT}, ("task_id", "text"))
    data = {"tasks": [{"id": 1, "title": "Write tests"}, {"id": 2, "title": "Fix login"}]}
    for said in (
        "add a note to Write tests: ask Bob",
        "add note “ask Bob” to Write tests",
        "add a note “ask Bob” to the tests task",
        "add a note saying ask Bob to Write tests",
    ):
        talk = Talk(page_with(note, data=data))
        await talk.say(said)
        assert talk.calls == [("add_note", {"task_id": 1, "text": "ask Bob"})], said


@pytest.mark.parametrize(
    ("data", "identity"),
    [
        ({"orders": [{"id": "A-17", "title": "Blue bikes"}]}, "A-17"),
        ({"orders": [{"order_id": "A-17", "name": "Blue bikes"}]}, "A-17"),
        ({"orders": {"A-17": "Blue bikes"}}, "A-17"),
        ({"orders": {"A-17": {"name": "Blue bikes"}}}, "A-17"),
        ({"open_orders": [{"key": "A-17", "label": "Blue bikes"}]}, "A-17"),
        (
            {"customers": [{"id": 1, "name": "Mara", "orders": [{"id": "A-17", "title": "Blue bikes"}]}]},
            "A-17",
        ),
        ({"orders": {"new": [{"id": "A-17", "title": "Blue bikes"}]}}, "A-17"),
        ({"orders": ["Blue bikes", "Red bikes"]}, "Blue bikes"),
        ([{"id": "A-17", "title": "Blue bikes"}], "A-17"),
        ({"order": {"id": "A-17", "name": "Blue bikes"}}, "A-17"),
    ],
)
@pytest.mark.parametrize("parameter", ["order_id", "order", "id"])
async def test_things_are_found_in_data_of_any_shape(data: Any, identity: str, parameter: str) -> None:
    if parameter == "order" and isinstance(data, list):
        pytest.skip("nothing says that these are orders")
    ship = action("ship_order", "Ship an order.", {parameter: TEXT}, (parameter,))
    for said in ("ship order Blue bikes", "ship the blue bikes", "ship “Blue Bikes”"):
        talk = Talk(page_with(ship, data=data))
        answer = await talk.say(said)
        assert talk.calls == [("ship_order", {parameter: identity})], answer


@pytest.mark.parametrize("said", ["ship order A-17", "ship order #A-17", "ship order “A-17”"])
async def test_without_data_an_id_is_taken_as_it_is_said(said: str) -> None:
    assert await called(said, {"order_id": TEXT}, "order_id", name="ship_order") == {"order_id": "A-17"}


@pytest.mark.parametrize("key", ["order_on_screen", "current_order", "selected_order_id", "active_order"])
async def test_this_means_the_one_on_screen(key: str) -> None:
    data = {"orders": [{"id": 1, "name": "Blue"}, {"id": 2, "name": "Red"}], key: 2}
    ship = action("ship_order", "Ship an order.", {"order_id": WHOLE}, ("order_id",))
    for said in ("ship this order", "ship the order", "ship it"):
        talk = Talk(page_with(ship, data=data))
        await talk.say(said)
        assert talk.calls == [("ship_order", {"order_id": 2})]


async def test_the_names_of_two_elements_tell_their_actions_apart() -> None:
    actions = [
        action(f"{element}.{verb}", "", element=element)
        for element in ("notify me", "dark mode")
        for verb in ("turn_on", "turn_off")
    ]
    for said, name in (
        ("turn on dark mode", "dark mode.turn_on"),
        ("turn notify me off", "notify me.turn_off"),
        ("please turn dark mode off", "dark mode.turn_off"),
    ):
        talk = Talk(page_with(*actions))
        await talk.say(said)
        assert [each for each, _ in talk.calls] == [name]
    talk = Talk(page_with(*actions))
    assert "Did you mean one of these?" in await talk.say("turn on")
    assert talk.calls == []
