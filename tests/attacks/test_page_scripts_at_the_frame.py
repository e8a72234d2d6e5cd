"""What a script in the page may try to get into the framed card: fetching, reading, imitating, forging, intercepting."""

from __future__ import annotations

from typing import Any

import pytest

from tests.attacks.conftest import Visit
from tests.attacks.victim import CARD_PATH, Victim

PLACE = "attacker.placed = attacker.place(attacker.latest(), attacker.whole)"

FETCH = """async (url) => {
  const tries = [];
  const fetching = [fetch(url), fetch(url, { method: "POST" }), fetch(url, { method: "POST", mode: "no-cors" }),
    fetch(url, { mode: "same-origin", cache: "force-cache" }), fetch(url, { headers: { "X-Sec-Fetch-Dest": "iframe" } })];
  for (const answer of await Promise.all(fetching)) tries.push(answer.status);
  try {
    await fetch(url, { mode: "navigate" });
    tries.push("navigate!");
  } catch {}
  for (const method of ["GET", "POST"]) {
    const request = new XMLHttpRequest();
    request.open(method, url, false);
    try { request.setRequestHeader("Sec-Fetch-Dest", "iframe"); } catch {}
    request.send();
    tries.push(request.status);
  }
  const code = `fetch(${JSON.stringify(new URL(url, location).href)}, { method: "POST" })
    .then((answer) => postMessage(answer.status), () => postMessage("failed"))`;
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  tries.push(await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data))));
  return tries;
}"""

EMBED = """async (url) => {
  const loads = [
    attacker.add("object", "", { data: url }), attacker.add("embed", "", { src: url }), attacker.add("img", "", { src: url }),
    attacker.add("script", "", { src: url }), attacker.add("link", "", { rel: "prefetch", href: url }),
    attacker.add("link", "", { rel: "preload", as: "fetch", href: url }), attacker.add("iframe", "", { src: url }),
    attacker.add("link", "", { rel: "stylesheet", href: url }), attacker.add("video", "", { src: url }),
  ];
  attacker.post(url, attacker.add("object", "", { data: "about:blank", name: "an-object" }).name);
  attacker.place({ url }, "", { credentialless: "" });
  navigator.sendBeacon(url);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return loads.length;
}"""


def statuses(victim: Victim) -> list[int]:
    """Collect, from now on, how the server answers whoever asks for the frame of a card."""
    found: list[int] = []
    victim.page.context.on(
        "response", lambda response: found.append(response.status) if f"{CARD_PATH}/" in response.url else None
    )
    return found


def held_url(victim: Victim) -> str:
    """The URL that our component has not heard of yet."""
    found: str = victim.page.evaluate("attacker.latest().url")
    return found


@pytest.mark.attack(
    "frame URL fetched by a page script: fetch, XHR, worker",
    defence="served only to the navigation of a frame, by the headers that no script can set, and only once",
    left_over="none",
)
def test_fetching_the_frame_from_the_page_is_refused(framed: Victim) -> None:
    call = framed.hold_card()
    tries = framed.page.evaluate(FETCH, held_url(framed))
    assert len(tries) == 8 and set(tries) <= {403, 405}, tries
    framed.release_card()
    framed.confirms(call)


@pytest.mark.attack(
    "frame URL loaded as something else: object, embed, image, script, prefetch, beacon, style sheet, popup, GET",
    defence="the same; and a frame without the user's cookie is nobody's",
    left_over="none",
)
def test_loading_the_frame_as_anything_else_is_refused(framed: Victim) -> None:
    call = framed.hold_card()
    answered = statuses(framed)
    url = held_url(framed)
    assert framed.page.evaluate(EMBED, url) == 9
    with framed.page.context.expect_page() as opened:
        framed.page.evaluate("(url) => attacker.post(url, '_blank')", url)
    opened.value.close()
    assert len(answered) >= 6 and set(answered) <= {403, 405}, answered
    framed.page.evaluate("document.querySelectorAll('.attack').forEach((left) => left.remove())")
    framed.page.bring_to_front()
    framed.release_card()
    framed.confirms(call)


@pytest.mark.attack(
    "reading the document of the card's frame",
    defence="its origin is opaque: the browser refuses every look inside",
    left_over="its size and that it is there",
)
def test_reading_the_frame_is_a_security_error(framed: Victim) -> None:
    call = framed.hold_card()
    framed.page.evaluate(PLACE)
    framed.card.get("alertdialog", call.project)
    looks = framed.page.evaluate(
        """() => {
          const inside = attacker.placed.contentWindow;
          const looks = [() => inside.document, () => inside.location.href, () => inside.modules, () => inside.origin,
            () => inside.document.body.innerHTML, () => inside.eval("1"), () => inside.localStorage,
            () => inside.frameElement, () => inside.history.length, () => (inside.onmessage = () => {}),
            () => inside.Object.getPrototypeOf(inside), () => inside.fetch("/")];
          const found = looks.map((look) => { try { return String(look()); } catch (error) { return error.name; } });
          return [attacker.placed.contentDocument === null, ...new Set(found)];
        }"""
    )
    assert looks == [True, "SecurityError"]
    framed.page.evaluate("attacker.placed.remove()")
    assert call.is_undecided()


@pytest.mark.attack(
    "a second load of the one-time URL, from the page or from a frame of its own",
    defence="its first load used it up; a card that is shown anew has another",
    left_over="a script that loads it first gets the card shown where it likes: see the limits",
)
def test_the_frame_is_served_once(framed: Victim) -> None:
    call = framed.asked()
    answered = statuses(framed)
    url = held_url(framed)
    for sandbox in ({}, {"sandbox": "allow-scripts allow-same-origin"}, {"sandbox": "allow-scripts"}):
        framed.page.evaluate("([card, sandbox]) => { attacker.place(card, '', sandbox) }", [{"url": url}, sandbox])
    framed.page.wait_for_timeout(300)
    assert answered == [403, 403, 403]
    framed.page.evaluate("document.querySelectorAll('.attack').forEach((left) => left.remove())")
    framed.confirms(call)


FORGE = """([post, message]) => fetch(post, { method: "POST", body: JSON.stringify(message) }).then((answer) => answer.status)"""

FORGE_IN_SANDBOX = """([post, message]) => new Promise((resolve) => {
  const to = JSON.stringify(new URL(post, location).href), body = JSON.stringify(JSON.stringify(message));
  const code = `fetch(${to}, { method: "POST", body: ${body} }).then((answer) => answer.json())
    .then((reply) => parent.postMessage({ reply }, "*"), (error) => parent.postMessage({ reply: String(error) }, "*"))`;
  window.addEventListener("message", ({ data }) => data.reply && resolve(data.reply));
  attacker.add("iframe", "", { sandbox: "allow-scripts", srcdoc: `<script>${code.replaceAll("<", "\\\\x3c")}<\\/script>` });
})"""


@pytest.mark.attack(
    "the decision posted by the page itself, even with the frame's secret",
    defence="a decision must come from an opaque origin: the page's own is refused (403)",
    left_over="none",
)
def test_a_decision_posted_from_the_page_is_refused(framed: Victim) -> None:
    call = framed.asked()
    message = decision(framed)
    assert framed.page.evaluate(FORGE, [CARD_PATH, {**message, "nonce": "guessed"}]) == 403
    assert framed.page.evaluate(FORGE, [CARD_PATH, {**message, "nonce": framed.secret()}]) == 403
    assert call.is_undecided()
    framed.confirms(call)


@pytest.mark.attack(
    "the decision posted from a sandboxed frame that the page made, without the secret",
    defence="nothing about a card is believed without its nonce, which only the card's own frame was given",
    left_over="none",
)
def test_a_decision_from_another_opaque_frame_needs_the_secret(framed: Victim) -> None:
    call = framed.asked()
    message = decision(framed)
    for wrong in ({"nonce": ""}, {"nonce": "0" * 32}, {"id": "another", "nonce": "0"}, {"nonce": framed.key}):
        reply = framed.page.evaluate(FORGE_IN_SANDBOX, [CARD_PATH, {**message, **wrong}])
        assert reply["ok"] is False, reply
    assert call.is_undecided()
    # the positive twin: the same message, from the same kind of frame, with the secret that nobody but a debugger has
    reply = framed.page.evaluate(FORGE_IN_SANDBOX, [CARD_PATH, {**message, "nonce": framed.secret()}])
    assert reply["state"] == "confirmed"
    call.was_confirmed(card="framed")


def decision(framed: Victim) -> dict[str, Any]:
    """A decision as the card's frame sends it, all but its secret."""
    card = framed.page.evaluate("attacker.latest()")
    return {
        "kind": "decide", "id": card["id"], "revision": card["revision"], "choice": "confirm", "input": "mouse",
        "early": 0, "visible": "checked",
    }  # fmt: skip


@pytest.mark.attack(
    "changing the frame's address behind the “#”, or sending it elsewhere and back",
    defence="it is read once and only chooses light or dark; elsewhere and back is a second load",
    left_over="denial",
)
def test_changing_the_address_of_the_frame_changes_nothing_but_its_looks(framed: Victim) -> None:
    call = framed.hold_card()
    framed.page.evaluate(PLACE)
    framed.wait_armed()
    framed.page.evaluate(
        """() => {
          const { url } = attacker.latest();
          for (const hash of ["confirm", "rtl.dark", "<img src=x>", "choice=confirm"]) {
            attacker.placed.contentWindow.location.replace(`${new URL(url, location).href}#${hash}`);
          }
        }"""
    )
    framed.page.wait_for_timeout(300)
    assert call.is_undecided()
    framed.confirms(call)


@pytest.mark.attack(
    "a service worker of the page's origin: it passes the frame on and reads it, by preload, or by racing the network",
    defence="the frame is loaded by POST, which a worker can only repeat as its own request, and that is refused",
    left_over="denial",
)
def test_a_service_worker_reads_nothing_of_the_frame(visit: Visit) -> None:
    framed = visit()
    for how in ("preload", "race"):
        framed.page.evaluate(
            """async (how) => {
              window.read = [];
              navigator.serviceWorker.onmessage = ({ data }) => read.push(data);
              await navigator.serviceWorker.register(`/worker.js?how=${how}`, { scope: "/" });
              await attacker.until(() => navigator.serviceWorker.controller?.scriptURL.endsWith(how));
            }""",
            how,
        )
        call = framed.hold_card()
        framed.page.evaluate("attacker.place(attacker.latest(), attacker.whole)")
        framed.page.evaluate("attacker.add('iframe', attacker.whole, { src: attacker.latest().url })")
        framed.page.wait_for_function("window.read.length > 1")
        for told in framed.page.evaluate("window.read"):
            assert told["read"] in (403, 405) and told["nonce"] is None, (how, told)
        assert call.is_undecided()
        framed.page.evaluate("document.querySelectorAll('.attack').forEach((left) => left.remove())")
        # the positive twin: in its own frame, which no worker of the page gets to see, the card works
        framed.release_card()
        framed.confirms(call)


@pytest.mark.attack(
    "a page of the script's own, fetched with the user's cookie, to have a card it can read",
    defence="a page that a browser asks for says how: what a script fetches has framed cards like any other",
    left_over="an app that is served over plain HTTP too has basic cards there: require_framed refuses those",
)
def test_a_page_of_the_scripts_own_has_no_weaker_card(framed: Victim) -> None:
    told: list[Any] = framed.page.evaluate(
        """async () => {
          const html = await (await fetch("/")).text();
          const client_id = /'client_id': '([0-9a-f-]+)'/.exec(html)[1];
          const key = /"client_key":"([^"]+)"/.exec(html)[1];
          const query = { client_id, tab_id: crypto.randomUUID(), document_id: crypto.randomUUID(), next_message_id: 0,
            implicit_handshake: true };
          const socket = window.io(location.origin, { path: "/_nicegui_ws/socket.io", query, transports: ["websocket"],
            forceNew: true });
          let heard = "";
          socket.on("run_javascript", ({ code }) => (heard += code.replaceAll('\\\\"', '"')));
          const say = (kind, payload) => socket.emitWithAck("coworkkit", { client_id, key, kind, ...payload });
          await attacker.until(async () => socket.connected && (await say("hello", {})).ok);
          await say("turn", { text: "wipe Stolen", seen: null });
          await attacker.until(() => heard.includes('"kind":"card"'));
          const id = /"card":{"id":"([^"]+)"/.exec(heard)[1];
          const about = { id, revision: 1, nonce: /"nonce":"([^"]+)"/.exec(heard)?.[1] ?? "" };
          await say("painted", about);
          await say("unfolded", about);
          await new Promise((resolve) => setTimeout(resolve, 600));
          const decided = await say("decide", { ...about, choice: "confirm", input: "mouse", visible: "checked" });
          await say("stop", {});
          socket.close();
          return [heard.includes('"url":"/_nicegui/coworkkit/card/'), heard.includes('"nonce"'), decided.ok];
        }"""
    )
    assert told == [True, False, False]
    assert framed.server.records(summary="Wipe “Stolen”?", gate="confirmed") == []
    framed.confirms(framed.asked())


@pytest.mark.attack(
    "a window of the script's own, opened with the user's cookie: it may read that page and press in it",
    defence="the card in it is as closed to the script that opened it as any other",
    left_over="a person may confirm there: the card says what it will do",
)
def test_a_window_that_the_script_opened_keeps_its_card_closed(framed: Victim, visit: Visit) -> None:
    with framed.page.context.expect_page() as opened:
        framed.page.evaluate("() => { window.own = window.open('/') }")
    popup = Victim(opened.value, framed.server, "framed")
    popup.wait_ready()
    popup.page.bring_to_front()
    call = popup.asked()
    looks = framed.page.evaluate(
        """() => {
          const doc = own.document, found = [];
          for (const element of [...doc.querySelectorAll("*")]) {
            if (element.tagName === "BUTTON" || element.tagName === "A") continue;
            element.dispatchEvent(new own.MouseEvent("click", { bubbles: true, composed: true }));
          }
          for (let at = 0; at < own.frames.length; at += 1) {
            try { found.push(own.frames[at].document.body.innerHTML); } catch (error) { found.push(error.name); }
          }
          return [...doc.querySelectorAll("iframe")].length + found.filter((look) => look !== "SecurityError").length;
        }"""
    )
    assert looks == 0
    popup.page.wait_for_timeout(200)
    assert call.is_undecided()
    popup.confirms(call)
    popup.page.close()


PATCHES = """
  window.seen = [];
  const keep = (value) => { try { seen.push(typeof value === "string" ? value : JSON.stringify(value)); } catch {} };
  const { attachShadow, setAttribute } = Element.prototype;
  Element.prototype.attachShadow = function (given) {
    const root = attachShadow.call(this, { ...given, mode: "open" });
    (window.roots ??= []).push(root);
    return root;
  };
  Element.prototype.setAttribute = function (...args) { keep(args); return setAttribute.apply(this, args); };
  for (const name of ["fetch", "postMessage", "open", "setTimeout"]) {
    const own = window[name];
    window[name] = function (...args) { keep(args); return own.apply(this, args); };
  }
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, heard, ...rest) {
    const spied = typeof heard !== "function" ? heard : function (event) {
      keep(event?.data);
      return heard.call(this, event);
    };
    return add.call(this, type, spied, ...rest);
  };
  const parse = JSON.parse;
  JSON.parse = (text, ...rest) => { keep(text); return parse(text, ...rest); };
  Object.defineProperty(Event.prototype, "isTrusted", { get: () => true, configurable: true });
"""


@pytest.mark.attack(
    "a page that was patched before coworkkit loaded: shadow roots forced open, events, fetch and JSON spied on",
    defence="what decides is in a realm of its own, which no script of the page has ever touched",
    left_over="what the frame looks like around the card, and where it is: see the limits",
)
def test_a_page_patched_before_we_loaded_gets_nothing_of_the_framed_card(visit: Visit) -> None:
    framed = visit(before=PATCHES)
    call = framed.asked()
    got = framed.page.evaluate(
        """() => {
          const frames = roots.flatMap((root) => [...root.querySelectorAll("iframe")]);
          for (const frame of frames) {
            frame.click();
            frame.contentWindow.postMessage("confirm", "*");
            frame.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
          }
          return [frames.length, frames.every((frame) => frame.contentDocument === null), seen.join(" ")];
        }"""
    )
    assert got[:2] == [1, True], "the script did reach the frame, and the frame stayed shut"
    assert framed.secret() not in got[2] and call.project not in got[2]
    framed.page.wait_for_timeout(200)
    assert call.is_undecided()
    framed.confirms(call)
