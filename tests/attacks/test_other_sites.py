"""What another site may try while the user has the app open: frames around it, forms into it, messages to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page

from tests.attacks.conftest import Visit
from tests.attacks.victim import CARD_PATH, CONFIRM, Victim

SITE = b"""<!doctype html><title>Another site</title><body style="margin:0">
<style>iframe { width: 1280px; height: 780px; border: 0 }</style>"""


class Blank(BaseHTTPRequestHandler):
    """Every page of it is the same blank one."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(SITE)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Where the other site is."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Blank) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def embed(page: Page, url: str) -> int:
    """Put a page into a frame, and return how many of its elements came up."""
    page.evaluate(
        """(src) => new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.onload = resolve;
          frame.src = src;
          document.body.replaceChildren(frame);
        })""",
        url,
    )
    frame = page.frames[-1]
    return frame.locator(".cwk-root").count() if frame.url.startswith("http") else 0


@pytest.mark.attack(
    "frames of other sites: the app framed by another origin of the same site, by another site, by itself",
    defence="frame-ancestors 'none' and X-Frame-Options: DENY, unless the developer names the sites",
    left_over="a site that the developer named",
)
def test_the_app_is_not_shown_in_a_frame_of_another_site(framed: Victim, port: int) -> None:
    page = framed.page.context.new_page()
    try:
        for site in (f"http://127.0.0.1:{port}", f"http://evil.test:{port}"):
            page.goto(site)
            assert embed(page, framed.url) == 0, site
        page.goto(f"http://127.0.0.1:{port}")
        # the positive twin: a site that the developer named gets the page, and a person there its card
        assert embed(page, f"{framed.url}/?embedded_by=http://127.0.0.1:{port}") == 1
    finally:
        page.close()
    framed.page.bring_to_front()
    framed.confirms(framed.asked())


@pytest.mark.attack(
    "another site's requests: the decision or the frame, by fetch, by form, from its own sandboxed frame",
    defence="the frame is for pages of this origin; a decision needs the secret in it",
    left_over="none",
)
def test_another_site_can_neither_load_the_frame_nor_decide(framed: Victim, visit: Visit, port: int) -> None:
    call = framed.hold_card()
    url, card_id = framed.page.evaluate("[attacker.latest().url, attacker.latest().id]")
    evil = framed.page.context.new_page()
    statuses: list[int] = []
    evil.on("response", lambda answer: statuses.append(answer.status) if CARD_PATH in answer.url else None)
    evil.goto(f"http://evil.test:{port}")
    evil.evaluate(
        """async ([origin, path, url, id]) => {
          const body = JSON.stringify({ kind: "decide", id, nonce: "guess", revision: 1, choice: "confirm" });
          for (const target of [path, url]) {
            await fetch(origin + target, { method: "POST", body, mode: "no-cors", credentials: "include" }).catch(() => {});
            const frame = document.createElement("iframe");
            frame.name = "into" + target;
            const form = document.createElement("form");
            Object.assign(form, { method: "post", action: origin + target, target: frame.name });
            document.body.append(frame, form);
            form.submit();
          }
          const boxed = document.createElement("iframe");
          boxed.sandbox = "allow-scripts";
          boxed.srcdoc = `<script>fetch(${JSON.stringify(origin + path)}, { method: "POST", body: ${JSON.stringify(body)} })<\\/script>`;
          document.body.append(boxed);
          await new Promise((resolve) => setTimeout(resolve, 500));
        }""",
        [framed.url, CARD_PATH, url, card_id],
    )
    evil.close()
    assert len(statuses) >= 4 and set(statuses) <= {200, 403}
    assert statuses.count(200) <= 1, "only the sandboxed frame is answered, and that its card is none it knows"
    assert call.is_undecided()
    framed.page.bring_to_front()
    framed.release_card()
    framed.confirms(call)


@pytest.mark.attack(
    "a window that another site opened: it posts messages to the app and moves its focus",
    defence="the app listens to no other window",
    left_over="denial: it can close or navigate what it opened",
)
def test_a_window_opened_by_another_site_listens_to_nobody(framed: Victim, port: int) -> None:
    opener = framed.page.context.new_page()
    opener.goto(f"http://evil.test:{port}")
    with framed.page.context.expect_page() as opened:
        opener.evaluate("(url) => { window.app = window.open(url) }", framed.url)
    popup = Victim(opened.value, framed.server, "framed")
    popup.wait_ready()
    popup.page.bring_to_front()
    popup.invade()
    call = popup.asked()
    looks = opener.evaluate(
        """() => {
          for (const data of [{ coworkkit: "gone" }, { kind: "decide", choice: "confirm" }]) {
            app.postMessage(data, "*");
            for (let at = 0; at < app.length; at += 1) app[at].postMessage(data, "*");
          }
          try { return app.document.title; } catch (error) { return error.name; }
        }"""
    )
    assert looks == "SecurityError"
    popup.page.wait_for_timeout(200)
    assert call.is_undecided()
    popup.wait_armed()
    popup.card.click(CONFIRM)
    call.was_confirmed(card="framed")
    popup.page.close()
    opener.close()
