"""The tracker's store: what it keeps, what it refuses, and whose files it leaves alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import pytest

from demo_app.billing import Billing
from demo_app.database import APPLICATION_ID, SCHEMA, ForeignFileError, TrackerError
from demo_app.seed import first_projects
from demo_app.seed_invoices import first_invoices
from demo_app.store import Store

TODAY = date(2026, 3, 2)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store()
    store.open(tmp_path / "tracker.sqlite")
    yield store
    store.close()


def test_first_start_has_something_to_look_at(store: Store) -> None:
    store.fill(first_projects(TODAY))
    projects = store.projects()
    names = [project.name for project in projects]
    assert names == ["Website relaunch", "Office move", "Customer survey", "Summer party"]
    assert all(6 <= project.total <= 12 and project.open and project.done for project in projects)
    assert [project.name for project in store.projects(archived=True)] == ["Spring trade fair"]


def test_data_outlives_the_process(tmp_path: Path) -> None:
    first, second = Store(), Store()
    first.open(tmp_path / "tracker.sqlite")
    task = first.add_task(first.create_project("Garden").id, "Buy seeds", due=TODAY)
    first.close()
    second.open(tmp_path / "tracker.sqlite")
    assert second.task(task.id) == task
    second.close()


def test_task_moves_and_its_project_counts_it(store: Store) -> None:
    garden = store.create_project("Garden")
    task = store.add_task(garden.id, "  Buy \n seeds ")
    assert (task.title, task.status) == ("Buy seeds", "todo")
    assert store.move_task(task.id, "done").status == "done"
    counted = store.project(garden.id)
    assert (counted.open, counted.done) == (0, 1)


def test_archived_project_comes_back_as_it_was(store: Store) -> None:
    garden = store.create_project("Garden")
    store.add_task(garden.id, "Buy seeds", due=TODAY)
    store.archive_project(garden.id)
    assert store.projects() == []
    assert store.tasks() == []
    assert [project.name for project in store.projects(archived=True)] == ["Garden"]
    with pytest.raises(TrackerError, match="in the archive"):
        store.add_task(garden.id, "Buy a spade")
    store.restore_project(garden.id)
    assert [task.title for task in store.tasks()] == ["Buy seeds"]


def test_deleted_project_takes_its_tasks_along_and_its_id_is_not_used_again(store: Store) -> None:
    garden = store.create_project("Garden")
    task = store.add_task(garden.id, "Buy seeds")
    assert store.delete_project(garden.id).total == 1
    with pytest.raises(TrackerError, match=f"no project with the id {garden.id}"):
        store.project(garden.id)
    with pytest.raises(TrackerError, match=f"no task with the id {task.id}"):
        store.task(task.id)
    cellar = store.create_project("Cellar")
    assert cellar.id > garden.id
    assert store.add_task(cellar.id, "Sort the boxes").id > task.id


def test_due_tasks_are_open_and_in_order(store: Store) -> None:
    garden = store.create_project("Garden")
    later = store.add_task(garden.id, "Later", due=TODAY + timedelta(days=5))
    soon = store.add_task(garden.id, "Soon", due=TODAY)
    done = store.add_task(garden.id, "Done", due=TODAY)
    store.move_task(done.id, "done")
    store.add_task(garden.id, "Some day")
    assert store.tasks(due_by=TODAY) == [soon]
    assert store.tasks(due_by=TODAY + timedelta(days=5)) == [soon, later]
    assert [task.title for task in store.tasks(garden.id)] == ["Soon", "Done", "Later", "Some day"]


def test_deadlines_of_open_tasks_move_together(store: Store) -> None:
    garden = store.create_project("Garden")
    task = store.add_task(garden.id, "Buy seeds", due=TODAY)
    done = store.add_task(garden.id, "Choose a spot", due=TODAY)
    store.move_task(done.id, "done")
    store.add_task(garden.id, "Some day")
    assert len(store.shift_deadlines(garden.id, -7)) == 1
    assert store.task(task.id).due == TODAY - timedelta(days=7)
    assert store.task(done.id).due == TODAY


def test_only_finished_tasks_are_removed(store: Store) -> None:
    garden = store.create_project("Garden")
    kept = store.add_task(garden.id, "Buy seeds")
    store.move_task(store.add_task(garden.id, "Choose a spot").id, "done")
    assert store.remove_done_tasks(garden.id) == 1
    assert store.tasks(garden.id) == [kept]


@pytest.mark.parametrize("name", ["", "  \n ", "x" * 81, "Garden"])
def test_project_needs_a_name_of_its_own(store: Store, name: str) -> None:
    store.create_project("Garden")
    with pytest.raises(TrackerError):
        store.create_project(name)
    assert len(store.projects()) == 1


def test_change_is_announced_once_and_a_refused_one_is_not(store: Store) -> None:
    heard: list[int] = []
    store.on_change = lambda: heard.append(len(store.projects()))
    store.create_project("Garden")
    assert heard == [1]  # after the commit: the new project is there
    with pytest.raises(TrackerError):
        store.create_project("Garden")
    store.projects()
    assert heard == [1]


def test_many_threads_lose_nothing(store: Store) -> None:
    garden = store.create_project("Garden")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: store.add_task(garden.id, f"Task {number}"), range(60)))
    assert store.project(garden.id).open == 60


def test_file_of_an_older_tracker_keeps_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "tracker.sqlite"
    with sqlite3.connect(path) as old:  # as version 0.1 made it
        old.executescript(
            """CREATE TABLE project (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(80) NOT NULL UNIQUE,
                 archived_at DATETIME);
               CREATE TABLE task (id INTEGER PRIMARY KEY AUTOINCREMENT, project_id INTEGER NOT NULL
                 REFERENCES project (id), title VARCHAR(200) NOT NULL, status VARCHAR(5) NOT NULL, owner VARCHAR(80),
                 due DATE);
               INSERT INTO project VALUES (1, 'Garden', NULL);
               INSERT INTO task VALUES (1, 1, 'Buy seeds', 'todo', NULL, '2026-03-02');"""
        )
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.close()
    store = Store()
    store.open(path)
    assert [task.title for task in store.tasks()] == ["Buy seeds"]
    assert store.set_label(1, "urgent", on=True).labels == ("urgent",)
    billing = Billing(store)
    billing.fill(first_invoices(TODAY, {1}))
    assert {invoice.project_id for invoice in billing.invoices()} == {None, 1}
    store.close()
    store.open(path)  # and once more, as the file is now
    assert store.task(1).labels == ("urgent",)
    store.close()


def test_file_of_a_newer_tracker_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "tracker.sqlite"
    Store().open(path)
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    newer.close()
    with pytest.raises(TrackerError, match=r"newer tracker\. Update this one, or choose another --data folder"):
        Store().open(path)


def test_database_of_another_app_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tracker.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(ForeignFileError, match="not one of the tracker's"):
        Store().open(path)
    assert path.read_bytes() == before


def test_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tracker.sqlite"
    path.write_text("Shopping list: milk, bread, a great many eggs. " * 40)
    before = path.read_bytes()
    with pytest.raises(ForeignFileError, match="not a database"):
        Store().open(path)
    assert path.read_bytes() == before


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrackerError, match="can't be used"):
        Store().open(tmp_path / "missing" / "tracker.sqlite")
