"""Paying all open invoices: approved by a card that waits in the conversation, for as long as half an hour."""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache
from pathlib import Path

from coworkkit import ActionContext, define_action
from coworkkit.interactions import Interactions
from demo_app.billing import billing, money
from demo_app.parts import count

SENTENCE = "Pay all open invoices"


@cache
def approvals(folder: Path) -> Interactions:
    """Where this process keeps what its users were asked: a file, so that a card is still there after a restart."""
    return Interactions(f"sqlite:///{folder / 'approvals.sqlite'}")


@define_action(control="open")  # its own card asks
async def pay_open_invoices(ctx: ActionContext) -> str:
    """Pay all open invoices, overdue ones too, once the user has confirmed it. To be called again after that."""
    unpaid = [invoice for invoice in billing.invoices() if not invoice.paid_on]
    if not unpaid:
        return "No invoice is open."
    ids, total = [invoice.id for invoice in unpaid], money(sum(invoice.cents for invoice in unpaid))
    what = f"{count(len(unpaid), 'invoice')}, {total} in all"
    binds = {"invoices": ids, "total": total}
    token = f"pay_{hashlib.sha256(repr(ids).encode()).hexdigest()[:32]}"
    approval = await ctx.tools.commit_action(token, f"pay {what}", binds)
    if approval.ok:
        for invoice in unpaid:
            billing.mark_paid(invoice.id, date.today())
        return f"You have confirmed it, so I have paid {what}."
    if approval.reason == "pending":
        return f"It still waits for you: press Review above. Once you have confirmed, say “{SENTENCE}” again."
    await ctx.tools.confirm_action(
        title=f"Pay {count(len(unpaid), 'open invoice')}?",
        description=f"This pays {total} for the invoices {', '.join(map(str, ids))}. It cannot be undone.",
        action_label=f"Pay {total}",
        cancel_label="Don't pay",
        commit_token=token,
        binds=binds,
    )
    return f"I have asked you for {what}. Press Review, confirm, and say “{SENTENCE}” again; I pay then, not before."
