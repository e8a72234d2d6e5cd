"""The demo's pages: what a person finds on each, and what the agent does for them there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from demo_app.billing import billing
from demo_app.hints import hints
from demo_app.navigation import PAGES
from demo_app.store import tracker
from tests.demo.conftest import Visitor

Visit = Callable[..., Awaitable[Visitor]]


async def test_every_page_has_something_to_look_at_and_the_way_to_the_others(visit: Visit) -> None:
    for path, seen in {
        "/": "Website relaunch",
        "/project/2": "Office move",
        "/project": "Next deadlines",
        "/invoices": "Harbour Museum",
        "/archive": "Spring trade fair",
        "/audit": "Nothing happened yet",
        "/settings": "Appearance",
    }.items():
        visitor = await visit(path)
        await visitor.user.should_see(seen)
        for name, _ in PAGES.values():
            await visitor.user.should_see(name)


async def test_the_first_screen_offers_five_sentences_that_a_click_says(visit: Visit) -> None:
    visitor = await visit("/")
    for sentence, _ in hints():
        await visitor.user.should_see(sentence)
    names = {element.props.get("data-cowork-say") for element in visitor.user.client.elements.values()}  # type: ignore[union-attr]
    assert len(names - {None}) == len(hints()) == 5


async def test_each_sentence_shows_its_idea(visit: Visit) -> None:
    visitor = await visit("/")
    for hint, told in {
        0: "Added “Order flowers” to Office move.",
        3: "Only you can turn Hand mode on",
        4: "The calendar isn't connected",
        1: "Archive “Summer party”? You can restore it later.",
    }.items():
        assert told in await visitor.says(hints()[hint][0])


async def test_the_hard_sentence_waits_for_the_card(visit: Visit) -> None:
    visitor = await visit("/")
    visitor.person.says(hints()[2][0])
    card = await visitor.person.sees_card()
    assert card.content.title == ["Delete “Website relaunch” and its 12 tasks? This can't be undone."]
    await visitor.person.cancels()
    assert tracker.project(1).name == "Website relaunch"


async def test_questions_about_the_data_are_answered(visit: Visit) -> None:
    visitor = await visit("/")
    for said, answered in {
        "How many tasks are open?": "All projects: 24 tasks open",
        "How many tasks are left?": "All projects: 24 tasks open",
        "how many open tasks are there?": "All projects: 24 tasks open",
        "Show the invoices": "Invoice 1047 (customer: Hotel Miramar",
        "Which invoices are overdue?": "Invoice 1041",
        "Which tasks are urgent?": "Hire the band",
        "What is due in the next 7 days?": "Book the movers",
        "undo": "There is nothing to undo.",
        "Refund invoice 9999": "I see no invoice called “9999”",
    }.items():
        assert answered in await visitor.says(said), said


async def test_what_the_agent_did_is_undone_by_saying_so(visit: Visit) -> None:
    visitor = await visit("/?project=2")
    before = tracker.tasks()
    for said in (
        "Add a task “Order flowers” to Office move",
        "Complete Book the movers",
        "Label Book the movers as people",
        "Set the due date of Book the movers to tomorrow",
        "Move the deadlines of Office move 2 days later",
    ):
        await visitor.says(said)
        assert tracker.tasks() != before, said
        assert (await visitor.says("Undo that")).startswith("Undone: "), said
        assert tracker.tasks() == before, said


async def test_the_button_undoes_what_the_agent_did(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.says("Create a project “Garden”")
    await visitor.user.should_see("Undo: Created the project “Garden”.")
    visitor.user.find("undo").click()
    await visitor.user.should_see("Undone: the project “Garden” is gone again.")
    assert "Garden" not in [project.name for project in tracker.projects()]


async def test_undo_leaves_what_was_changed_since(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.says("Complete Design the pricing page")
    tracker.move_task(5, "todo")  # a colleague did
    assert "changed since" in await visitor.says("undo")
    assert tracker.task(5).status == "todo"


async def test_a_refund_is_confirmed_as_firmly_as_its_sum_asks(visit: Visit) -> None:
    visitor = await visit("/invoices")
    for said, level, left in (
        ("Refund invoice 1038", "open", 0),  # 39 €
        ("Refund 20 euros of invoice 1042", "open", 160_00),
        ("Refund invoice 1042", "soft", 0),  # 180 €
        ("Refund 10 euros of invoice 1039", "soft", 190_00),  # 120 € of it were refunded before
        ("Refund invoice 1043", "hard", 0),  # 2,400 €
    ):
        number = int(said[-4:])
        if level == "hard":
            visitor.person.says(said)
            assert (await visitor.person.confirms()).ok
            await visitor.answered()
        else:
            await visitor.says(said)
        if level == "soft":
            assert billing.invoice(number).left_cents > left
            await visitor.says("yes")
        assert billing.invoice(number).left_cents == left
        assert visitor.audit.read()[-1]["control"] == level


async def test_the_audit_page_shows_a_call_when_it_settles_and_filters(visit: Visit) -> None:
    visitor = await visit("/audit")
    await visitor.says("Show the invoices")
    await visitor.user.should_see("list_invoices")
    await visitor.says("Archive Summer party")
    await visitor.says("no")
    await visitor.user.should_see("archive_project")
    visitor.person.arms_hand()
    await visitor.says("show declined calls")
    await visitor.user.should_not_see("list_invoices")
    await visitor.user.should_see("archive_project")


async def test_the_tour_is_over_once_it_was_done_and_settings_bring_it_back(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.user.should_see("1 of 4")
    for step in (2, 3, 4):
        visitor.user.find("Next").click()
        await visitor.user.should_see(f"{step} of 4")
    visitor.user.find(kind=ui.button, content="Done").click()
    await visitor.user.should_not_see("4 of 4")
    visitor = await visit("/settings")
    visitor.user.find("Show the tour").click()
    await visitor.user.should_see("1 of 4")
    visitor.user.find("Skip the tour").click()
    await visitor.user.open("/")
    await visitor.user.should_not_see("1 of 4")


async def test_the_chosen_look_is_remembered(visit: Visit) -> None:
    visitor = await visit("/")
    visitor.person.arms_hand()
    assert await visitor.says("switch to dark mode") == "The tracker is dark."
    visitor = await visit("/settings")
    (toggle,) = visitor.user.find(kind=ui.toggle).elements
    assert toggle.value == "dark"
    (mode,) = visitor.user.find(kind=ui.dark_mode).elements
    assert mode.value is True
