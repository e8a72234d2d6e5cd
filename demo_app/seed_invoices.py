"""What a first start finds on the Invoices page: one of every kind, with dates around today."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, timedelta

from demo_app.rows import InvoiceRow

FIRST_NUMBER = 1036

Line = tuple[str, int | None, int, int, int | None, int]
"""customer, project, cents, days from today until it is due, days from today when it was paid, cents refunded"""

LINES: list[Line] = [
    ("Bakery Lindt", None, 24_90, -61, -58, 0),
    ("Harbour Museum", 1, 1_850_00, -52, -50, 0),
    ("Green Bikes", None, 39_00, -40, -41, 0),
    ("Studio Okafor", 1, 320_00, -33, -30, 120_00),
    ("Hotel Miramar", 4, 75_00, -26, -20, 75_00),
    ("City Library", 3, 640_00, -19, None, 0),
    ("Green Bikes", None, 180_00, -12, -12, 0),
    ("Harbour Museum", 1, 2_400_00, -6, -3, 0),
    ("Tea & Paper", None, 46_50, -2, -1, 0),
    ("Bakery Lindt", 2, 210_00, 5, None, 0),
    ("Studio Okafor", 1, 990_00, 12, None, 0),
    ("Hotel Miramar", 4, 54_00, 26, None, 0),
]


def first_invoices(today: date, projects: Container[int]) -> list[InvoiceRow]:
    """Twelve invoices: paid and unpaid, late and refunded, small and large. They name only projects there are."""
    return [
        InvoiceRow(
            id=number,
            customer=customer,
            project_id=project_id if project_id in projects else None,
            cents=cents,
            refunded_cents=refunded,
            due=today + timedelta(days=due),
            paid_on=None if paid is None else today + timedelta(days=paid),
        )
        for number, (customer, project_id, cents, due, paid, refunded) in enumerate(LINES, FIRST_NUMBER)
    ]
