"""What may change while a card is open, and that the click then never runs something else than was shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator

from coworkkit.core.action import declare
from coworkkit.core.address import Address
from coworkkit.core.catalogue import Catalogue, everywhere
from coworkkit.core.screen import Screen
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene, until

tasks = {"Alpha": 12}
deleted: list[str] = []
open_projects: set[str] = set()
checks: list[str] = []


def delete_project(project: str) -> str:
    """Delete a project for good."""
    deleted.append(project)
    return f"deleted {project}"


def another_function(project: str) -> str:
    """Delete a project for good."""
    deleted.append("something else")
    return "something else"


def still_open(project: str) -> str:
    checks.append(project)
    if project not in open_projects:
        raise ValueError(f"there is no project {project}")
    return project


def close(project: Annotated[str, AfterValidator(still_open)]) -> None:
    """Close a project."""
    deleted.append(project)


def summary(project: str) -> str:
    return f"Delete {project} and its {tasks[project]} tasks?"


@pytest.fixture
def scene() -> Scene:
    deleted.clear()
    tasks.update(Alpha=12)
    return Scene(delete_project, control="hard", confirmation_summary=summary)


async def test_changed_summary_is_shown_again_and_wants_a_new_click(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    card = await scene.person.sees_card()
    assert card.content.title == ["Delete Alpha and its 12 tasks?"] and card.revision == 1
    tasks["Alpha"] = 13
    await scene.person.confirms()
    await until(lambda: scene.session.cards.on_screen is not None)
    again = scene.session.cards.on_screen
    assert again is not None and again.id == card.id and again.revision == 2
    assert again.content.title == ["Delete Alpha and its 13 tasks?"]
    assert deleted == [] and not call.done() and scene.records == []
    assert not scene.session.cards.confirm(press_on(again), pressed()).ok, "it has to be painted and read first"
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok and deleted == ["Alpha"]
    assert scene.record.summary == "Delete Alpha and its 13 tasks?"


async def test_the_first_click_counts_for_nothing_once_the_text_has_changed(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    stale = press_on(await scene.person.sees_card())
    tasks["Alpha"] = 13
    await scene.person.confirms()
    await scene.person.sees_card()
    await scene.clock.advance(1)
    reply = scene.session.cards.confirm(stale, pressed())
    assert (reply.ok, reply.state) == (False, "pending"), "it is not decided, and must not be said to be"
    assert deleted == []
    await scene.person.cancels()
    assert (await scene.end_of(call)).code == "cancelled" and deleted == []
    assert scene.record.summary == "Delete Alpha and its 13 tasks?"


async def test_a_summary_that_is_the_same_again_runs_on_the_first_click(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    tasks["Alpha"] = 13
    tasks["Alpha"] = 12
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok


async def test_a_changed_card_goes_first_and_the_one_it_displaces_arms_anew(scene: Scene) -> None:
    tasks["Beta"] = 1
    changed = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    other = scene.start("delete_project", {"project": "Beta"})
    await until(lambda: scene.session.cards.waiting == 1)
    tasks["Alpha"] = 13
    await scene.person.confirms()
    await until(lambda: (card := scene.session.cards.on_screen) is not None and card.revision == 2)
    await scene.person.confirms()
    assert (await scene.end_of(changed)).ok
    card = await scene.person.sees_card()
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    await scene.person.confirms()
    assert (await scene.end_of(other)).ok and deleted == ["Alpha", "Beta"]


@pytest.mark.scenario("S49")
async def test_an_action_that_left_the_page_does_not_run_after_the_click(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    scene.remove("delete_project")
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.code == "not_found" and deleted == []
    record = scene.record
    assert record.gate == "refused" and not record.outcome.entered and record.outcome.error is not None


@pytest.mark.scenario("S49")
async def test_a_name_that_means_another_function_by_now_does_not_run(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    scene.remove("delete_project")
    scene.add(another_function, name="delete_project", control="hard", confirmation_summary=summary)
    await scene.person.confirms()
    assert (await scene.end_of(call)).code == "not_found" and deleted == []


async def test_the_same_declaration_on_the_reloaded_page_runs(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    scene.session.detach()
    scene.session.attach(Catalogue(everywhere=everywhere), scene.session.settings, Screen())
    scene.add(delete_project, control="hard", confirmation_summary=summary)
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok and deleted == ["Alpha"]


class Item:
    def __init__(self, number: int) -> None:
        self.number = number


def page_of(number: int) -> Catalogue:
    """Return what the page of one item declares: the same code for every item."""
    item = Item(number)

    def delete() -> None:
        """Delete this item."""
        deleted.append(str(item.number))

    return Catalogue(everywhere=everywhere, actions={"delete": declare(delete, control="hard")})


def opened(scene: Scene, catalogue: Catalogue, address: str) -> None:
    """Open another page in the same tab."""
    scene.session.detach()
    scene.session.attach(catalogue, replace(scene.session.settings, address=lambda: Address(address, address)), Screen())


@pytest.mark.scenario("S49")
@pytest.mark.parametrize("there", ["/item/2", "/item/1?of=2", "/"])
async def test_a_card_asked_on_one_page_runs_nothing_of_another(scene: Scene, there: str) -> None:
    opened(scene, page_of(1), "/item/1")
    call = scene.start("delete")
    await scene.person.sees_card()
    opened(scene, page_of(2), there)
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.code == "not_found" and "is another page's by now" in result.message
    assert deleted == [] and scene.record.gate == "refused"


@pytest.mark.scenario("S49")
async def test_a_card_survives_the_reload_of_its_own_page_again_and_again(scene: Scene) -> None:
    opened(scene, page_of(1), "/item/1")
    call = scene.start("delete")
    await scene.person.sees_card()
    opened(scene, page_of(2), "/item/2")
    opened(scene, page_of(1), "/item/1")
    opened(scene, page_of(1), "/item/1")
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok and deleted == ["1"]


@pytest.mark.scenario("S49")
async def test_an_action_of_every_page_is_still_asked_about_for_one(scene: Scene) -> None:
    everywhere_here = scene.session.catalogue.actions["delete_project"]
    opened(scene, Catalogue(everywhere=everywhere, actions={"delete_project": everywhere_here}), "/a")
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    opened(scene, Catalogue(everywhere=everywhere, actions={"delete_project": everywhere_here}), "/b")
    await scene.person.confirms()
    assert (await scene.end_of(call)).code == "not_found" and deleted == []


@pytest.mark.scenario("S49")
async def test_a_page_opened_while_the_words_were_read_is_not_asked_for_with_them() -> None:
    told, reading = asyncio.Event(), asyncio.Event()

    async def slow_summary(project: str) -> str:
        reading.set()
        await told.wait()
        return f"Delete {project}?"

    deleted.clear()
    scene = Scene(delete_project, control="hard", confirmation_summary=slow_summary)
    call = scene.start("delete_project", {"project": "Alpha"})
    await asyncio.wait_for(reading.wait(), 5)
    opened(scene, Catalogue(everywhere=everywhere, actions=dict(scene.session.catalogue.actions)), "/b")
    told.set()
    assert (await scene.end_of(call)).code == "not_found" and scene.session.cards.on_screen is None


def folder_page(folder: object) -> Catalogue:
    """Return what the page of one folder declares: the same code for every folder."""

    def empty() -> None:
        """Empty this folder."""
        deleted.append(str(folder))

    return Catalogue(everywhere=everywhere, actions={"empty": declare(empty, control="soft")})


@pytest.mark.scenario("S49")
async def test_a_yes_to_what_one_page_asked_runs_nothing_of_another(scene: Scene) -> None:
    opened(scene, folder_page(object()), "/folder/1")
    await scene.call("empty")
    opened(scene, folder_page(object()), "/folder/2")
    scene.person.says("yes")
    told = await scene.call("empty")
    assert told.code == "not_found" and "is another page's by now" in told.message and deleted == []
    assert scene.record.gate == "refused"


@pytest.mark.scenario("S49")
async def test_a_question_asked_again_on_another_page_is_another_question(scene: Scene) -> None:
    opened(scene, folder_page("the same"), "/folder/1")
    first = await scene.call("empty")
    opened(scene, folder_page("the same"), "/folder/2")
    again = await scene.call("empty")
    assert again.code == "needs_confirmation" and again.question_id != first.question_id
    assert (scene.record.gate, scene.record.evidence.cause) == ("timeout", "overtaken")
    scene.session.hear("yes", seen=first.question_id)
    assert not (await scene.call("empty")).ok and deleted == []


async def test_a_question_asked_again_on_the_page_that_was_loaded_again_is_the_same(scene: Scene) -> None:
    opened(scene, folder_page(object()), "/folder/1")
    first = await scene.call("empty")
    opened(scene, folder_page(object()), "/folder/1")
    assert (await scene.call("empty")).question_id == first.question_id
    scene.person.says("yes")
    assert (await scene.call("empty")).ok and len(deleted) == 1


async def test_after_a_reload_the_card_is_there_with_the_time_that_is_left_and_arms_anew(
    scene: Scene,
) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    old = press_on(await scene.person.sees_card())
    await scene.clock.advance(40)
    scene.session.detach()
    scene.session.attach(scene.session.catalogue, scene.session.settings, Screen())
    assert not scene.session.cards.confirm(old, pressed()).ok, "the old page's nonce is void"
    card = await scene.person.sees_card()
    assert not scene.session.cards.confirm(press_on(card), pressed()).ok
    await scene.clock.advance(19)
    assert not call.done()
    await scene.clock.advance(2)
    assert (await scene.end_of(call)).code == "timeout"


@pytest.mark.scenario("S34", "S25")
async def test_a_tab_that_stays_away_is_a_timeout_by_nobody(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    scene.session.detach()
    scene.session.end("tab_gone")
    assert (await scene.end_of(call)).code == "timeout"
    record = scene.record
    assert (record.gate, record.evidence.by, record.evidence.cause) == ("timeout", "gate", "tab_gone")
    assert deleted == []


@pytest.mark.scenario("S34")
async def test_an_unattended_card_ends_at_its_deadline_while_the_page_is_away(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    scene.session.detach()
    await scene.clock.advance(59)
    assert not call.done()
    await scene.clock.advance(2)
    assert (await scene.end_of(call)).code == "timeout"


async def ended_meanwhile(end: Callable[[Scene], None]) -> tuple[Scene, Any]:
    told, reading = asyncio.Event(), asyncio.Event()

    async def slow_summary(project: str) -> str:
        reading.set()
        await told.wait()
        return f"Delete {project}?"

    deleted.clear()
    scene = Scene(delete_project, control="hard", confirmation_summary=slow_summary)
    call = scene.start("delete_project", {"project": "Alpha"})
    await asyncio.wait_for(reading.wait(), 5)
    end(scene)
    told.set()
    return scene, await scene.end_of(call)


def tab_goes(scene: Scene) -> None:
    scene.session.detach()
    scene.session.end("tab_gone")


@pytest.mark.scenario("S34")
async def test_a_session_that_ended_while_the_card_was_made_settles_the_call() -> None:
    scene, result = await ended_meanwhile(tab_goes)
    assert result.code == "unavailable" and scene.record.gate == "refused"
    assert scene.session.cards.on_screen is None


async def test_an_action_that_left_while_the_card_was_made_is_not_asked_about() -> None:
    scene, result = await ended_meanwhile(lambda scene: scene.remove("delete_project"))
    assert result.code == "not_found" and scene.session.cards.on_screen is None


@pytest.mark.scenario("S57")
async def test_arguments_that_became_invalid_while_the_card_was_open_do_not_run() -> None:
    deleted.clear()
    checks.clear()
    open_projects.add("Alpha")
    scene = Scene(close, control="hard")
    call = scene.start("close", {"project": "Alpha"})
    await scene.person.sees_card()
    open_projects.clear()
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.code == "invalid_args" and "no project Alpha" in result.message
    assert deleted == [] and scene.record.gate == "refused" and not scene.record.outcome.entered
    open_projects.add("Alpha")
    checks.clear()
    assert (await scene.confirmed("close", {"project": "Alpha"})).ok
    assert checks == ["Alpha", "Alpha"], "validators run once when the call comes, and once after a yes"


@pytest.mark.scenario("S10")
async def test_arguments_the_agent_changes_after_the_card_is_shown_do_not_run(scene: Scene) -> None:
    arguments = {"project": "Alpha"}
    call = scene.start("delete_project", arguments)
    card = await scene.person.sees_card()
    arguments["project"] = "Everything"
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok
    assert deleted == ["Alpha"] and card.content.rows[0].value == ["Alpha"]
    assert scene.record.arguments == {"project": "Alpha"}


@pytest.mark.scenario("S44")
async def test_a_summary_that_fails_after_the_click_runs_nothing(scene: Scene) -> None:
    call = scene.start("delete_project", {"project": "Alpha"})
    await scene.person.sees_card()
    tasks.clear()
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.code == "unavailable" and deleted == []
    assert scene.record.gate == "refused" and not scene.record.outcome.entered


def routed(scene: Scene, catalogue: Catalogue, shown: str) -> None:
    """Draw a routed part of the page anew: it declares its actions again, and nothing is loaded."""
    actions = scene.session.catalogue.actions
    actions.clear()
    actions.update(catalogue.actions)
    scene.session.settings = replace(scene.session.settings, address=lambda: Address("/items", shown))


def constant() -> None:
    """Delete the item that is shown."""
    deleted.append("shown")


def shown_page() -> Catalogue:
    """Return what every routed page of this kind declares: the same, whatever it shows."""
    return Catalogue(everywhere=everywhere, actions={"delete": declare(constant, name="delete", control="hard")})


@pytest.mark.scenario("S49")
async def test_a_card_asked_on_one_routed_page_runs_nothing_of_another(scene: Scene) -> None:
    opened(scene, shown_page(), "/items")
    routed(scene, shown_page(), "/item/1")
    call = scene.start("delete")
    await scene.person.sees_card()
    routed(scene, shown_page(), "/item/2")
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.code == "not_found" and "is another page's by now" in result.message
    assert deleted == []


@pytest.mark.scenario("S49")
async def test_an_address_the_browser_made_up_opens_no_other_page(scene: Scene) -> None:
    scene.session.detach()
    made_up = replace(scene.session.settings, address=lambda: Address("/item/1", "/item/2"))
    scene.session.attach(page_of(1), made_up, Screen())
    call = scene.start("delete")
    await scene.person.sees_card()
    opened(scene, page_of(2), "/item/2")
    await scene.person.confirms()
    assert not (await scene.end_of(call)).ok and deleted == []


@pytest.mark.scenario("S49")
async def test_a_card_of_what_stayed_mounted_survives_a_look_at_another_routed_page(scene: Scene) -> None:
    opened(scene, shown_page(), "/items")
    call = scene.start("delete")
    await scene.person.sees_card()
    scene.session.settings = replace(scene.session.settings, address=lambda: Address("/items", "/item/2"))
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok and deleted == ["shown"]
