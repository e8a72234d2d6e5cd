"""Lets `python -m demo_app` start the tracker."""

from demo_app.command import main

if __name__ in {"__main__", "__mp_main__"}:
    main()
