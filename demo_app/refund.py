"""Asking the person at this page how much to pay back: the app's own dialog, for its own button."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from demo_app.billing import money
from demo_app.invoice_actions import refund_invoice
from demo_app.parts import by_hand, open_dialog
from demo_app.rows import Invoice


def ask_refund(invoice: Invoice) -> None:
    """Ask for an amount, all that is left at first, and pay it back."""

    def refund() -> None:
        if amount.value and by_hand(partial(refund_invoice, invoice.id, amount.value)):
            dialog.close()

    with open_dialog(f"Refund invoice {invoice.id}") as dialog:
        ui.label(f"Refund {invoice.customer}?").classes("tk-question")
        ui.label(f"{money(invoice.left_cents)} of invoice {invoice.id} are left.").classes("tk-soft")
        amount = ui.number("Euros", value=invoice.left_cents / 100, min=0.01, max=invoice.left_cents / 100, step=0.01)
        amount.props("outlined dense autofocus").on("keydown.enter", refund)
        with ui.row().classes("tk-end"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps").classes("tk-quiet")
            ui.button("Refund", on_click=refund, color="negative").props("unelevated no-caps")
