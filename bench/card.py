"""How long a person waits for a card. Run with ``make bench-card``.

Prints the median and the worst time from a call to the moment the browser has painted its card and said so, which
is one request later than it can be read; and how far the page moved under it. To reach: 150 ms, and nothing moves.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from scripts import chromium
from tests.browser.server import free_port, start, wait_for

PLAIN_NAME = "plain.test"
"""A network name of this machine: over plain HTTP, a browser takes it for a context that is not secure."""

SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


def main(rounds: int) -> None:
    """Measure both kinds of card, one after the other."""
    path = chromium.find()
    if path is None:
        sys.exit(chromium.ADVICE)
    flags = [*chromium.FLAGS, f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        print(f"From the call to the painted card, {rounds} cards each:\n")
        for kind, name in (("framed", "127.0.0.1"), ("basic", PLAIN_NAME)):
            waits, shifted = measured(browser, name, rounds)
            times = f"median {median(waits):6.1f} ms   worst {max(waits):6.1f} ms"
            print(f"  {kind:<8} {times}   page moved by {shifted:.3f}")
        browser.close()


def measured(browser: Browser, name: str, rounds: int) -> tuple[list[float], float]:
    """Return the waits in milliseconds, and the page's layout shift while cards came and went."""
    port = free_port()
    with TemporaryDirectory() as data:
        server = start(["-m", "bench.card_app", str(port), str(rounds)], port, Path(data))
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"http://{name}:{port}")
            page.locator(".cwk-fab").click()
            page.locator(".cwk-panel textarea").fill("Go")
            page.evaluate(SHIFTS)
            page.keyboard.press("Enter")
            wait_for(lambda: "done" in server.log(), "the last card", seconds=10 + 2 * rounds)
            shifted: float = page.evaluate("window.shifted")
            page.close()
            waits = re.findall(r"painted ([\d.]+)", server.log())
        finally:
            server.stop()
    return [float(wait) for wait in waits], shifted


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.card", description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    main(parser.parse_args().rounds)
