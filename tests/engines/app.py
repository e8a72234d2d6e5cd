"""The demo, with `open_roots.js` before every other script of its documents.

For engines whose driver takes no script to run before the page's. Started like the demo:
``python -m tests.engines.app --port PORT …``. The script-src of each document stays as it is: the script has the
document's nonce where it has one.
"""

from __future__ import annotations

import re
from pathlib import Path

from nicegui import app
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from demo_app.command import main

SCRIPT = (Path(__file__).parent / "open_roots.js").read_text(encoding="utf-8")


class OpenRoots:
    """Puts the script into each HTML document that passes."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        start: Message = {}
        body = b""

        async def pass_on(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start = message
                if not is_document(start):
                    await send(start)
            elif message["type"] == "http.response.body" and is_document(start):
                body += message.get("body", b"")
                if message.get("more_body"):
                    return
                whole = with_script(body)
                kept = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
                await send({**start, "headers": [*kept, (b"content-length", str(len(whole)).encode())]})
                await send({"type": "http.response.body", "body": whole})
            else:
                await send(message)

        await self.inner(scope, receive, pass_on)


def is_document(start: Message) -> bool:
    """Return whether this is the start of an HTML answer."""
    return any(name.lower() == b"content-type" and b"text/html" in value for name, value in start["headers"])


def with_script(document: bytes) -> bytes:
    """Return the document with the script at its beginning."""
    nonce = re.search(rb'<script nonce="([^"]+)"', document)
    attribute = b' nonce="%b"' % nonce[1] if nonce else b""
    script = b"<script%b>%b</script>" % (attribute, SCRIPT.encode())
    return re.sub(rb"<head[^>]*>", lambda head: head[0] + script, document, count=1)


if __name__ in {"__main__", "__mp_main__"}:
    app.add_middleware(OpenRoots)
    main()
