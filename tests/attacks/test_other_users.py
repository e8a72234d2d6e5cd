"""What other users, other tabs and other sites' sockets may try with everything they could have learned."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest
import socketio  # type: ignore[import-untyped]

from tests.attacks.strangers import FramedWire, bare, call_over, decision, latest_card
from tests.attacks.victim import Call
from tests.browser.server import Server, wait_for
from tests.browser.wire import WirePage

ARMED = 0.55
FOREIGN = "https://elsewhere.example"


@pytest.fixture
def page(target: Server) -> Iterator[WirePage]:
    """A user's page, whose card is basic: the one an outsider could steal most from."""
    page = WirePage(target.url)
    page.send("hello")
    yield page
    httpx.post(f"{target.url}/stop/{page.client_id}")
    page.close()


@pytest.fixture
def framed(target: Server) -> Iterator[FramedWire]:
    """A user's page, whose card is framed."""
    page = FramedWire(target.url)
    page.send("hello")
    yield page
    httpx.post(f"{target.url}/stop/{page.client_id}")
    page.close()


def asked(target: Server, page: WirePage, project: str) -> Call:
    """Have the agent of a page ask for the hard action."""
    number = httpx.post(f"{target.url}/ask/{page.client_id}/wipe", json={"project": project}).json()
    return Call(target, number, project)


def attempts(page: WirePage, card: dict[str, object]) -> dict[str, dict[str, object]]:
    """Everything a thief of ids would say."""
    return {
        "decide": decision(card),
        "painted": {name: card[name] for name in ("id", "nonce", "revision")},
        "hand": {"armed": True, "n": 99},
        "turn": {"text": "yes", "seen": None},
        "lift": {"action": "wipe"},
        "stop": {},
    }


def turned_away(socket: socketio.Client, page: WirePage, card: dict[str, object]) -> None:
    """Nothing that this socket says in the page's name is believed."""
    for kind, payload in attempts(page, card).items():
        reply = call_over(socket, page, kind, **payload)
        assert reply["ok"] is False and "state" not in reply, (kind, reply)


STRANGERS = {
    "another user's page": lambda page: WirePage(page.url).socket,
    "the same user's other tab": lambda page: WirePage(page.url, cookies=page.cookies).socket,
    "a bare socket with a foreign origin": lambda page: bare(page.url, Origin=FOREIGN),
    "a bare socket with the user's own cookie": lambda page: bare(page.url, Origin=page.url, Cookie=cookie(page)),
}


def cookie(page: WirePage) -> str:
    """The page's cookies, as a header."""
    return "; ".join(f"{name}={value}" for name, value in page.cookies.items())


@pytest.mark.attack(
    "another user's socket, the same user's other tab, a bare socket with a foreign origin: each with every id stolen",
    defence="a message counts only from a socket of that page, with the cookie it was loaded with, from its own origin",
    left_over="none",
)
@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS.keys())
def test_a_stolen_id_is_worth_nothing_on_another_socket(stranger: object, page: WirePage, target: Server) -> None:
    call = asked(target, page, f"Stolen {time.monotonic_ns()}")
    card = page.wait_card()
    time.sleep(ARMED)
    socket = stranger(page)  # type: ignore[operator]
    turned_away(socket, page, card)
    socket.disconnect()
    assert call.is_undecided()
    assert page.send("decide", **decision(card))["state"] == "confirmed"
    call.was_confirmed(card="basic")


HANDSHAKES = {
    "from a foreign origin": lambda page: page.connect(Origin=FOREIGN),
    "with another user's cookie": lambda page: page.connect(Cookie=cookie(WirePage(page.url))),
    "with no cookie": lambda page: page.connect(Cookie=""),
}


@pytest.mark.attack(
    "shaking hands as the page itself, knowing its id and its tab: from a foreign origin, with another cookie, without",
    defence="a page with a Provider lets in only the browser and the origin that loaded it",
    left_over="whoever has the user's cookie and origin is the user's browser",
)
@pytest.mark.parametrize("handshake", HANDSHAKES.values(), ids=HANDSHAKES.keys())
def test_a_stranger_cannot_become_a_socket_of_the_page(handshake: object, page: WirePage, target: Server) -> None:
    call = asked(target, page, f"Joined {time.monotonic_ns()}")
    card = page.wait_card()
    time.sleep(ARMED)
    try:
        socket = handshake(page)  # type: ignore[operator]
    except socketio.exceptions.ConnectionError:
        pass  # not even let in
    else:
        turned_away(socket, page, card)
        socket.disconnect()
    assert call.is_undecided()
    assert page.send("decide", **decision(card))["state"] == "confirmed"
    call.was_confirmed(card="basic")


@pytest.mark.attack(
    "replayed messages: an old press sent again, at once and after a reconnect",
    defence="one decision per card; a page that comes back gets a new nonce, and is armed anew",
    left_over="none",
)
def test_a_replayed_press_counts_for_nothing(page: WirePage, target: Server) -> None:
    first = asked(target, page, f"First {time.monotonic_ns()}")
    old = page.wait_card()
    time.sleep(ARMED)
    assert page.send("decide", **decision(old))["state"] == "confirmed"
    again = page.send("decide", **decision(old))
    assert (again["ok"], again["state"]) == (False, "confirmed")
    first.was_confirmed(card="basic")

    page.received.clear()
    second = asked(target, page, f"Second {time.monotonic_ns()}")
    before = page.wait_card()
    page.socket.disconnect()
    page.received.clear()
    page.socket = page.connect()
    assert wait_for(lambda: page.send("hello")["ok"], "the page to be known again")
    wait_for(lambda: latest_card(page), "the card again")
    for card in (old, before):
        assert page.send("decide", **decision(card))["ok"] is False
        assert page.send("painted", **{name: card[name] for name in ("id", "nonce", "revision")})["ok"] is False
    time.sleep(ARMED)
    assert page.send("decide", **decision(before))["ok"] is False
    assert first.times_run() == 1 and second.is_undecided()
    now = page.wait_card()
    assert now["nonce"] != before["nonce"]
    assert page.send("decide", **decision(now))["ok"] is False, "it is armed anew"
    time.sleep(ARMED)
    assert page.send("decide", **decision(now))["state"] == "confirmed"
    second.was_confirmed(card="basic")


LOADS = {
    "another user's cookie": {"cookies": "other"},
    "no cookie": {"cookies": "none"},
    "another site": {"Sec-Fetch-Site": "cross-site"},
    "another origin of the same site": {"Sec-Fetch-Site": "same-site"},
    "a top-level page": {"Sec-Fetch-Dest": "document"},
    "an object": {"Sec-Fetch-Dest": "object"},
    "a script": {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"},
    "navigation preload": {"Service-Worker-Navigation-Preload": "true"},
}


@pytest.mark.attack(
    "the frame's URL with another user's cookie, from another site, as something else than a frame",
    defence="served to the browser that loaded the page, for a frame in a page of this origin, once",
    left_over="none",
)
def test_the_frame_is_for_the_users_own_browser_only(framed: FramedWire, target: Server) -> None:
    call = asked(target, framed, f"Framed {time.monotonic_ns()}")
    card = wait_for(lambda: latest_card(framed), "the card")
    for name, change in LOADS.items():
        headers = {key: value for key, value in change.items() if key != "cookies"}
        other = {"other": WirePage(target.url).cookies, "none": httpx.Cookies(), "": None}[change.get("cookies", "")]
        assert framed.load_frame(card["url"], cookies=other, **headers).status_code == 403, name
    assert framed.load_frame(f"{card['url']}x").status_code == 403
    assert httpx.get(target.url + card["url"], cookies=framed.cookies).status_code in (403, 405)
    assert call.is_undecided()

    served = framed.load_frame(card["url"])
    assert served.status_code == 200 and call.project in served.text
    assert "sandbox allow-scripts;" in served.headers["content-security-policy"]
    assert framed.load_frame(card["url"]).status_code == 403


@pytest.mark.attack(
    "a decision posted from another origin, with another card's secret, or before the frame was loaded",
    defence="only from an opaque origin, with the card's own nonce, once its frame was served",
    left_over="none",
)
def test_a_posted_decision_needs_the_frames_own_secret(framed: FramedWire, page: WirePage, target: Server) -> None:
    other = asked(target, page, f"Other {time.monotonic_ns()}")
    other_card = page.wait_card()
    call = asked(target, framed, f"Posted {time.monotonic_ns()}")
    told = wait_for(lambda: latest_card(framed), "the card")
    early = {"kind": "decide", **decision({**told, "nonce": "0"})}
    assert framed.post_decision(early).json()["ok"] is False
    text = framed.load_frame(told["url"]).text
    nonce = text.partition('"nonce": "')[2].partition('"')[0]
    card = {**told, "nonce": nonce}
    about = {name: card[name] for name in ("id", "nonce", "revision")}
    assert framed.post_decision({"kind": "painted", **about}).json()["ok"]
    assert framed.post_decision({"kind": "unfolded", **about}).json()["ok"]
    time.sleep(ARMED)
    for origin in (None, target.url, FOREIGN, "null.example"):
        assert framed.post_decision({"kind": "decide", **decision(card)}, origin=origin).status_code == 403
    for wrong in (
        {**card, "nonce": other_card["nonce"]},
        {**other_card, "nonce": nonce},
        other_card,
        {**card, "revision": 9},
    ):
        assert framed.post_decision({"kind": "decide", **decision(wrong)}).json()["ok"] is False
    assert call.is_undecided() and other.is_undecided()
    assert framed.post_decision({"kind": "decide", **decision(card)}).json()["state"] == "confirmed"
    call.was_confirmed(card="framed")
    assert other.is_undecided()
