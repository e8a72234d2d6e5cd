"""The policy that the framed card is served with."""

from __future__ import annotations

import pytest

from coworkkit.ui.frame_page import frame_page


def connects_to(host: str) -> str:
    """Return where the frame may send what a person decides."""
    _, headers = frame_page({}, host=host, language="en", embedded_by=())
    parts = headers["Content-Security-Policy"].split("; ")
    return next(part for part in parts if part.startswith("connect-src"))


@pytest.mark.parametrize("host", ["app.example", "app.example:8443", "127.0.0.1:8080", "[::1]:8080"])
def test_a_decision_may_be_sent_to_the_app_by_scheme_as_webkit_wants_it(host: str) -> None:
    assert connects_to(host) == f"connect-src 'self' http://{host} https://{host}"


@pytest.mark.parametrize("host", ["a; script-src *", "a,b", "a b", "*", ""])
def test_a_host_that_is_none_adds_nothing_to_the_policy(host: str) -> None:
    assert connects_to(host).rstrip() == "connect-src 'self'"
