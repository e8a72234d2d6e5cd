"""The tracker's invoices: reading them, taking payments, paying back. Unaware of agents, like `store.py`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from demo_app.database import TrackerError
from demo_app.rows import Invoice, InvoiceRow
from demo_app.store import Store, tracker


class Billing:
    """The invoices in a store's file."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def invoices(self) -> list[Invoice]:
        """All invoices, the newest first."""
        with self._store.session() as session:
            return [row.plain() for row in session.scalars(select(InvoiceRow).order_by(InvoiceRow.id.desc()))]

    def invoice(self, invoice_id: int) -> Invoice:
        """One invoice. Raises `TrackerError` when there is none."""
        with self._store.session() as session:
            return _find(session, invoice_id).plain()

    def fill(self, rows: Iterable[InvoiceRow]) -> None:
        """Add whole invoices at once."""
        with self._store.change() as session:
            session.add_all(rows)

    def mark_paid(self, invoice_id: int, day: date) -> Invoice:
        """Note that a customer has paid. Raises `TrackerError` when they had before."""
        with self._store.change() as session:
            row = _find(session, invoice_id)
            if row.paid_on:
                raise TrackerError(f"Invoice {invoice_id} is paid already.")
            row.paid_on = day
            return row.plain()

    def mark_unpaid(self, invoice_id: int) -> Invoice:
        """Take back `mark_paid`. Raises `TrackerError` when some of it was refunded since."""
        with self._store.change() as session:
            row = _find(session, invoice_id)
            if row.refunded_cents:
                raise TrackerError(f"Invoice {invoice_id} was refunded since, so it stays paid.")
            row.paid_on = None
            return row.plain()

    def refund(self, invoice_id: int, cents: int) -> Invoice:
        """Pay money back. Raises `TrackerError` for an unpaid invoice or more than is left of it."""
        with self._store.change() as session:
            row = _find(session, invoice_id)
            left = row.plain().left_cents
            if not row.paid_on:
                raise TrackerError(f"Invoice {invoice_id} is not paid, so there is nothing to refund.")
            if not 0 < cents <= left:
                raise TrackerError(f"{money(cents)} can't be refunded: {money(left)} of invoice {invoice_id} are left.")
            row.refunded_cents += cents
            return row.plain()

    def take_back_refund(self, refunded: Invoice, cents: int) -> None:
        """Take back a refund that has not been sent yet. Raises `TrackerError` when the invoice changed since."""
        with self._store.change() as session:
            row = _find(session, refunded.id)
            if row.plain() != refunded:
                raise TrackerError(f"Invoice {refunded.id} was changed since, so the refund stays.")
            row.refunded_cents -= cents


def money(cents: int) -> str:
    """ "1,234.50 €"."""
    return f"{cents / 100:,.2f} €"


def _find(session: Session, invoice_id: int) -> InvoiceRow:
    row = session.get(InvoiceRow, invoice_id)
    if row is None:
        raise TrackerError(f"There is no invoice {invoice_id}.")
    return row


billing = Billing(tracker)
"""The invoices of this process."""
