"""The tracker's projects and tasks in one SQLite file. An ordinary app, unaware of agents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session, selectinload

from demo_app.database import TrackerError, open_database
from demo_app.rows import Label, Project, ProjectRow, Status, Task, TaskRow


class Store:
    """Everything the tracker can do with its data, safe to call from any thread.

    Each method opens a short session of its own and returns plain, frozen copies. `on_change` is
    called after every commit: from the thread that made the change, so it must be quick.
    """

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self._engine: Engine | None = None

    def open(self, path: Path) -> None:
        """Use the database file at `path`; create it if there is none.

        Raises `ForeignFileError` for a file that is not ours and `TrackerError` for one we cannot use.
        """
        self._engine = open_database(path)

    def close(self) -> None:
        """Let go of the file."""
        if self._engine is not None:
            self._engine.dispose()

    # Reading

    def projects(self, *, archived: bool = False) -> list[Project]:
        """All projects on the board, or all in the archive (newest first)."""
        kept = ProjectRow.archived_at.is_not(None) if archived else ProjectRow.archived_at.is_(None)
        order = ProjectRow.archived_at.desc() if archived else ProjectRow.id
        query = select(ProjectRow).where(kept).order_by(order).options(selectinload(ProjectRow.tasks))
        with self.session() as session:
            return [row.plain() for row in session.scalars(query)]

    def project(self, project_id: int) -> Project:
        """One project. Raises `TrackerError` when there is none."""
        with self.session() as session:
            return _find_project(session, project_id).plain()

    def task(self, task_id: int) -> Task:
        """One task. Raises `TrackerError` when there is none."""
        with self.session() as session:
            return _find_task(session, task_id).plain()

    def tasks(self, project_id: int | None = None, *, due_by: date | None = None) -> list[Task]:
        """Tasks by due date, of one project or of all on the board. `due_by`: only open ones due by then."""
        query = select(TaskRow).join(ProjectRow).order_by(TaskRow.due.is_(None), TaskRow.due, TaskRow.id)
        if project_id is None:
            query = query.where(ProjectRow.archived_at.is_(None))
        else:
            query = query.where(ProjectRow.id == project_id)
        if due_by is not None:
            query = query.where(TaskRow.due <= due_by, TaskRow.status != "done")
        with self.session() as session:
            return [row.plain() for row in session.scalars(query)]

    # Changing

    def fill(self, projects: Iterable[ProjectRow]) -> None:
        """Add whole projects with their tasks at once."""
        with self.change() as session:
            session.add_all(projects)

    def create_project(self, name: str) -> Project:
        """A new, empty project. Raises `TrackerError` for a name that is empty or taken."""
        name = _words(name, "Give the project a name.", limit=80)
        with self.change() as session:
            if session.scalar(select(ProjectRow).where(ProjectRow.name == name)):
                raise TrackerError(f"There is already a project called “{name}”.")
            row = ProjectRow(name=name)
            session.add(row)
            session.flush()
            return row.plain()

    def archive_project(self, project_id: int) -> Project:
        """Put a project away; nothing in it is lost. Raises `TrackerError` when it is away already."""
        with self.change() as session:
            row = _find_project(session, project_id)
            if row.archived_at is not None:
                raise TrackerError(f"“{row.name}” is in the archive already.")
            row.archived_at = datetime.now(UTC).replace(tzinfo=None)
            return row.plain()

    def restore_project(self, project_id: int) -> Project:
        """Bring a project back from the archive. Raises `TrackerError` when it is not there."""
        with self.change() as session:
            row = _find_project(session, project_id)
            if row.archived_at is None:
                raise TrackerError(f"“{row.name}” is on the board already.")
            row.archived_at = None
            return row.plain()

    def delete_project(self, project_id: int) -> Project:
        """Delete a project and its tasks for good. Returns what it was."""
        with self.change() as session:
            row = _find_project(session, project_id)
            gone = row.plain()
            session.delete(row)
            return gone

    def add_task(self, project_id: int, title: str, due: date | None = None) -> Task:
        """A new task. Raises `TrackerError` for an empty title or an archived project."""
        title = _words(title, "Give the task a title.", limit=200)
        with self.change() as session:
            project = _find_project(session, project_id)
            if project.archived_at is not None:
                raise TrackerError(f"“{project.name}” is in the archive. Restore it to add tasks.")
            row = TaskRow(project=project, title=title, due=due)
            session.add(row)
            session.flush()
            return row.plain()

    def move_task(self, task_id: int, status: Status) -> Task:
        """Give a task another status."""
        with self.change() as session:
            row = _find_task(session, task_id)
            row.status = status
            return row.plain()

    def set_due(self, task_id: int, due: date | None) -> Task:
        """Give a task another due date, or none."""
        with self.change() as session:
            row = _find_task(session, task_id)
            row.due = due
            return row.plain()

    def set_label(self, task_id: int, label: Label, *, on: bool) -> Task:
        """Put a label on a task, or take it off."""
        with self.change() as session:
            row = _find_task(session, task_id)
            kept = [other for other in row.labels.split() if other != label]
            row.labels = " ".join([*kept, label] if on else kept)
            return row.plain()

    def shift_deadlines(self, project_id: int, days: int) -> list[tuple[Task, Task]]:
        """Move the due dates of a project's open tasks. Returns the moved ones, before and after."""
        with self.change() as session:
            moved = []
            for row in _find_project(session, project_id).tasks:
                if row.due and row.status != "done":
                    before = row.plain()
                    row.due += timedelta(days=days)
                    moved.append((before, row.plain()))
            return moved

    def remove_done_tasks(self, project_id: int) -> int:
        """Delete a project's finished tasks. Returns how many there were."""
        with self.change() as session:
            rows = [row for row in _find_project(session, project_id).tasks if row.status == "done"]
            for row in rows:
                session.delete(row)
            return len(rows)

    def put_back(self, *changes: tuple[Task, Task]) -> None:
        """Make tasks what they were: pairs of before and after. Raises `TrackerError` for one changed since."""
        with self.change() as session:
            for before, after in changes:
                row = _find_task(session, before.id)
                if row.plain() != after:
                    raise TrackerError(f"“{row.title}” was changed since, so it stays as it is.")
                row.status, row.due, row.labels = before.status, before.due, " ".join(before.labels)

    def drop_task(self, task: Task) -> None:
        """Delete a task that is still as it was made."""
        with self.change() as session:
            row = _find_task(session, task.id)
            if row.plain() != task:
                raise TrackerError(f"“{row.title}” was changed since, so it stays.")
            session.delete(row)

    def drop_project(self, project_id: int) -> None:
        """Delete a project that is still empty."""
        with self.change() as session:
            row = _find_project(session, project_id)
            if row.tasks:
                raise TrackerError(f"“{row.name}” has tasks by now, so it stays.")
            session.delete(row)

    # For what else is kept in the same file

    def session(self) -> Session:
        """A database session for reading."""
        if self._engine is None:
            raise RuntimeError("Store.open() must be called first")
        return Session(self._engine)

    @contextmanager
    def change(self) -> Iterator[Session]:
        """A database session whose changes are committed, and announced, at the end."""
        with self.session() as session, session.begin():
            yield session
        self.on_change()


def _find_project(session: Session, project_id: int) -> ProjectRow:
    row = session.get(ProjectRow, project_id)
    if row is None:
        raise TrackerError(f"There is no project with the id {project_id}.")
    return row


def _find_task(session: Session, task_id: int) -> TaskRow:
    row = session.get(TaskRow, task_id)
    if row is None:
        raise TrackerError(f"There is no task with the id {task_id}.")
    return row


def _words(value: str, complaint: str, *, limit: int) -> str:
    value = " ".join(value.split())
    if not value:
        raise TrackerError(complaint)
    if len(value) > limit:
        raise TrackerError(f"That is too long: at most {limit} characters.")
    return value


tracker = Store()
"""The one store of this process; `command.py` opens it."""
