"""The Content-Security-Policy of the tracker: scripts, frames and forms of its own only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Request, Response
from nicegui import app

# NiceGUI needs 'unsafe-inline' and 'unsafe-eval'. Who may embed a page is not here: coworkkit adds that.
POLICY = "; ".join(
    (
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "object-src 'none'",
        "base-uri 'none'",
        "worker-src 'none'",
        "frame-src 'self'",  # the confirmation card is a frame
        "form-action 'self'",
    )
)


def add_policy() -> None:
    """Give every response the policy, unless it has one of its own, as the confirmation card does."""

    @app.middleware("http")
    async def policy(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response
