"""Print how smooth Watch's timeline stays with 10,000 rows: the times between frames, in a real browser.

Run with ``python -m bench.timeline``. The rows arrive as the server sends them, 500 in a message each 100 ms
(5,000 a second), and the list is scrolled from end to end. On a busy machine the times between frames say little:
the last column is the page's own work for each frame, in processor time.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from http.server import ThreadingHTTPServer
from typing import Any

from playwright.async_api import CDPSession, Page, async_playwright

from scripts import chromium
from tests.page.conftest import HERE, WINDOW, Client, Files

ROWS = 10_000

MEASURE = """async what => {
  const frames = [];
  let last = performance.now(), over = false;
  const look = now => { frames.push(now - last); last = now; if (!over) requestAnimationFrame(look); };
  requestAnimationFrame(look);
  await window.doing[what]();
  over = true;
  frames.shift();
  frames.sort((one, other) => one - other);
  const at = part => Math.round(frames[Math.min(frames.length - 1, Math.floor(frames.length * part))] * 10) / 10;
  return { frames: frames.length, median: at(0.5), p95: at(0.95), longest: at(1) };
}"""

DOING = """() => {
  let n = 0;
  const gates = ["fired", "confirmed", "cancelled", "timeout", "needs_hand_mode", "refused"];
  const row = () => {
    n += 1;
    const gate = gates[n % 6];
    return {
      id: `row-${n}`, call_id: `call-${n}`, turn: `turn-${Math.floor(n / 25)}`, at: "2026-03-04T05:06:07.089Z",
      action: `action_${n % 40}`, control: n % 5 ? "open" : "hard", gate, ok: n % 6 < 2, entered: n % 6 < 2,
      code: null, error: null, duration_ms: n % 300, summary: null, arguments: { title: `Thing ${n}`, count: n },
      caller: { agent: "LocalAgent", connector: "in-process" }, user: "ana", evidence: {}, size: 800,
    };
  };
  const push = many => server.push({ kind: "records", rows: Array.from({ length: many }, row) });
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const frame = () => new Promise(done => requestAnimationFrame(done));
  window.doing = {
    async arrive() { for (let at = 0; at < 30; at += 1) { push(500); await wait(100); } },
    async scroll() {
      const grid = document.querySelector(".cwk-grid");
      const steps = 120;
      for (let at = 0; at <= steps; at += 1) { grid.scrollTop = (grid.scrollHeight * at) / steps; await frame(); }
    },
    async type() {
      const box = document.querySelector(".cwk-filter-box");
      for (const text of ["thing 1", "thing 12", "gate:cancelled", "gate:cancelled thing", "action:*7", ""]) {
        box.value = text;
        box.dispatchEvent(new Event("input"));
        await wait(150);
      }
    },
  };
  push(10000);
}"""


async def worked(cdp: CDPSession) -> float:
    """Return the milliseconds of processor time that the page's main thread has used so far."""
    metrics = (await cdp.send("Performance.getMetrics"))["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration") * 1000


async def measure(page: Page, cdp: CDPSession, name: str, what: str) -> None:
    """Do something on the page, and print the times between the frames meanwhile."""
    before = await worked(cdp)
    found: dict[str, Any] = await page.evaluate(MEASURE, what)
    work = (await worked(cdp) - before) / found["frames"]
    print(f"{name:44} {found['median']:7} {found['p95']:7} {found['longest']:8} ms {work:10.1f} ms")


async def main() -> None:
    """Measure the timeline plain, filtered and grouped."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(HERE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        page = await browser.new_page(**WINDOW)
        client = await Client(page, f"http://127.0.0.1:{server.server_port}").open(watch=1)
        await client.snapshot(watch=True)
        await page.keyboard.press("Control+Shift+K")
        await page.evaluate(DOING)
        await client.settle()
        cdp = await page.context.new_cdp_session(page)
        await cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        print(f"{f'{ROWS:,} rows kept':44}  median     p95  longest    work a frame")
        await measure(page, cdp, "5,000 rows a second arrive", "arrive")
        await measure(page, cdp, "scrolled from the first to the last", "scroll")
        await measure(page, cdp, "filters typed", "type")
        await page.locator(".cwk-filter-box").fill("gate:confirmed,cancelled thing")
        await measure(page, cdp, "5,000 a second arrive, filtered", "arrive")
        await page.get_by_role("button", name="Group by").click()
        await measure(page, cdp, "5,000 a second arrive, filtered and grouped", "arrive")
        await page.locator(".cwk-filter-box").fill("")
        await measure(page, cdp, "5,000 a second arrive, grouped", "arrive")
        await measure(page, cdp, "scrolled, grouped", "scroll")
        await browser.close()
    server.shutdown()


if __name__ == "__main__":
    asyncio.run(main())
