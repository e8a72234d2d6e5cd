"""The three tables, and what the rest of the app sees of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

Status = Literal["todo", "doing", "done"]
Label = Literal["design", "writing", "tech", "people", "urgent"]
Payment = Literal["open", "overdue", "paid", "refunded"]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do."""

    id: int
    project_id: int
    title: str
    status: Status
    owner: str | None
    due: date | None
    labels: tuple[Label, ...] = ()

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


@dataclass(frozen=True, slots=True)
class Invoice:
    """What a customer owes or has paid. Money is counted in cents."""

    id: int
    customer: str
    project_id: int | None
    cents: int
    refunded_cents: int
    due: date
    paid_on: date | None

    @property
    def left_cents(self) -> int:
        """What could still be paid back."""
        return self.cents - self.refunded_cents if self.paid_on else 0

    @property
    def payment(self) -> Payment:
        if self.paid_on:
            return "paid" if self.left_cents else "refunded"
        return "overdue" if self.due < date.today() else "open"


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
    labels: Mapped[str] = mapped_column(String(80), default="", server_default="")
    project: Mapped[ProjectRow] = relationship(back_populates="tasks")

    __table_args__ = {"sqlite_autoincrement": True}

    def plain(self) -> Task:
        """A copy that outlives the database session."""
        labels = tuple(label for label in get_args(Label) if label in self.labels.split())
        return Task(self.id, self.project_id, self.title, self.status, self.owner, self.due, labels)


class InvoiceRow(Base):
    __tablename__ = "invoice"

    id: Mapped[int] = mapped_column(primary_key=True)
    customer: Mapped[str] = mapped_column(String(80))
    project_id: Mapped[int | None] = mapped_column(ForeignKey("project.id", ondelete="SET NULL"))
    cents: Mapped[int]
    refunded_cents: Mapped[int] = mapped_column(default=0)
    due: Mapped[date]
    paid_on: Mapped[date | None]

    __table_args__ = {"sqlite_autoincrement": True}

    def plain(self) -> Invoice:
        """A copy that outlives the database session."""
        return Invoice(self.id, self.customer, self.project_id, self.cents, self.refunded_cents, self.due, self.paid_on)
