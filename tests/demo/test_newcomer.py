"""What a newcomer found in the demo that was not so."""

from __future__ import annotations

from datetime import date

import pytest

from demo_app.billing import billing
from demo_app.hints import hints
from demo_app.store import tracker
from tests.core.scene import until
from tests.demo.conftest import Visitor
from tests.demo.test_pages import Visit


async def test_a_sentence_about_something_else_does_not_choose_what_is_deleted(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.says("delete a project")
    await visitor.says("rename Office move to Office relocation")
    assert visitor.audit.read() == []
    assert visitor.session.cards.on_screen is None


@pytest.mark.parametrize(
    "said", ["what's late?", "which tasks are overdue?", "which tasks are late?", "list late tasks"]
)
async def test_only_what_is_past_its_day_and_not_done_is_late(said: str, visit: Visit) -> None:
    visitor = await visit("/")
    assert await visitor.says(said) == (
        "- Write the copy for the home page (project: Website relaunch, due: "
        f"{next(task.due for task in tracker.tasks() if task.overdue)})"
    )


async def test_what_is_due_soon_is_still_told(visit: Visit) -> None:
    visitor = await visit("/")
    assert "Book the movers" in await visitor.says("what is due soon?")


@pytest.mark.parametrize("said", ["how many tasks are open?", "how many tasks are left?"])
async def test_a_word_that_the_answer_is_about_was_of_use(said: str, visit: Visit) -> None:
    visitor = await visit("/")
    assert (await visitor.says(said)).startswith("All projects: 24 tasks open")


async def test_a_refund_is_taken_back(visit: Visit) -> None:
    visitor = await visit("/invoices")
    assert await visitor.says("Refund invoice 1038") == "Refunded 39.00 € to Green Bikes."
    assert await visitor.says("undo that") == "Undone: Green Bikes was not refunded the 39.00 €."
    assert billing.invoice(1038).refunded_cents == 0


async def test_a_refund_stays_when_the_invoice_was_changed_since(visit: Visit) -> None:
    visitor = await visit("/invoices")
    await visitor.says("Refund 20 euros of invoice 1042")
    billing.refund(1042, 5_00)  # a colleague did
    assert "changed since" in await visitor.says("undo that")
    assert billing.invoice(1042).refunded_cents == 25_00


async def test_undo_says_what_is_true_afterwards(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.says("Archive Customer survey")
    await visitor.says("yes")
    assert await visitor.says("undo that") == "Undone: “Customer survey” is out of the archive again."
    tracker.set_due(5, date(2027, 5, 3))
    await visitor.says("Set the due date of Design the pricing page to tomorrow")
    assert await visitor.says("undo") == "Undone: “Design the pricing page” is due again: Mon 3 May 2027."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Refund 5000 euros of invoice 1043", "2,400.00 € of invoice 1043 are left"),
        ("Refund invoice 1041", "is not paid, so there is nothing to refund"),
        ("Archive Spring trade fair", "“Spring trade fair” is in the archive already."),
    ],
)
async def test_nobody_is_asked_about_what_cannot_work(said: str, told: str, visit: Visit) -> None:
    visitor = await visit("/invoices")
    assert told in await visitor.says(said)
    (line,) = visitor.audit.read()
    assert line["gate"] == "fired" and not line["outcome"]["ok"]


async def test_an_expected_failure_is_one_line_in_the_terminal(visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    visitor = await visit("/")
    await visitor.says("Sync the calendar")
    (line,) = [
        record.getMessage()
        for record in caplog.records
        if record.name == "coworkkit" and "failed" in record.getMessage()
    ]
    assert "'sync_calendar' failed: TrackerError: The calendar isn't connected" in line
    assert "actions.py:" in line and "\n" not in line


async def test_the_audit_of_somebody_new_is_empty_and_says_where_the_others_are(visit: Visit) -> None:
    visitor = await visit("/audit")
    visitor.audit.path.write_text('{"id": "1", "user": "somebody else", "action": "undo"}\n')
    await visit("/audit")
    await visitor.user.should_see("Nothing happened yet")
    await visitor.user.should_see("Whose")
    await visitor.user.should_not_see("No such call")


async def test_the_sentences_name_what_there_is_now(visit: Visit) -> None:
    visitor = await visit("/")
    tracker.delete_project(1)
    tracker.archive_project(4)
    await visitor.user.should_see("Delete the project Office move")
    await visitor.user.should_see("Archive Customer survey")
    await visitor.user.should_not_see("Delete the project Website relaunch")
    assert len(hints()) == 5


async def test_without_projects_the_sentences_still_work(visit: Visit) -> None:
    visitor = await visit("/")
    for project in tracker.projects():
        tracker.delete_project(project.id)
    await visitor.user.should_see("Create a project “Garden”")
    assert "Created the project" in await visitor.says(hints()[0][0])


@pytest.mark.parametrize(("action", "field"), [("add_task", "title"), ("create_project", "name")])
async def test_an_empty_name_is_a_mistake_in_the_arguments(action: str, field: str, visit: Visit) -> None:
    visitor = await visit("/")
    result = await visitor.session.call(action, {field: ""})
    assert result.code == "invalid_args"
    assert [problem.field for problem in result.problems] == [field]


LATER = {"undo", "sync calendar"}
"""What cannot work on a first visit, by design: there is nothing to undo, and the calendar shows a failure."""


async def declined(visitor: Visitor) -> None:
    """Wait until the agent is done, and say no to whatever it asks."""
    await until(lambda: visitor.session.working is None or visitor.session.cards.on_screen is not None)
    if visitor.session.cards.on_screen is not None:
        await visitor.person.cancels()
    await visitor.answered()
    if visitor.session.consent.open is not None:
        await visitor.says("no")


@pytest.mark.timeout(300)  # dozens of pages
@pytest.mark.parametrize("path", ["/", "/invoices"])
async def test_every_sentence_of_the_help_does_what_it_says_on_that_page(path: str, visit: Visit) -> None:
    visitor = await visit(path)
    offered = [line.removeprefix("- ") for line in (await visitor.says("help all")).splitlines() if line[:2] == "- "]
    assert len(offered) > 20
    trouble = {}
    for said in offered:
        visitor = await visit(path)  # what was done before may have led to another page
        visitor.person.arms_hand()
        before = len(visitor.audit.read())
        visitor.person.says(said.split(" (")[0])
        await declined(visitor)
        gates = [(line["gate"], line["outcome"]["error"]) for line in visitor.audit.read()[before:]]
        if gates not in ([("fired", None)], [("cancelled", None)]) and said not in LATER:
            trouble[said] = gates or list(visitor.session.conversation.messages.values())[-1].text
    assert trouble == {}
