"""LocalAgent on a page it was not tuned on: orders, invoices, tickets and customers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agents.local_agent_page import TEXT, Talk, action, example_of, nullable, page_with

WHOLE = {"type": "integer"}
DATA = {
    "customers": [
        {"id": 1, "name": "Acme Corp"},
        {"id": 2, "name": "Bolt Ltd"},
        {"id": 3, "name": "Acme Labs"},
    ],
    "invoices": [{"id": "INV-7", "title": "March retainer"}, {"id": "INV-8", "title": "Workshop"}],
    "orders": [{"id": 1041, "label": "Standing desk"}, {"id": 1042, "label": "Desk lamp"}],
    "tickets": [
        {"id": 5, "subject": "Login broken"},
        {"id": 6, "subject": "Printer on fire"},
        {"id": 7, "subject": "Close the old account"},
    ],
    "colleagues": [{"id": 21, "name": "Mara Diaz"}, {"id": 22, "name": "Jonas"}],
}
OFFICE = page_with(
    action(
        "send_invoice",
        "Send an invoice to a customer by e-mail.",
        {"invoice_id": TEXT, "message": nullable(TEXT, "A note for the customer")},
        ("invoice_id",),
        control="soft",
    ),
    action(
        "refund_order",
        "Refund an order, in full or in part.",
        {"order_id": WHOLE, "amount": nullable({"type": "number"}, "How much; leave out for all of it")},
        ("order_id",),
        control="depends",
    ),
    action(
        "create_customer",
        "Create a customer.",
        {
            "name": TEXT,
            "email": nullable({"type": "string", "format": "email"}),
            "vip": {"type": "boolean", "default": False},
        },
        ("name",),
    ),
    action("find_customers", "Find customers by name or city.", {"query": TEXT}, ("query",), kind="read"),
    action(
        "assign_ticket",
        "Assign a ticket to a colleague.",
        {"ticket_id": WHOLE, "assignee_id": {"type": "integer", "description": "The colleague"}},
        ("ticket_id", "assignee_id"),
    ),
    action(
        "set_priority",
        "Set the priority of a ticket.",
        {"ticket_id": WHOLE, "priority": {"enum": ["low", "normal", "high", "urgent"]}},
        ("ticket_id", "priority"),
    ),
    action("close_ticket", "Close a ticket.", {"ticket_id": WHOLE, "reason": nullable(TEXT)}, ("ticket_id",)),
    action(
        "schedule_call",
        "Schedule a call with a customer.",
        {"customer_id": WHOLE, "at": {"type": "string", "format": "date-time"}},
        ("customer_id", "at"),
    ),
    action(
        "export_report",
        "Export a report as a file.",
        {"format": {"enum": ["pdf", "csv"]}, "month": nullable(TEXT)},
        ("format",),
    ),
    action("undo_last_change", "Undo the last change."),
    action("wipe_test_data", "Wipe all test data.", control="hard"),
    action("Newsletter switch.turn_on", "", element="Newsletter switch"),
    action("Newsletter switch.turn_off", "", element="Newsletter switch"),
    action(
        "customer table.sort_by",
        "Sort the table.",
        {"column": {"enum": ["name", "city", "revenue"]}},
        ("column",),
        element="customer table",
    ),
    action(
        "customer table.filter",
        "Filter the table by a text.",
        {"text": TEXT},
        ("text",),
        element="customer table",
    ),
    data=DATA,
)

REQUESTS: list[tuple[str, list[tuple[str, dict[str, Any]]]]] = [
    ("send the march retainer invoice", [("send_invoice", {"invoice_id": "INV-7"})]),
    (
        "send invoice INV-8 with message “Thanks!”",
        [("send_invoice", {"invoice_id": "INV-8", "message": "Thanks!"})],
    ),
    ("email the workshop invoice", [("send_invoice", {"invoice_id": "INV-8"})]),
    ("refund order 1042", [("refund_order", {"order_id": 1042})]),
    ("refund 20 euros for order 1041", [("refund_order", {"order_id": 1041, "amount": 20})]),
    ("refund €15.50 of the standing desk", [("refund_order", {"order_id": 1041, "amount": 15.5})]),
    (
        "create a customer called Zeta GmbH with email a@zeta.de",
        [("create_customer", {"name": "Zeta GmbH", "email": "a@zeta.de"})],
    ),
    ("create vip customer Zeta", [("create_customer", {"name": "Zeta", "vip": True})]),
    ("find customers in Berlin", [("find_customers", {"query": "Berlin"})]),
    ("search for acme", [("find_customers", {"query": "acme"})]),
    ("assign ticket 5 to Jonas", [("assign_ticket", {"ticket_id": 5, "assignee_id": 22})]),
    ("assign Jonas to ticket 5", [("assign_ticket", {"ticket_id": 5, "assignee_id": 22})]),
    ("assign the printer ticket to Mara", [("assign_ticket", {"ticket_id": 6, "assignee_id": 21})]),
    ("set priority of login broken to urgent", [("set_priority", {"ticket_id": 5, "priority": "urgent"})]),
    ("make the printer ticket high priority", [("set_priority", {"ticket_id": 6, "priority": "high"})]),
    ("close Close the old account", [("close_ticket", {"ticket_id": 7})]),
    (
        "schedule a call with Bolt Ltd tomorrow at 3pm",
        [("schedule_call", {"customer_id": 2, "at": "2026-03-05T15:00:00"})],
    ),
    ("export the report for March as csv", [("export_report", {"format": "csv", "month": "March"})]),
    ("undo the last change", [("undo_last_change", {})]),
    ("wipe all test data", [("wipe_test_data", {})]),
    ("turn the newsletter on", [("Newsletter switch.turn_on", {})]),
    ("switch off newsletter", [("Newsletter switch.turn_off", {})]),
    ("sort the customer table by city", [("customer table.sort_by", {"column": "city"})]),
    ("filter the table by Berlin", [("customer table.filter", {"text": "Berlin"})]),
    (
        "refund order 1042 and close ticket 5",
        [("refund_order", {"order_id": 1042}), ("close_ticket", {"ticket_id": 5})],
    ),
]

NOTHING_RUNS = [
    "schedule a call with acme on friday at 10:00",
    "call acme labs",
    "close the printer ticket because it burned down",
    "delete customer Acme Corp",
    "pay invoice INV-7",
    "refund all orders",
    "refund everything",
    "close everything",
    "refund order 9999",
    "stop the newsletter",
    "turn the newsletter",
    "send INV-7 if it is not paid",
    "I refunded order 1042",
    "undo",
]


@pytest.mark.parametrize(("said", "expected"), REQUESTS, ids=[said for said, _ in REQUESTS])
async def test_a_request_becomes_its_calls(said: str, expected: list[tuple[str, dict[str, Any]]]) -> None:
    talk = Talk(OFFICE)
    answer = await talk.say(said)
    assert talk.calls == expected, answer


@pytest.mark.parametrize("said", NOTHING_RUNS)
async def test_nothing_runs(said: str) -> None:
    talk = Talk(OFFICE)
    assert (await talk.say(said)).strip()
    assert talk.calls == []


async def test_every_example_in_the_help_does_what_it_is_an_example_of() -> None:
    for each in OFFICE.actions:
        talk = Talk(OFFICE)
        answer = await talk.say(example_of(OFFICE, each.name))
        assert [name for name, _ in talk.calls] == [each.name], answer
