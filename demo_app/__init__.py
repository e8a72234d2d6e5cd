"""A small project tracker, driven by hand or by an agent: the coworkkit example to copy from.

Start it with `python -m demo_app`. Read it in this order:

* `rows.py`, `store.py`, `billing.py`: the tracker itself, a SQLite file. Nothing here knows of agents.
* `actions.py`, `task_actions.py`, `invoice_actions.py`: what an agent may do on every page, declared on the
  functions that do the work.
* `undo.py`: taking back what was done, whoever did it.
* `board.py`, `project.py`, `invoices.py`, `archive.py`, `audit_page.py`, `settings.py`: the pages, each with the
  elements and actions that exist only there.
* `shell.py`, `header.py`, `navigation.py`: what surrounds them, and the `CoworkkitProvider` that makes it all
  reachable.
* `hints.py`: sentences that a click says to the agent.
* `audit.py`: where every settled call is written down.
"""
