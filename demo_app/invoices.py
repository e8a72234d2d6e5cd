"""The invoices: who owes what, and paying money back."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from coworkkit import use_surface
from demo_app.approval import SENTENCE
from demo_app.billing import billing, money
from demo_app.facts import known_things
from demo_app.hints import draw_sentence
from demo_app.invoice_actions import mark_invoice_paid, refund_level
from demo_app.parts import by_hand, chip, choice, count, day, empty, heading, named, text
from demo_app.refund import ask_refund
from demo_app.rows import Invoice
from demo_app.store import tracker

SHOWN = {"": "All", "open": "Open", "overdue": "Overdue", "paid": "Paid", "refunded": "Refunded"}
LEVELS = {
    "open": "Open: under 50 € it runs at once",
    "soft": "Soft: under 500 € it asks you in words",
    "hard": "Hard: from 500 € it waits for your click",
}


class Invoices:
    """One page's view of the invoices. What can be done with them is declared in `invoice_actions.py`."""

    def __init__(self) -> None:
        self._shown = ""
        use_surface("Invoices", data=known_things)
        with ui.element("div").classes("tk-middle"):
            with ui.element("div").classes("tk-head"):
                with ui.element("div"):
                    heading("Invoices")
                    self._facts = ui.label().classes("tk-soft")
                choice("Show", SHOWN, "", self._show)
            self._draw_examples()
            self._draw_invoices()
        self.redraw()

    def redraw(self) -> None:
        """Show what the data says now."""
        invoices = billing.invoices()
        owed = sum(invoice.cents for invoice in invoices if not invoice.paid_on)
        late = sum(invoice.payment == "overdue" for invoice in invoices)
        self._facts.text = f"{money(owed)} outstanding" + (f" · {count(late, 'invoice')} overdue" if late else "")
        self._draw_examples.refresh()
        self._draw_invoices.refresh()

    def _show(self, which: str) -> None:
        self._shown = which
        self._draw_invoices.refresh()

    @ui.refreshable_method
    def _draw_examples(self) -> None:
        """One refund of each level, as far as there is one, and a card that stays."""
        found = {refund_level(invoice.id, None): invoice for invoice in billing.invoices() if invoice.left_cents}
        with ui.element("ul").classes("tk-examples"):
            for level, shows in LEVELS.items():
                if level in found:
                    with ui.element("li"):
                        draw_sentence(f"Refund invoice {found[level].id}", shows)
            with ui.element("li"):
                draw_sentence(SENTENCE, "Durable: it waits for you in the conversation, and you say it again")

    @ui.refreshable_method
    def _draw_invoices(self) -> None:
        invoices = [invoice for invoice in billing.invoices() if self._shown in ("", invoice.payment)]
        if not invoices:
            empty("No such invoice", "Choose to show all of them.")
            return
        projects = {project.id: project.name for project in tracker.projects()}
        with ui.element("ul").classes("tk-invoices").props('aria-label="Invoices"'):
            for invoice in invoices:
                with ui.element("li"):
                    self._draw_invoice(invoice, projects.get(invoice.project_id or 0))

    def _draw_invoice(self, invoice: Invoice, project: str | None) -> None:
        text("span", str(invoice.id), "tk-number")
        with ui.element("div").classes("tk-who"):
            ui.label(invoice.customer).classes("tk-title")
            if project:
                ui.label(project).classes("tk-small")
        with ui.element("div").classes("tk-money"):
            ui.label(money(invoice.cents))
            if invoice.refunded_cents:
                ui.label(f"{money(invoice.refunded_cents)} refunded").classes("tk-small")
        when = f"Paid {day(invoice.paid_on)}" if invoice.paid_on else f"Due {day(invoice.due)}"
        text("span", when, "tk-late" if invoice.payment == "overdue" else "tk-soft")
        chip(invoice.payment.capitalize(), invoice.payment)
        with ui.element("div").classes("tk-do"):
            if invoice.left_cents:
                button = ui.button("Refund…", on_click=partial(ask_refund, invoice))
                named(button.props("flat no-caps").classes("tk-quiet"), f"Refund invoice {invoice.id}")
            elif not invoice.paid_on:
                button = ui.button("Mark paid", on_click=partial(by_hand, partial(mark_invoice_paid, invoice.id)))
                named(button.props("outline no-caps"), f"Mark invoice {invoice.id} paid")
