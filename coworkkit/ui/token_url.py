"""`token_url`: the app's own service that hands out the agent's short-lived tokens, asked by this server."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import httpx

from ..core.token import GetToken, TokenContext
from ..errors import DeclarationError


def token_source(get_token: GetToken | None, token_url: str | None) -> GetToken | None:
    """Return what fetches the agent's token, of the two that a Provider takes; None where it was given neither.

    Raises:
        DeclarationError: both were given, or one that cannot be used.
    """
    if get_token is not None and token_url is not None:
        raise DeclarationError("CoworkkitProvider", "has a get_token and a token_url", "Give one of them.")
    if get_token is not None and not callable(get_token):
        raise DeclarationError(
            "CoworkkitProvider", "has a get_token that is not a function", "Give a function of one TokenContext."
        )
    return get_token if token_url is None else from_url(token_url)


def from_url(url: str) -> GetToken:
    """Return a function that fetches a token by a POST with ``user`` and ``session_id`` as JSON.

    Raises:
        DeclarationError: it is no whole address, or one with a password in it.
    """
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname)
    except (ValueError, TypeError, AttributeError):
        raise DeclarationError(
            "CoworkkitProvider", "has a token_url that is no address", "Give one that begins with https://."
        ) from None
    if not whole or parts.username is not None or parts.password is not None:
        raise DeclarationError(
            "CoworkkitProvider",
            "has a token_url that is not whole, or has a password in it",
            "Give an address that begins with https://; it is this server that asks there.",
        )

    async def fetched(context: TokenContext) -> Any:
        asked = {"user": context.user, "session_id": context.session_id}
        async with httpx.AsyncClient(timeout=None) as client:  # whoever waits has a limit
            answer = await client.post(url, json=asked, headers={"Accept": "application/json"})
        if not answer.is_success:
            raise httpx.HTTPStatusError(
                f"the token_url answered {answer.status_code}", request=answer.request, response=answer
            )
        return answer.json()

    return fetched
