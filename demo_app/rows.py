"""The two tables, and what the rest of the app sees of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

Status = Literal["todo", "doing", "done"]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do."""

    id: int
    project_id: int
    title: str
    status: Status
    owner: str | None
    due: date | None

    @property
    def overdue(self) -> bool:
        return self.status != "done" and self.due is not None and self.due < date.today()


@dataclass(frozen=True, slots=True)
class Project:
    """A named list of tasks, with how many of them are open and done."""

    id: int
    name: str
    archived_at: datetime | None
    open: int
    done: int

    @property
    def total(self) -> int:
        return self.open + self.done


class Base(DeclarativeBase):
    pass


class ProjectRow(Base):
    __tablename__ = "project"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), unique=True)
    archived_at: Mapped[datetime | None]
    tasks: Mapped[list[TaskRow]] = relationship(back_populates="project", cascade="all, delete-orphan")

    # SQLite hands a deleted row's id to the next one unless told not to. An agent may still hold the old id.
    __table_args__ = {"sqlite_autoincrement": True}

    def plain(self) -> Project:
        """A copy that outlives the database session."""
        done = sum(task.status == "done" for task in self.tasks)
        return Project(self.id, self.name, self.archived_at, open=len(self.tasks) - done, done=done)


class TaskRow(Base):
    __tablename__ = "task"

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("project.id"), index=True)
    title: Mapped[str] = mapped_column(String(200))
    status: Mapped[Status] = mapped_column(String(5), default="todo")
    owner: Mapped[str | None] = mapped_column(String(80))
    due: Mapped[date | None]
    project: Mapped[ProjectRow] = relationship(back_populates="tasks")

    __table_args__ = {"sqlite_autoincrement": True}

    def plain(self) -> Task:
        """A copy that outlives the database session."""
        return Task(self.id, self.project_id, self.title, self.status, self.owner, self.due)
