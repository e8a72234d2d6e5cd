"""What an agent may do with invoices, on every page. How firmly a refund is confirmed depends on the money."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from coworkkit import define_action
from demo_app.billing import billing, money
from demo_app.rows import Invoice, Payment
from demo_app.undo import history

InvoiceId = Annotated[int, Field(title="Invoice number", description="The invoice's number")]
Amount = Annotated[float | None, Field(gt=0, le=1_000_000, description="Euros; everything that is left by default")]

SOFT_FROM = 50_00
HARD_FROM = 500_00
"""Cents from which a refund is asked about in words, and from which it waits for a click."""


@define_action(kind="read")
def list_invoices(
    status: Annotated[Payment | None, Field(description="Only these; all by default")] = None,
) -> list[dict[str, Any]]:
    """List the invoices, with what each is worth and whether it is paid."""
    return [_told(invoice) for invoice in billing.invoices() if status in (None, invoice.payment)]


@define_action
def mark_invoice_paid(invoice_id: InvoiceId) -> str:
    """Mark an invoice as paid today."""
    invoice = billing.mark_paid(invoice_id, date.today())
    done = f"Invoice {invoice_id} is paid: {money(invoice.cents)}."
    return history.remember(done, lambda: billing.mark_unpaid(invoice_id), f"invoice {invoice_id} is unpaid again.")


# A level function takes some of the arguments, by name. What was refunded before counts too, or an agent
# could pay back any sum in small pieces that nobody is asked about.


def refund_level(invoice_id: int, amount: float | None) -> Literal["open", "soft", "hard"]:
    invoice = billing.invoice(invoice_id)
    if not 0 < _cents(invoice, amount) <= invoice.left_cents:
        return "open"  # it cannot work, so nobody is asked: it runs, pays nothing, and says why
    cents = invoice.refunded_cents + _cents(invoice, amount)
    return "open" if cents < SOFT_FROM else "soft" if cents < HARD_FROM else "hard"


def refund_question(invoice_id: int, amount: float | None) -> str:
    invoice = billing.invoice(invoice_id)
    return f"Refund {money(_cents(invoice, amount))} to {invoice.customer} for invoice {invoice_id}?"


@define_action(
    control=refund_level,
    confirmation_summary=refund_question,
    action_label="Refund",
    cancel_label="Don't refund",
)
def refund_invoice(invoice_id: InvoiceId, amount: Amount = None) -> str:
    """Refund an invoice: pay money back to the customer, in full or a part of it."""
    cents = _cents(billing.invoice(invoice_id), amount)
    after = billing.refund(invoice_id, cents)
    return history.remember(
        f"Refunded {money(cents)} to {after.customer}.",
        lambda: billing.take_back_refund(after, cents),
        f"{after.customer} was not refunded the {money(cents)}.",
    )


def _cents(invoice: Invoice, amount: float | None) -> int:
    return invoice.left_cents if amount is None else round(amount * 100)


def _told(invoice: Invoice) -> dict[str, Any]:
    return {
        "title": f"Invoice {invoice.id}",
        "customer": invoice.customer,
        "amount": money(invoice.cents),
        "refunded": money(invoice.refunded_cents) if invoice.refunded_cents else None,
        "due": invoice.due,
        "status": invoice.payment,
    }
