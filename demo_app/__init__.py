"""A small project tracker, driven by hand or by an agent: the coworkkit example to copy from.

Start it with `python -m demo_app`. Read it in this order:

* `rows.py`, `store.py`: the tracker itself, a SQLite file. Nothing here knows of agents.
* `actions.py`: what an agent may do on every page, declared on the functions that do the work.
* `board.py`, `archive.py`: the pages, each with the elements and actions that exist only there.
* `shell.py`: what surrounds them, and the `CoworkkitProvider` that makes it all reachable.
* `audit.py`: where every settled call is written down.
"""
